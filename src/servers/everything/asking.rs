//! Asking from inside of a call. In a session with a handshake a client sees a request of the server, and the
//! call is answered after it has answered that:
//!
//! ```text
//! ← {"id":1,"method":"elicitation/create","params":{"message":"…","requestedSchema":{…}}}
//! → {"id":1,"result":{"action":"accept","content":{"username":"a","email":"b"}}}
//! ```
//!
//! Since 2026-07-28 the same handlers end in a result that asks, see `input_required`.

use super::{NOTHING, form, text};
use crate::json::{Object, Value};
use crate::mcp::{
    ContentBlock, CreateMessageRequestParams, ElicitRequestParams, ElicitResult, Payload, Tool,
    ToolError,
};
use crate::server::{Exchange, Pause, Server};

const PROMPT: &str =
    r#"{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}"#;
const MESSAGE: &str =
    r#"{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}"#;
const USER: &str = r#"{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}"#;

/// A default for each kind of field (since 2025-11-25).
const DEFAULTS: &str = r#"{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}},"required":[]}"#;

/// Each way to offer a choice: one or several, with titles or without, and the old way to give titles.
const CHOICES: &str = r#"{"type":"object","properties":{"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}},"required":[]}"#;

/// What a handler that may ask answers.
type Answer = Result<Result<String, String>, Pause>;

/// Offers them.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let sampling = Tool::new("test_sampling", "Asks the client's model", PROMPT)?;
    let elicitation = Tool::new("test_elicitation", "Asks the human for two words", MESSAGE)?;
    let about = "Shows the human a form that is filled in already";
    let defaults = Tool::new("test_elicitation_sep1034_defaults", about, NOTHING)?;
    let about = "Shows the human every kind of choice";
    let choices = Tool::new("test_elicitation_sep1330_enums", about, NOTHING)?;
    let user = form("", USER)?;
    let filled = form("Please review and update the form fields", DEFAULTS)?;
    let chosen = form("Please select your options", CHOICES)?;
    server
        .asking_tool(sampling, sample)?
        .asking_tool(elicitation, move |exchange, arguments| elicit(exchange, arguments, &user))?
        .asking_tool(defaults, move |exchange, _| fill_in(exchange, &filled))?
        .asking_tool(choices, move |exchange, _| fill_in(exchange, &chosen))
}

fn sample(exchange: &Exchange, arguments: &Object<'_>) -> Answer {
    let text = match text(arguments, "prompt") {
        Ok(text) => text.into(),
        Err(why) => return Ok(Err(why)),
    };
    let question = CreateMessageRequestParams { text, max_tokens: 100 };
    let said = exchange.sample("answer", question)?.content;
    Ok(words(&said).map(|said| format!("LLM response: {said}")))
}

/// What the model said, if it said it in words.
pub(super) fn words(said: &ContentBlock<'_>) -> Result<String, String> {
    let words = match said {
        ContentBlock::Text(text) => text.text().ok().map(std::borrow::Cow::into_owned),
        ContentBlock::Other(_) => None,
    };
    words.ok_or_else(|| "The client's model did not answer in words.".to_owned())
}

fn elicit(
    exchange: &Exchange,
    arguments: &Object<'_>,
    user: &ElicitRequestParams<'static>,
) -> Answer {
    let message = match text(arguments, "message") {
        Ok(message) => message.into(),
        Err(why) => return Ok(Err(why)),
    };
    let answer = exchange.elicit("user", ElicitRequestParams { message, ..user.clone() })?;
    Ok(Ok(format!("User response: {}", answer.into_value().to_line())))
}

fn fill_in(exchange: &Exchange, form: &ElicitRequestParams<'static>) -> Answer {
    let (action, content) = match exchange.elicit("form", form.clone())? {
        ElicitResult::Accept(content) => ("accept", content),
        ElicitResult::Decline => ("decline", Object::default()),
        ElicitResult::Cancel => ("cancel", Object::default()),
    };
    let content = Value::from(content).to_line();
    Ok(Ok(format!("Elicitation completed: action={action}, content={content}")))
}
