//! The lines of a file of any size, one at a time: no more than one of them is ever in memory.

use crate::json::MAX_LINE_BYTES;
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind};
use std::mem;

/// How much of a line is kept, in bytes: the longest message, and what a log writes in front of it.
const MAX_KEPT: usize = MAX_LINE_BYTES + 1024;

/// How many lines are looked at to find out what a file is.
const HEAD: usize = 64;

/// And how many bytes of them at most, before the last.
const HEAD_BYTES: usize = 256 * 1024;

/// A line of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct FileLine {
    /// Its number, first 1.
    pub(super) number: usize,
    /// Its bytes without the newline; of a very long one the first.
    pub(super) bytes: Vec<u8>,
    /// How many bytes it has.
    pub(super) length: usize,
    /// Whether a newline came after it: the last line of a file may have none.
    pub(super) ended: bool,
}

/// The lines of a file, and those of them that were looked at already.
pub(super) struct Lines<'r> {
    input: &'r mut dyn BufRead,
    ahead: VecDeque<FileLine>,
    number: usize,
}

impl FileLine {
    /// Whether more of it was there than is kept.
    pub(super) fn is_cut(&self) -> bool {
        self.bytes.len() < self.length
    }

    fn keep(&mut self, piece: &[u8]) {
        self.length += piece.len();
        let room = MAX_KEPT.saturating_sub(self.bytes.len());
        let piece = piece.get(..room).unwrap_or(piece);
        let needed = self.bytes.len() + piece.len();
        if needed > self.bytes.capacity() {
            // Doubled, but not beyond what can be kept.
            let capacity = needed.saturating_mul(2).min(MAX_KEPT);
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        self.bytes.extend_from_slice(piece);
    }
}

impl<'r> Lines<'r> {
    pub(super) fn new(input: &'r mut dyn BufRead) -> Self {
        Self { input, ahead: VecDeque::new(), number: 0 }
    }

    /// The first lines, to find out what the file is; they come once more when it is read.
    pub(super) fn head(&mut self) -> io::Result<&VecDeque<FileLine>> {
        let mut bytes = 0;
        while self.ahead.len() < HEAD && bytes < HEAD_BYTES {
            let mut line = FileLine::default();
            if !self.read(&mut line)? {
                break;
            }
            bytes += line.bytes.len();
            self.ahead.push_back(line);
        }
        Ok(&self.ahead)
    }

    /// The next line, into the room of the last one. Says whether there was any.
    pub(super) fn next(&mut self, line: &mut FileLine) -> io::Result<bool> {
        match self.ahead.pop_front() {
            Some(first) => {
                *line = first;
                Ok(true)
            }
            None => self.read(line),
        }
    }

    fn read(&mut self, line: &mut FileLine) -> io::Result<bool> {
        let mut bytes = mem::take(&mut line.bytes);
        bytes.clear();
        *line = FileLine { number: self.number + 1, bytes, length: 0, ended: false };
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let piece = end.map_or(chunk, |end| chunk.get(..end).unwrap_or_default());
            line.keep(piece);
            let used = piece.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                line.ended = true;
                break;
            }
        }
        let some = line.ended || line.length > 0;
        self.number += usize::from(some);
        Ok(some)
    }
}
