//! What one answer or one listener is told, put down by whoever has something to say and written out by
//! the thread of the connection.

use super::events::{Events, MAX_KEPT, MAX_KEPT_BYTES};
use crate::server::exchange::Outlet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// One line of a stream.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Which one it is, counted from 1.
    pub(super) number: u64,
    pub(super) text: Arc<str>,
    /// It answers the request that the stream belongs to, so nothing follows it.
    pub(super) is_answer: bool,
}

/// What is next on a stream.
#[derive(Debug)]
pub(super) enum Next {
    Line(Line),
    /// The reader is to come back after so long.
    HangUp(Duration),
    /// Nothing more will come.
    Ended,
    /// More came than waits for a reader who does not read.
    Lost,
    /// Another reader has taken over.
    Superseded,
    /// Nothing yet.
    Nothing,
}

/// A stream; one at a time reads it.
#[derive(Debug, Default)]
pub(super) struct Stream {
    /// Which one of its session it is; 0 where nobody can come back to it.
    pub(super) number: u64,
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Debug, Default)]
struct State {
    events: Events,
    /// The number of the last line that was read.
    read: u64,
    ended: bool,
    hang_up: Option<Duration>,
    /// How many readers there have been.
    readers: u64,
    /// The last of them is still there.
    attached: bool,
}

impl Stream {
    pub(super) fn new(number: u64) -> Arc<Self> {
        Arc::new(Self { number, ..Self::default() })
    }

    fn put(&self, text: String, is_answer: bool) {
        let mut state = self.lock();
        if state.ended {
            return;
        }
        state.events.push(text, is_answer);
        state.ended = is_answer;
        let read = state.read;
        if state.attached && state.events.overflow(read) {
            state.attached = false;
        }
        if !state.attached {
            // Without a reader only so much is kept, the newest.
            let all = state.events.last();
            state.events.trim(all, MAX_KEPT, MAX_KEPT_BYTES);
        }
        self.more.notify_all();
    }

    /// Nothing more will come.
    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.more.notify_all();
    }

    pub(super) fn is_ended(&self) -> bool {
        self.lock().ended
    }

    pub(super) fn is_read(&self) -> bool {
        self.lock().attached
    }

    /// Begins to read behind this number, in the place of whoever read before.
    pub(super) fn read(self: &Arc<Self>, after: u64) -> Reader {
        let mut state = self.lock();
        state.readers += 1;
        state.attached = true;
        state.hang_up = None;
        state.read = after.min(state.events.last());
        self.more.notify_all();
        Reader { stream: Arc::clone(self), number: state.readers }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for Stream {
    fn send(&self, line: String) {
        self.put(line, false);
    }

    fn hang_up(&self, back_after: Duration) {
        // Nobody could come back to a stream without a number.
        if self.number > 0 {
            self.lock().hang_up = Some(back_after);
            self.more.notify_all();
        }
    }
}

/// Whoever reads a stream.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) stream: Arc<Stream>,
    number: u64,
}

impl Reader {
    /// What is next, if it comes within this time.
    pub(super) fn next(&self, within: Duration) -> Next {
        let state = self.stream.lock();
        let nothing = |state: &mut State| matches!(self.look(state), Next::Nothing);
        let waited = self.stream.more.wait_timeout_while(state, within, nothing);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let next = self.look(&state);
        if let Next::Line(line) = &next {
            state.read = line.number;
            let (kept, bytes) =
                if self.stream.number > 0 { (MAX_KEPT, MAX_KEPT_BYTES) } else { (0, 0) };
            state.events.trim(line.number, kept, bytes);
        }
        next
    }

    fn look(&self, state: &State) -> Next {
        if state.readers != self.number {
            return Next::Superseded;
        }
        if !state.attached {
            return Next::Lost;
        }
        match (state.events.after(state.read), state.hang_up) {
            (Some(line), _) => Next::Line(line.clone()),
            (None, _) if state.ended => Next::Ended,
            (None, Some(after)) => Next::HangUp(after),
            (None, None) => Next::Nothing,
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut state = self.stream.lock();
        if state.readers == self.number {
            state.attached = false;
        }
    }
}

/// What a call holds on to for its answer. Dropped without one, it ends the stream all the same.
pub(super) struct Ending(pub(super) Arc<Stream>);

impl Ending {
    pub(super) fn answer(self, line: String) {
        self.0.put(line, true);
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}
