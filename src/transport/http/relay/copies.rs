//! Copies of what has passed, put in the order in which it passed.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How much may have passed without being read along, in bytes; more is left out.
pub const MAX_COPIES: usize = 64 * 1024 * 1024;

/// How long is waited for a piece that is still on its way while later ones have passed: somebody does not
/// read, and what others say need not wait for that.
const HELD_UP: Duration = Duration::from_millis(200);

/// Which way it passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// From the client to the server.
    There,
    /// From the server to the client.
    Back,
}

/// What happened on a connection.
#[derive(Debug)]
pub enum Copied {
    /// These bytes passed.
    Bytes(u64, Way, Vec<u8>),
    /// Bytes passed of which there is no copy.
    LeftOut(u64, Way),
    /// Nothing more comes this way.
    End(u64, Way),
    /// The server could not be reached: why.
    Unreached(u64, String),
}

/// Makes copies. Never waits.
#[derive(Debug, Clone)]
pub(super) struct Copier {
    sender: Sender<(u64, Copied)>,
    turns: Arc<AtomicU64>,
    waiting: Arc<AtomicUsize>,
    done: Arc<AtomicU64>,
}

/// Hands out the copies.
#[derive(Debug)]
pub struct Copies {
    receiver: Receiver<(u64, Copied)>,
    early: BTreeMap<u64, Copied>,
    next: u64,
    waiting: Arc<AtomicUsize>,
    /// How many were handed out and are done with.
    done: Arc<AtomicU64>,
    handed: u64,
}

pub(super) fn copies() -> (Copier, Copies) {
    let (sender, receiver) = channel();
    let waiting = Arc::<AtomicUsize>::default();
    let done = Arc::<AtomicU64>::default();
    let (waits, does) = (Arc::clone(&waiting), Arc::clone(&done));
    let copier = Copier { sender, turns: Arc::default(), waiting: waits, done: does };
    (copier, Copies { receiver, early: BTreeMap::new(), next: 0, waiting, done, handed: 0 })
}

impl Copier {
    /// Takes a place, before the bytes pass.
    pub(super) fn turn(&self) -> u64 {
        self.turns.fetch_add(1, Ordering::SeqCst)
    }

    pub(super) fn copy(&self, turn: u64, (number, way): (u64, Way), bytes: &[u8]) {
        let before = self.waiting.fetch_add(bytes.len(), Ordering::Relaxed);
        if before.saturating_add(bytes.len()) > MAX_COPIES {
            self.waiting.fetch_sub(bytes.len(), Ordering::Relaxed);
            return self.send(turn, Copied::LeftOut(number, way));
        }
        self.send(turn, Copied::Bytes(number, way, bytes.to_vec()));
    }

    /// Whether whoever reads along is done with all there is.
    pub(super) fn is_read(&self) -> bool {
        self.done.load(Ordering::SeqCst) == self.turns.load(Ordering::SeqCst)
    }

    pub(super) fn end(&self, turn: u64, (number, way): (u64, Way)) {
        self.send(turn, Copied::End(number, way));
    }

    pub(super) fn unreached(&self, number: u64, error: &io::Error) {
        self.send(self.turn(), Copied::Unreached(number, error.to_string()));
    }

    fn send(&self, turn: u64, copied: Copied) {
        // Where nobody reads along any more, bytes pass all the same.
        let _ = self.sender.send((turn, copied));
    }
}

impl Copies {
    /// The next one, in the order in which they passed; `None` when nobody passes anything any more.
    pub fn take(&mut self) -> Option<Copied> {
        self.done.store(self.handed, Ordering::SeqCst);
        loop {
            if let Some(copied) = self.early.remove(&self.next) {
                return Some(self.hand_out(self.next, copied));
            }
            let came = if self.early.is_empty() {
                self.receiver.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                self.receiver.recv_timeout(HELD_UP)
            };
            match came {
                // Its turn was given up: better late than never.
                Ok((turn, copied)) if turn < self.next => return Some(self.hand_out(turn, copied)),
                Ok((turn, copied)) => {
                    self.early.insert(turn, copied);
                }
                Err(_) => {
                    let (turn, copied) = self.early.pop_first()?;
                    return Some(self.hand_out(turn, copied));
                }
            }
        }
    }

    fn hand_out(&mut self, turn: u64, copied: Copied) -> Copied {
        self.next = self.next.max(turn.saturating_add(1));
        self.handed += 1;
        if let Copied::Bytes(_, _, bytes) = &copied {
            self.waiting.fetch_sub(bytes.len(), Ordering::Relaxed);
        }
        copied
    }
}
