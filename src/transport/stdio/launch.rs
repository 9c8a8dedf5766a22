//! How a server's process begins, and how it came to its end.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitStatus;

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
