//! The stateless era over HTTP: what the head must say a second time, what is checked before what, and
//! with which status each refusal travels. MCP 2026-07-28, `basic/transports/streamable-http`.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_wire;

use http_wire::{ACCEPTED, Up, endpoint, json, post, up};
use mcp_lab::servers::everything::everything;

fn made() -> Up {
    up(endpoint(everything().unwrap()))
}

const V: &str = "MCP-Protocol-Version: 2026-07-28\r\n";
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A request with these members beside `_meta`.
fn request(method: &str, members: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{members}{META}}}}}"#)
}

fn call(name: &str, arguments: &str) -> String {
    request("tools/call", &format!(r#""name":"{name}","arguments":{arguments},"#))
}

fn error(status: &str, error: &str) -> String {
    json(status, &format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#))
}

fn mismatch(what: &str) -> String {
    let refused = format!(r#"{{"code":-32020,"message":"Header mismatch: {what}"}}"#);
    error("400 Bad Request", &refused)
}

#[track_caller]
fn all(rows: &[(&str, &str, String)]) {
    let up = made();
    for (fields, body, wanted) in rows {
        assert_eq!(&up.says(&post(fields, body)), wanted, "{fields}{body}");
    }
}

fn method(name: &str) -> String {
    format!("{V}Mcp-Method: {name}\r\n")
}

fn named(method: &str, name: &str) -> String {
    format!("{V}Mcp-Method: {method}\r\nMcp-Name: {name}\r\n")
}

const SIMPLE: &str = "test_simple_text";

/// An answer of a tool of this era that says this.
fn done(text: &str) -> String {
    let info = r#"{"io.modelcontextprotocol/serverInfo":{"name":"everything","version":"1.0.0"}}"#;
    let content = format!(r#"[{{"type":"text","text":"{text}"}}]"#);
    let result = format!(
        r#"{{"resultType":"complete","content":{content},"isError":false,"_meta":{info}}}"#
    );
    json("200 OK", &format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#))
}

fn simple() -> String {
    done("This is a simple text response for testing.")
}

#[test]
fn a_head_that_says_what_the_body_says_is_answered() {
    let call = call(SIMPLE, "{}");
    let strays = named("tools/call", SIMPLE) + "Mcp-Session-Id: x\r\nLast-Event-ID: 1-1\r\n";
    let wrapped = named("tools/call", "=?base64?dGVzdF9zaW1wbGVfdGV4dA==?=");
    all(&[
        (&named("tools/call", SIMPLE), &call, simple()),
        (&wrapped, &call, simple()),
        // There are no sessions and no resumption in this era: what names them is passed over.
        (&strays, &call, simple()),
        (&named("tools/call", SIMPLE).to_lowercase(), &call, simple()),
    ]);
}

/// Each row is wrong in all that is checked later as well.
#[test]
fn what_is_wrong_is_told_in_one_order() {
    let unknown = request("no/such", "");
    let other = unknown.replace("2026-07-28", "2031-01-01");
    let no_capabilities =
        unknown.replace(r#","io.modelcontextprotocol/clientCapabilities":{}"#, "");
    let notification = r#"{"jsonrpc":"2.0","method":"no/such","params":{}}"#;
    let not_json = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected a value at byte 0"}}"#;
    let array = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: an array of messages is not accepted, send one object per line"}}"#;
    let lacks = r#"{"code":-32602,"message":"Invalid params: `io.modelcontextprotocol/clientCapabilities` must be an object in `_meta`"}"#;
    let version = r#"{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2031-01-01"}}"#;
    let not_found = r#"{"code":-32601,"message":"Method not found: no/such"}"#;
    let old = "MCP-Protocol-Version: 2025-06-18\r\n";
    let new = "MCP-Protocol-Version: 2031-01-01\r\n";
    all(&[
        (V, "", json("400 Bad Request", not_json)),
        (V, &format!("[{unknown}]"), json("400 Bad Request", array)),
        ("MCP-Protocol-Version: nonsense\r\n", notification, ACCEPTED.to_owned()),
        ("", &no_capabilities, mismatch("MCP-Protocol-Version is missing")),
        (old, &no_capabilities, error("400 Bad Request", lacks)),
        (V, &other, mismatch("MCP-Protocol-Version says '2026-07-28', the body '2031-01-01'")),
        (old, &unknown, mismatch("MCP-Protocol-Version says '2025-06-18', the body '2026-07-28'")),
        (new, &other, error("400 Bad Request", version)),
        (V, &unknown, mismatch("Mcp-Method is missing")),
        (&method("no/Such"), &unknown, mismatch("Mcp-Method says 'no/Such', the body 'no/such'")),
        (&method("no/such"), &unknown, error("404 Not Found", not_found)),
    ]);
}

#[test]
fn methods_of_the_other_era_are_not_found_in_this_one() {
    for name in ["initialize", "ping", "logging/setLevel", "resources/subscribe"] {
        let refused = format!(r#"{{"code":-32601,"message":"Method not found: {name}"}}"#);
        let wanted = error("404 Not Found", &refused);
        all(&[(&method(name), &request(name, ""), wanted)]);
    }
}

#[test]
fn the_name_of_a_tool_a_prompt_and_a_resource_stands_in_the_head_too() {
    let missing = mismatch("Mcp-Name is missing");
    let tool = call(SIMPLE, "{}");
    let prompt = request("prompts/get", r#""name":"test_simple_prompt","#);
    let resource = request("resources/read", r#""uri":"test://static-text","#);
    let twice = named("tools/call", SIMPLE) + "Mcp-Name: x\r\n";
    all(&[
        (&method("tools/call"), &tool, missing.clone()),
        (&method("prompts/get"), &prompt, missing.clone()),
        (&method("resources/read"), &resource, missing),
        (
            &named("tools/call", "Test_simple_text"),
            &tool,
            mismatch("Mcp-Name says 'Test_simple_text', the body 'test_simple_text'"),
        ),
        (
            &named("resources/read", "test://other"),
            &resource,
            mismatch("Mcp-Name says 'test://other', the body 'test://static-text'"),
        ),
        (
            &named("tools/call", "=?base64?!?="),
            &tool,
            mismatch("Mcp-Name is not base64 inside =?base64?…?=: '=?base64?!?='"),
        ),
        (
            &named("tools/call", ""),
            &tool,
            mismatch("Mcp-Name says '', the body 'test_simple_text'"),
        ),
        (&twice, &tool, mismatch("Mcp-Name stands there more than once")),
    ]);
}

#[test]
fn an_argument_that_a_tool_wants_in_the_head_is_there_and_the_same() {
    let head = |field: &str| named("tools/call", "test_header_param") + field;
    let with = |arguments: &str| call("test_header_param", arguments);
    let west = with(r#"{"region":"us-west1"}"#);
    let ok = done("ok");
    let chinese = "Mcp-Param-Region: =?base64?5Lit?=\r\n";
    all(&[
        (&head("Mcp-Param-Region: us-west1\r\n"), &west, ok.clone()),
        (&head("mcp-param-REGION: us-west1\r\n"), &west, ok.clone()),
        (&head(chinese), &with(r#"{"region":"中"}"#), ok.clone()),
        (&head("Mcp-Param-Region:\r\n"), &with(r#"{"region":""}"#), ok.clone()),
        (&head("Mcp-Param-Region: us-west1\r\nMcp-Param-Other: x\r\n"), &west, ok),
        (&head(""), &west, mismatch("Mcp-Param-Region is missing")),
        (
            &head("Mcp-Param-Region: us\r\n"),
            &west,
            mismatch("Mcp-Param-Region says 'us', the body 'us-west1'"),
        ),
        (
            &head("Mcp-Param-Region: us\r\n"),
            &with("{}"),
            mismatch("Mcp-Param-Region says 'us', the body 'absent'"),
        ),
        (
            &head("Mcp-Param-Region: us-west1\r\nMcp-Param-Region: us-west1\r\n"),
            &west,
            mismatch("Mcp-Param-Region stands there more than once"),
        ),
    ]);
}

#[test]
fn what_goes_wrong_in_a_known_method_is_an_answer_like_any_other() {
    let unknown = r#"{"code":-32602,"message":"Unknown tool: no_such"}"#;
    let cursor = request("tools/list", r#""cursor":"nowhere","#);
    let up = made();
    let said = up.says(&post(&named("tools/call", "no_such"), &call("no_such", "{}")));
    assert_eq!(said, error("200 OK", unknown));
    let said = up.says(&post(&method("tools/list"), &cursor));
    assert!(said.starts_with("HTTP/1.1 200 OK\r\n"), "{said}");
    assert!(said.contains(r#""error":{"code":-32602,"#), "{said}");
}

#[test]
fn what_a_client_cannot_do_is_a_bad_request() {
    let lacks = r#"{"code":-32021,"message":"Missing required client capability: sampling","data":{"requiredCapabilities":{"sampling":{}}}}"#;
    let (name, can) = ("test_missing_capability", r#"clientCapabilities":{"sampling":{}}"#);
    let able = call(name, "{}").replace(r#"clientCapabilities":{}"#, can);
    all(&[
        (&named("tools/call", name), &call(name, "{}"), error("400 Bad Request", lacks)),
        (&named("tools/call", name), &able, done("The client offers sampling.")),
    ]);
}

#[test]
fn discover_is_known_by_its_method_alone() {
    let bare = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#;
    let missing = mismatch("MCP-Protocol-Version is missing");
    all(&[("", bare, missing)]);
    let said = made().says(&post(&method("server/discover"), &request("server/discover", "")));
    assert!(said.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"), "{said}");
    assert!(said.contains(r#""supportedVersions":["2026-07-28"]"#), "{said}");
}
