//! The methods this server knows, one row each.

use super::features::page;
use super::{Exchange, Server, Session};
use crate::json::{Object, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{
    CallToolParams, INITIALIZE, InitializeParams, InitializeResult, PING, Payload, Revision,
    TOOLS_CALL, TOOLS_LIST,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a method answers: a result, or the error object of a request refused.
pub(super) type Outcome<'a> = Result<Value<'a>, ErrorObject<'a>>;

/// A method and what it takes to call it.
pub(super) struct Method {
    pub(super) name: &'static str,
    /// The capability that must have been promised. What needs none may come before `initialize`.
    pub(super) needs: Option<&'static str>,
    pub(super) run: for<'a> fn(&Server, &mut Session, Value<'a>) -> Outcome<'a>,
}

/// The router: what is neither here nor in the table of features does not exist.
pub(super) const METHODS: &[Method] = &[
    Method { name: INITIALIZE, needs: None, run: initialize },
    Method { name: PING, needs: None, run: |_, _, _| Ok(Object::default().into()) },
    Method {
        name: TOOLS_LIST,
        needs: Some("tools"),
        run: |server, _, params| list_tools(server, &Exchange::default(), params),
    },
    Method {
        name: TOOLS_CALL,
        needs: Some("tools"),
        run: |server, _, params| call_tool(server, &Exchange::default(), params),
    },
];

fn initialize<'a>(server: &Server, session: &mut Session, params: Value<'a>) -> Outcome<'a> {
    // MUST (2025-06-18, basic/lifecycle): initialization happens once, first.
    if session.revision().is_some() {
        let message = "Invalid Request: initialize was answered already";
        return Err(ErrorObject::new(code::INVALID_REQUEST, message));
    }
    let offer = InitializeParams::from_value(params)?;
    let revision = Revision::negotiate(&offer.protocol_version.text().unwrap_or_default());
    session.agree(revision, offer.capabilities);
    let result = InitializeResult {
        protocol_version: revision.as_str().into(),
        capabilities: server.capabilities.clone(),
        server_info: server.info.clone(),
    };
    Ok(result.into_value())
}

pub(super) fn list_tools<'a>(server: &Server, _: &Exchange, params: Value<'a>) -> Outcome<'a> {
    // One page of them: all, unless the server was given a page size.
    let tools = server.tools.iter().map(|offer| offer.tool.clone().into_value());
    page(server, params, "tools", tools)
}

/// Runs a tool.
pub(super) fn call_tool<'a>(
    server: &Server,
    exchange: &Exchange,
    params: Value<'a>,
) -> Outcome<'a> {
    let CallToolParams { name, arguments } = CallToolParams::from_value(params)?;
    let Some(offer) = server.tools.iter().find(|offer| offer.tool.name == name) else {
        let message = format!("Unknown tool: {}", name.excerpt());
        return Err(ErrorObject::new(code::INVALID_PARAMS, message));
    };
    // A handler that panics takes down its own call and nothing else.
    let run = AssertUnwindSafe(|| match server.validated(offer, arguments) {
        Ok(arguments) => (offer.handler)(exchange, &arguments).into_value(),
        Err(refused) => refused.into_value(),
    });
    catch_unwind(run).map_err(|_| {
        let message = format!("Internal error: tool {} panicked", name.excerpt());
        ErrorObject::new(code::INTERNAL_ERROR, message)
    })
}
