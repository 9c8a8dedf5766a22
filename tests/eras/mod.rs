//! Requests of the stateless era, and a server that asks.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::json::{Object, parse};
use mcp_lab::mcp::{ElicitRequestParams, ElicitResult, ServerCapabilities, Tool};
use mcp_lab::server::{Exchange, Pause, Seals, Server};

pub(crate) const OBJECT: &str = r#"{"type":"object"}"#;
pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// `_meta` of a client with these capabilities.
pub(crate) fn meta(capabilities: &str) -> String {
    format!(r#""_meta":{{"{VERSION}":"2026-07-28","{CAPABILITIES}":{capabilities}}}"#)
}

/// A request; `params` are members with a comma behind each.
pub(crate) fn asks(id: i64, method: &str, params: &str) -> String {
    asks_with(id, method, params, r#"{"elicitation":{}}"#)
}

pub(crate) fn asks_with(id: i64, method: &str, params: &str, capabilities: &str) -> String {
    let meta = meta(capabilities);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{meta}}}}}"#)
}

/// What stands at the end of every result.
pub(crate) const NAMED: &str =
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"asker","version":"1"}}"#;

fn form(message: &'static str, schema: &'static str) -> ElicitRequestParams<'static> {
    let requested_schema: Object<'_> = parse(schema).unwrap().as_object().unwrap().clone();
    ElicitRequestParams { message: message.into(), requested_schema }
}

const NAME: &str = r#"{"type":"object","properties":{"name":{"type":"string","minLength":1}},"required":["name"]}"#;
const COLOUR: &str =
    r#"{"type":"object","properties":{"colour":{"type":"string"}},"required":["colour"]}"#;

/// Greets by name, in a colour that is asked for after the name.
fn greet(exchange: &Exchange, _: &Object<'_>) -> Result<Result<String, String>, Pause> {
    let ElicitResult::Accept(name) = exchange.elicit("who", form("Your name?", NAME))? else {
        return Ok(Err("nobody was greeted".to_owned()));
    };
    let ElicitResult::Accept(colour) = exchange.elicit("how", form("Your colour?", COLOUR))? else {
        return Ok(Err("no colour, no greeting".to_owned()));
    };
    let (name, colour) =
        (name.get("name").unwrap().to_line(), colour.get("colour").unwrap().to_line());
    Ok(Ok(format!("Hello, {name} in {colour}!")))
}

/// A server with a quick tool `add`, and one that asks twice.
pub(crate) fn bare() -> Server {
    Server::new("asker", "1")
        .capabilities(ServerCapabilities::tools())
        .tool(Tool::new("quick", "at once", OBJECT).unwrap(), |_| Ok::<_, &str>("done"))
        .unwrap()
        .asking_tool(Tool::new("greet", "asks twice", OBJECT).unwrap(), greet)
        .unwrap()
}

/// The same with seals of a known key, at a time of our choice.
pub(crate) fn sealed(now: u64) -> Server {
    bare().seals(Seals::new(|| [7; 32], move || now))
}

/// The `requestState` of an answer.
pub(crate) fn state(answer: &str) -> String {
    let answer = parse(answer).unwrap();
    let state = answer.get("result").unwrap().get("requestState").unwrap().as_string().unwrap();
    state.text().unwrap().into_owned()
}
