//! Where lines leave.

use super::calls::Calls;
use std::io::{self, BufWriter, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where lines leave; a line is put there whole.
pub(super) struct Out(Mutex<BufWriter<Box<dyn Write + Send>>>);

impl Out {
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(BufWriter::with_capacity(64 * 1024, Box::new(output))))
    }

    /// To leave with the next flush.
    pub(super) fn put(&self, line: &str) -> io::Result<()> {
        put(&mut *self.lock(), line)
    }

    pub(super) fn flush(&self) -> io::Result<()> {
        self.lock().flush()
    }

    /// To leave at once. When nobody reads any more, nobody waits for the running calls either.
    pub(super) fn send(&self, calls: &Calls, line: &str) {
        self.send_pieces(calls, [line].into_iter());
    }

    /// The same for a line in pieces.
    pub(super) fn send_pieces<'p>(&self, calls: &Calls, mut pieces: impl Iterator<Item = &'p str>) {
        let mut out = self.lock();
        let put = pieces.try_for_each(|piece| out.write_all(piece.as_bytes()));
        if put.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()).is_err() {
            calls.cancel_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, BufWriter<Box<dyn Write + Send>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// MUST (2025-06-18, basic/transports, stdio): one message per line, and nothing else.
fn put(out: &mut impl Write, line: &str) -> io::Result<()> {
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}
