//! Everything: every feature of the protocol once, under the names and with the words that the official
//! conformance suite looks for.
//!
//! ```text
//! content         five tools: text, image, audio, a resource inside, several blocks
//! errors          a tool that says no, one that needs what a client may not have
//! telling         progress and log messages while a call runs
//! asking          a form, a form with defaults and choices, the client's model
//! input_required  the same as results: one question, and which ones a client can be asked
//! rounds          a note that comes back under a seal, several questions at once, one after the other
//! resources       text, bytes, one to subscribe to, a template
//! prompts         plain, with arguments, with a resource, with a picture, with a question
//! completion      what an argument could be
//! changes         word of what has changed
//! schemas         a schema that must travel untouched, an argument that travels as a header too
//! streams         what matters only where an answer is a stream
//! ```
//!
//! Each file opens with what a client sees on the wire. A handler that neither asks nor waits is a quick
//! tool, answered at once. The words are English because the suite compares them.
//!
//! Source: `@modelcontextprotocol/conformance` 0.2.0-alpha.12, requirements of 2025-11-25 and 2026-07-28.

mod asking;
mod changes;
mod completion;
mod content;
mod errors;
mod input_required;
mod prompts;
mod resources;
mod rounds;
mod schemas;
mod streams;
mod telling;

use crate::json::{Object, Value, parse};
use crate::mcp::{ElicitRequestParams, ElicitResult, ServerCapabilities, ToolError};
use crate::server::{Changes, Server, Validation};

/// The schema of a tool that takes nothing.
const NOTHING: &str = r#"{"type":"object","properties":{}}"#;

/// `everything` 1.0.0.
///
/// # Errors
/// A schema of its tools is wrong, which a test would have found.
pub fn everything() -> Result<Server, ToolError> {
    let changes = Changes::default();
    let promised = ServerCapabilities::tools()
        .with("tools", &["listChanged"])
        .with("prompts", &["listChanged"])
        .with("resources", &["subscribe", "listChanged"])
        .with("logging", &[])
        .with("completions", &[]);
    let server = Server::new("everything", "1.0.0")
        .capabilities(promised)
        .changes(changes.clone())
        .validation(Validation::AtFirstCall);
    // The first tool listed is the one that a client can try without knowing anything.
    let server = errors::offer(content::offer(server)?)?;
    let server = asking::offer(telling::offer(server)?)?;
    let server = rounds::offer(input_required::offer(server)?)?;
    let server = streams::offer(schemas::offer(changes::offer(server, &changes)?)?)?;
    let server = completion::offer(prompts::offer(resources::offer(server))?);
    Ok(server.asked_once(input_required::ASKED_ONCE))
}

/// A form for a human: what it says, and what the answer has to fit.
fn form(
    message: &'static str,
    schema: &'static str,
) -> Result<ElicitRequestParams<'static>, ToolError> {
    let schema = parse(schema).map_err(ToolError::NotJson)?;
    let requested_schema = schema.as_object().cloned().ok_or(ToolError::NotObject)?;
    Ok(ElicitRequestParams { message: message.into(), requested_schema })
}

/// What the human has written into one field; else why there is nothing.
fn filled_in(answer: &ElicitResult<'_>, field: &str) -> Result<String, String> {
    match answer {
        ElicitResult::Accept(content) => text(content, field),
        ElicitResult::Decline => Err("The user declined to answer.".to_owned()),
        ElicitResult::Cancel => Err("The user closed the question.".to_owned()),
    }
}

/// A member that a schema promised to be a string. Half a surrogate pair in it is no text.
fn text(members: &Object<'_>, name: &str) -> Result<String, String> {
    let found = members.get(name).and_then(Value::as_string);
    let found = found.and_then(|found| found.text().ok());
    let found = found.map(std::borrow::Cow::into_owned);
    found.ok_or_else(|| format!("{name}: expected a string that is text"))
}
