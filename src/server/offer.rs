//! A tool on offer: its schema is compiled when it is registered, and held against every call.

use super::{Exchange, Server};
use crate::json::{Member, Object, Value};
use crate::mcp::{CallToolResult, Tool, ToolError};
use crate::schema::{Failure, Schema};
use std::fmt;

/// What happens when a tool is called: arguments in, result out. Most handlers are done before anybody
/// could ask how far they are, and ignore the exchange.
pub(super) type Handler =
    Box<dyn Fn(&Exchange, &Object<'_>) -> CallToolResult<'static> + Send + Sync>;

/// A tool and what stands behind it.
pub(super) struct Offer {
    pub(super) tool: Tool<'static>,
    /// What its arguments have to fit, compiled once.
    pub(super) schema: Schema,
    pub(super) handler: Handler,
    /// Whether a call gets a thread of its own on a live connection.
    pub(super) long: bool,
    /// What a call is completed with, see [`Server::defaults`].
    pub(super) defaults: Vec<Member<'static>>,
}

impl Server {
    /// Whether arguments have to fit a tool's `inputSchema` before its handler sees them. They have to,
    /// unless a server that does its own checks says `false` here.
    #[must_use]
    pub fn validation(mut self, on: bool) -> Self {
        self.validates = on;
        self
    }

    /// Completes the calls of a tool: a property that is missing gets its `default` before anything is
    /// checked. JSON Schema leaves this to whoever wants it, so only a tool that asks for it gets it;
    /// and only its own properties, not what is inside of them.
    #[must_use]
    pub fn defaults(mut self, tool: &str) -> Self {
        for offer in self.tools.iter_mut().filter(|offer| offer.tool.name == *tool) {
            let properties = offer.tool.input_schema.get("properties").and_then(Value::as_object);
            let members = properties.into_iter().flat_map(Object::members);
            let default = |member: &Member<'static>| {
                let value = member.value.get("default")?.clone();
                Some(Member { name: member.name.clone(), value })
            };
            offer.defaults = members.filter_map(default).collect();
        }
        self
    }

    /// Puts an offer in the place of an earlier one of the same name, or behind the others.
    pub(super) fn offer(mut self, offer: Offer) -> Self {
        self.tools.retain(|other| other.tool.name != offer.tool.name);
        self.tools.push(offer);
        self
    }

    /// The arguments, if they fit; else the result that says where they do not.
    ///
    /// Arguments that do not fit are the model's mistake, and the model has to read about it: so this is
    /// a result with `isError`, not an error of the protocol (settled by 2025-11-25, server/tools).
    pub(super) fn validated<'a>(
        &self,
        offer: &Offer,
        arguments: Object<'a>,
    ) -> Result<Object<'a>, CallToolResult<'static>> {
        let arguments = offer.completed(arguments);
        if !self.validates {
            return Ok(arguments);
        }
        let arguments = Value::from(arguments);
        let failures = offer.schema.check(&arguments);
        if let (Value::Object(arguments), true) = (arguments, failures.is_empty()) {
            return Ok(arguments);
        }
        Err(CallToolResult::error(sentence(&offer.tool, &failures)))
    }
}

impl Offer {
    pub(super) fn new(tool: Tool<'static>, handler: Handler) -> Result<Self, ToolError> {
        let schema = Schema::compile(&tool.input_schema.clone().into());
        let schema = schema.map_err(ToolError::Schema)?;
        Ok(Self { tool, schema, handler, long: false, defaults: Vec::new() })
    }

    fn completed<'a>(&self, arguments: Object<'a>) -> Object<'a> {
        let missing: Vec<Member<'a>> = self
            .defaults
            .iter()
            .filter(|default| arguments.members().iter().all(|member| member.name != default.name))
            .cloned()
            .collect();
        if missing.is_empty() { arguments } else { arguments.into_iter().chain(missing).collect() }
    }
}

/// What the model reads: every place that does not fit, at once.
fn sentence(tool: &Tool<'_>, failures: &[Failure]) -> String {
    let places: Vec<_> = failures.iter().map(ToString::to_string).collect();
    format!("Tool ({}) input validation failed: {}", tool.name.excerpt(), places.join("; "))
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<_> = self.tools.iter().map(|offer| &offer.tool.name).collect();
        f.debug_struct("Server")
            .field("info", &self.info)
            .field("tools", &tools)
            .finish_non_exhaustive()
    }
}
