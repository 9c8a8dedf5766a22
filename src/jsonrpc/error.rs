//! The `error` member: a request that was understood and refused, or a line that was no message.

use crate::json::{Str, Value};

/// The codes JSON-RPC reserves, the only ones every peer understands.
pub mod code {
    /// The line is not JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// The line is JSON and not a message, or a message that may not come now.
    pub const INVALID_REQUEST: i64 = -32600;
    /// Nobody here answers to this method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The method is known, what it was given does not fit.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The answering side broke; the asking side did nothing wrong.
    pub const INTERNAL_ERROR: i64 = -32603;
}

/// What stands under `"error"` in a response: for the program that asked, not for the model.
#[derive(Debug, Clone)]
pub struct ErrorObject<'a> {
    /// Which kind of error; see [`code`].
    pub code: i64,
    /// One sentence for a person.
    pub message: Str<'a>,
    /// Anything more, for a program.
    pub data: Option<Value<'a>>,
}

impl<'a> ErrorObject<'a> {
    /// An error without `data`.
    pub fn new(code: i64, message: impl Into<Str<'a>>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// `-32601`
    pub fn method_not_found(method: &str) -> Self {
        Self::new(code::METHOD_NOT_FOUND, format!("Method not found: {method}"))
    }

    /// Writes `{"code":…,"message":…}` behind what is there.
    pub fn print(&self, line: &mut String) {
        line.push_str("{\"code\":");
        line.push_str(&self.code.to_string());
        line.push_str(",\"message\":");
        self.message.print(line);
        if let Some(data) = &self.data {
            line.push_str(",\"data\":");
            data.print(line);
        }
        line.push('}');
    }
}
