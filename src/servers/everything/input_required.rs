//! Asking by a result, once. A client sees `resultType` `input_required`, and sends the same request again with
//! the answers, each under the key of its question:
//!
//! ```text
//! ← {"resultType":"input_required","inputRequests":{"user_name":{"method":"elicitation/create","params":{…}}}}
//! → {"name":"…","inputResponses":{"user_name":{"action":"accept","content":{"name":"Ada"}}}}
//! ← {"resultType":"complete","content":[{"type":"text","text":"Hello, Ada!"}]}
//! ```
//!
//! Nothing is remembered and nothing is sealed: see [`Server::asked_once`]. In a session with a handshake the
//! same handlers send their questions as requests.

use super::asking::words;
use super::{NOTHING, filled_in, form};
use crate::json::Str;
use crate::mcp::stateless::InputRequest;
use crate::mcp::{
    CreateMessageRequestParams, ELICITATION_CREATE, ElicitRequestParams, SAMPLING_CREATE_MESSAGE,
    Tool, ToolError,
};
use crate::server::{Exchange, Pause, Server};

const ELICITATION: &str = "test_input_required_result_elicitation";
const SAMPLING: &str = "test_input_required_result_sampling";
const LIST_ROOTS: &str = "test_input_required_result_list_roots";
const CAPABILITIES: &str = "test_input_required_result_capabilities";
/// The prompt that asks, see `prompts`.
pub(super) const PROMPT: &str = "test_input_required_result_prompt";

/// All that ask without a note.
pub(super) const ASKED_ONCE: &[&str] = &[ELICITATION, SAMPLING, LIST_ROOTS, CAPABILITIES, PROMPT];

/// A form with a name in it.
pub(super) const NAME: &str =
    r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;
const VALUE: &str =
    r#"{"type":"object","properties":{"value":{"type":"string"}},"required":["value"]}"#;

/// What a handler that may ask answers.
pub(super) type Answer = Result<Result<String, String>, Pause>;

/// Offers them.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let elicitation = Tool::new(ELICITATION, "Greets the human by name", NOTHING)?;
    let sampling = Tool::new(SAMPLING, "Asks the client's model for a capital", NOTHING)?;
    let list_roots = Tool::new(LIST_ROOTS, "Asks in which directories to work", NOTHING)?;
    let about = "Asks only what this client can be asked";
    let capabilities = Tool::new(CAPABILITIES, about, NOTHING)?;
    let name = form("What is your name?", NAME)?;
    let value = form("Value?", VALUE)?;
    server
        .asking_tool(elicitation, move |exchange, _| greet(exchange, &name))?
        .asking_tool(sampling, |exchange, _| capital(exchange))?
        .asking_tool(list_roots, |exchange, _| roots(exchange))?
        .asking_tool(capabilities, move |exchange, _| whatever_it_can(exchange, &value))
}

fn greet(exchange: &Exchange, name: &ElicitRequestParams<'static>) -> Answer {
    let answer = exchange.elicit("user_name", name.clone())?;
    Ok(filled_in(&answer, "name").map(|name| format!("Hello, {name}!")))
}

fn capital(exchange: &Exchange) -> Answer {
    let text = "What is the capital of France?".into();
    let question = CreateMessageRequestParams { text, max_tokens: 100 };
    let said = exchange.sample("capital_question", question)?.content;
    Ok(words(&said).map(|said| format!("Sampling: {said}")))
}

fn roots(exchange: &Exchange) -> Answer {
    let roots = exchange.roots("client_roots")?.roots;
    let uris: Vec<_> = roots.iter().map(|root| root.uri.excerpt()).collect();
    Ok(Ok(format!("Roots: {}", uris.join(", "))))
}

/// MUST (2026-07-28, basic/patterns/mrtr): only what this very request says its client can do.
fn whatever_it_can(exchange: &Exchange, value: &ElicitRequestParams<'static>) -> Answer {
    let question = CreateMessageRequestParams { text: "Sample request".into(), max_tokens: 50 };
    let both = [
        (ELICITATION_CREATE, InputRequest::elicit("elicit_input", value.clone())),
        (SAMPLING_CREATE_MESSAGE, InputRequest::sample("sample_input", question)),
    ];
    let able = both.into_iter().filter(|(method, _)| exchange.can_ask(method));
    let questions: Vec<_> = able.map(|(_, question)| question).collect();
    if questions.is_empty() {
        return Ok(Ok("no client capabilities declared".to_owned()));
    }
    let keys: Vec<Str<'_>> = questions.iter().map(|question| question.key.clone()).collect();
    exchange.ask(questions)?;
    let keys: Vec<_> = keys.iter().map(Str::excerpt).collect();
    Ok(Ok(format!("received {}", keys.join(","))))
}
