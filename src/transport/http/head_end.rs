//! Where a head ends: behind the first empty line. Both sides of a connection look for it so.

use super::MAX_HEAD_BYTES;
use super::refused::Fault;

/// A search that goes on where it stood when more bytes have come.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct HeadEnd {
    /// Up to here it was looked.
    looked: usize,
    /// Where the line begins that is being read.
    line: usize,
}

impl HeadEnd {
    /// How many bytes the head has, its empty line counted in; nothing when it is not whole yet.
    pub(super) fn find(&mut self, bytes: &[u8]) -> Result<Option<usize>, Fault> {
        while let Some(rest) = bytes.get(self.looked..) {
            let Some(newline) = rest.iter().position(|byte| *byte == b'\n') else {
                self.looked = bytes.len();
                break;
            };
            let end = self.looked + newline;
            self.looked = end + 1;
            let line = bytes.get(self.line..end).unwrap_or_default();
            let Some(line) = line.strip_suffix(b"\r") else { return Err(Fault::BareLf) };
            if line.contains(&b'\r') {
                return Err(Fault::BareCr);
            }
            let first = self.line == 0;
            self.line = self.looked;
            if line.is_empty() && !first {
                return if self.looked > MAX_HEAD_BYTES {
                    Err(Fault::HeadTooLarge)
                } else {
                    Ok(Some(self.looked))
                };
            }
        }
        if bytes.len() > MAX_HEAD_BYTES { Err(Fault::HeadTooLarge) } else { Ok(None) }
    }
}
