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

impl Message<'_> {
    /// The line to send; its members stand in the order the specification shows them in.
    pub fn to_line(&self) -> String {
        // MUST (2025-06-18, basic/transports, stdio): no newline inside a message. Printing a value
        // never writes one.
        let mut line = String::with_capacity(256);
        line.push_str(r#"{"jsonrpc":"2.0""#);
        match self {
            Self::Request(Request { id, method, params }) => {
                id.print(member(&mut line, "id"));
                method.print(member(&mut line, "method"));
                put_params(params.as_ref(), &mut line);
            }
            Self::Notification(Notification { method, params }) => {
                method.print(member(&mut line, "method"));
                put_params(params.as_ref(), &mut line);
            }
            Self::Response(Response { id, outcome }) => {
                match id {
                    Some(id) => id.print(member(&mut line, "id")),
                    None => member(&mut line, "id").push_str("null"),
                }
                match outcome {
                    Ok(result) => result.print(member(&mut line, "result")),
                    Err(error) => error.print(member(&mut line, "error")),
                }
            }
        }
        line.push('}');
        line
    }
}

fn put_params(params: Option<&Value<'_>>, line: &mut String) {
    if let Some(params) = params {
        params.print(member(line, "params"));
    }
}

/// Begins the next member: all but its value.
fn member<'l>(line: &'l mut String, name: &str) -> &'l mut String {
    line.extend([",\"", name, "\":"]);
    line
}
