//! The way of one line: text → value → message → method, and back.

use super::features::FEATURES;
use super::methods::METHODS;
use super::{Server, Session};
use crate::json::{self, Value};
use crate::jsonrpc::{ErrorObject, Malformed, Message, Request, Response, code};
use crate::mcp::{INITIALIZED, Misfit};

impl Server {
    /// The answer this line deserves, or `None` when sending one is forbidden.
    pub fn answer(&self, session: &mut Session, line: &str) -> Option<String> {
        match json::parse(line) {
            Ok(value) => self.handle(session, Message::from_value(value)),
            Err(error) => Some(refused(error.into())),
        }
    }

    /// The same for a line that was read already.
    pub(super) fn handle(
        &self,
        session: &mut Session,
        message: Result<Message<'_>, Malformed<'_>>,
    ) -> Option<String> {
        match message {
            Ok(Message::Request(request)) => Some(self.respond(session, request)),
            // MUST (JSON-RPC 2.0 §4.1): a notification is never answered, known or not.
            Ok(Message::Notification(notification)) => {
                if notification.method == *INITIALIZED {
                    session.initialized();
                }
                None
            }
            // Here nothing was asked; on a live connection responses do not come this far.
            Ok(Message::Response(_)) => None,
            Err(malformed) => Some(malformed.answer().to_line()),
        }
    }

    fn respond(&self, session: &mut Session, request: Request<'_>) -> String {
        let Request { id, method, params } = request;
        let row = METHODS.iter().chain(FEATURES).find(|row| method == *row.name);
        let outcome = match row {
            // Undefined by the specification; a clear refusal teaches more than a guess.
            _ if session.revision().is_none() && row.is_none_or(|row| row.needs.is_some()) => {
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
        Message::Response(Response { id: Some(id), outcome }).to_line()
    }
}

/// The answer to a line of which nobody knows which id it would have had.
pub(super) fn refused(error: ErrorObject<'_>) -> String {
    Message::Response(Response { id: None, outcome: Err(error) }).to_line()
}
