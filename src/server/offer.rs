//! A tool on offer: its schema is compiled when it is registered, and held against every call.

use super::{Exchange, Server};
use crate::json::{Member, Object, Value};
use crate::mcp::stateless::{Mirror, mirrors};
use crate::mcp::{CallToolResult, Tool, ToolError};
use crate::schema::{Failure, Schema, SchemaError};
use std::fmt;
use std::sync::OnceLock;

/// What happens when a tool is called: arguments in, result out. Most handlers are done before anybody
/// could ask how far they are, and ignore the exchange.
type Handler = Box<dyn Fn(&Exchange, &Object<'_>) -> CallToolResult<'static> + Send + Sync>;

/// When the `inputSchema` of a tool is compiled, and whether it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Validation {
    /// When the tool is offered: a schema that is wrong, or says something that is not supported, is
    /// refused there.
    #[default]
    AtRegistration,
    /// At the first call. For schemas that are constants and that a test has compiled: a server with
    /// two small tools starts 0.07 ms sooner.
    AtFirstCall,
    /// Never: the handlers do all checks themselves.
    Off,
}

/// A tool and what stands behind it.
pub(super) struct Offer {
    pub(super) tool: Tool<'static>,
    /// What its arguments have to fit, compiled once.
    schema: OnceLock<Result<Schema, SchemaError>>,
    /// Which arguments are repeated in the head of a request, if any.
    mirrors: OnceLock<Vec<Mirror>>,
    pub(super) handler: Handler,
    /// Whether a call gets a thread of its own on a live connection.
    pub(super) long: bool,
    /// What a call is completed with, see [`Server::defaults`].
    defaults: Vec<Member<'static>>,
}

impl Server {
    /// Whether arguments have to fit a tool's `inputSchema` before its handler sees them, and when the
    /// schemas are compiled. To be said before the tools are offered.
    #[must_use]
    pub fn validation(mut self, validation: Validation) -> Self {
        self.validation = validation;
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

    /// Puts a tool in the place of an earlier one of the same name, or behind the others.
    pub(super) fn offer(
        mut self,
        tool: Tool<'static>,
        handler: Handler,
        long: bool,
    ) -> Result<Self, ToolError> {
        let (schema, mirrors) = (OnceLock::new(), OnceLock::new());
        let offer = Offer { tool, schema, mirrors, handler, long, defaults: Vec::new() };
        if self.validation == Validation::AtRegistration {
            offer.schema().as_ref().map_err(|error| ToolError::Schema(error.clone()))?;
        }
        self.tools.retain(|other| other.tool.name != offer.tool.name);
        self.tools.push(offer);
        Ok(self)
    }

    /// The arguments of this tool that are repeated in the head of a request. Where one of them is
    /// annotated wrongly, clients leave the tool out, and none is asked for.
    pub(super) fn mirrors(&self, tool: &Value<'_>) -> &[Mirror] {
        let named = |offer: &&Offer| tool.as_string().is_some_and(|it| offer.tool.name == *it);
        let Some(offer) = self.tools.iter().find(named) else { return &[] };
        offer
            .mirrors
            .get_or_init(|| mirrors(&offer.tool.input_schema.clone().into()).unwrap_or_default())
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
        if self.validation == Validation::Off {
            return Ok(arguments);
        }
        let arguments = Value::from(arguments);
        let problem = match offer.schema() {
            Ok(schema) => sentence(&offer.tool, &schema.check(&arguments)),
            Err(error) => {
                Some(format!("Tool ({}): inputSchema: {error}", offer.tool.name.excerpt()))
            }
        };
        match (problem, arguments) {
            (None, Value::Object(arguments)) => Ok(arguments),
            (problem, _) => Err(CallToolResult::error(problem.unwrap_or_default())),
        }
    }
}

impl Offer {
    fn schema(&self) -> &Result<Schema, SchemaError> {
        self.schema.get_or_init(|| Schema::compile(&self.tool.input_schema.clone().into()))
    }

    fn completed<'a>(&self, arguments: Object<'a>) -> Object<'a> {
        if self.defaults.is_empty() {
            return arguments;
        }
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
fn sentence(tool: &Tool<'_>, failures: &[Failure]) -> Option<String> {
    if failures.is_empty() {
        return None;
    }
    let places: Vec<_> = failures.iter().map(ToString::to_string).collect();
    let name = tool.name.excerpt();
    Some(format!("Tool ({name}) input validation failed: {}", places.join("; ")))
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
