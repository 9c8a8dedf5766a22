//! The client without a wire: lines in, lines out.

use super::{ClientError, Host};
use crate::json::{self, Object, Value};
use crate::jsonrpc::{ErrorObject, Message, Notification, Request, Response};
use crate::mcp::PING;

/// Numbers requests from 1 and knows which of them are still open.
#[derive(Debug, Default)]
pub struct Client {
    sent: i64,
    pub(super) open: Vec<i64>,
    /// One that nobody waits for any more.
    pub(super) given_up: Option<i64>,
    /// Who answers what the server asks; nobody unless somebody was named.
    pub(super) host: Option<Box<dyn Host>>,
}

/// What a line from the server turned out to be.
#[derive(Debug)]
pub enum Received {
    /// An answer to the request of this number.
    Answer(i64, Result<Value<'static>, ErrorObject<'static>>),
    /// The server asked something itself: this line answers it.
    Reply(String),
    /// A notification: nothing is owed.
    Nothing,
}

impl Client {
    /// The line that asks, and the number its answer will carry.
    pub fn request(&mut self, method: &str, params: Option<Value<'_>>) -> (i64, String) {
        self.sent += 1;
        self.open.push(self.sent);
        let request = Request { id: self.sent.into(), method: method.into(), params };
        (self.sent, Message::Request(request).to_line())
    }

    /// The line that tells. It has no `id`, so no answer to it may come.
    pub fn notification(method: &str, params: Option<Value<'_>>) -> String {
        Message::Notification(Notification { method: method.into(), params }).to_line()
    }

    /// What a line from the server is.
    ///
    /// # Errors
    /// It is no message, or it answers something that is not open.
    pub fn receive(&mut self, line: &str) -> Result<Received, ClientError> {
        let value = json::parse(line).map_err(ClientError::NotJson)?;
        match Message::from_value(value).map_err(|it| ClientError::Malformed(it.reason))? {
            Message::Response(response) => self.answered(response),
            Message::Request(request) => Ok(Received::Reply(self.reply(request))),
            Message::Notification(_) => Ok(Received::Nothing),
        }
    }

    fn answered(&mut self, response: Response<'_>) -> Result<Received, ClientError> {
        let outcome = response.outcome.map(Value::into_owned).map_err(ErrorObject::into_owned);
        match response.id {
            Some(id) => match self.open.iter().position(|open| id == *open) {
                Some(place) => Ok(Received::Answer(self.open.swap_remove(place), outcome)),
                None => Err(ClientError::Unasked(id.into_owned())),
            },
            // An error without an id: some line of ours could not be read at all.
            None if self.is_late() => Ok(Received::Nothing),
            None => Err(outcome.err().map_or(ClientError::Closed, ClientError::Refused)),
        }
    }

    /// The answer to a server's own question. Where nothing was promised, only `ping` has one.
    fn reply(&mut self, request: Request<'_>) -> String {
        let Request { id, method, params } = request;
        let outcome = match &mut self.host {
            _ if method == *PING => Ok(Object::default().into()),
            Some(host) => host.answer(&method, &params.unwrap_or_default()),
            None => Err(ErrorObject::method_not_found(&method.excerpt())),
        };
        Message::Response(Response { id: Some(id), outcome }).to_line()
    }
}
