//! The three kinds of message, and how each is put on a line.

use super::{ErrorObject, Id};
use crate::json::{Str, Value};

/// A line understood.
#[derive(Debug, Clone)]
pub enum Message<'a> {
    /// It has `method` and `id`: exactly one answer is owed.
    Request(Request<'a>),
    /// It has `method` and no `id`: no answer may be sent.
    Notification(Notification<'a>),
    /// It has `id` and no `method`: it answers what this side asked.
    Response(Response<'a>),
}

/// `{"jsonrpc":"2.0","id":…,"method":…,"params":…}`
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// Chosen by the sender, never twice in a session; the answer carries it unchanged.
    pub id: Id<'a>,
    /// What is asked, such as `tools/call`.
    pub method: Str<'a>,
    /// An object or array; `None` when the member is absent.
    pub params: Option<Value<'a>>,
}

/// `{"jsonrpc":"2.0","method":…,"params":…}`
#[derive(Debug, Clone)]
pub struct Notification<'a> {
    /// What is told, such as `notifications/initialized`.
    pub method: Str<'a>,
    /// An object or array; `None` when the member is absent.
    pub params: Option<Value<'a>>,
}

/// `{"jsonrpc":"2.0","id":…,"result":…}` or `{"jsonrpc":"2.0","id":…,"error":…}`
#[derive(Debug, Clone)]
pub struct Response<'a> {
    /// The request's `id`. `None` is written `null`: the line refused had no `id` that could be read.
    pub id: Option<Id<'a>>,
    /// Either `result` or `error`, never both.
    pub outcome: Result<Value<'a>, ErrorObject<'a>>,
}

impl<'a> Message<'a> {
    /// The value to print; members stand in the order the specification shows them in.
    pub fn into_value(self) -> Value<'a> {
        let mut members = vec![("jsonrpc", Value::from("2.0"))];
        match self {
            Self::Request(request) => {
                members.push(("id", request.id.into()));
                members.push(("method", request.method.into()));
                members.extend(request.params.map(|params| ("params", params)));
            }
            Self::Notification(notification) => {
                members.push(("method", notification.method.into()));
                members.extend(notification.params.map(|params| ("params", params)));
            }
            Self::Response(response) => {
                members.push(("id", response.id.map_or(Value::Null, Value::from)));
                members.push(match response.outcome {
                    Ok(result) => ("result", result),
                    Err(error) => ("error", error.into_value()),
                });
            }
        }
        Value::Object(members.into_iter().collect())
    }

    /// The line to send. `Display` of a value never writes a newline, so one message is one line.
    pub fn into_line(self) -> String {
        // MUST (2025-06-18, basic/transports, stdio): no newline inside a message.
        self.into_value().to_line()
    }
}

impl<'a> From<Response<'a>> for Message<'a> {
    fn from(response: Response<'a>) -> Self {
        Self::Response(response)
    }
}
