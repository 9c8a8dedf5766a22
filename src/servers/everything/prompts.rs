//! Messages to pick from. A client sees them in `prompts/list`, and under `messages` what `prompts/get` has filled in:
//!
//! ```text
//! {"messages":[{"role":"user","content":{"type":"text","text":"Prompt with arguments: arg1='a', arg2='b'"}}]}
//! ```
//!
//! Since 2026-07-28 a prompt may ask first, with the same `input_required` as a tool.

use super::content::PNG;
use super::input_required::PROMPT;
use super::{filled_in, form, text};
use crate::json::Object;
use crate::mcp::{
    ContentBlock, ElicitRequestParams, Prompt, PromptMessage, ResourceContents, ToolError,
};
use crate::server::{Exchange, Pause, Server};

/// The one whose arguments are completed, see `completion`.
pub(super) const WITH_ARGUMENTS: &str = "test_prompt_with_arguments";

const CONTEXT: &str =
    r#"{"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}"#;

/// Offers them.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let simple = Prompt::new("test_simple_prompt", "A message without arguments");
    let with_arguments = Prompt::new(WITH_ARGUMENTS, "A message with two arguments in it")
        .required("arg1", "The first value")
        .required("arg2", "The second value");
    let with_resource =
        Prompt::new("test_prompt_with_embedded_resource", "A message with a resource inside")
            .required("resourceUri", "The URI of the resource");
    let with_image = Prompt::new("test_prompt_with_image", "A message with a picture");
    let asks = Prompt::new(PROMPT, "Asks the human before it answers");
    let context = form("What context should the prompt use?", CONTEXT)?;
    let server = server
        .prompt(simple, |_| "This is a simple prompt for testing.".to_owned())
        .prompt(with_arguments, arguments)
        .prompt(with_resource, resource)
        .prompt(with_image, |_| image())
        .asking_prompt(asks, move |exchange, _| asked(exchange, &context));
    Ok(server)
}

fn arguments(filled: &Object<'_>) -> String {
    let value = |name| text(filled, name).unwrap_or_default();
    format!("Prompt with arguments: arg1='{}', arg2='{}'", value("arg1"), value("arg2"))
}

fn resource(filled: &Object<'_>) -> Vec<PromptMessage<'static>> {
    let uri = text(filled, "resourceUri").unwrap_or_default();
    let content = "Embedded resource content for testing.";
    let inside = ContentBlock::resource(ResourceContents::text(uri, "text/plain", content));
    vec![PromptMessage::user(inside), says("Please process the embedded resource above.")]
}

fn image() -> Vec<PromptMessage<'static>> {
    let image = ContentBlock::image(PNG, "image/png");
    vec![PromptMessage::user(image), says("Please analyze the image above.")]
}

fn asked(exchange: &Exchange, form: &ElicitRequestParams<'static>) -> Result<String, Pause> {
    let answer = exchange.elicit("user_context", form.clone())?;
    // A prompt has no `isError`: why there is no context stands in its message.
    let context = filled_in(&answer, "context").unwrap_or_else(|why| why);
    Ok(format!("Context: {context}"))
}

fn says(text: &'static str) -> PromptMessage<'static> {
    PromptMessage::user(ContentBlock::Text(text.into()))
}
