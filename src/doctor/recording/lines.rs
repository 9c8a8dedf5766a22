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
pub(in crate::doctor) struct FileLine {
    /// Its number, first 1.
    pub(in crate::doctor) number: usize,
    /// Its bytes without the newline; of a very long one the first.
    pub(in crate::doctor) bytes: Vec<u8>,
    /// How many bytes it has.
    pub(in crate::doctor) length: usize,
    /// Whether a newline came after it: the last line of a file may have none.
    pub(in crate::doctor) ended: bool,
}

/// The lines of a file, and those of them that were looked at already.
pub(in crate::doctor) struct Lines<'r> {
    input: &'r mut dyn BufRead,
    ahead: VecDeque<FileLine>,
    number: usize,
}

impl FileLine {
    /// Whether more of it was there than is kept.
    pub(in crate::doctor) fn is_cut(&self) -> bool {
        self.bytes.len() < self.length
    }

    /// A byte order mark at the beginning of a log is that of an editor; in front of a message it may be the
    /// server's.
    fn drop_mark(&mut self) {
        let rest = self.bytes.strip_prefix("\u{feff}".as_bytes());
        if rest.is_some_and(|rest| !rest.starts_with(b"{") && !rest.starts_with(b"[")) {
            self.bytes.drain(.."\u{feff}".len());
            self.length -= "\u{feff}".len();
        }
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
    pub(in crate::doctor) fn new(input: &'r mut dyn BufRead) -> Self {
        Self { input, ahead: VecDeque::new(), number: 0 }
    }

    /// The first lines, to find out what the file is; they come once more when it is read.
    pub(in crate::doctor) fn head(&mut self) -> io::Result<&VecDeque<FileLine>> {
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
    pub(in crate::doctor) fn next(&mut self, line: &mut FileLine) -> io::Result<bool> {
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
        if line.number == 1 {
            line.drop_mark();
        }
        let some = line.ended || line.length > 0;
        self.number += usize::from(some);
        Ok(some)
    }
}
