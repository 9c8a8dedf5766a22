//! What waits to be written down.

use super::Source;
use super::tape::{Limits, SOURCES};
use crate::transport::Crossing;
use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a piece counts besides its bytes: many small ones take room too.
pub(super) const PIECE: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Waiting {
    pub(super) bytes: Vec<u8>,
    pub(super) pieces: Vec<Piece>,
    /// How large all of it is, in bytes.
    pub(super) size: usize,
    /// What the writer has taken and not written down yet, in bytes.
    pub(super) held: usize,
    /// The writer did not keep up: until it has, things are left out.
    pub(super) behind: bool,
    /// How many bytes of each source were.
    pub(super) left_out: [u64; 3],
    /// How many wait until something of it is written down.
    pub(super) awaited: usize,
    pub(super) closed: bool,
    pub(super) played: bool,
}

#[derive(Debug)]
pub(super) struct Piece {
    pub(super) at: Duration,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    /// So many bytes.
    Bytes(Source, usize),
    /// What another tape has cut already, with so many bytes.
    Crossing(Crossing, usize),
    LeftOut(Source, u64),
    /// Nothing more will come of it.
    End(Source),
}

impl Waiting {
    pub(super) fn has_room(&self, bytes: usize, limits: &Limits) -> bool {
        self.room_taken() + bytes + PIECE <= limits.waiting
    }

    /// By what is not written down yet.
    pub(super) fn room_taken(&self) -> usize {
        self.size + self.pieces.len() * PIECE + self.held
    }

    pub(super) fn push(&mut self, at: Duration, what: What) {
        if let What::Bytes(_, bytes) | What::Crossing(_, bytes) = &what {
            self.size += bytes;
        }
        self.pieces.push(Piece { at, what });
    }

    pub(super) fn say_what_was_left_out(&mut self, at: Duration) {
        for (source, count) in SOURCES.into_iter().zip(take(&mut self.left_out)) {
            if count > 0 {
                self.push(at, What::LeftOut(source, count));
            }
        }
    }
}

/// Nothing that is locked here is half done when somebody panics.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
