//! Where the lines of a connection leave that is one stream of bytes.

use super::calls::Calls;
use crate::server::exchange::Outlet;
use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Where lines leave; a line is put there whole.
pub(super) struct Out {
    output: Mutex<BufWriter<Box<dyn Write + Send>>>,
    calls: OnceLock<Arc<Calls>>,
}

impl Out {
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        let output = Mutex::new(BufWriter::with_capacity(64 * 1024, Box::new(output) as Box<_>));
        Self { output, calls: OnceLock::new() }
    }

    /// Whose lines it carries: when nobody reads any more, nobody waits for these either.
    pub(super) fn carries(&self, calls: &Arc<Calls>) {
        // There is one conversation on a connection.
        let _ = self.calls.set(Arc::clone(calls));
    }

    /// To leave with the next flush.
    pub(super) fn put(&self, line: &str) -> io::Result<()> {
        put(&mut *self.lock(), line)
    }

    pub(super) fn flush(&self) -> io::Result<()> {
        self.lock().flush()
    }

    fn lock(&self) -> MutexGuard<'_, BufWriter<Box<dyn Write + Send>>> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for Out {
    /// To leave at once.
    fn send(&self, line: String) {
        let mut out = self.lock();
        if put(&mut *out, &line).and_then(|()| out.flush()).is_err()
            && let Some(calls) = self.calls.get()
        {
            calls.cancel_all();
        }
    }
}

/// MUST (2025-06-18, basic/transports, stdio): one message per line, and nothing else.
fn put(out: &mut impl Write, line: &str) -> io::Result<()> {
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}
