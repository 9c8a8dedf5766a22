//! A server that is a process of its own: lines over its standard input and output.
//!
//! ```text
//! client ── line + newline ──►  stdin  ┐
//! client ◄── line + newline ── stdout  ├─ the server's process
//! kept   ◄── anything ──────── stderr  ┘
//! ```
//!
//! Source: MCP 2025-06-18, `basic/transports` (stdio), `basic/lifecycle` (shutdown).

use super::lines::{Cut, LineReader};
use super::signal;
use crate::transport::{Crossing, Side, Transport};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{self, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How to start a server: any program, in any language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// A path, or a name to be looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables set on top of this process's own environment.
    pub env: Vec<(OsString, OsString)>,
    /// The directory to start in; `None` is this process's own.
    pub dir: Option<PathBuf>,
}

/// The longest line of stderr that is kept, in bytes; a longer one is remembered as that.
pub const MAX_STDERR_LINE: usize = 4096;

/// How many lines of stderr are kept; later ones are drained and forgotten.
pub const MAX_STDERR_LINES: usize = 1000;

/// How many lines of the server may wait to be read; then the server has to wait.
const WAITING: usize = 8;

/// A server's process and the client's end of the wire to it.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<io::Result<Heard>>,
    stderr: Option<JoinHandle<()>>,
    patience: Option<Duration>,
    log: Arc<Mutex<Vec<Crossing>>>,
}

/// What came out of the server's stdout.
#[derive(Debug)]
enum Heard {
    Line(String),
    Bytes(Vec<u8>, bool),
    TooLong,
}

/// How a server's process came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Its exit status.
    pub status: ExitStatus,
    /// What it took.
    pub after: After,
}

/// What it took to end a process, the gentlest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum After {
    /// It was gone already.
    Itself,
    /// Its stdin was closed: how it should be.
    EndOfInput,
    /// It was asked (SIGTERM).
    Terminate,
    /// It was not asked (SIGKILL).
    Kill,
}

impl Child {
    /// Starts a server.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] when there is no such program (or directory); whatever else the
    /// system says.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).envs(launch.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        signal::own_group(&mut command);
        let mut process = command.spawn()?;
        let log = Arc::<Mutex<Vec<Crossing>>>::default();
        let (said, heard) = sync_channel(WAITING);
        if let Some(stdout) = process.stdout.take() {
            reader("stdout", move || listen(stdout, &said))?;
        }
        let stderr = match process.stderr.take() {
            Some(stderr) => {
                let log = Arc::clone(&log);
                Some(reader("stderr", move || keep(stderr, &log))?)
            }
            None => None,
        };
        let stdin = process.stdin.take();
        Ok(Self { process, stdin, heard, stderr, patience: None, log })
    }

    /// How long [`Transport::recv`] waits for a line; `None` is for ever. A server that says nothing
    /// for so long is an error of kind [`io::ErrorKind::TimedOut`].
    pub fn set_patience(&mut self, patience: Option<Duration>) {
        self.patience = patience;
    }

    /// What has crossed so far, and what was written to stderr.
    pub fn crossings(&self) -> Vec<Crossing> {
        self.lock().clone()
    }

    /// How the process has ended, if it has. One whose stdout is closed is given a moment to do so.
    ///
    /// # Errors
    /// The system would not say.
    pub fn exited(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        for _ in 0..=patience.as_millis() / STEP.as_millis() {
            if let Some(status) = self.process.try_wait()? {
                return Ok(Some(status));
            }
            thread::sleep(STEP);
        }
        Ok(None)
    }

    /// Ends the session as the specification says: close stdin, wait, terminate, wait, kill. Each
    /// wait is as long as `patience`. Nothing of the process's group is left behind.
    ///
    /// # Errors
    /// The system would not end it.
    pub fn end(&mut self, patience: Duration) -> io::Result<Ended> {
        let mut after = After::Itself;
        let mut status = self.process.try_wait()?;
        if status.is_none() {
            after = After::EndOfInput;
            self.stdin = None;
            status = self.exited(patience)?;
        }
        if status.is_none() && signal::terminate(self.process.id()) {
            after = After::Terminate;
            status = self.exited(patience)?;
        }
        let status = if let Some(status) = status {
            status
        } else {
            after = After::Kill;
            self.process.kill()?;
            self.process.wait()?
        };
        // Grandchildren may have outlived their parent, and hold on to the pipes.
        signal::kill_group(self.process.id());
        // Its last words may still be on their way. One that left the group and holds stderr open is
        // not waited for.
        let heard_out = || self.stderr.as_ref().is_none_or(JoinHandle::is_finished);
        for _ in 0..LAST_WORDS {
            if heard_out() {
                break;
            }
            thread::sleep(STEP);
        }
        Ok(Ended { status, after })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Crossing>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How often a process is asked whether it has ended.
const STEP: Duration = Duration::from_millis(2);

/// How many steps stderr is waited for once the process has ended.
const LAST_WORDS: u32 = 100;

impl Drop for Child {
    /// A forgotten server is not left behind.
    fn drop(&mut self) {
        let _ = self.end(Duration::from_millis(500));
    }
}

impl Transport for Child {
    fn send(&mut self, line: String) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut bytes = line.clone().into_bytes();
        bytes.push(b'\n');
        stdin.write_all(&bytes)?;
        self.lock().push(Crossing::Line(Side::Client, line));
        Ok(())
    }

    fn recv(&mut self) -> io::Result<Option<String>> {
        let heard = match self.patience {
            None => self.heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => self.heard.recv_timeout(patience),
        };
        let invalid = |why| io::Error::new(io::ErrorKind::InvalidData, why);
        match heard {
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
            Ok(Err(error)) => Err(error),
            Ok(Ok(Heard::Line(line))) => {
                self.lock().push(Crossing::Line(Side::Server, line.clone()));
                Ok(Some(line))
            }
            Ok(Ok(Heard::Bytes(bytes, ended))) => {
                self.lock().push(Crossing::Bytes { side: Side::Server, bytes, ended });
                Err(invalid(if ended {
                    "a line that is not UTF-8"
                } else {
                    "a line without a newline"
                }))
            }
            Ok(Ok(Heard::TooLong)) => Err(invalid("a line longer than 16 MiB")),
        }
    }
}

/// Reads a stream on a thread of its own, because reading waits.
fn reader(name: &str, read: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(format!("{name} of a server")).spawn(read)
}

/// Sends on what the server says, until it has closed its stdout or nobody listens any more.
fn listen(stdout: impl Read, said: &SyncSender<io::Result<Heard>>) {
    let mut lines = LineReader::new(stdout);
    loop {
        let heard = match lines.cut() {
            Ok(Cut::End) => return,
            Ok(Cut::Line(bytes)) if bytes.trim_ascii().is_empty() => continue,
            Ok(Cut::Line(bytes)) => Ok(match str::from_utf8(bytes) {
                Ok(line) => Heard::Line(line.to_owned()),
                Err(_) => Heard::Bytes(bytes.to_owned(), true),
            }),
            Ok(Cut::Unended(bytes)) => Ok(Heard::Bytes(bytes.to_owned(), false)),
            Ok(Cut::TooLong) => Ok(Heard::TooLong),
            Err(error) => Err(error),
        };
        let broken = heard.is_err();
        if said.send(heard).is_err() || broken {
            return;
        }
    }
}

/// Drains stderr, so that a server that logs a lot is not stopped by a full pipe.
fn keep(stderr: impl Read, log: &Mutex<Vec<Crossing>>) {
    let mut lines = LineReader::with_limit(stderr, MAX_STDERR_LINE);
    let mut kept = 0;
    loop {
        let line = match lines.cut() {
            Ok(Cut::End) | Err(_) => return,
            Ok(Cut::Line(bytes) | Cut::Unended(bytes)) => {
                String::from_utf8_lossy(bytes).into_owned()
            }
            Ok(Cut::TooLong) => format!("(a line of more than {MAX_STDERR_LINE} bytes)"),
        };
        kept += 1;
        if kept <= MAX_STDERR_LINES {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.push(Crossing::Stderr(line));
        }
    }
}
