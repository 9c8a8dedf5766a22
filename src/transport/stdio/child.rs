//! The client's end: a server that is started as a process of its own.

use super::inbox::{BLANK, Inbox, MAX_LAST_LINES, MAX_RECORD, Next};
use super::launch::{After, Ended, Launch};
use super::record::{Log, Sink};
use super::stderr::{MAX_STDERR_LINE, Stderr};
use super::system::{Signal, Watchdog};
use super::writer::{Writer, named};
use crate::transport::{Crossing, Side, Transport};
use std::io;
use std::process::{self, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A server's process and the client's end of the wire to it. Dropping it ends the server.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    watchdog: Option<Watchdog>,
    pub(super) writer: Option<Writer>,
    inbox: Arc<Inbox>,
    stderr: Arc<Stderr>,
    pub(super) patience: Option<Duration>,
    pub(super) log: Arc<Log>,
    /// How many bytes of the server's lines were recorded.
    recorded: usize,
}

impl Child {
    /// Starts a server.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] when there is no such program, [`io::ErrorKind::NotADirectory`] when
    /// there is no such directory; whatever else the system says.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        Self::start_telling(launch, None)
    }

    /// Starts a server, and tells this sink of everything that crosses.
    ///
    /// # Errors
    /// As [`Child::start`].
    pub fn start_telling(launch: &Launch, sink: Option<Sink>) -> io::Result<Self> {
        let (process, watchdog) = launch.spawn()?;
        let (inbox, log) = (Arc::<Inbox>::default(), Arc::new(Log::new(sink)));
        let stderr = Arc::new(Stderr::new(Arc::clone(&log)));
        let (writer, patience) = (None, None);
        let mut child =
            Self { process, watchdog, writer, inbox, stderr, patience, log, recorded: 0 };
        // Whatever fails from here on ends the server.
        child.listen()?;
        Ok(child)
    }

    /// Starts a thread for each of the three pipes.
    fn listen(&mut self) -> io::Result<()> {
        self.writer = self.process.stdin.take().map(Writer::start).transpose()?;
        if let Some(stream) = self.process.stdout.take() {
            let inbox = Arc::clone(&self.inbox);
            named("stdout", move || inbox.fill(stream))?;
        }
        if let Some(stream) = self.process.stderr.take() {
            let stderr = Arc::clone(&self.stderr);
            named("stderr", move || stderr.drain(stream))?;
        }
        Ok(())
    }

    /// How long [`Transport::send`] and [`Transport::recv`] wait; `None` is for ever. A server that
    /// neither reads nor says anything for so long is an error of kind [`io::ErrorKind::TimedOut`].
    pub fn set_patience(&mut self, patience: Option<Duration>) {
        self.patience = patience;
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// What has crossed so far, and what was written to stderr.
    pub fn crossings(&self) -> Vec<Crossing> {
        self.log.all()
    }

    /// Adds to what has crossed: an event, a note.
    pub fn record(&self, crossing: Crossing) {
        self.log.push(crossing);
    }

    /// What came from the server and is no line yet, because the newline is missing.
    pub fn unended(&self) -> Vec<u8> {
        self.inbox.unended()
    }

    /// Whether its stdout is open.
    pub fn is_open(&self) -> bool {
        !self.inbox.is_closed(Duration::ZERO)
    }

    /// The last lines of stderr, see [`LAST_WORDS`](super::LAST_WORDS).
    pub fn last_words(&self) -> Vec<String> {
        self.stderr.last_words()
    }

    /// Closes the server's stdin: the end of the session, and every server should leave then.
    pub fn close(&mut self) {
        self.writer = None;
    }

    /// How the process has ended, if it has done so within this time.
    ///
    /// # Errors
    /// The system would not say.
    pub fn exited(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        let mut step = Duration::from_micros(200);
        let mut waited = Duration::ZERO;
        loop {
            if let Some(status) = self.process.try_wait()? {
                return Ok(Some(status));
            }
            let left = patience.saturating_sub(waited);
            if left.is_zero() {
                return Ok(None);
            }
            step = step.min(left);
            thread::sleep(step);
            waited += step;
            step = (step * 2).min(Duration::from_millis(5));
        }
    }

    /// Ends the session as the specification says: close stdin, wait, terminate, wait, kill. Each
    /// wait is as long as `patience`. What the server still says meanwhile is recorded; nothing of its
    /// process group is left behind.
    ///
    /// # Errors
    /// The system would not end it.
    pub fn end(&mut self, patience: Duration) -> io::Result<Ended> {
        let mut after = After::Itself;
        let mut status = self.process.try_wait()?;
        if status.is_none() {
            after = After::EndOfInput;
            self.close();
            status = self.exited(patience)?;
        }
        if status.is_none() && self.signal(Signal::Terminate) {
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
        self.signal(Signal::Kill);
        self.writer = None;
        self.watchdog = None;
        // Its last words may still be on their way. One that left the group and holds on to the pipes
        // is not waited for.
        self.inbox.is_closed(LAST_WAIT);
        self.stderr.is_closed(LAST_WAIT);
        let mut heard = 0;
        while heard < MAX_LAST_LINES && self.hear(Some(Duration::ZERO)).is_some() {
            heard += 1;
        }
        if heard == MAX_LAST_LINES {
            self.record(Crossing::Note("what the server said after that was left out".to_owned()));
        }
        // Somebody else may hold on to the pipe, in the middle of a line.
        let bytes = self.inbox.unended();
        if !bytes.is_empty() && heard < MAX_LAST_LINES {
            let bytes = bytes.get(..bytes.len().min(MAX_STDERR_LINE)).unwrap_or_default().to_vec();
            self.record(Crossing::Bytes { side: Side::Server, bytes, ended: false });
        }
        self.inbox.abandon();
        Ok(Ended { status, after })
    }

    /// The next thing the server says, recorded; `None` when nothing comes, in time or any more.
    fn hear(&mut self, patience: Option<Duration>) -> Option<io::Result<String>> {
        let invalid = |what| Some(Err(io::Error::new(io::ErrorKind::InvalidData, what)));
        let (blank, next) = self.inbox.next(patience);
        for line in blank.into_iter().filter_map(|line| String::from_utf8(line).ok()) {
            // A blank line takes more room than it has bytes.
            self.keep(Crossing::Line(Side::Server, line), BLANK);
        }
        let (bytes, ended) = match next {
            Next::Nothing | Next::End => return None,
            Next::Line(bytes) => (bytes, true),
            Next::Unended(bytes) => (bytes, false),
            Next::TooLong(bytes) => {
                self.keep(Crossing::Bytes { side: Side::Server, bytes, ended: false }, 0);
                self.record(Crossing::Note(TOO_LONG.to_owned()));
                return invalid(TOO_LONG);
            }
        };
        let length = bytes.len();
        match String::from_utf8(bytes) {
            Ok(line) if ended => {
                self.keep(Crossing::Line(Side::Server, line.clone()), length);
                Some(Ok(line))
            }
            Ok(line) => {
                self.keep(
                    Crossing::Bytes { side: Side::Server, bytes: line.into(), ended },
                    length,
                );
                invalid("a line without a newline")
            }
            Err(error) => {
                let bytes = error.into_bytes();
                self.keep(Crossing::Bytes { side: Side::Server, bytes, ended }, length);
                invalid("a line that is not UTF-8")
            }
        }
    }

    /// Records what the server said, as long as there is room.
    fn keep(&mut self, crossing: Crossing, length: usize) {
        let before = self.recorded <= MAX_RECORD;
        self.recorded = self.recorded.saturating_add(length);
        if self.recorded <= MAX_RECORD {
            self.record(crossing);
        } else if before {
            self.record(Crossing::Note(
                "what the server said from here on was left out".to_owned(),
            ));
        }
    }

    fn signal(&mut self, signal: Signal) -> bool {
        self.watchdog.as_mut().map(|watchdog| watchdog.signal(signal)).is_some()
    }
}

/// What is said of a line longer than [`MAX_LINE_BYTES`](crate::json::MAX_LINE_BYTES).
const TOO_LONG: &str = "a line of more than 16 MiB, of which only the beginning was kept";

/// How long the pipes of a process that has ended are still listened to.
const LAST_WAIT: Duration = Duration::from_millis(200);

impl Drop for Child {
    /// A forgotten server is not left behind.
    fn drop(&mut self) {
        // Nobody is left to hear about an error.
        let _ = self.end(Duration::from_millis(500));
    }
}

impl Transport for Child {
    fn send(&mut self, line: String) -> io::Result<()> {
        if line.contains('\n') {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let writer = self.writer.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut bytes = line.clone().into_bytes();
        bytes.push(b'\n');
        writer.write(bytes, self.patience)?;
        self.record(Crossing::Line(Side::Client, line));
        Ok(())
    }

    /// Blank lines are passed over, and a carriage return before the newline is left out: both are
    /// recorded.
    fn recv(&mut self) -> io::Result<Option<String>> {
        if let Some(mut line) = self.hear(self.patience).transpose()? {
            if line.ends_with('\r') {
                line.pop();
            }
            return Ok(Some(line));
        }
        // One that is gone says nothing more, though a child of it may hold on to the pipe.
        if !self.is_open() || self.process.try_wait()?.is_some() {
            return Ok(None);
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}
