//! Writing to a server that may not read.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// A thread that writes to the server's stdin: the server may not read, and then writing never ends.
#[derive(Debug)]
pub(super) struct Writer {
    lines: Sender<Vec<u8>>,
    written: Receiver<io::Result<()>>,
    /// A line is still being written, and no other can be sent.
    stuck: bool,
}

impl Writer {
    pub(super) fn start(mut stdin: ChildStdin) -> io::Result<Self> {
        let (lines, inbox) = channel::<Vec<u8>>();
        let (done, written) = channel();
        named("stdin", move || {
            for line in inbox {
                if done.send(stdin.write_all(&line)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { lines, written, stuck: false })
    }

    /// Writes a line. One that has not gone out in time is still on its way, and no other can follow.
    pub(super) fn write(&mut self, line: Vec<u8>, patience: Option<Duration>) -> io::Result<()> {
        if self.stuck {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        let done = match patience {
            None => self.written.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => self.written.recv_timeout(patience),
        };
        self.stuck = matches!(done, Err(RecvTimeoutError::Timeout));
        match done {
            Ok(written) => written,
            Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

/// A thread of its own, because reading and writing wait for the other side.
pub(super) fn named(stream: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(format!("{stream} of a server")).spawn(work).map(drop)
}
