//! Lines that are JSON and yet no message: the reason has a name.

use super::{ErrorObject, Id, Message, Response, code};
use crate::json::ParseError;
use std::fmt;

/// A value that is none of the three kinds, and why.
#[derive(Debug, Clone)]
pub struct Malformed<'a> {
    /// What is wrong with it.
    pub reason: Reason,
    /// The id to answer with: `None` (written `null`) when the line had none that could be read, or
    /// was shaped like a response, whose id belongs to the other side.
    pub id: Option<Id<'a>>,
}

/// Why a value is not a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A value of this kind; a message is an object.
    NotObject(&'static str),
    /// An array of messages, which only MCP 2025-03-26 allows.
    Batch,
    /// One of the deciding members is written more than once, so two readers may see two messages.
    Repeated(&'static str),
    /// `"jsonrpc":"2.0"` is missing or says something else.
    Version,
    /// Neither `method` nor an answer: no `result`, no `error`.
    NoKind,
    /// `method` and an answer at once.
    TwoKinds,
    /// `method` is not a string.
    MethodNotString,
    /// `id` is `null`, which MCP forbids.
    IdNull,
    /// `id` has a fraction, or is no string and no number.
    IdNotInteger,
    /// `params` is neither an object nor an array.
    ParamsNotStructured,
    /// `result` and `error` at once.
    ResultAndError,
    /// A `result` without `id`: nobody knows what it answers.
    ResultWithoutId,
    /// `error` is not an object with an integer `code` and a string `message`.
    ErrorShape,
}

impl<'a> Malformed<'a> {
    /// The answer it deserves: error -32600.
    pub fn answer(self) -> Message<'a> {
        let message = format!("Invalid Request: {}", self.reason);
        let outcome = Err(ErrorObject::new(code::INVALID_REQUEST, message));
        Message::Response(Response { id: self.id, outcome })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotObject(kind) => return write!(f, "a message is an object, this is: {kind}"),
            Self::Batch => "an array of messages is not accepted, send one object per line",
            Self::Repeated(name) => return write!(f, "member `{name}` is written more than once"),
            Self::Version => "member `jsonrpc` must be the string \"2.0\"",
            Self::NoKind => {
                "no `method`, no `result`, no `error`: neither a question nor an answer"
            }
            Self::TwoKinds => {
                "`method` together with `result` or `error`: question and answer at once"
            }
            Self::MethodNotString => "member `method` must be a string",
            Self::IdNull => "member `id` must not be null; leave it out to send a notification",
            Self::IdNotInteger => "member `id` must be a string or a whole number",
            Self::ParamsNotStructured => "member `params` must be an object",
            Self::ResultAndError => "`result` and `error` at once",
            Self::ResultWithoutId => "a `result` without `id` answers nothing",
            Self::ErrorShape => {
                "member `error` must be an object with an integer `code` and a string `message`"
            }
        })
    }
}

impl fmt::Display for Malformed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl std::error::Error for Malformed<'_> {}

impl From<ParseError> for ErrorObject<'_> {
    fn from(error: ParseError) -> Self {
        Self::new(code::PARSE_ERROR, format!("Parse error: {error}"))
    }
}

impl fmt::Display for ErrorObject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {}: {}", self.code, self.message.as_written())
    }
}
