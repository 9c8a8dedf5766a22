//! What a server writes to its stderr: free text, and often the only hint.

use super::lines::{Cut, LineReader};
use super::record::Log;
use crate::transport::Crossing;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest line of stderr that is kept, in bytes; a longer one is remembered as that.
pub const MAX_STDERR_LINE: usize = 4096;

/// How many lines of stderr are recorded; later ones are drained, and only the last are kept.
pub const MAX_STDERR_LINES: usize = 1000;

/// How many of the last lines are kept, however many there were.
pub const LAST_WORDS: usize = 20;

/// Drains stderr, so that a server that logs a lot is not stopped by a full pipe. Its lines come between
/// the other crossings in the order in which they arrived.
#[derive(Debug)]
pub(super) struct Stderr {
    log: Arc<Log>,
    heard: Mutex<Heard>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Heard {
    last: VecDeque<String>,
    lines: usize,
    closed: bool,
}

impl Stderr {
    pub(super) fn new(log: Arc<Log>) -> Self {
        Self { log, heard: Mutex::default(), changed: Condvar::new() }
    }

    /// Reads a stream to its end.
    pub(super) fn drain(&self, stream: impl Read) {
        let mut lines = LineReader::with_limit(stream, MAX_STDERR_LINE);
        loop {
            match lines.cut() {
                Ok(Cut::End) | Err(_) => break,
                Ok(Cut::Line(bytes) | Cut::Unended(bytes)) => {
                    self.heard(String::from_utf8_lossy(bytes).into_owned());
                }
                Ok(Cut::TooLong) => self.heard(format!("(more than {MAX_STDERR_LINE} bytes)")),
            }
        }
        let mut heard = self.lock();
        heard.closed = true;
        if heard.lines > MAX_STDERR_LINES {
            let more = heard.lines - MAX_STDERR_LINES;
            self.record(Crossing::Note(format!("{more} more lines of stderr were left out")));
        }
        self.changed.notify_all();
    }

    fn heard(&self, line: String) {
        let mut heard = self.lock();
        heard.lines += 1;
        if heard.last.len() == LAST_WORDS {
            heard.last.pop_front();
        }
        heard.last.push_back(line.clone());
        if heard.lines <= MAX_STDERR_LINES {
            self.record(Crossing::Stderr(line));
        }
    }

    /// The last lines, at most [`LAST_WORDS`].
    pub(super) fn last_words(&self) -> Vec<String> {
        self.lock().last.iter().cloned().collect()
    }

    /// Whether the stream is over; waits so long at most.
    pub(super) fn is_closed(&self, patience: Duration) -> bool {
        let open = |heard: &mut Heard| !heard.closed;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, open);
        waited.unwrap_or_else(PoisonError::into_inner).0.closed
    }

    fn record(&self, crossing: Crossing) {
        self.log.push(crossing);
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
