//! What has come out of a server's stdout and was not looked at yet.

use crate::json::MAX_LINE_BYTES;
use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How much a server may say before somebody looks, in bytes; then it has to wait. Room for the
/// longest line and for what may stand before it.
pub const MAX_UNREAD: usize = 2 * MAX_LINE_BYTES;

/// How many bytes of a server's lines are recorded; whatever else it says is read and forgotten.
pub const MAX_RECORD: usize = 64 * 1024 * 1024;

/// How many lines are recorded that a server had said and nobody had read when the session ended.
pub const MAX_LAST_LINES: usize = 1000;

/// What a blank line counts in a record, in bytes.
pub(super) const BLANK: usize = 64;

/// How much is asked of the system at once, in bytes.
const CHUNK: usize = 64 * 1024;

/// What is next in an inbox.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The bytes of a line, without its newline.
    Line(Vec<u8>),
    /// The bytes before the end of the stream, without a newline; never empty.
    Unended(Vec<u8>),
    /// A line longer than [`MAX_LINE_BYTES`]: how it began. The rest of it is skipped.
    TooLong(Vec<u8>),
    /// The stream is over.
    End,
    /// Nothing came in time.
    Nothing,
}

impl Next {
    fn into_line(self) -> Option<Vec<u8>> {
        if let Self::Line(line) = self { Some(line) } else { None }
    }
}

/// How many bytes of a line that is too long are kept.
const BEGINNING: usize = 200;

/// Filled by a thread that reads, emptied by whoever asks for lines.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    unread: Mutex<Unread>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Unread {
    bytes: Vec<u8>,
    /// So many of them were given out already,
    start: usize,
    /// and so many looked at: none of those is a newline.
    looked: usize,
    /// The rest of a line that was too long is on its way.
    skipping: bool,
    /// Nobody will look any more: what comes is thrown away, so that the server need not wait.
    abandoned: bool,
    closed: bool,
}

impl Inbox {
    /// Reads a stream to its end.
    pub(super) fn fill(&self, mut stream: impl Read) {
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = match stream.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // A stream that broke is as over as one that ended.
                Ok(0) | Err(_) => break,
                Ok(read) => chunk.get(..read).unwrap_or_default(),
            };
            let full = |unread: &mut Unread| unread.len() >= MAX_UNREAD && !unread.abandoned;
            let waited = self.changed.wait_while(self.lock(), full);
            let mut unread = waited.unwrap_or_else(PoisonError::into_inner);
            if !unread.abandoned {
                unread.bytes.extend_from_slice(read);
            }
            self.changed.notify_all();
        }
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// What is next, after waiting so long at most; `None` is for ever. Blank lines that come before it
    /// are put beside it: they do not make anybody wait longer.
    pub(super) fn next(&self, patience: Option<Duration>) -> (Vec<Vec<u8>>, Next) {
        let (mut blank, mut next) = (Vec::new(), None);
        let waiting = |unread: &mut Unread| {
            loop {
                next = unread.next();
                match &next {
                    Some(Next::Line(line)) if line.trim_ascii().is_empty() => {
                        if blank.len() < MAX_LAST_LINES {
                            blank.extend(next.take().and_then(Next::into_line));
                        }
                    }
                    _ => return next.is_none(),
                }
            }
        };
        let unread = self.lock();
        let unread = match patience {
            None => {
                self.changed.wait_while(unread, waiting).unwrap_or_else(PoisonError::into_inner)
            }
            Some(patience) => {
                let waited = self.changed.wait_timeout_while(unread, patience, waiting);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        drop(unread);
        // There is room again for a server that has to wait.
        self.changed.notify_all();
        (blank, next.unwrap_or(Next::Nothing))
    }

    /// What has come and is no line yet, because no newline came.
    pub(super) fn unended(&self) -> Vec<u8> {
        let unread = self.lock();
        let start = unread.rest().iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let skipped = unread.skipping && start == 0;
        unread.rest().get(start..).filter(|_| !skipped).unwrap_or_default().to_vec()
    }

    /// Whether the stream is over; waits so long at most.
    pub(super) fn is_closed(&self, patience: Duration) -> bool {
        let open = |unread: &mut Unread| !unread.closed;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, open);
        waited.unwrap_or_else(PoisonError::into_inner).0.closed
    }

    /// Nobody will look any more.
    pub(super) fn abandon(&self) {
        self.lock().abandoned = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Unread> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unread {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    fn len(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// What can be given out without waiting.
    fn next(&mut self) -> Option<Next> {
        loop {
            let new = self.bytes.get(self.looked..).unwrap_or_default();
            let newline = new.iter().position(|byte| *byte == b'\n').map(|at| self.looked + at);
            self.looked = newline.map_or(self.bytes.len(), |at| at + 1);
            let length = newline.unwrap_or(self.bytes.len()) - self.start;
            if self.skipping {
                self.start = self.looked;
                self.tidy();
                self.skipping = newline.is_none();
                if self.skipping {
                    return self.closed.then_some(Next::End);
                }
                continue;
            }
            // A carriage return may follow the longest line that is allowed.
            let line = self.rest().get(..length).unwrap_or_default();
            if line.strip_suffix(b"\r").unwrap_or(line).len() > MAX_LINE_BYTES {
                let beginning = self.rest().get(..BEGINNING).unwrap_or_default().to_vec();
                self.skipping = newline.is_none();
                self.start = self.looked;
                self.tidy();
                return Some(Next::TooLong(beginning));
            }
            return match newline {
                Some(_) => Some(Next::Line(self.take(length))),
                None if !self.closed => None,
                None if length > 0 => Some(Next::Unended(self.take(length))),
                None => Some(Next::End),
            };
        }
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        let taken = self.rest().get(..length).unwrap_or_default().to_vec();
        self.start = self.looked;
        self.tidy();
        taken
    }

    /// Gives back the room of what was given out, now and then.
    fn tidy(&mut self) {
        // Half of it at a time: what is moved was read since the last time.
        if self.start == self.bytes.len() || self.start > CHUNK.max(self.bytes.len() / 2) {
            self.bytes.drain(..self.start);
            self.bytes.shrink_to(self.bytes.len().max(CHUNK));
            self.looked -= self.start;
            self.start = 0;
        }
    }
}
