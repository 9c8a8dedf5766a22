//! Tools that take their time, each call on a thread of its own.

use super::calls::Busy;
use super::{Live, Server};
use crate::json::{Object, Value};
use crate::jsonrpc::{ErrorObject, Id, Message, Request, Response, code};
use crate::mcp::{CallToolResult, TOOLS_CALL, Tool, ToolError};
use crate::server::exchange::{Exchange, Outbox};
use crate::server::methods::call_tool;
use crate::server::offer::Offer;
use std::sync::Arc;
use std::thread;

impl Server {
    /// Offers a tool that may run for more than a moment. On a [live](super::live) connection each
    /// call has a thread of its own; the handler gets an [`Exchange`], through which it reports
    /// progress and sees a cancellation. What is offered by [`Server::tool`] keeps everybody waiting
    /// while it runs, also those whose answers are written and not yet sent.
    ///
    /// # Errors
    /// As [`Server::tool`].
    pub fn long_tool<R>(
        self,
        tool: Tool<'static>,
        handler: impl Fn(&Exchange, &Object<'_>) -> R + Send + Sync + 'static,
    ) -> Result<Self, ToolError>
    where
        R: Into<CallToolResult<'static>>,
    {
        let handler = Box::new(move |exchange: &Exchange, arguments: &Object<'_>| {
            handler(exchange, arguments).into()
        });
        self.offer(tool, handler, true)
    }
}

impl Live {
    /// Whether a request calls a long tool.
    pub(super) fn is_long(&self, request: &Request<'_>) -> bool {
        let name = || request.params.as_ref()?.get("name")?.as_string();
        let long =
            |offer: &Offer| offer.long && name().is_some_and(|name| offer.tool.name == *name);
        request.method == *TOOLS_CALL
            && self.session.revision().is_some()
            && self.server.capabilities.has("tools")
            && self.server.tools.iter().any(long)
    }

    /// Runs a long call on a thread of its own; says at once only that it cannot.
    pub(super) fn start(
        &self,
        request: Request<'_>,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        let id = request.id.into_owned();
        let cancelled = match self.calls.enter(&id) {
            Ok(flag) => flag,
            Err(Busy::TooMany) => {
                let why = "Internal error: too many calls at once";
                return Some(refuse(id, ErrorObject::new(code::INTERNAL_ERROR, why)));
            }
            Err(Busy::SameId) => {
                let why = "Invalid Request: a call with this id is still running";
                return Some(refuse(id, ErrorObject::new(code::INVALID_REQUEST, why)));
            }
        };
        let params = request.params.unwrap_or_default().into_owned();
        let exchange = Exchange::new(token(&params), self.outbox(), cancelled);
        let (server, calls, key) = (Arc::clone(&self.server), Arc::clone(&self.calls), id.clone());
        let run = move || {
            let outcome = call_tool(&server, &exchange, params);
            // SHOULD (2025-06-18, utilities/cancellation): a cancelled request is not answered.
            if calls.finish(&id) {
                deliver(Message::Response(Response { id: Some(id), outcome }).to_line());
            } else {
                drop(deliver);
            }
            calls.leave();
        };
        if thread::Builder::new().name("long call".to_owned()).spawn(run).is_ok() {
            return None;
        }
        self.calls.finish(&key);
        self.calls.leave();
        let why = "Internal error: no thread could be started";
        Some(refuse(key, ErrorObject::new(code::INTERNAL_ERROR, why)))
    }

    fn outbox(&self) -> Outbox {
        let (calls, out) = (Arc::clone(&self.calls), Arc::clone(&self.out));
        Box::new(move |line: String| out.send(&calls, &line))
    }
}

/// Under which name the client wants to hear of progress, if it does.
fn token(params: &Value<'_>) -> Option<Value<'static>> {
    let token = params.get("_meta")?.get("progressToken")?;
    matches!(token, Value::String(_) | Value::Number(_)).then(|| token.clone().into_owned())
}

pub(super) fn refuse(id: Id<'_>, error: ErrorObject<'_>) -> String {
    Message::Response(Response { id: Some(id), outcome: Err(error) }).to_line()
}
