//! Sending a server what is no line: a lab has to.

use super::Child;
use crate::transport::{Crossing, Side};
use std::io;

impl Child {
    /// Sends these bytes as they are, with a newline behind them or without.
    ///
    /// # Errors
    /// As sending a line.
    pub fn send_bytes(&mut self, mut bytes: Vec<u8>, ended: bool) -> io::Result<()> {
        let writer = self.writer.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let crossing = match String::from_utf8(bytes.clone()) {
            Ok(line) if ended && !line.contains('\n') => Crossing::Line(Side::Client, line),
            _ => Crossing::Bytes { side: Side::Client, bytes: bytes.clone(), ended },
        };
        bytes.extend(ended.then_some(b'\n'));
        writer.write(bytes, self.patience)?;
        self.record(crossing);
        Ok(())
    }
}
