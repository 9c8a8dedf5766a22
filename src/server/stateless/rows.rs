//! The methods of the stateless era, one row each.

use crate::json::Value;
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::{DISCOVER, DiscoverResult, SUBSCRIPTIONS_LISTEN, SUPPORTED};
use crate::mcp::{
    COMPLETION_COMPLETE, PROMPTS_GET, PROMPTS_LIST, Payload, RESOURCES_LIST, RESOURCES_READ,
    RESOURCES_TEMPLATES_LIST, TOOLS_CALL, TOOLS_LIST,
};
use crate::server::Server;
use crate::server::exchange::Exchange;
use crate::server::features::{
    complete, get_prompt, list_prompts, list_resources, list_templates, read_resource,
};
use crate::server::methods::{Outcome, call_tool, list_tools};

/// A method and how its results travel.
#[derive(Debug)]
pub(in crate::server) struct Row {
    pub(in crate::server) name: &'static str,
    /// The capability that must have been promised.
    pub(super) needs: Option<&'static str>,
    /// How long a client may keep the result; `None` where it may not.
    pub(super) hints: Option<Hints>,
    pub(super) run: for<'a> fn(&Server, &Exchange, Value<'a>) -> Outcome<'a>,
}

/// How long a client may take a result for true without asking again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hints {
    /// In milliseconds.
    pub(super) ttl_ms: i64,
    /// `public` when everybody gets the same, `private` when the result is only for who asked.
    pub(super) scope: &'static str,
}

/// What a server is made of, and the same for everybody while it runs: five minutes.
const LASTING: Option<Hints> = Some(Hints { ttl_ms: 300_000, scope: "public" });

/// What may be another thing a moment later, and only for who asked: not to be kept.
const FLEETING: Option<Hints> = Some(Hints { ttl_ms: 0, scope: "private" });

const PLAIN: Row = Row { name: "", needs: None, hints: None, run: no_wire };

/// The router. What is gone, such as `initialize` and `ping`, is not in it.
pub(super) const ROWS: &[Row] = &[
    Row { name: DISCOVER, hints: LASTING, run: discover, ..PLAIN },
    Row { name: TOOLS_LIST, needs: Some("tools"), hints: LASTING, run: list_tools },
    Row { name: TOOLS_CALL, needs: Some("tools"), run: call_tool, ..PLAIN },
    Row { name: RESOURCES_LIST, needs: Some("resources"), hints: FLEETING, run: list_resources },
    Row {
        name: RESOURCES_TEMPLATES_LIST,
        needs: Some("resources"),
        hints: LASTING,
        run: list_templates,
    },
    // Simplified: the specification allows a question here too; `Resources::read` has no exchange to ask
    // through.
    Row { name: RESOURCES_READ, needs: Some("resources"), hints: FLEETING, run: read },
    Row { name: PROMPTS_LIST, needs: Some("prompts"), hints: LASTING, run: list_prompts },
    Row { name: PROMPTS_GET, needs: Some("prompts"), run: get_prompt, ..PLAIN },
    Row { name: COMPLETION_COMPLETE, needs: Some("completions"), run: complete, ..PLAIN },
    Row { name: SUBSCRIPTIONS_LISTEN, ..PLAIN },
];

#[expect(clippy::unnecessary_wraps, reason = "every method of the table has this shape")]
fn discover<'a>(server: &Server, _: &Exchange, _: Value<'a>) -> Outcome<'a> {
    let result = DiscoverResult {
        supported_versions: SUPPORTED.iter().map(|version| (*version).into()).collect(),
        capabilities: server.capabilities.clone(),
        // Every result names the server, see `finish`.
        server_info: None,
    };
    Ok(result.into_value())
}

/// MUST (2026-07-28, server/resources): what is not there is a wrong parameter in this era.
fn read<'a>(server: &Server, exchange: &Exchange, params: Value<'a>) -> Outcome<'a> {
    read_resource(server, exchange, params, code::INVALID_PARAMS)
}

/// `subscriptions/listen` where nothing but answers can be sent.
fn no_wire<'a>(_: &Server, _: &Exchange, _: Value<'a>) -> Outcome<'a> {
    let why = "Internal error: this connection carries answers only";
    Err(ErrorObject::new(code::INTERNAL_ERROR, why))
}
