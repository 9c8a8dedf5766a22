//! A server that is started in the place of another client's, and what that client says passed on to it.

use super::forward::take_turns;
use super::{Forward, Over, Source, Tape, Way};
use crate::transport::stdio::launch::{Launch, ending};
use crate::transport::stdio::system::{Signal, Watchdog};
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::time::Duration;

/// How long the pipes of a server that has exited are still listened to without a word: somebody it has
/// started may hold on to them.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// A server that has closed its stdout and is there for so long still has not closed it by exiting.
const EXITING: Duration = Duration::from_millis(500);

/// The client's ends of the three streams: this process's own.
pub struct Ends {
    /// What the client says.
    pub input: Box<dyn Read + Send>,
    /// What the server says. `std` cannot close a standard stream: where the server closes its stdout and
    /// lives on, the client's end stays open until the server exits.
    pub output: Box<dyn Write + Send>,
    /// What the server writes to its stderr.
    pub errors: Box<dyn Write + Send>,
}

/// A server whose client is somebody else. When this process is gone, however that went, the server is
/// ended soon after.
#[derive(Debug)]
pub struct Relay {
    process: Child,
    watchdog: Option<Watchdog>,
    tape: Arc<Tape>,
    /// When it was started.
    began: Duration,
}

/// What the threads share.
#[derive(Debug, Default)]
struct Ways {
    client: Way,
    server: Way,
    stderr: Way,
    exit: Way,
}

impl Relay {
    /// Starts the server.
    ///
    /// # Errors
    /// As [`Child::start`](crate::transport::Child::start); it stands on the tape as well.
    pub fn start(launch: &Launch, tape: Arc<Tape>) -> io::Result<Self> {
        let began = tape.now();
        let started = launch.spawn();
        match &started {
            Ok(_) => tape.event(&format!("server started: {launch}")),
            Err(error) => {
                let program = launch.program.to_string_lossy();
                tape.event(&format!("server could not be started: {program}: {error}"));
            }
        }
        let (process, watchdog) = started?;
        Ok(Self { process, watchdog, tape, began })
    }

    /// Passes on what either side says until the server has exited, and all it has said by then.
    ///
    /// # Errors
    /// The system has no thread to spare, or would not say how the server has ended; then it is killed.
    pub fn run(mut self, client: Ends) -> io::Result<ExitStatus> {
        let ways = Arc::<Ways>::default();
        let ended = self.listen(client, &ways).and_then(|()| self.process.wait());
        ways.exit.end();
        let status = ended.inspect_err(|_| self.kill())?;
        let after = self.tape.now().saturating_sub(self.began).as_millis();
        let settled = [&ways.server, &ways.stderr].map(|way| way.settles(LAST_WAIT));
        if settled.contains(&false) {
            self.tape.end(Source::Server);
            self.tape.end(Source::Stderr);
            self.tape.event("somebody else holds on to the server's stdout or stderr");
        }
        self.tape.event(&format!("server exited with {} after {after} ms", ending(status)));
        Ok(status)
    }

    /// Starts the threads of each direction.
    fn listen(&mut self, client: Ends, ways: &Arc<Ways>) -> io::Result<()> {
        let Ends { input, output, errors } = client;
        if let Some(stdin) = self.process.stdin.take() {
            let (tape, ways) = (Arc::clone(&self.tape), Arc::clone(ways));
            // Nobody waits for it: a client that has nothing to say must not keep the process.
            take_turns("stdin", &self.tape, to_server(input, stdin, tape, ways))?;
        }
        if let Some(stdout) = self.process.stdout.take() {
            let (tape, ways) = (Arc::clone(&self.tape), Arc::clone(ways));
            take_turns("stdout", &self.tape, to_client(stdout, output, tape, ways))?;
        }
        if let Some(mut stderr) = self.process.stderr.take() {
            let (tape, ways) = (Arc::clone(&self.tape), Arc::clone(ways));
            let (mut forward, mut errors) = (Forward::new(Source::Stderr), errors);
            take_turns("stderr", &self.tape, move || {
                match forward.pass(&mut stderr, &mut *errors, &tape, &ways.stderr) {
                    None => {}
                    // Where nobody reads it, it is still worth to be written down.
                    Some(Over::Output) => errors = Box::new(io::sink()),
                    Some(Over::Input) => {
                        ways.stderr.end();
                        return false;
                    }
                }
                true
            })?;
        }
        Ok(())
    }

    fn kill(&mut self) {
        if let Some(watchdog) = &mut self.watchdog {
            watchdog.signal(Signal::Kill);
        }
        // One that is gone already cannot be killed, and need not.
        let _ = self.process.kill();
    }
}

/// What the client says, to the server. A server that closes its stdin and lives on would be a broken
/// pipe to its client; since the client's end cannot be closed, the rest is taken, written down and thrown
/// away.
fn to_server(
    mut input: Box<dyn Read + Send>,
    stdin: ChildStdin,
    tape: Arc<Tape>,
    ways: Arc<Ways>,
) -> impl FnMut() -> bool + Send {
    let mut forward = Forward::new(Source::Client);
    let mut output: Box<dyn Write + Send> = Box::new(stdin);
    move || {
        match forward.pass(&mut *input, &mut *output, &tape, &ways.client) {
            None => {}
            Some(Over::Output) => {
                tape.event(
                    "server closed its stdin: what the client says from here on reaches nobody",
                );
                output = Box::new(io::sink());
            }
            Some(Over::Input) => {
                // First written down, then done: the server may answer it.
                tape.event("client closed stdin");
                return false;
            }
        }
        true
    }
}

/// What the server says, to the client. The server learns that nobody listens as it would without us.
fn to_client(
    stdout: ChildStdout,
    mut output: Box<dyn Write + Send>,
    tape: Arc<Tape>,
    ways: Arc<Ways>,
) -> impl FnMut() -> bool + Send {
    let mut forward = Forward::new(Source::Server);
    let mut stdout = Some(stdout);
    move || {
        let Some(input) = &mut stdout else { return false };
        let Some(over) = forward.pass(input, &mut *output, &tape, &ways.server) else {
            return true;
        };
        stdout = None;
        ways.server.end();
        match over {
            Over::Output => tape.event("client closed its end of the server's stdout"),
            Over::Input if ways.exit.is_over(EXITING) => {}
            Over::Input => tape.event("server closed its stdout"),
        }
        false
    }
}

impl std::fmt::Debug for Ends {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ends").finish_non_exhaustive()
    }
}
