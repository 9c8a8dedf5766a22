//! The `id` member: what ties an answer to its question.

use crate::json::{Number, Str, Value};
use std::fmt;

/// A request's `id`, sent back unchanged: `1`, `"1"` and `9007199254740993` are three different ids.
///
/// JSON-RPC would also allow `null` and fractions; MCP allows neither.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Id<'a> {
    /// `"id":1`, digits as they were sent.
    Number(Number<'a>),
    /// `"id":"a"`, escapes as they were sent.
    String(Str<'a>),
}

impl<'a> Id<'a> {
    /// The id this value may serve as, or the value back.
    ///
    /// # Errors
    /// The value itself, when it is neither a string nor a whole number.
    pub fn from_value(value: Value<'a>) -> Result<Self, Value<'a>> {
        match value {
            Value::String(string) => Ok(Self::String(string)),
            Value::Number(number) if number.is_integer() => Ok(Self::Number(number)),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_) => Err(value),
        }
    }

    /// Writes this id, just as it came, behind what is there.
    pub fn print(&self, line: &mut String) {
        match self {
            Self::Number(number) => line.push_str(number.as_written()),
            Self::String(string) => string.print(line),
        }
    }
}

impl From<i64> for Id<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl PartialEq<i64> for Id<'_> {
    fn eq(&self, other: &i64) -> bool {
        matches!(self, Self::Number(number) if number.to_i64() == Ok(*other))
    }
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::String(string) => string.fmt(f),
        }
    }
}
