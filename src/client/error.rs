//! Why a client has no answer.

use crate::json::{ParseError, Str};
use crate::jsonrpc::{ErrorObject, Id, Reason};
use crate::mcp::Misfit;
use std::{fmt, io};

/// What came instead of an answer.
#[derive(Debug)]
pub enum ClientError {
    /// The wire broke.
    Wire(io::Error),
    /// The server hung up before it answered.
    Closed,
    /// The server sent a line that is not JSON.
    NotJson(ParseError),
    /// The server sent JSON that is no message.
    Malformed(Reason),
    /// The server answered a question that is not open.
    Unasked(Id<'static>),
    /// The server understood and refused: the `error` member.
    Refused(ErrorObject<'static>),
    /// The result does not fit its method.
    Misfit(Misfit),
    /// The server wants to speak a version that is unknown here.
    Version(String),
    /// The server speaks only versions that are unknown here, these.
    Unsupported(Vec<String>),
    /// The server asks for input, and nobody was named who could give it.
    NoHost,
    /// The server asks for input, and the host will not give it.
    Host(ErrorObject<'static>),
    /// The server asked for input again and again.
    Rounds,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wire(error) => write!(f, "the wire broke: {error}"),
            Self::Closed => f.write_str("the server hung up before it answered"),
            Self::NotJson(error) => write!(f, "the server sent a line that is not JSON: {error}"),
            Self::Malformed(reason) => write!(f, "the server sent no message: {reason}"),
            Self::Unasked(id) => {
                write!(f, "the server answered id {}, which is not open", short(&id.to_string()))
            }
            Self::Refused(error) => write!(f, "the server refused: {}", Short(error)),
            Self::Misfit(misfit) => write!(f, "the server's result does not fit: {misfit}"),
            Self::Unsupported(names) => {
                let mut shown: Vec<_> = names.iter().take(MAX_NAMES).map(|it| short(it)).collect();
                shown.extend((names.len() > MAX_NAMES).then(|| "…".to_owned()));
                write!(f, "the server speaks only versions unknown here: {}", shown.join(", "))
            }
            Self::NoHost => {
                f.write_str("the server asks for input, and nobody is there to give it")
            }
            Self::Host(error) => write!(f, "the host did not answer the server: {}", Short(error)),
            Self::Rounds => f.write_str("the server asked for input again and again"),
            Self::Version(name) => {
                write!(f, "the server wants to speak {}, unknown here", short(name))
            }
        }
    }
}

/// So many names of versions are told.
const MAX_NAMES: usize = 10;

/// A name as it may stand in a sentence, however long it is.
fn short(name: &str) -> String {
    Str::from(name).excerpt()
}

/// An error as it may stand in a sentence, however long its message is.
struct Short<'e>(&'e ErrorObject<'static>);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {}: {}", self.0.code, short(self.0.message.as_written()))
    }
}

impl std::error::Error for ClientError {}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> Self {
        Self::Wire(error)
    }
}

impl From<Misfit> for ClientError {
    fn from(misfit: Misfit) -> Self {
        Self::Misfit(misfit)
    }
}
