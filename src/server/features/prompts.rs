//! Prompts on offer, and the two methods that list them and fill them in.
//!
//! Source: MCP 2025-06-18 and 2026-07-28, `server/prompts`.

use super::guard::guarded;
use super::page;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{GetPromptParams, GetPromptResult, Payload, Prompt};
use crate::server::methods::Outcome;
use crate::server::{Exchange, Server};

/// What happens when a prompt is asked for: arguments in, messages out.
type Handler = Box<dyn Fn(&Exchange, &Object<'_>) -> GetPromptResult<'static> + Send + Sync>;

/// A prompt and what stands behind it.
pub(super) struct PromptOffer {
    pub(super) prompt: Prompt<'static>,
    handler: Handler,
}

impl Server {
    /// Offers a prompt. The handler may answer with a [`GetPromptResult`], with its messages, or with
    /// a `String`, which the user then says. It sees only arguments that are strings, and all that
    /// are required. A second prompt of the same name takes the place of the first.
    #[must_use]
    pub fn prompt<R>(
        mut self,
        prompt: Prompt<'static>,
        handler: impl Fn(&Exchange, &Object<'_>) -> R + Send + Sync + 'static,
    ) -> Self
    where
        R: Into<GetPromptResult<'static>>,
    {
        let handler: Handler =
            Box::new(move |exchange, arguments| handler(exchange, arguments).into());
        let prompts = &mut self.features.prompts;
        prompts.retain(|other| other.prompt.name != prompt.name);
        prompts.push(PromptOffer { prompt, handler });
        self
    }
}

/// Answers `prompts/list`.
pub(in crate::server) fn list_prompts<'a>(
    server: &Server,
    _: &Exchange,
    params: Value<'a>,
) -> Outcome<'a> {
    let prompts = server.features.prompts.iter().map(|offer| offer.prompt.clone().into_value());
    page(server, params, "prompts", prompts)
}

/// Answers `prompts/get`.
pub(in crate::server) fn get_prompt<'a>(
    server: &Server,
    exchange: &Exchange,
    params: Value<'a>,
) -> Outcome<'a> {
    let GetPromptParams { name, arguments } = GetPromptParams::from_value(params)?;
    let offer = find(server, &name)?;
    let missing = |name: &Str<'_>| arguments.members().iter().all(|member| member.name != *name);
    let mut required = offer.prompt.arguments.iter().filter(|argument| argument.required);
    if let Some(argument) = required.find(|argument| missing(&argument.name)) {
        let message = format!("Missing required argument: {}", argument.name.excerpt());
        return Err(ErrorObject::new(code::INVALID_PARAMS, message));
    }
    let what = || format!("prompt {}", name.excerpt());
    let mut result = guarded(|| (offer.handler)(exchange, &arguments), what)?;
    result.description = result.description.or_else(|| offer.prompt.description.clone());
    Ok(result.into_value())
}

/// The prompt of this name.
pub(super) fn find<'s>(
    server: &'s Server,
    name: &Str<'_>,
) -> Result<&'s PromptOffer, ErrorObject<'static>> {
    let found = server.features.prompts.iter().find(|offer| offer.prompt.name == *name);
    found.ok_or_else(|| {
        let message = format!("Unknown prompt: {}", name.excerpt());
        ErrorObject::new(code::INVALID_PARAMS, message)
    })
}
