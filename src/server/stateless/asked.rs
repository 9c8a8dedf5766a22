//! A request of the stateless era, checked before anything is done.

use super::finish;
use super::rows::{ROWS, Row};
use crate::json::{Object, Value};
use crate::jsonrpc::{ErrorObject, Id, Message, Request, Response};
use crate::mcp::stateless::{
    CLIENT_CAPABILITIES, CLIENT_INFO, DISCOVER, Glance, LOG_LEVEL, PROTOCOL_VERSION,
    SUBSCRIPTIONS_LISTEN, SUPPORTED, unsupported_version,
};
use crate::mcp::{LoggingLevel, Misfit, PROMPTS_GET, Payload, TOOLS_CALL};
use crate::server::Server;
use crate::server::exchange::Exchange;

/// Whether a request belongs to the stateless era: it carries what only such a request carries, or its
/// method exists nowhere else.
pub(in crate::server) fn belongs(request: &Request<'_>) -> bool {
    let meta = request.params.as_ref().and_then(|params| params.get("_meta")?.as_object());
    let carries = |meta: &Object<'_>| {
        [PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO]
            .iter()
            .any(|key| meta.get(key).is_some())
    };
    meta.is_some_and(carries)
        || request.method == *DISCOVER
        || request.method == *SUBSCRIPTIONS_LISTEN
}

/// A request that may be served.
#[derive(Debug)]
pub(in crate::server) struct Asked<'a> {
    pub(in crate::server) id: Id<'a>,
    pub(in crate::server) row: &'static Row,
    pub(in crate::server) params: Value<'a>,
}

impl<'a> Asked<'a> {
    /// Checks all that does not depend on the method; the refusal is the line to send.
    pub(in crate::server) fn check(server: &Server, request: Request<'a>) -> Result<Self, String> {
        let Request { id, method, params } = request;
        let members = params.as_ref().and_then(Value::as_object).map(Object::members);
        let mut metas = members.unwrap_or_default().iter().filter(|it| it.name == *"_meta");
        let (meta, again) = (metas.next().map(|it| &it.value), metas.next());
        let problem = match Glance::at(meta) {
            _ if again.is_some() => {
                Some(Misfit { member: "_meta", expected: "written only once" }.into())
            }
            Err(misfit) => Some(misfit.into()),
            Ok(glance) if SUPPORTED.iter().all(|known| *glance.version != **known) => {
                Some(unsupported_version(glance.version.clone()))
            }
            // SHOULD (2026-07-28, server/utilities/logging): an unknown level is refused.
            Ok(glance) => level(glance.log_level).err().map(Into::into),
        };
        if let Some(error) = problem {
            return Err(line(id, Err(error)));
        }
        let row = ROWS.iter().find(|row| method == *row.name);
        let offered = |row: &&Row| row.needs.is_none_or(|it| server.capabilities.has(it));
        match row.filter(offered) {
            Some(row) => Ok(Self { id, row, params: params.unwrap_or_default() }),
            None => Err(line(id, Err(ErrorObject::method_not_found(&method.excerpt())))),
        }
    }

    /// Whether serving it may end in a question to whoever sits at the client.
    pub(in crate::server) fn may_ask(&self, server: &Server) -> bool {
        match self.row.name {
            TOOLS_CALL => server.is_long(&self.params),
            PROMPTS_GET => server.prompt_asks(&self.params),
            _ => false,
        }
    }

    /// Whether it may stay open for more than a moment.
    pub(in crate::server) fn may_take_long(&self, server: &Server) -> bool {
        self.may_ask(server) || self.row.name == SUBSCRIPTIONS_LISTEN
    }

    /// Serves it.
    pub(in crate::server) fn run(self, server: &Server, exchange: &Exchange) -> String {
        let outcome = (self.row.run)(server, exchange, self.params);
        line(self.id, finish::finish(server, self.row, exchange, outcome))
    }

    /// Refuses it.
    pub(in crate::server) fn refuse(self, error: ErrorObject<'_>) -> String {
        line(self.id, Err(error))
    }

    /// The same request, no longer pointing into its line.
    pub(in crate::server) fn into_owned(self) -> Asked<'static> {
        Asked { id: self.id.into_owned(), row: self.row, params: self.params.into_owned() }
    }
}

/// From which level on the client wants to read log messages about this request.
pub(super) fn level(written: Option<&Value<'_>>) -> Result<Option<LoggingLevel>, Misfit> {
    let level = written.cloned().map(LoggingLevel::from_value).transpose();
    level.map_err(|misfit| Misfit { member: LOG_LEVEL, ..misfit })
}

fn line(id: Id<'_>, outcome: Result<Value<'_>, ErrorObject<'_>>) -> String {
    // One lifetime for both, which is what a message takes.
    Message::Response(Response { id: Some(id), outcome }).to_line()
}
