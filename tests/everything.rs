//! The fixtures of the official suite that need no question: the exact text of each, in both eras.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod ask;
mod eras;
mod live_wire;

use ask::Client;
use eras::asks_with;
use live_wire::Wire;
use mcp_lab::json::{Value, parse};
use mcp_lab::schema::Schema;
use mcp_lab::server::Session;
use mcp_lab::servers::everything::everything;

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const NAMED: &str =
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"everything","version":"1.0.0"}}"#;

/// What a request is answered with in a session.
fn session(method: &str, params: &str) -> String {
    Client::of(everything().unwrap()).ask(method, params)
}

/// The same in the stateless era, where `params` are members with a comma behind each.
fn stateless(method: &str, params: &str) -> String {
    let line = asks_with(1, method, params, "{}");
    let server = everything().unwrap();
    let answer = server.answer_in_its_era(&mut Session::default(), &line).unwrap();
    let inside = answer.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"#).unwrap();
    inside.strip_suffix('}').unwrap().to_owned()
}

/// In both eras the result has these members; `hints` are what the stateless one adds.
#[track_caller]
fn both(method: &str, params: &str, members: &str, hints: &str) {
    let in_session = format!("{{{}}}", params.trim_end_matches(','));
    assert_eq!(session(method, &in_session), format!(r#""result":{{{members}}}"#), "{params}");
    let expected = format!(r#""result":{{"resultType":"complete",{members}{hints},{NAMED}}}"#);
    assert_eq!(stateless(method, params), expected, "{params}");
}

#[track_caller]
fn tool(name: &str, content: &str) {
    let params = format!(r#""name":"{name}","#);
    both("tools/call", &params, &format!(r#""content":[{content}],"isError":false"#), "");
}

fn text(text: &str) -> String {
    format!(r#"{{"type":"text","text":"{text}"}}"#)
}

fn image() -> String {
    format!(r#"{{"type":"image","data":"{PNG}","mimeType":"image/png"}}"#)
}

#[test]
fn every_kind_of_content_is_in_a_result() {
    tool("test_simple_text", &text("This is a simple text response for testing."));
    tool("test_image_content", &image());
    let wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
    let audio = format!(r#"{{"type":"audio","data":"{wav}","mimeType":"audio/wav"}}"#);
    tool("test_audio_content", &audio);
    let inside = r#"{"type":"resource","resource":{"uri":"test://embedded-resource","mimeType":"text/plain","text":"This is an embedded resource content."}}"#;
    tool("test_embedded_resource", inside);
    let mixed = r#"{"type":"resource","resource":{"uri":"test://mixed-content-resource","mimeType":"application/json","text":"{\"test\":\"data\",\"value\":123}"}}"#;
    let all = [text("Multiple content types test:"), image(), mixed.to_owned()].join(",");
    tool("test_multiple_content_types", &all);
}

#[test]
fn a_tool_that_says_no_answers_with_a_result() {
    let said = text("This tool intentionally returns an error for testing");
    let members = format!(r#""content":[{said}],"isError":true"#);
    both("tools/call", r#""name":"test_error_handling","#, &members, "");
}

#[test]
fn what_a_client_cannot_do_is_an_error_of_the_protocol_in_the_stateless_era_only() {
    let call = r#""name":"test_missing_capability","#;
    let expected = r#""error":{"code":-32021,"message":"Missing required client capability: sampling","data":{"requiredCapabilities":{"sampling":{}}}}"#;
    assert_eq!(stateless("tools/call", call), expected);
    let said = text("nothing was done: this client does not offer sampling");
    let expected = format!(r#""result":{{"content":[{said}],"isError":true}}"#);
    assert_eq!(session("tools/call", r#"{"name":"test_missing_capability"}"#), expected);
    let line = asks_with(1, "tools/call", call, r#"{"sampling":{}}"#);
    let answer = everything().unwrap().answer_in_its_era(&mut Session::default(), &line).unwrap();
    assert!(answer.contains(&text("The client offers sampling.")), "{answer}");
}

#[test]
fn what_matters_only_on_a_stream_is_answered_at_once() {
    tool("test_streaming_elicitation", &text("Streaming complete"));
    tool("test_reconnection", &text("Reconnection test completed successfully"));
    tool("test_logging_tool", &text("Logging evaluated"));
}

#[test]
fn every_tool_is_described_and_its_schema_holds() {
    let list = parse(&format!("{{{}}}", session("tools/list", "{}"))).unwrap().into_owned();
    let tools = list.get("result").unwrap().get("tools").unwrap().as_array().unwrap();
    assert_eq!(tools.len(), 29);
    assert!(tools.first().unwrap().to_line().contains(r#""name":"test_simple_text""#));
    for tool in tools {
        Schema::compile(tool.get("inputSchema").unwrap()).unwrap();
        let about = tool.get("description").and_then(Value::as_string).unwrap();
        assert!(!about.text().unwrap().is_empty());
    }
}

#[test]
fn a_schema_travels_as_it_was_declared() {
    let list = session("tools/list", "{}");
    for schema in [
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}"##,
        r#"{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}},"required":["region"]}"#,
    ] {
        assert!(list.contains(&format!(r#""inputSchema":{schema}"#)), "{list}");
    }
    let call =
        r#""name":"json_schema_2020_12_tool","arguments":{"contactMethod":"phone","phone":"1"},"#;
    both("tools/call", call, &format!(r#""content":[{}],"isError":false"#, text("ok")), "");
    let call =
        r#"{"name":"json_schema_2020_12_tool","arguments":{"contactMethod":"phone","email":"e"}}"#;
    assert!(session("tools/call", call).contains(r#""isError":true"#));
    let call = r#""name":"test_header_param","arguments":{"region":"eu"},"#;
    both("tools/call", call, &format!(r#""content":[{}],"isError":false"#, text("ok")), "");
}

#[test]
fn resources_are_listed_and_read() {
    const FLEETING: &str = r#","ttlMs":0,"cacheScope":"private""#;
    let read = |uri: &str, contents: &str| {
        let members = format!(r#""contents":[{{"uri":"{uri}",{contents}}}]"#);
        both("resources/read", &format!(r#""uri":"{uri}","#), &members, FLEETING);
    };
    read(
        "test://static-text",
        r#""mimeType":"text/plain","text":"This is the content of the static text resource.""#,
    );
    read("test://static-binary", &format!(r#""mimeType":"image/png","blob":"{PNG}""#));
    let watched = r#""mimeType":"text/plain","text":"Watched resource content""#;
    read("test://watched-resource", watched);
    let data = r#""mimeType":"application/json","text":"{\"id\":\"123\",\"templateTest\":true,\"data\":\"Data for ID: 123\"}""#;
    read("test://template/123/data", data);
    let list = concat!(
        r#""resources":[{"uri":"test://static-text","name":"static-text","description":"A text that never changes","mimeType":"text/plain"},"#,
        r#"{"uri":"test://static-binary","name":"static-binary","description":"A picture","mimeType":"image/png"},"#,
        r#"{"uri":"test://watched-resource","name":"watched-resource","description":"A text to subscribe to; test_trigger_resource_change says that it has changed","mimeType":"text/plain"}]"#
    );
    both("resources/list", "", list, FLEETING);
    let templates = r#""resourceTemplates":[{"uriTemplate":"test://template/{id}/data","name":"template","description":"The data of any id","mimeType":"application/json"}]"#;
    both("resources/templates/list", "", templates, r#","ttlMs":300000,"cacheScope":"public""#);
}

#[test]
fn a_resource_that_is_not_there_has_another_code_in_each_era() {
    for uri in ["test://nonexistent-resource-for-conformance-testing", "test://template/a/b/data"] {
        let error = |code: i64| {
            format!(
                r#""error":{{"code":{code},"message":"Resource not found","data":{{"uri":"{uri}"}}}}"#
            )
        };
        assert_eq!(session("resources/read", &format!(r#"{{"uri":"{uri}"}}"#)), error(-32002));
        assert_eq!(stateless("resources/read", &format!(r#""uri":"{uri}","#)), error(-32602));
    }
}

#[test]
fn prompts_are_filled_in() {
    let prompt = |params: &str, about: &str, contents: &[&str]| {
        let says = |content: &&str| format!(r#"{{"role":"user","content":{content}}}"#);
        let messages = contents.iter().map(says).collect::<Vec<_>>().join(",");
        let members = format!(r#""description":"{about}","messages":[{messages}]"#);
        both("prompts/get", params, &members, "");
    };
    let simple = text("This is a simple prompt for testing.");
    prompt(r#""name":"test_simple_prompt","#, "A message without arguments", &[&simple]);
    let with = r#""name":"test_prompt_with_arguments","arguments":{"arg1":"testValue1","arg2":"testValue2"},"#;
    let filled = text("Prompt with arguments: arg1='testValue1', arg2='testValue2'");
    prompt(with, "A message with two arguments in it", &[&filled]);
    let with = r#""name":"test_prompt_with_embedded_resource","arguments":{"resourceUri":"test://example-resource"},"#;
    let inside = r#"{"type":"resource","resource":{"uri":"test://example-resource","mimeType":"text/plain","text":"Embedded resource content for testing."}}"#;
    let process = text("Please process the embedded resource above.");
    prompt(with, "A message with a resource inside", &[inside, &process]);
    let analyze = text("Please analyze the image above.");
    let with = r#""name":"test_prompt_with_image","#;
    prompt(with, "A message with a picture", &[&image(), &analyze]);
    let missing = r#""error":{"code":-32602,"message":"Missing required argument: arg2"}"#;
    let with = r#"{"name":"test_prompt_with_arguments","arguments":{"arg1":"a"}}"#;
    assert_eq!(session("prompts/get", with), missing);
}

#[test]
fn an_argument_is_completed() {
    let asked = |reference: &str, argument: &str, value: &str| {
        format!(r#""ref":{reference},"argument":{{"name":"{argument}","value":"{value}"}},"#)
    };
    let prompt = r#"{"type":"ref/prompt","name":"test_prompt_with_arguments"}"#;
    let template = r#"{"type":"ref/resource","uri":"test://template/{id}/data"}"#;
    for (reference, argument, typed, values) in [
        (prompt, "arg1", "test", r#""testValue1""#),
        (prompt, "arg2", "", r#""testValue2""#),
        (prompt, "arg1", "x", ""),
        (template, "id", "12", r#""123","124""#),
    ] {
        let completion = format!(r#""completion":{{"values":[{values}]}}"#);
        both("completion/complete", &asked(reference, argument, typed), &completion, "");
    }
}

#[test]
fn a_session_is_told_of_progress_and_log_messages_before_the_result() {
    let mut wire = Wire::ready(everything().unwrap(), "2025-11-25");
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    wire.call("1", "test_tool_with_progress");
    for step in ["0", "50", "100"] {
        let steps = format!(r#""progress":{step},"total":100"#);
        assert_eq!(wire.hear(), live_wire::progress("1", &steps));
    }
    assert_eq!(wire.hear(), live_wire::said("1", "progress done"));
    wire.send(r#"{"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"debug"}}"#);
    assert_eq!(wire.hear(), live_wire::pong("2"));
    wire.call("3", "test_tool_with_logging");
    for data in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        let expected = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","logger":"test_tool_with_logging","data":"{data}"}}}}"#
        );
        assert_eq!(wire.hear(), expected);
    }
    assert_eq!(wire.hear(), live_wire::said("3", "logged"));
}

#[test]
fn without_a_level_nothing_is_logged_and_with_one_what_is_as_bad() {
    let mut wire = Wire::to(everything().unwrap());
    let call = r#""name":"test_logging_tool","#;
    wire.send(&asks_with(1, "tools/call", call, "{}"));
    assert!(wire.hear().contains(&text("Logging evaluated")));
    let level = r#"{},"io.modelcontextprotocol/logLevel":"alert""#;
    wire.send(&asks_with(2, "tools/call", call, level));
    for level in ["alert", "emergency"] {
        let expected = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"{level}","logger":"test_logging_tool","data":"{level}"}}}}"#
        );
        assert_eq!(wire.hear(), expected);
    }
    assert!(wire.hear().contains(&text("Logging evaluated")));
}
