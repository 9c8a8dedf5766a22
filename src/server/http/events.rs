//! What a stream remembers: what nobody has read yet, and what may be asked for once more.

use super::stream::Line;
use std::collections::VecDeque;

/// How many events may wait for a reader. One more, and the reader is dropped: it does not read.
pub const MAX_UNREAD: usize = 1024;

/// How many bytes those may have, the last one left out: 32 MiB.
pub const MAX_UNREAD_BYTES: usize = 32 * 1024 * 1024;

/// How many events a stream keeps for a reader who comes back with `Last-Event-ID`.
pub const MAX_KEPT: usize = 256;

/// How many bytes those may have, the last one left out: 64 KiB.
pub const MAX_KEPT_BYTES: usize = 64 * 1024;

/// Lines in order, each under its number.
#[derive(Debug, Default)]
pub(super) struct Events {
    lines: VecDeque<Line>,
    bytes: usize,
    /// The number of the last one.
    count: u64,
}

impl Events {
    /// Puts a line behind the others.
    pub(super) fn push(&mut self, text: String, is_answer: bool) {
        self.count += 1;
        self.bytes += text.len();
        self.lines.push_back(Line { number: self.count, text: text.into(), is_answer });
    }

    /// The first one behind this number.
    pub(super) fn after(&self, number: u64) -> Option<&Line> {
        let first = self.lines.front()?.number;
        let skipped = usize::try_from((number + 1).saturating_sub(first)).ok()?;
        self.lines.get(skipped)
    }

    /// The number of the last one.
    pub(super) fn last(&self) -> u64 {
        self.count
    }

    /// Whether more wait behind this number than a reader may leave unread.
    pub(super) fn overflow(&self, number: u64) -> bool {
        let unread = usize::try_from(self.count.saturating_sub(number)).unwrap_or(usize::MAX);
        unread > MAX_UNREAD || self.bytes_but_last() > MAX_UNREAD_BYTES
    }

    fn bytes_but_last(&self) -> usize {
        self.bytes - self.lines.back().map_or(0, |line| line.text.len())
    }

    /// Lets go of what is too old, but of nothing behind this number.
    pub(super) fn trim(&mut self, number: u64, kept: usize, kept_bytes: usize) {
        while self.lines.len() > kept || self.bytes_but_last() > kept_bytes {
            if self.lines.front().is_none_or(|line| line.number > number) {
                return;
            }
            let gone = self.lines.pop_front();
            self.bytes -= gone.map_or(0, |line| line.text.len());
        }
    }
}
