//! Whoever writes down what is on a tape.

use super::Source;
use super::cutter::Cutter;
use super::tape::{Limits, MAX_WAITING, SOURCES};
use super::waiting::{PIECE, Piece, Waiting, What};
use crate::transport::Crossing;
use std::mem::{swap, take};
use std::time::Duration;

/// Where it is written to.
pub(super) type Out = Box<dyn FnMut(&Crossing, Duration) + Send>;

/// One at a time has it.
pub(super) struct Hand {
    cutters: [Cutter; 3],
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
    /// There is none before somebody waits for what comes, and none afterwards.
    pub(super) out: Option<Out>,
}

impl Hand {
    pub(super) fn new(limits: &Limits) -> Self {
        let cutters = SOURCES.map(|source| Cutter::new(source, limits.line));
        Self { cutters, bytes: Vec::new(), pieces: Vec::new(), out: None }
    }

    /// Takes all that waits.
    pub(super) fn take(&mut self, waiting: &mut Waiting) {
        self.bytes.clear();
        // A flood must not be paid for ever after.
        self.bytes.shrink_to(MAX_WAITING / 64);
        self.pieces.shrink_to(MAX_WAITING / 64 / PIECE);
        swap(&mut waiting.bytes, &mut self.bytes);
        swap(&mut waiting.pieces, &mut self.pieces);
        waiting.held = take(&mut waiting.size) + self.pieces.len() * PIECE;
    }

    /// Writes down what it has taken, and gives back room for so many bytes after each piece.
    pub(super) fn write(&mut self, give_back: impl Fn(usize)) {
        let Self { cutters, bytes, pieces, out } = self;
        let Some(out) = out else { return };
        let mut rest = bytes.as_slice();
        for Piece { at, what } in pieces.drain(..) {
            match what {
                What::Bytes(source, length) => {
                    let (piece, after) = rest.split_at_checked(length).unwrap_or_default();
                    rest = after;
                    cutter(cutters, source, |it| it.add(piece, at, out));
                    give_back(length + PIECE);
                }
                What::Crossing(crossing, length) => {
                    out(&crossing, at);
                    give_back(length + PIECE);
                }
                What::End(source) => cutter(cutters, source, |it| it.pause(at, out)),
                What::LeftOut(source, count) => {
                    cutter(cutters, source, |it| it.pause(at, out));
                    out(&Crossing::Note(left_out(source, count)), at);
                }
            }
        }
    }

    /// Writes down what came without a newline by this time.
    pub(super) fn pause(&mut self, by: Duration) {
        let Self { cutters, out: Some(out), .. } = self else { return };
        for it in cutters {
            it.pause(by, out);
        }
    }

    /// Whether something came without a newline.
    pub(super) fn is_waiting(&self) -> bool {
        self.cutters.iter().any(Cutter::is_waiting)
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
