//! Prompts on offer, and the two methods that list them and fill them in.
//!
//! Source: MCP 2025-06-18 and 2026-07-28, `server/prompts`.

use super::guard::guarded;
use super::page;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{GetPromptParams, GetPromptResult, Payload, Prompt};
use crate::server::methods::Outcome;
use crate::server::{Exchange, Pause, Server};

/// What happens when a prompt is asked for: arguments in, messages out.
type Handler =
    Box<dyn Fn(&Exchange, &Object<'_>) -> Result<GetPromptResult<'static>, Pause> + Send + Sync>;

/// A prompt and what stands behind it.
pub(super) struct PromptOffer {
    pub(super) prompt: Prompt<'static>,
    handler: Handler,
    /// Whether it may ask whoever sits at the client.
    asks: bool,
}

impl Server {
    /// Offers a prompt. The handler may answer with a [`GetPromptResult`], with its messages, or with
    /// a `String`, which the user then says. It sees only arguments that are strings, and all that
    /// are required. A second prompt of the same name takes the place of the first.
    #[must_use]
    pub fn prompt<R>(
        self,
        prompt: Prompt<'static>,
        handler: impl Fn(&Object<'_>) -> R + Send + Sync + 'static,
    ) -> Self
    where
        R: Into<GetPromptResult<'static>>,
    {
        let handler = Box::new(move |_: &Exchange, it: &Object<'_>| Ok(handler(it).into()));
        self.put_prompt(PromptOffer { prompt, handler, asks: false })
    }

    /// Offers a prompt that may ask whoever sits at the client first. Simplified: in the stateless era;
    /// in a session it is refused when it asks.
    #[must_use]
    pub fn asking_prompt<R>(
        self,
        prompt: Prompt<'static>,
        handler: impl Fn(&Exchange, &Object<'_>) -> Result<R, Pause> + Send + Sync + 'static,
    ) -> Self
    where
        R: Into<GetPromptResult<'static>>,
    {
        let handler = Box::new(move |exchange: &Exchange, it: &Object<'_>| {
            handler(exchange, it).map(Into::into)
        });
        self.put_prompt(PromptOffer { prompt, handler, asks: true })
    }

    fn put_prompt(mut self, offer: PromptOffer) -> Self {
        let prompts = &mut self.features.prompts;
        prompts.retain(|other| other.prompt.name != offer.prompt.name);
        prompts.push(offer);
        self
    }

    /// Whether these are the params of a `prompts/get` that may ask.
    pub(in crate::server) fn prompt_asks(&self, params: &Value<'_>) -> bool {
        let name = params.get("name").and_then(Value::as_string);
        let asks =
            |offer: &PromptOffer| offer.asks && name.is_some_and(|it| offer.prompt.name == *it);
        self.features.prompts.iter().any(asks)
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
    let done = guarded(|| (offer.handler)(exchange, &arguments), what)?;
    // In the stateless era this is not what goes out, see `stateless::finish`.
    let paused = |_: Pause| ErrorObject::new(code::INVALID_REQUEST, exchange.why());
    let mut result = done.map_err(paused)?;
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
