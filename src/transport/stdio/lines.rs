//! Cutting a stream of bytes into lines, each with a limit.

use crate::json::MAX_LINE_BYTES;
use std::io::{self, BufRead, BufReader, Read};

/// What the next line of a stream turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Cut<'l> {
    /// The bytes of a line, without its newline and without a carriage return before that.
    Line(&'l [u8]),
    /// The bytes that came before the end of the stream, without a newline; never empty.
    Unended(&'l [u8]),
    /// A line longer than the limit; the rest of it was skipped.
    TooLong,
    /// The stream is over.
    End,
}

/// Reads lines of at most a limited number of bytes, so that a flood costs bounded memory.
#[derive(Debug)]
pub struct LineReader<R> {
    input: BufReader<R>,
    limit: usize,
    line: Vec<u8>,
    /// What is in `line` was given out; otherwise it is how the next line begins.
    given: bool,
    /// The rest of a line that was too long is on its way.
    skipping: bool,
}

/// How much is asked of the system at once, in bytes: a start touches all of it.
const CHUNK: usize = 16 * 1024;

impl<R: Read> LineReader<R> {
    /// Lines of at most [`MAX_LINE_BYTES`].
    pub fn new(input: R) -> Self {
        Self::with_limit(input, MAX_LINE_BYTES)
    }

    /// Lines of at most `limit` bytes, the newline not counted.
    pub fn with_limit(input: R, limit: usize) -> Self {
        let input = BufReader::with_capacity(CHUNK, input);
        Self { input, limit, line: Vec::new(), given: false, skipping: false }
    }

    /// Whether a whole line is here already, so that reading it will not wait.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// Waits for the next line. What came of it before an error is kept: when the stream goes on, the
    /// next call goes on with that line.
    ///
    /// # Errors
    /// The stream broke, or has nothing to say for now.
    pub fn cut(&mut self) -> io::Result<Cut<'_>> {
        if self.skipping {
            return self.skip();
        }
        if self.given {
            // One flood must not be paid for ever after.
            self.line.clear();
            self.line.shrink_to(CHUNK);
            self.given = false;
        }
        // A carriage return and a newline may follow the longest line that is allowed.
        let most = (self.limit as u64 + 2).saturating_sub(self.line.len() as u64);
        self.input.by_ref().take(most).read_until(b'\n', &mut self.line)?;
        self.given = true;
        if self.line.is_empty() {
            return Ok(Cut::End);
        }
        let ended = self.line.last() == Some(&b'\n');
        if ended {
            self.line.pop();
            if self.line.last() == Some(&b'\r') {
                self.line.pop();
            }
        }
        if self.line.len() > self.limit {
            return if ended { Ok(Cut::TooLong) } else { self.skip() };
        }
        Ok(if ended { Cut::Line(&self.line) } else { Cut::Unended(&self.line) })
    }

    /// Reads on to the end of the line and forgets it.
    fn skip(&mut self) -> io::Result<Cut<'_>> {
        self.skipping = true;
        loop {
            self.line.clear();
            let read = self.input.by_ref().take(CHUNK as u64).read_until(b'\n', &mut self.line)?;
            if read == 0 || self.line.last() == Some(&b'\n') {
                self.skipping = false;
                return Ok(Cut::TooLong);
            }
        }
    }
}
