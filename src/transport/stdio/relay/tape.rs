//! What has passed and is not written down yet, in the order in which it passed.

use super::cutter::Cutter;
use crate::transport::Crossing;
use std::fmt;
use std::mem::{swap, take};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How much may have passed without being written down, in bytes; more is left out of the record.
pub const MAX_WAITING: usize = 4 * 1024 * 1024;

/// The longest line that is recorded as one, in bytes; a longer one is recorded in pieces, so that
/// a line of any length costs little memory.
pub const MAX_LOGGED_LINE: usize = 1024 * 1024;

/// After so long a silence what came without a newline is recorded as it is.
const SILENCE: Duration = Duration::from_secs(1);

/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(250);

/// What a piece counts besides its bytes: many small ones take room too.
const PIECE: usize = 64;

/// Who is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The client, on the server's stdin.
    Client,
    /// The server, on its stdout.
    Server,
    /// The server, on its stderr.
    Stderr,
}

const SOURCES: [Source; 3] = [Source::Client, Source::Server, Source::Stderr];

/// What a tape holds at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes that wait to be written down.
    pub waiting: usize,
    /// Bytes of a line that is recorded as one.
    pub line: usize,
    /// How long the session waits, once, for whoever writes down, before something is left out.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let patience = Duration::from_secs(1);
        Self { waiting: MAX_WAITING, line: MAX_LOGGED_LINE, patience }
    }
}

/// Filled by whoever passes bytes on, played by whoever writes them down.
pub struct Tape {
    now: Box<dyn Fn() -> Duration + Send + Sync>,
    limits: Limits,
    waiting: Mutex<Waiting>,
    /// There is something to be written down, or nothing more will come.
    more: Condvar,
    /// Something was written down.
    less: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
    /// What the writer has taken and not written down yet, in bytes.
    held: usize,
    /// The writer did not keep up: until it has, things are left out.
    behind: bool,
    /// How many bytes of each source were.
    left_out: [u64; 3],
    closed: bool,
    played: bool,
}

#[derive(Debug)]
struct Piece {
    at: Duration,
    what: What,
}

#[derive(Debug)]
enum What {
    /// So many bytes.
    Bytes(Source, usize),
    LeftOut(Source, u64),
    /// Nothing more will come of it.
    End(Source),
    Event(String),
}

impl Tape {
    /// An empty one. `now` is any clock that only goes forward.
    pub fn new(limits: Limits, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        let waiting = Mutex::default();
        Self { now: Box::new(now), limits, waiting, more: Condvar::new(), less: Condvar::new() }
    }

    /// What passes takes its place. When there is no room it waits, but not for long.
    pub fn add(&self, source: Source, bytes: &[u8]) {
        let at = self.now();
        let mut waiting = self.lock();
        let full = |it: &mut Waiting| !it.behind && !it.has_room(bytes.len(), &self.limits);
        if full(&mut waiting) {
            self.more.notify_one();
            let patience = self.limits.patience;
            let waited = self.less.wait_timeout_while(waiting, patience, full);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
            waiting.behind |= full(&mut waiting);
        }
        waiting.behind &= waiting.held > 0 || !waiting.pieces.is_empty();
        if !waiting.behind {
            waiting.say_what_was_left_out(at);
            waiting.bytes.extend_from_slice(bytes);
            waiting.pieces.push(Piece { at, what: What::Bytes(source, bytes.len()) });
        } else if let Some(left_out) = waiting.left_out.get_mut(source as usize) {
            *left_out += bytes.len() as u64;
        }
    }

    /// Nothing more will come of a source: what came without a newline stays so.
    pub fn end(&self, source: Source) {
        self.push(What::End(source));
    }

    /// Something happened to a side.
    pub fn event(&self, what: &str) {
        self.push(What::Event(what.to_owned()));
        self.wake();
    }

    fn push(&self, what: What) {
        let at = self.now();
        self.lock().pieces.push(Piece { at, what });
    }

    /// Tells the writer that there is something to be written down.
    pub fn wake(&self) {
        self.more.notify_one();
    }

    /// Nothing more will come.
    pub fn close(&self) {
        let at = self.now();
        let mut waiting = self.lock();
        waiting.say_what_was_left_out(at);
        waiting.closed = true;
        drop(waiting);
        self.wake();
    }

    /// Hands over what passed, line by line, each with the time of its last byte, until the tape is closed
    /// and all is written down.
    pub fn play(&self, out: &mut dyn FnMut(&Crossing, Duration)) {
        let mut cutters = SOURCES.map(|source| Cutter::new(source, self.limits.line));
        let (mut bytes, mut pieces) = (Vec::new(), Vec::new());
        loop {
            let unended = cutters.iter().any(Cutter::is_waiting);
            let closed = self.take(&mut bytes, &mut pieces, if unended { LOOK } else { SILENCE });
            let mut rest = bytes.as_slice();
            for Piece { at, what } in pieces.drain(..) {
                match what {
                    What::Bytes(source, length) => {
                        let (piece, after) = rest.split_at_checked(length).unwrap_or_default();
                        rest = after;
                        cutter(&mut cutters, source, |it| it.add(piece, at, out));
                        self.give_back(length + PIECE);
                    }
                    What::End(source) => cutter(&mut cutters, source, |it| it.pause(at, out)),
                    What::LeftOut(source, count) => {
                        cutter(&mut cutters, source, |it| it.pause(at, out));
                        out(&Crossing::Note(left_out(source, count)), at);
                    }
                    What::Event(what) => out(&Crossing::Event(what), at),
                }
            }
            let by = if closed { Some(Duration::MAX) } else { self.now().checked_sub(SILENCE) };
            if let Some(by) = by {
                for it in &mut cutters {
                    it.pause(by, out);
                }
            }
            if closed {
                break;
            }
        }
        self.lock().played = true;
        self.less.notify_all();
    }

    /// Whether all is written down. Waits so long for each piece of it, and five times as long in all.
    pub fn is_played(&self, patience: Duration) -> bool {
        let until = self.now().saturating_add(patience * 5);
        let mut waiting = self.lock();
        while !waiting.played && self.now() <= until {
            let before = waiting.room_taken();
            let same = |it: &mut Waiting| !it.played && it.room_taken() == before;
            let waited = self.less.wait_timeout_while(waiting, patience, same);
            let (after, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            waiting = after;
            if timeout.timed_out() {
                break;
            }
        }
        waiting.played
    }

    /// Takes what came since the last time, after waiting so long at most. Says whether nothing more will
    /// come.
    fn take(&self, bytes: &mut Vec<u8>, pieces: &mut Vec<Piece>, patience: Duration) -> bool {
        bytes.clear();
        // A flood must not be paid for ever after.
        bytes.shrink_to(MAX_WAITING / 64);
        pieces.shrink_to(MAX_WAITING / 64 / PIECE);
        let mut waiting = self.lock();
        waiting.held = 0;
        self.less.notify_all();
        let nothing = |it: &mut Waiting| it.pieces.is_empty() && !it.closed;
        let waited = self.more.wait_timeout_while(waiting, patience, nothing);
        let mut waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        swap(&mut waiting.bytes, bytes);
        swap(&mut waiting.pieces, pieces);
        waiting.held = bytes.len() + pieces.len() * PIECE;
        waiting.closed
    }

    /// There is room again for so many bytes.
    fn give_back(&self, bytes: usize) {
        let mut waiting = self.lock();
        waiting.held = waiting.held.saturating_sub(bytes);
        drop(waiting);
        self.less.notify_all();
    }

    pub(super) fn now(&self) -> Duration {
        (self.now)()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn has_room(&self, bytes: usize, limits: &Limits) -> bool {
        self.room_taken() + bytes + PIECE <= limits.waiting
    }

    /// By what is not written down yet.
    fn room_taken(&self) -> usize {
        self.bytes.len() + self.pieces.len() * PIECE + self.held
    }

    fn say_what_was_left_out(&mut self, at: Duration) {
        for (source, count) in SOURCES.into_iter().zip(take(&mut self.left_out)) {
            if count > 0 {
                self.pieces.push(Piece { at, what: What::LeftOut(source, count) });
            }
        }
    }
}

fn cutter(cutters: &mut [Cutter; 3], source: Source, work: impl FnOnce(&mut Cutter)) {
    cutters.get_mut(source as usize).map(work);
}

fn left_out(source: Source, count: u64) -> String {
    let whose = match source {
        Source::Client => "the client's",
        Source::Server => "the server's",
        Source::Stderr => "the server's stderr",
    };
    format!(
        "{count} bytes were left out: {whose}, which came faster than this log could be written"
    )
}

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").field("limits", &self.limits).finish_non_exhaustive()
    }
}
