//! Lines over any two streams of bytes, such as the two ends of `std::io::pipe`.

use super::{Cut, LineReader};
use crate::transport::Transport;
use std::io::{self, ErrorKind, Read, Write};

/// A transport that reads lines here and writes lines there.
///
/// ```
/// use mcp_lab::transport::{Streams, Transport};
/// let (reader, writer) = std::io::pipe()?;
/// let mut echo = Streams::new(reader, writer);
/// echo.send("ping".to_owned())?;
/// assert_eq!(echo.recv()?.as_deref(), Some("ping"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Streams<R, W> {
    lines: LineReader<R>,
    out: W,
}

impl<R: Read, W: Write> Streams<R, W> {
    /// Reads from one stream and writes to the other.
    pub fn new(input: R, out: W) -> Self {
        Self { lines: LineReader::new(input), out }
    }
}

impl<R: Read, W: Write> Transport for Streams<R, W> {
    /// What has a newline in it is no line: `ErrorKind::InvalidInput`.
    fn send(&mut self, mut line: String) -> io::Result<()> {
        if line.contains('\n') {
            return Err(ErrorKind::InvalidInput.into());
        }
        line.push('\n');
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }

    /// Blank lines are passed over. A line that is too long or not UTF-8 is `ErrorKind::InvalidData`;
    /// the next one can be read.
    fn recv(&mut self) -> io::Result<Option<String>> {
        loop {
            return match self.lines.cut()? {
                Cut::End => Ok(None),
                Cut::TooLong => Err(ErrorKind::InvalidData.into()),
                Cut::Line(bytes) | Cut::Unended(bytes) if bytes.trim_ascii().is_empty() => continue,
                Cut::Line(bytes) | Cut::Unended(bytes) => match str::from_utf8(bytes) {
                    Ok(line) => Ok(Some(line.to_owned())),
                    Err(_) => Err(ErrorKind::InvalidData.into()),
                },
            };
        }
    }
}
