//! Asking by a result, with a note that comes back. A client sees `requestState`, an opaque string, and has to send
//! it back to the letter with its answers:
//!
//! ```text
//! ← {"resultType":"input_required","inputRequests":{"step1":…},"requestState":"eyJh….q3Xc…"}
//! → {"inputResponses":{"step1":…},"requestState":"eyJh….q3Xc…"}
//! ← {"resultType":"input_required","inputRequests":{"step2":…},"requestState":"eyJi….8dKf…"}
//! ```
//!
//! The note holds what was answered so far, under a [seal](crate::server::Seals): a note that was changed gets
//! -32602. The server remembers nothing, and any server with the same key can go on.

use super::asking::words;
use super::input_required::{Answer, NAME};
use super::{NOTHING, filled_in, form};
use crate::json::Value;
use crate::mcp::stateless::InputRequest;
use crate::mcp::{
    CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams, ElicitResult,
    ListRootsResult, Misfit, Payload, Tool, ToolError,
};
use crate::server::{Exchange, Server};

const REQUEST_STATE: &str = "test_input_required_result_request_state";
const TAMPERED_STATE: &str = "test_input_required_result_tampered_state";
const MULTIPLE_INPUTS: &str = "test_input_required_result_multiple_inputs";
const MULTI_ROUND: &str = "test_input_required_result_multi_round";

const OK: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
const COLOR: &str =
    r#"{"type":"object","properties":{"color":{"type":"string"}},"required":["color"]}"#;

/// Offers them.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let request_state = Tool::new(REQUEST_STATE, "Asks, and wants its note back", NOTHING)?;
    let about = "Asks, and refuses a note that was changed";
    let tampered_state = Tool::new(TAMPERED_STATE, about, NOTHING)?;
    let about = "Asks a human, a model and a client at once";
    let multiple_inputs = Tool::new(MULTIPLE_INPUTS, about, NOTHING)?;
    let multi_round = Tool::new(MULTI_ROUND, "Asks twice, one after the other", NOTHING)?;
    let confirmed = form("Please confirm", OK)?;
    let again = confirmed.clone();
    let name = form("What is your name?", NAME)?;
    let steps = [
        form("Step 1: What is your name?", NAME)?,
        form("Step 2: What is your favorite color?", COLOR)?,
    ];
    server
        .asking_tool(request_state, move |exchange, _| confirm(exchange, &confirmed))?
        .asking_tool(multiple_inputs, move |exchange, _| three_at_once(exchange, &name))?
        .asking_tool(multi_round, move |exchange, _| two_rounds(exchange, &steps))?
        .asking_tool(tampered_state, move |exchange, _| confirm(exchange, &again))
}

/// Whoever comes this far has brought back the note as it was: the answer would not be here otherwise.
fn confirm(exchange: &Exchange, form: &ElicitRequestParams<'static>) -> Answer {
    Ok(match exchange.elicit("confirm", form.clone())? {
        ElicitResult::Accept(_) => Ok("state-ok".to_owned()),
        answer @ (ElicitResult::Decline | ElicitResult::Cancel) => filled_in(&answer, "ok"),
    })
}

fn three_at_once(exchange: &Exchange, name: &ElicitRequestParams<'static>) -> Answer {
    let greeting =
        CreateMessageRequestParams { text: "Generate a greeting".into(), max_tokens: 50 };
    let answers = exchange.ask(vec![
        InputRequest::elicit("user_name", name.clone()),
        InputRequest::sample("greeting", greeting),
        InputRequest::roots("client_roots"),
    ])?;
    Ok(read(answers).unwrap_or_else(|misfit| Err(misfit.to_string())))
}

/// The three answers, in the order of the questions.
fn read(answers: Vec<Value<'_>>) -> Result<Result<String, String>, Misfit> {
    let mut answers = answers.into_iter();
    let mut next = || answers.next().unwrap_or_default();
    let name = filled_in(&ElicitResult::from_value(next())?, "name");
    let greeting = words(&CreateMessageResult::from_value(next())?.content);
    let roots = ListRootsResult::from_value(next())?.roots.len();
    Ok(name.and_then(|name| Ok(format!("{}, {name}! Roots: {roots}", greeting?))))
}

fn two_rounds(exchange: &Exchange, [name, color]: &[ElicitRequestParams<'static>; 2]) -> Answer {
    let name = exchange.elicit("step1", name.clone())?;
    // In the second round the first answer comes out of the note.
    let color = exchange.elicit("step2", color.clone())?;
    let (name, color) = (filled_in(&name, "name"), filled_in(&color, "color"));
    Ok(name.and_then(|name| Ok(format!("{name} likes {}", color?))))
}
