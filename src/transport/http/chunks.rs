//! A body in pieces, each with its size before it: RFC 9112, section 7.1.
//!
//! ```text
//! 5 CR LF  hello CR LF  0 CR LF  CR LF
//! ```

use super::refused::Fault;
use super::{MAX_CHUNK_LINE_BYTES, MAX_HEAD_BYTES};

/// Where in such a body a reader stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Chunks {
    /// Before the line with a size.
    #[default]
    Size,
    /// So many bytes are still to come.
    Data(usize),
    /// Before the CR LF behind them.
    DataEnd,
    /// Behind the last chunk, in the fields that may follow it; so many bytes of them have come.
    Trailer(usize),
    /// Behind it all.
    Done,
}

impl Chunks {
    /// Takes from the front of `bytes` what can be read now: how many bytes were used, and how many of the
    /// last of them are body. Nothing used means that more is needed.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<(usize, usize), Fault> {
        match *self {
            Self::Done => Ok((0, 0)),
            Self::Data(left) => {
                let here = left.min(bytes.len());
                *self = if here == left { Self::DataEnd } else { Self::Data(left - here) };
                Ok((here, here))
            }
            Self::DataEnd => match bytes {
                [b'\r', b'\n', ..] => {
                    *self = Self::Size;
                    Ok((2, 0))
                }
                [] | [b'\r'] => Ok((0, 0)),
                _ => Err(Fault::BadChunk),
            },
            Self::Size => {
                let Some(line) = line(bytes, MAX_CHUNK_LINE_BYTES)? else { return Ok((0, 0)) };
                *self = match size(line)? {
                    0 => Self::Trailer(0),
                    size => Self::Data(size),
                };
                Ok((line.len() + 2, 0))
            }
            Self::Trailer(before) => {
                let Some(line) = line(bytes, MAX_HEAD_BYTES)? else { return Ok((0, 0)) };
                let used = line.len() + 2;
                if before + used > MAX_HEAD_BYTES {
                    return Err(Fault::HeadTooLarge);
                }
                // What the fields say is of no use here.
                *self = if line.is_empty() { Self::Done } else { Self::Trailer(before + used) };
                Ok((used, 0))
            }
        }
    }

    pub(super) fn is_done(self) -> bool {
        matches!(self, Self::Done)
    }
}

/// A line at the front, without its CR LF, if it is whole.
fn line(bytes: &[u8], limit: usize) -> Result<Option<&[u8]>, Fault> {
    let seen = bytes.get(..limit).unwrap_or(bytes);
    match seen.iter().position(|byte| *byte == b'\n') {
        None if bytes.len() >= limit => Err(Fault::BadChunk),
        None => Ok(None),
        Some(end) => {
            let line =
                seen.get(..end).and_then(|line| line.strip_suffix(b"\r")).ok_or(Fault::BadChunk)?;
            if line.contains(&b'\r') { Err(Fault::BadChunk) } else { Ok(Some(line)) }
        }
    }
}

/// The size in front of a chunk; what follows a `;` is for others.
fn size(line: &[u8]) -> Result<usize, Fault> {
    let digits = line.split(|byte| *byte == b';').next().unwrap_or_default();
    let text = std::str::from_utf8(digits).map_err(|_| Fault::BadChunk)?;
    let text = text.trim_end_matches([' ', '\t']);
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Fault::BadChunk);
    }
    let size = usize::from_str_radix(text, 16);
    // More digits than a number has here are too many bytes.
    size.map_err(|_| Fault::BodyTooLarge)
}
