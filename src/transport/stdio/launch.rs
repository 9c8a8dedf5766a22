//! How a server's process begins, and how it came to its end.

use super::system::{Watchdog, own_group};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::{fmt, io};

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

impl Launch {
    /// Starts the process, a pipe on each of its streams, and somebody who watches over it.
    ///
    /// # Errors
    /// As [`Child::start`](super::Child::start).
    pub(super) fn spawn(&self) -> io::Result<(Child, Option<Watchdog>)> {
        if let Some(dir) = self.dir.as_ref().filter(|dir| !dir.is_dir()) {
            let what = format!("{}: not a directory", dir.display());
            return Err(io::Error::new(io::ErrorKind::NotADirectory, what));
        }
        let mut command = Command::new(&self.program);
        command.args(&self.args).envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut command);
        // Before the server: from its first moment on somebody watches over it.
        let mut watchdog = Watchdog::start();
        let process = command.spawn()?;
        if let Some(watchdog) = &mut watchdog {
            watchdog.watch(process.id());
        }
        Ok((process, watchdog))
    }
}

impl fmt::Display for Launch {
    /// The command as somebody would type it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [&self.program].into_iter().chain(&self.args);
        let quoted = words.map(|word| {
            let word = word.to_string_lossy();
            let plain =
                !word.is_empty() && !word.contains(|it: char| it.is_whitespace() || it == '"');
            if plain { word.into_owned() } else { format!("{word:?}") }
        });
        f.write_str(&quoted.collect::<Vec<_>>().join(" "))
    }
}

/// How a server's process came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Its exit status.
    pub status: ExitStatus,
    /// What it took.
    pub after: After,
}

/// An exit status as a transcript says it: `code 3`, or the signal.
pub fn ending(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("code {code}"))
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
