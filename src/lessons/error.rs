//! Why a lesson could not be shown: always a fault of this crate or of the machine, never a finding.

use crate::client::ClientError;
use crate::mcp::{Misfit, ToolError};
use std::{fmt, io};

/// What stopped a lesson.
#[derive(Debug)]
pub enum LessonError {
    /// The client did not get the answer the script relies on.
    Client(ClientError),
    /// A tool could not be declared.
    Tool(ToolError),
    /// The server's end broke, or its thread could not be started.
    Server(io::Error),
    /// The server answered where the script expects a refusal.
    NotRefused,
    /// The server did not leave by itself when its input was closed.
    NotClosed,
    /// A session that the lesson is about is not to be had.
    NoSession,
    /// The doctor has found something and does not say where.
    NoVerdict,
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(error) => error.fmt(f),
            Self::Tool(error) => error.fmt(f),
            Self::Server(error) => write!(f, "the server's end broke: {error}"),
            Self::NotRefused => f.write_str("the server answered where it had to refuse"),
            Self::NoSession => f.write_str("the session is not to be had"),
            Self::NoVerdict => f.write_str("the doctor does not say where the session broke"),
            Self::NotClosed => f.write_str("the server did not leave when its input was closed"),
        }
    }
}

impl std::error::Error for LessonError {}

impl From<ClientError> for LessonError {
    fn from(error: ClientError) -> Self {
        Self::Client(error)
    }
}

impl From<Misfit> for LessonError {
    fn from(misfit: Misfit) -> Self {
        Self::Client(misfit.into())
    }
}

impl From<ToolError> for LessonError {
    fn from(error: ToolError) -> Self {
        Self::Tool(error)
    }
}

impl From<io::Error> for LessonError {
    fn from(error: io::Error) -> Self {
        Self::Server(error)
    }
}
