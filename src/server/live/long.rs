//! Tools that take their time, each call on a thread of its own.

use super::calls::Busy;
use super::questions::SessionAsking;
use super::{Conversation, Server, Session};
use crate::json::{Object, Value};
use crate::jsonrpc::{ErrorObject, Id, Message, Request, Response, code};
use crate::mcp::stateless::SUBSCRIPTIONS_LISTEN;
use crate::mcp::{CallToolResult, TOOLS_CALL, Tool, ToolError};
use crate::server::exchange::{Exchange, Outbox};
use crate::server::methods::call_tool;
use crate::server::offer::Offer;
use crate::server::stateless::{Asked, Retry};
use crate::server::why::Asks;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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

impl Server {
    /// Whether these are the params of a call to a long tool.
    pub(in crate::server) fn is_long(&self, params: &Value<'_>) -> bool {
        let name = || params.get("name")?.as_string();
        let long = |offer: &Offer| offer.long && name().is_some_and(|it| offer.tool.name == *it);
        self.tools.iter().any(long)
    }

    /// Whether a request of a session calls a long tool.
    pub(in crate::server) fn runs_long(&self, session: &Session, request: &Request<'_>) -> bool {
        request.method == *TOOLS_CALL
            && session.revision().is_some()
            && self.capabilities.has("tools")
            && request.params.as_ref().is_some_and(|params| self.is_long(params))
    }
}

impl Conversation {
    /// Runs a long call of a session.
    pub(super) fn long(
        &self,
        session: &Session,
        request: Request<'_>,
        outbox: &Outbox,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        let (id, server) = (request.id.into_owned(), Arc::clone(&self.server));
        let params = request.params.unwrap_or_default().into_owned();
        let (peer, calls) = (Arc::clone(&session.peer), Arc::clone(&self.calls));
        let (asked, ready) = (Arc::clone(outbox), session.is_ready());
        let asking = |cancelled: &Arc<AtomicBool>| -> Box<dyn Asks> {
            let cancelled = Arc::clone(cancelled);
            Box::new(SessionAsking { peer, calls, outbox: asked, cancelled, ready })
        };
        let answering = id.clone();
        let work = move |exchange: &Exchange, params: Value<'static>| {
            let outcome = call_tool(&server, exchange, params);
            Message::Response(Response { id: Some(answering), outcome }).to_line()
        };
        self.start((id, params), outbox, asking, work, deliver)
    }

    /// Serves a request of the stateless era, on a thread of its own if that may take long.
    pub(super) fn stateless(
        &self,
        request: Request<'_>,
        outbox: &Outbox,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        match Asked::check(&self.server, request) {
            Ok(asked) if asked.row.name == SUBSCRIPTIONS_LISTEN => {
                self.subscribe(asked.into_owned())
            }
            Ok(asked) if asked.may_take_long(&self.server) => {
                self.asked(asked.into_owned(), outbox, deliver)
            }
            asked => Some(self.server.answer_stateless(asked)),
        }
    }

    /// Opens a `subscriptions/listen`; says at once only that it cannot.
    pub(in crate::server) fn subscribe(&self, asked: Asked<'static>) -> Option<String> {
        if self.calls.is_open(&asked.id) {
            let why = "Invalid Request: a call with this id is still running";
            return Some(asked.refuse(ErrorObject::new(code::INVALID_REQUEST, why)));
        }
        let opened = self.notices.open(&self.server, asked.id.clone(), asked.params.clone());
        opened.err().map(|error| asked.refuse(error))
    }

    /// Serves a request of the stateless era that was checked, on a thread of its own.
    pub(in crate::server) fn asked(
        &self,
        asked: Asked<'static>,
        outbox: &Outbox,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        let retry = match Retry::read(&self.server, &asked) {
            Ok(retry) => retry,
            Err(error) => return Some(asked.refuse(error)),
        };
        let (id, row, params) = (asked.id, asked.row, asked.params);
        let (server, answering) = (Arc::clone(&self.server), id.clone());
        let work = move |exchange: &Exchange, params: Value<'static>| {
            Asked { id: answering, row, params }.run(&server, exchange)
        };
        self.start((id, params), outbox, |_| Box::new(retry), work, deliver)
    }

    /// Runs a call on a thread of its own; says at once only that it cannot.
    fn start(
        &self,
        (id, params): (Id<'static>, Value<'static>),
        outbox: &Outbox,
        asking: impl FnOnce(&Arc<AtomicBool>) -> Box<dyn Asks>,
        work: impl FnOnce(&Exchange, Value<'static>) -> String + Send + 'static,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        let entered =
            if self.notices.is_open(&id) { Err(Busy::SameId) } else { self.calls.enter(&id) };
        let cancelled = match entered {
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
        let (asking, flag) = (asking(&cancelled), Arc::clone(&cancelled));
        let exchange = Exchange::live(token(&params), Arc::clone(outbox), cancelled, asking);
        let (calls, key) = (Arc::clone(&self.calls), Arc::clone(&flag));
        let run = move || {
            let answer = work(&exchange, params);
            // SHOULD (2025-06-18, utilities/cancellation): a cancelled request is not answered.
            if calls.finish(&flag) {
                deliver(answer);
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
        Some(refuse(id, ErrorObject::new(code::INTERNAL_ERROR, why)))
    }
}

/// Under which name the client wants to hear of progress, if it does.
fn token(params: &Value<'_>) -> Option<Value<'static>> {
    let token = params.get("_meta")?.get("progressToken")?;
    // What may serve as an id may serve as a token: a string or a whole number.
    Id::from_value(token.clone().into_owned()).ok().map(Value::from)
}

pub(super) fn refuse(id: Id<'_>, error: ErrorObject<'_>) -> String {
    Message::Response(Response { id: Some(id), outcome: Err(error) }).to_line()
}
