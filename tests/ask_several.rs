//! Several questions at once, of every kind, in both eras; and a prompt that asks.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod eras;
mod live_wire;

use eras::{OBJECT, asks_with, state};
use live_wire::Wire;
use mcp_lab::json::{Object, Value, parse};
use mcp_lab::mcp::stateless::InputRequest;
use mcp_lab::mcp::{
    ContentBlock, ELICITATION_CREATE, Prompt, PromptMessage, ROOTS_LIST, SAMPLING_CREATE_MESSAGE,
    ServerCapabilities, Tool,
};
use mcp_lab::server::{Exchange, Pause, Seals, Server};

const FORM: &str = r#"{"message":"Who?","requestedSchema":{"type":"object","properties":{}}}"#;
const WORDS: &str =
    r#"{"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":9}"#;
const ALL: &str = r#"{"elicitation":{},"sampling":{},"roots":{}}"#;

fn question(
    key: &'static str,
    method: &'static str,
    params: Option<&str>,
) -> InputRequest<'static> {
    let params = params.map(|params| parse(params).unwrap().into_owned());
    InputRequest { key: key.into(), method: method.into(), params }
}

/// Says on one line what was answered.
fn survey(exchange: &Exchange, _: &Object<'_>) -> Result<Result<String, String>, Pause> {
    let answers = exchange.ask(vec![
        question("who", ELICITATION_CREATE, Some(FORM)),
        question("words", SAMPLING_CREATE_MESSAGE, Some(WORDS)),
        question("where", ROOTS_LIST, None),
    ])?;
    let lines: Vec<_> = answers.iter().map(Value::to_line).collect();
    Ok(Ok(lines.join(" ")))
}

fn server() -> Server {
    Server::new("asker", "1")
        .capabilities(ServerCapabilities::tools().with("prompts", &[]))
        .seals(Seals::new(|| [7; 32], || 1_800_000_000))
        .asking_tool(Tool::new("survey", "asks three", OBJECT).unwrap(), survey)
        .unwrap()
        .asking_prompt(Prompt::new("letter", "asks where"), |exchange, _| {
            let roots = exchange.roots("where")?.roots.len();
            Ok(vec![PromptMessage::user(ContentBlock::Text(format!("{roots} roots").into()))])
        })
}

const ANSWERS: [&str; 3] = [
    r#"{"action":"decline"}"#,
    r#"{"role":"assistant","content":{"type":"text","text":"Ho"},"model":"m"}"#,
    r#"{"roots":[{"uri":"file:///p"}]}"#,
];

/// The answers as they stand in the text of a result.
fn said() -> String {
    ANSWERS.join(" ").replace('"', "\\\"")
}

#[test]
fn in_the_stateless_era_they_come_in_one_result() {
    let mut wire = Wire::to(server());
    wire.send(&asks_with(1, "tools/call", r#""name":"survey","#, ALL));
    let answer = wire.hear();
    let asked = format!(
        r#""inputRequests":{{"who":{{"method":"elicitation/create","params":{FORM}}},"words":{{"method":"sampling/createMessage","params":{WORDS}}},"where":{{"method":"roots/list"}}}}"#
    );
    assert!(answer.contains(&asked), "{answer}");
    let [who, words, place] = ANSWERS;
    // Two of three: the third is asked for again, the two are not.
    let two = format!(
        r#""name":"survey","inputResponses":{{"who":{who},"words":{words}}},"requestState":"{}","#,
        state(&answer)
    );
    wire.send(&asks_with(2, "tools/call", &two, ALL));
    let answer = wire.hear();
    assert!(answer.contains(r#""inputRequests":{"where":{"method":"roots/list"}}"#), "{answer}");
    let third = format!(
        r#""name":"survey","inputResponses":{{"where":{place}}},"requestState":"{}","#,
        state(&answer)
    );
    wire.send(&asks_with(3, "tools/call", &third, ALL));
    let answer = wire.hear();
    assert!(answer.contains(&said()), "{answer}");
    assert!(wire.close().is_empty());
}

#[test]
fn in_a_session_they_come_one_after_the_other() {
    let mut wire = Wire::to(server());
    wire.send(&format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{ALL},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    ));
    assert!(wire.hear().contains("2025-11-25"));
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    wire.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"survey"}}"#);
    for (id, (method, answer)) in (1..)
        .zip([ELICITATION_CREATE, SAMPLING_CREATE_MESSAGE, ROOTS_LIST].into_iter().zip(ANSWERS))
    {
        let asked = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}""#);
        let heard = wire.hear();
        assert!(heard.starts_with(&asked), "{heard}");
        wire.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{answer}}}"#));
    }
    assert_eq!(wire.hear(), live_wire::said("1", &said()));
    assert!(wire.close().is_empty());
}

#[test]
fn only_what_this_very_request_says_its_client_can_do_is_asked() {
    let mut wire = Wire::to(server());
    for (capabilities, needed) in [
        (r#"{"sampling":{},"roots":{}}"#, "elicitation"),
        (r#"{"elicitation":{},"roots":{}}"#, "sampling"),
        (r#"{"elicitation":{},"sampling":{}}"#, "roots"),
    ] {
        wire.send(&asks_with(1, "tools/call", r#""name":"survey","#, capabilities));
        assert_eq!(
            wire.hear(),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32021,"message":"Missing required client capability: {needed}","data":{{"requiredCapabilities":{{"{needed}":{{}}}}}}}}}}"#
            )
        );
    }
}

#[test]
fn a_prompt_may_ask_too() {
    let mut wire = Wire::to(server());
    wire.send(&asks_with(1, "prompts/get", r#""name":"letter","#, ALL));
    let answer = wire.hear();
    assert!(answer.contains(r#""inputRequests":{"where":{"method":"roots/list"}}"#), "{answer}");
    let [.., place] = ANSWERS;
    let retry = format!(
        r#""name":"letter","inputResponses":{{"where":{place}}},"requestState":"{}","#,
        state(&answer)
    );
    wire.send(&asks_with(2, "prompts/get", &retry, ALL));
    assert!(wire.hear().contains("1 roots"));
    // In a session this server's prompts have nobody to ask.
    wire.send(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}"#);
    assert!(wire.hear().contains("2025-11-25"));
    wire.send(r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"letter"}}"#);
    assert_eq!(
        wire.hear(),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"nothing was done: this client does not offer roots"}}"#
    );
}

#[test]
fn what_may_not_ask_never_does() {
    let mut wire = Wire::to(server());
    for method in ["server/discover", "tools/list", "prompts/list"] {
        wire.send(&asks_with(1, method, r#""inputResponses":{"a":7},"requestState":"x","#, ALL));
        let answer = wire.hear();
        assert!(answer.contains(r#""resultType":"complete""#), "{answer}");
    }
}
