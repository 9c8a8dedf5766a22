//! What is asked in each scenario.

use super::agrees::{Agrees, made_up};
use crate::client::http::HttpTransport;
use crate::client::{ClientError, Connection, Host, Stateless};
use crate::json::{Member, Object, Str, Value};
use crate::mcp::stateless::{
    DISCOVER, INPUT_REQUIRED, InputRequiredResult, UNSUPPORTED_PROTOCOL_VERSION,
};
use crate::mcp::{CallToolParams, PROMPTS_GET, Payload, RESOURCES_READ, TOOLS_CALL, TOOLS_LIST};

type Played = Result<(), ClientError>;

/// How often a request is sent again whose version is refused.
const TRIES: usize = 3;

/// With a handshake: every tool is called.
pub(super) fn handshake(connection: &mut Connection<HttpTransport>) -> Played {
    let listed = connection.call(TOOLS_LIST, None)?;
    for tool in elements(&listed, "tools") {
        let params = call(name(tool, "name"), argumented(tool, &listed));
        connection.call(TOOLS_CALL, Some(params.into()))?;
    }
    Ok(())
}

/// Without one.
pub(super) fn stateless(
    client: &mut Stateless<HttpTransport>,
    scenario: &str,
    context: &Value<'_>,
) -> Played {
    let listed = ask(client, TOOLS_LIST, &Object::default())?;
    match scenario {
        "sep-2322-client-request-state" => return rounds(client),
        "http-custom-headers" => {
            for asked in elements(context, "toolCalls") {
                let arguments = asked.get("arguments").and_then(Value::as_object).cloned();
                let params = call(name(asked, "name"), arguments.unwrap_or_default());
                ask(client, TOOLS_CALL, &params)?;
            }
            return Ok(());
        }
        // What is only listed must not be fetched.
        "json-schema-ref-no-deref" => return Ok(()),
        "request-metadata" => return ask(client, DISCOVER, &Object::default()).map(drop),
        _ => {}
    }
    for tool in elements(&listed, "tools") {
        ask(client, TOOLS_CALL, &call(name(tool, "name"), argumented(tool, &listed)))?;
    }
    if scenario == "http-standard-headers" {
        every(client, "resources", RESOURCES_READ, "uri")?;
        every(client, "prompts", PROMPTS_GET, "name")?;
    }
    Ok(())
}

/// Asks for every one of a list by its name.
fn every(
    client: &mut Stateless<HttpTransport>,
    what: &str,
    method: &str,
    member: &'static str,
) -> Played {
    let listed = ask(client, &format!("{what}/list"), &Object::default())?;
    for one in elements(&listed, what) {
        ask(client, method, &[(member, name(one, member).into())].into())?;
    }
    Ok(())
}

/// MUST (2026-07-28, basic/versioning): a version that is refused is not the end, if the error names one
/// that both sides know. There is only one so far.
fn ask(
    client: &mut Stateless<HttpTransport>,
    method: &str,
    params: &Object<'_>,
) -> Result<Value<'static>, ClientError> {
    for _ in 1..TRIES {
        match client.call(method, params) {
            Err(ClientError::Refused(error)) if error.code == UNSUPPORTED_PROTOCOL_VERSION => {}
            came => return came,
        }
    }
    client.call(method, params)
}

/// A request that is answered with questions, another one in between that must know nothing of them, and
/// the first one again.
fn rounds(client: &mut Stateless<HttpTransport>) -> Played {
    let named = |name: &'static str| call(name.into(), Object::default());
    let first = named("test_mrtr_echo_state");
    let asked = client.ask(TOOLS_CALL, first.clone())?;
    client.call(TOOLS_CALL, &named("test_mrtr_unrelated"))?;
    let kind = asked.get("resultType").and_then(Value::as_string);
    if kind.is_some_and(|kind| *kind == *INPUT_REQUIRED) {
        let more = agreed(InputRequiredResult::from_value(asked)?)?;
        client.ask(TOOLS_CALL, first.into_iter().chain(more).collect())?;
    }
    client.call(TOOLS_CALL, &named("test_mrtr_no_state"))?;
    client.call(TOOLS_CALL, &named("test_mrtr_no_result_type")).map(drop)
}

/// What the second round says: every question answered, and the state as it came.
fn agreed(asked: InputRequiredResult<'static>) -> Result<Object<'static>, ClientError> {
    let mut answers = Vec::new();
    for request in asked.input_requests {
        let params = request.params.unwrap_or_default();
        let value = Agrees.answer(&request.method, &params).map_err(ClientError::Host)?;
        answers.push(Member { name: request.key, value });
    }
    let answers = Value::from(answers.into_iter().collect::<Object<'_>>());
    let state = asked.request_state.map(|state| ("requestState", state.into()));
    Ok([("inputResponses", answers)].into_iter().chain(state).collect())
}

/// What a tool is called with. One wants to see a schema that another is listed with, as it came.
fn argumented(tool: &Value<'_>, listed: &Value<'_>) -> Object<'static> {
    if *name(tool, "name").as_written() != *"json_schema_echo" {
        return made_up(tool);
    }
    let listed = elements(listed, "tools").iter();
    let named = |it: &&Value<'_>| *name(it, "name").as_written() == *"json_schema_2020_12_tool";
    let schema = listed.clone().find(named).and_then(|it| it.get("inputSchema"));
    [("schema", schema.cloned().unwrap_or_default().into_owned())].into()
}

fn call(name: Str<'static>, arguments: Object<'_>) -> Object<'static> {
    let params = CallToolParams { name, arguments: arguments.into_owned() };
    params.into_value().as_object().cloned().unwrap_or_default()
}

fn elements<'v, 'a>(value: &'v Value<'a>, name: &str) -> &'v [Value<'a>] {
    value.get(name).and_then(Value::as_array).unwrap_or_default()
}

fn name(value: &Value<'_>, member: &str) -> Str<'static> {
    let name = value.get(member).and_then(Value::as_string).cloned();
    name.unwrap_or_else(|| "".into()).into_owned()
}
