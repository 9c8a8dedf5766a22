//! The client's end of Streamable HTTP: what it sends, byte for byte, and what it hands on.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_script;

use http_script::{Seen, accepted, json, play, row, transport, whole, wire_text};
use mcp_lab::client::{Connection, Stateless};
use mcp_lab::json::Object;
use mcp_lab::mcp::Implementation;
use mcp_lab::transport::http::Url;

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;
const TOOLS: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#;

fn me() -> Implementation<'static> {
    Implementation::new("me", "1")
}

fn begun() -> Vec<u8> {
    whole(
        "200 OK",
        "Content-Type: application/json; charset=utf-8\r\nmcp-session-id: abc\r\n",
        INITIALIZED,
    )
}

/// The head of a request without what HTTP needs for itself, and its body.
fn sent(seen: &Seen, needle: &str) -> Vec<String> {
    let request = seen.request(needle);
    let own = |it: &&str| {
        let name = it.split(':').next().unwrap_or_default().to_ascii_lowercase();
        !["host", "content-length", "connection"].contains(&name.as_str()) && !it.is_empty()
    };
    request.split("\r\n").filter(own).map(str::to_owned).collect()
}

#[test]
fn a_session_with_a_handshake_crosses_as_the_specification_shows_it() {
    let (url, seen) = play(&[
        row("initialize\"", &begun()),
        row("notifications/initialized", &accepted()),
        row("tools/list", &json(TOOLS)),
        row("DELETE /mcp", &whole("405 Method Not Allowed", "Allow: POST\r\n", "")),
    ]);
    let (wire, _) = transport(url);
    let mut connection = Connection::new(wire);
    connection.initialize("2025-06-18", me()).unwrap();
    connection.list_tools().unwrap();
    let crossed = wire_text(&connection.into_wire().into_crossings());
    let both = "Content-Type: application/json | Accept: application/json, text/event-stream";
    let session = "Mcp-Session-Id: abc | MCP-Protocol-Version: 2025-06-18";
    let expected = [
        format!("client >> POST /mcp HTTP/1.1 | {both}"),
        r#"client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"me","version":"1"}}}"#.to_owned(),
        "server >> 200 application/json | mcp-session-id: abc".to_owned(),
        format!("server -> {INITIALIZED}"),
        format!("client >> POST /mcp HTTP/1.1 | {both} | {session}"),
        r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
        "server -> (通知，无响应)".to_owned(),
        "server >> 202".to_owned(),
        format!("client >> POST /mcp HTTP/1.1 | {both} | {session}"),
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#.to_owned(),
        "server >> 200 application/json".to_owned(),
        format!("server -> {TOOLS}"),
        format!("client >> DELETE /mcp HTTP/1.1 | {session}"),
        "server >> 405 | Allow: POST".to_owned(),
    ];
    assert_eq!(crossed.lines().collect::<Vec<_>>(), expected);
    let expected = [
        "POST /mcp HTTP/1.1",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        "Mcp-Session-Id: abc",
        "MCP-Protocol-Version: 2025-06-18",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#,
    ];
    assert_eq!(sent(&seen, "tools/list"), expected);
}

#[test]
fn dropping_it_ends_the_session() {
    let (url, seen) = play(&[
        row("initialize\"", &begun()),
        row("notifications/initialized", &accepted()),
        row("DELETE /mcp", &whole("200 OK", "", "")),
    ]);
    let mut connection = Connection::new(transport(url).0);
    connection.initialize("2025-06-18", me()).unwrap();
    drop(connection);
    let expected =
        ["DELETE /mcp HTTP/1.1", "Mcp-Session-Id: abc", "MCP-Protocol-Version: 2025-06-18"];
    assert_eq!(sent(&seen, "DELETE"), expected);
}

const MODERN: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[{"name":"sql","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"limit":{"type":"integer","x-mcp-header":"Limit"},"dry":{"type":"boolean","x-mcp-header":"Dry"},"note":{"type":"string","x-mcp-header":"Note"},"query":{"type":"string"}}}},{"name":"bad","inputSchema":{"type":"object","properties":{"x":{"type":"number","x-mcp-header":"X"}}}}]}}"#;
const CALLED: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]}}"#;

/// A client of the stateless era that has listed the tools above.
fn listed(url: Url) -> Stateless<mcp_lab::client::http::HttpTransport> {
    let mut client = Stateless::new(Connection::new(transport(url).0), me());
    let names: Vec<_> =
        client.list_tools().unwrap().tools.iter().map(|it| it.name.to_string()).collect();
    assert_eq!(names, ["\"sql\""]);
    client
}

#[test]
fn without_a_handshake_the_headers_repeat_what_the_body_says() {
    let modern =
        whole("200 OK", "Content-Type: application/json\r\nMcp-Session-Id: ignored\r\n", MODERN);
    let (url, seen) = play(&[row("tools/list", &modern), row("tools/call", &json(CALLED))]);
    let mut client = listed(url);
    let arguments = Object::from([
        ("region", "us-west1".into()),
        ("limit", 42.into()),
        ("dry", false.into()),
        ("note", "注意".into()),
        ("query", "SELECT 1".into()),
    ]);
    client.call_tool("sql", arguments).unwrap();
    let request = sent(&seen, "tools/call");
    let expected = [
        "POST /mcp HTTP/1.1",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        "MCP-Protocol-Version: 2026-07-28",
        "Mcp-Method: tools/call",
        "Mcp-Name: sql",
        "Mcp-Param-Region: us-west1",
        "Mcp-Param-Limit: 42",
        "Mcp-Param-Dry: false",
        "Mcp-Param-Note: =?base64?5rOo5oSP?=",
    ];
    assert_eq!(request.get(..expected.len()), Some(&expected.map(str::to_owned)[..]));
    drop(client);
    assert!(seen.requests().iter().all(|it| !it.contains("DELETE") && !it.contains("ignored")));
}

#[test]
fn a_tool_whose_annotation_is_wrong_is_left_out_and_not_called() {
    let (url, seen) = play(&[row("tools/list", &json(MODERN))]);
    let mut client = listed(url);
    let error = client.call_tool("bad", Object::default()).unwrap_err().to_string();
    assert!(
        error.starts_with("the wire broke: the tool bad must not be called over HTTP: "),
        "{error}"
    );
    let crossed = wire_text(client.into_wire().crossings());
    assert!(crossed.contains(&format!("server -> {MODERN}\n")), "{crossed}");
    assert!(
        crossed.contains("\n# left out of the list: the tool bad must not be called"),
        "{crossed}"
    );
    assert_eq!(seen.requests().len(), 1);
}

#[test]
fn an_argument_that_is_null_or_missing_has_no_header() {
    let (url, seen) = play(&[row("tools/list", &json(MODERN)), row("tools/call", &json(CALLED))]);
    let arguments = [("region", mcp_lab::json::Value::Null), ("note", "".into())];
    listed(url).call_tool("sql", arguments.into()).unwrap();
    let request = sent(&seen, "tools/call");
    let params: Vec<_> = request.iter().filter(|it| it.starts_with("Mcp-Param-")).collect();
    assert_eq!(params, ["Mcp-Param-Note: "]);
}

#[test]
fn a_json_answer_over_several_lines_is_one_line_to_the_client() {
    let pretty = "{\r\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": {\"a\": \"\\n\"}\n}\n";
    let (url, _) = play(&[row("x/y", &json(pretty))]);
    let mut connection = Connection::new(transport(url).0);
    let result = connection.call("x/y", None).unwrap();
    assert_eq!(result.to_line(), r#"{"a":"\n"}"#);
    let crossed = wire_text(connection.into_wire().crossings());
    let line = r#"server -> {    "jsonrpc": "2.0",   "id": 1,   "result": {"a": "\n"} }"#;
    assert_eq!(crossed.lines().last(), Some(line));
}

#[test]
fn the_path_and_the_query_of_the_url_are_asked_for_as_they_are() {
    let (url, seen) = play(&[row("x/y", &json(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#))]);
    let url = Url::parse(&format!("http://{}/a/b?c=d%20e", url.authority())).unwrap();
    Connection::new(transport(url).0).call("x/y", None).unwrap();
    assert!(seen.request("x/y").starts_with("POST /a/b?c=d%20e HTTP/1.1\r\n"));
}
