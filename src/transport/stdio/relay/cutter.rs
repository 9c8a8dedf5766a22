//! What passed, cut into lines for the record; the bytes themselves are gone already.

use super::Source;
use crate::transport::{Crossing, Side};
use std::mem::take;
use std::time::Duration;

/// The lines of one stream. All that is cut, one after the other, with a newline behind each line that
/// was ended, is the stream.
#[derive(Debug)]
pub(super) struct Cutter {
    source: Source,
    limit: usize,
    /// How the next line begins, at most `limit` bytes,
    rest: Vec<u8>,
    /// and when the last of it came.
    at: Duration,
}

impl Cutter {
    pub(super) fn new(source: Source, limit: usize) -> Self {
        Self { source, limit: limit.max(1), rest: Vec::new(), at: Duration::ZERO }
    }

    /// Takes what came at some time, and hands over the lines that end in it. A line longer than the limit
    /// is cut into pieces.
    pub(super) fn add(
        &mut self,
        bytes: &[u8],
        at: Duration,
        out: &mut dyn FnMut(&Crossing, Duration),
    ) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (mut line, ended) = match part.strip_suffix(b"\n") {
                Some(line) => (line, true),
                None => (part, false),
            };
            while let Some((fits, more)) = line.split_at_checked(self.limit - self.rest.len()) {
                if more.is_empty() {
                    break;
                }
                self.rest.extend_from_slice(fits);
                self.hand_over(false, at, out);
                line = more;
            }
            self.rest.extend_from_slice(line);
            self.at = at;
            if ended {
                self.hand_over(true, at, out);
            }
        }
    }

    /// Hands over what came without a newline, if the last of it came by this time.
    pub(super) fn pause(&mut self, by: Duration, out: &mut dyn FnMut(&Crossing, Duration)) {
        if !self.rest.is_empty() && self.at <= by {
            self.hand_over(false, self.at, out);
        }
    }

    /// Whether something came without a newline.
    pub(super) fn is_waiting(&self) -> bool {
        !self.rest.is_empty()
    }

    fn hand_over(&mut self, ended: bool, at: Duration, out: &mut dyn FnMut(&Crossing, Duration)) {
        let bytes = take(&mut self.rest);
        let side = match self.source {
            Source::Client => Side::Client,
            Source::Server => Side::Server,
            Source::Stderr => {
                let line = bytes.strip_suffix(b"\r").unwrap_or(&bytes);
                out(&Crossing::Stderr(String::from_utf8_lossy(line).into_owned()), at);
                return;
            }
        };
        let crossing = match String::from_utf8(bytes) {
            Ok(line) if ended => Crossing::Line(side, line),
            Ok(text) => Crossing::Bytes { side, bytes: text.into_bytes(), ended },
            Err(error) => Crossing::Bytes { side, bytes: error.into_bytes(), ended },
        };
        out(&crossing, at);
    }
}
