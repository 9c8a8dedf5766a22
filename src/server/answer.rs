//! The way of one line: text → value → message → method, and back.

use super::methods::METHODS;
use super::{Server, Session};
use crate::json::{self, Value};
use crate::jsonrpc::{ErrorObject, Message, Notification, Request, Response, code};
use crate::mcp::{INITIALIZED, Misfit};

impl Server {
    /// The answer this line deserves, or `None` when sending one is forbidden.
    pub fn answer(&self, session: &mut Session, line: &str) -> Option<String> {
        let message = match json::parse(line) {
            Ok(value) => Message::from_value(value),
            Err(error) => return Some(refused(error.into())),
        };
        match message {
            Ok(Message::Request(request)) => Some(self.respond(session, request)),
            Ok(Message::Notification(notification)) => {
                notice(session, &notification);
                None
            }
            // This server asks nothing, so there is nothing this could be the answer to.
            Ok(Message::Response(_)) => None,
            Err(malformed) => Some(malformed.answer().to_line()),
        }
    }

    fn respond(&self, session: &mut Session, request: Request<'_>) -> String {
        let Request { id, method, params } = request;
        let row = METHODS.iter().find(|row| method == *row.name);
        let outcome = match row {
            // Undefined by the specification; a clear refusal teaches more than a guess.
            _ if session.revision().is_none() && !row.is_some_and(|row| row.early) => {
                let why = format!("Invalid Request: {} came before initialize", method.excerpt());
                Err(ErrorObject::new(code::INVALID_REQUEST, why))
            }
            // JSON-RPC would allow an array; in MCP params are named, always.
            _ if matches!(params, Some(Value::Array(_))) => {
                Err(Misfit { member: "params", expected: "an object" }.into())
            }
            // MUST (2025-06-18, basic/lifecycle): only what was negotiated is served.
            Some(row) if row.needs.is_none_or(|feature| self.capabilities.has(feature)) => {
                (row.run)(self, session, params.unwrap_or_default())
            }
            _ => Err(ErrorObject::method_not_found(&method.excerpt())),
        };
        Message::from(Response { id: Some(id), outcome }).to_line()
    }
}

/// Takes note of a notification. MUST (JSON-RPC 2.0 §4.1): none is ever answered, known or not.
fn notice(session: &mut Session, notification: &Notification<'_>) {
    if notification.method == *INITIALIZED {
        session.initialized();
    }
}

/// The answer to a line that is not even JSON: nobody knows which id it would have had.
fn refused(error: ErrorObject<'_>) -> String {
    Message::from(Response { id: None, outcome: Err(error) }).to_line()
}
