//! What has come in on all open exchanges and was not looked at yet, in the order in which it came.

use super::fault::HttpFault;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How much may lie here before the exchanges have to wait, in bytes: the longest message and room for
/// what stands before it.
pub const MAX_UNREAD: usize = 2 * crate::json::MAX_LINE_BYTES;

/// What one small thing counts, in bytes.
const SMALL: usize = 256;

/// Something that came in on an exchange.
#[derive(Debug)]
pub(super) struct Item {
    /// The number of the exchange.
    pub(super) exchange: u64,
    pub(super) what: What,
}

/// What came in.
#[derive(Debug)]
pub(super) enum What {
    /// The head of the answer: its line, its status, and the session id it names.
    Head { line: String, status: u16, session: Option<String> },
    /// A head that was sent, of a request that nobody but the exchange itself has asked for.
    Asked(String),
    /// A message.
    Line(String),
    /// A body that is no message: of an answer to something that was only told.
    Other(String),
    /// Bytes that are no text.
    Bytes(Vec<u8>),
    /// A remark.
    Note(String),
    /// It failed.
    Fault(HttpFault),
    /// It is over; nothing more comes of it.
    End,
}

impl Item {
    fn size(&self) -> usize {
        match &self.what {
            What::Line(text) | What::Other(text) => text.len() + SMALL,
            What::Bytes(bytes) => bytes.len() + SMALL,
            What::Head { .. } | What::Asked(_) | What::Note(_) | What::Fault(_) | What::End => {
                SMALL
            }
        }
    }
}

/// What is next in an inbox.
#[derive(Debug)]
pub(super) enum Next {
    Item(Item),
    /// Nothing came in time.
    Nothing,
    /// No exchange is open on which anything could come.
    Over,
}

/// Filled by the threads of the exchanges, emptied by whoever asks for lines.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Inside {
    items: VecDeque<Item>,
    bytes: usize,
    /// How many exchanges may still bring something.
    open: usize,
    /// Nobody looks any more, and nothing is kept.
    closed: bool,
}

impl Inside {
    fn take(&mut self, at: usize) -> Option<Item> {
        let item = self.items.remove(at)?;
        self.bytes = self.bytes.saturating_sub(item.size());
        Some(item)
    }
}

impl Inbox {
    /// One more exchange is open.
    pub(super) fn begin(&self) {
        self.lock().open += 1;
    }

    /// An exchange brings nothing more that anybody waits for.
    pub(super) fn finish(&self) {
        let mut inside = self.lock();
        inside.open = inside.open.saturating_sub(1);
        drop(inside);
        self.changed.notify_all();
    }

    /// Puts something in, after waiting for room.
    pub(super) fn push(&self, item: Item) {
        let size = item.size();
        // What is small is not held up: somebody may wait for just that.
        let full =
            |inside: &mut Inside| size > SMALL && inside.bytes >= MAX_UNREAD && !inside.closed;
        let waited = self.changed.wait_while(self.lock(), full);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        if inside.closed {
            return;
        }
        inside.bytes += size;
        inside.items.push_back(item);
        drop(inside);
        self.changed.notify_all();
    }

    /// What is next on any exchange, after waiting so long at most; `None` is for ever.
    pub(super) fn next(&self, patience: Option<Duration>) -> Next {
        let empty = |inside: &mut Inside| inside.items.is_empty() && inside.open > 0;
        let mut inside = self.wait(patience, empty);
        match inside.take(0) {
            Some(item) => {
                drop(inside);
                self.changed.notify_all();
                Next::Item(item)
            }
            None if inside.open > 0 => Next::Nothing,
            None => Next::Over,
        }
    }

    /// What is next on this exchange; what others bring stays where it is.
    pub(super) fn next_of(&self, exchange: u64, patience: Option<Duration>) -> Option<Item> {
        let place = |inside: &Inside| inside.items.iter().position(|it| it.exchange == exchange);
        let mut inside = self.wait(patience, |inside| place(inside).is_none());
        let item = place(&inside).and_then(|at| inside.take(at));
        drop(inside);
        self.changed.notify_all();
        item
    }

    /// Waits so long, or until nobody will look any more.
    pub(super) fn pause(&self, long: Duration) {
        drop(self.wait(Some(long), |inside| !inside.closed));
    }

    /// Nobody will look any more.
    pub(super) fn close(&self) {
        let mut inside = self.lock();
        inside.closed = true;
        inside.items.clear();
        inside.bytes = 0;
        drop(inside);
        self.changed.notify_all();
    }

    /// Whether that has been said.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn wait(
        &self,
        patience: Option<Duration>,
        waiting: impl FnMut(&mut Inside) -> bool,
    ) -> MutexGuard<'_, Inside> {
        let inside = self.lock();
        match patience {
            None => {
                self.changed.wait_while(inside, waiting).unwrap_or_else(PoisonError::into_inner)
            }
            Some(patience) => {
                let waited = self.changed.wait_timeout_while(inside, patience, waiting);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
