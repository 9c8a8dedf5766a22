//! Bytes on a child's stdin that are no whole line, or more than one.

use super::Child;
use std::io;

impl Child {
    /// Writes bytes as they are, in one write, and records nothing: whoever takes lines apart says himself
    /// what they were.
    ///
    /// # Errors
    /// As [`Transport::send`](crate::transport::Transport::send).
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let patience = self.patience;
        let writer = self.writer.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writer.write(bytes.to_vec(), patience)
    }

    /// How many crossings there are so far.
    pub fn crossed(&self) -> usize {
        self.log.len()
    }
}
