//! What has passed and is not written down yet, in the order in which it passed.

use super::hand::Hand;
use super::waiting::{Waiting, What, lock};
use crate::transport::{Crossing, Side};
use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
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

/// Whoever needs longer to write down what has come, without being done with any of it, is slow.
const PROMPT: Duration = Duration::from_millis(20);

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

pub(super) const SOURCES: [Source; 3] = [Source::Client, Source::Server, Source::Stderr];

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
    hand: Mutex<Hand>,
    /// There is something to be written down, or nothing more will come.
    more: Condvar,
    /// Something was written down.
    less: Condvar,
    /// Whether it takes long to write something down; also when nothing more will come.
    slow: Mutex<bool>,
    slower: Condvar,
}

impl Tape {
    /// An empty one. `now` is any clock that only goes forward.
    pub fn new(limits: Limits, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self {
            now: Box::new(now),
            limits,
            waiting: Mutex::default(),
            hand: Mutex::new(Hand::new(&limits)),
            more: Condvar::new(),
            less: Condvar::new(),
            slow: Mutex::default(),
            slower: Condvar::new(),
        }
    }

    /// What passes takes its place. When there is no room it waits, but not for long.
    pub fn add(&self, source: Source, bytes: &[u8]) {
        self.fit(source, bytes.len(), self.now(), |waiting, at| {
            waiting.bytes.extend_from_slice(bytes);
            waiting.push(at, What::Bytes(source, bytes.len()));
        });
    }

    /// What another tape hands over takes its place on this one, in the same way.
    pub fn copy(&self, crossing: &Crossing, at: Duration) {
        let (source, length) = match crossing {
            Crossing::Line(Side::Client, line) => (Source::Client, line.len()),
            Crossing::Line(Side::Server, line) => (Source::Server, line.len()),
            Crossing::Bytes { side: Side::Client, bytes, .. } => (Source::Client, bytes.len()),
            Crossing::Bytes { side: Side::Server, bytes, .. } => (Source::Server, bytes.len()),
            Crossing::Stderr(line) => (Source::Stderr, line.len()),
            Crossing::Head(..) | Crossing::Event(_) | Crossing::Note(_) => {
                return self.push(at, What::Crossing(crossing.clone(), 0));
            }
        };
        self.fit(source, length, at, |waiting, at| {
            waiting.push(at, What::Crossing(crossing.clone(), length));
        });
        self.wake();
    }

    fn fit(
        &self,
        source: Source,
        bytes: usize,
        at: Duration,
        put: impl FnOnce(&mut Waiting, Duration),
    ) {
        let mut waiting = lock(&self.waiting);
        let full = |it: &mut Waiting| !it.behind && !it.has_room(bytes, &self.limits);
        if full(&mut waiting) {
            self.more.notify_one();
            waiting = self.wait_for_less(waiting, self.limits.patience, full).0;
            waiting.behind |= full(&mut waiting);
        }
        waiting.behind &= waiting.held > 0 || !waiting.pieces.is_empty();
        if !waiting.behind {
            waiting.say_what_was_left_out(at);
            put(&mut waiting, at);
        } else if let Some(left_out) = waiting.left_out.get_mut(source as usize) {
            *left_out += bytes as u64;
        }
    }

    /// Nothing more will come of a source: what came without a newline stays so.
    pub fn end(&self, source: Source) {
        self.push(self.now(), What::End(source));
    }

    /// Something happened to a side.
    pub fn event(&self, what: &str) {
        self.push(self.now(), What::Crossing(Crossing::Event(what.to_owned()), 0));
        self.wake();
    }

    fn push(&self, at: Duration, what: What) {
        lock(&self.waiting).push(at, what);
    }

    /// Tells the writer that there is something to be written down.
    pub fn wake(&self) {
        self.more.notify_one();
    }

    /// Writes down what is there, at once and on this thread, which is stuck in it as long as a disk is. While
    /// another one writes, that one does it.
    pub fn write_down(&self) {
        // Looked at again with free hands: what came meanwhile was left to this thread.
        while !lock(&self.waiting).pieces.is_empty() {
            let Ok(mut hand) = self.hand.try_lock() else { return };
            if hand.out.is_none() {
                return self.wake();
            }
            let before = self.now();
            self.write(&mut hand);
            if self.now().saturating_sub(before) > PROMPT {
                self.slows_down();
            }
        }
    }

    /// Waits until writing down is known to take long, so that whoever passes something on must not do it alone.
    pub fn wait_until_slow(&self) {
        drop(self.slower.wait_while(lock(&self.slow), |slow| !*slow));
    }

    /// Writing down takes long.
    pub fn slows_down(&self) {
        *lock(&self.slow) = true;
        self.slower.notify_all();
    }

    /// Nothing more will come.
    pub fn close(&self) {
        let at = self.now();
        let mut waiting = lock(&self.waiting);
        waiting.say_what_was_left_out(at);
        waiting.closed = true;
        drop(waiting);
        self.wake();
        self.slows_down();
    }

    /// Hands over what passed, line by line, each with the time of its last byte, until the tape is closed
    /// and all is written down. Waits for what nobody writes down at once.
    pub fn play(&self, out: impl FnMut(&Crossing, Duration) + Send + 'static) {
        lock(&self.hand).out = Some(Box::new(out));
        let mut look = SILENCE;
        loop {
            let closed = self.wait(look);
            let mut hand = self.take_hand();
            self.write(&mut hand);
            let by = if closed { Some(Duration::MAX) } else { self.now().checked_sub(SILENCE) };
            if let Some(by) = by {
                hand.pause(by);
            }
            if closed {
                hand.out = None;
                break;
            }
            look = if hand.is_waiting() { LOOK } else { SILENCE };
        }
        lock(&self.waiting).played = true;
        self.less.notify_all();
    }

    /// From whoever has it, who may be stuck: then that is said.
    fn take_hand(&self) -> MutexGuard<'_, Hand> {
        let mut in_vain = false;
        while let Err(TryLockError::WouldBlock) = self.hand.try_lock() {
            if in_vain {
                self.slows_down();
                break;
            }
            let waiting = lock(&self.waiting);
            let held = waiting.held;
            in_vain = self.wait_for_less(waiting, PROMPT, |it| it.held == held).1;
        }
        lock(&self.hand)
    }

    /// Whether all is written down. Waits so long for each piece of it, and five times as long in all.
    pub fn is_played(&self, patience: Duration) -> bool {
        let until = self.now().saturating_add(patience * 5);
        let mut waiting = lock(&self.waiting);
        while !waiting.played && self.now() <= until {
            let before = waiting.room_taken();
            let same = |it: &mut Waiting| !it.played && it.room_taken() == before;
            let (after, in_vain) = self.wait_for_less(waiting, patience, same);
            waiting = after;
            if in_vain {
                break;
            }
        }
        waiting.played
    }

    /// Waits so long at most for something to be written down. Says whether nothing more will come.
    fn wait(&self, patience: Duration) -> bool {
        let nothing = |it: &mut Waiting| it.pieces.is_empty() && !it.closed;
        let waited = self.more.wait_timeout_while(lock(&self.waiting), patience, nothing);
        waited.unwrap_or_else(PoisonError::into_inner).0.closed
    }

    /// Waits while this is so, but no longer than that; says whether that was in vain.
    fn wait_for_less<'w>(
        &self,
        mut waiting: MutexGuard<'w, Waiting>,
        patience: Duration,
        so: impl FnMut(&mut Waiting) -> bool,
    ) -> (MutexGuard<'w, Waiting>, bool) {
        waiting.awaited += 1;
        let waited = self.less.wait_timeout_while(waiting, patience, so);
        let (mut waiting, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        waiting.awaited -= 1;
        (waiting, timeout.timed_out())
    }

    /// Writes down all that waits at this time.
    fn write(&self, hand: &mut Hand) {
        hand.take(&mut lock(&self.waiting));
        hand.write(|bytes| self.hold(|held| held.saturating_sub(bytes)));
        self.hold(|_| 0);
    }

    /// There is room again.
    fn hold(&self, less: impl FnOnce(usize) -> usize) {
        let mut waiting = lock(&self.waiting);
        waiting.held = less(waiting.held);
        // To wake nobody costs as much as to wake somebody.
        if waiting.awaited > 0 {
            self.less.notify_all();
        }
    }

    pub(super) fn now(&self) -> Duration {
        (self.now)()
    }
}

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").field("limits", &self.limits).finish_non_exhaustive()
    }
}
