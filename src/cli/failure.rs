//! Why a command did not do what was asked.

use std::{fmt, io};

/// What is said on standard error before exit code 2.
#[derive(Debug)]
pub enum Failure {
    /// The words do not make a command; the sentence names the right word.
    Usage(String),
    /// Standard input or output broke.
    Io(io::Error),
    /// Something else stood in the way; the sentence says what.
    Said(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(sentence) | Self::Said(sentence) => f.write_str(sentence),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
