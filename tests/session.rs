//! The server as a function: a line in, at most one line out.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::json;
use mcp_lab::mcp::{CallToolResult, Revision, ServerCapabilities, Tool, ToolError};
use mcp_lab::server::{Server, Session};

const OBJECT: &str = r#"{"type":"object"}"#;

/// A server with tools for every way a call can end.
fn server() -> Server {
    Server::new("test", "1")
        .capabilities(ServerCapabilities::tools())
        .tool(Tool::new("yes", "says yes", OBJECT).unwrap(), |_| Ok::<_, &str>("yes"))
        .unwrap()
        .tool(Tool::new("no", "says no", OBJECT).unwrap(), |_| Err::<&str, _>("try yes"))
        .unwrap()
        .tool(Tool::new("break", "breaks", OBJECT).unwrap(), |arguments| {
            assert!(arguments.get("on").is_none(), "broken on purpose");
            CallToolResult::text("whole")
        })
        .unwrap()
}

fn hello(version: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    )
}

/// What is answered to a line right after the handshake.
#[track_caller]
fn check(line: &str, expected: &str) {
    let server = server();
    let mut session = Session::default();
    server.answer(&mut session, &hello("2025-06-18")).unwrap();
    assert_eq!(server.answer(&mut session, line).as_deref(), Some(expected), "{line}");
}

/// What is answered to the first line of a session.
#[track_caller]
fn check_first(line: &str, expected: &str) {
    assert_eq!(server().answer(&mut Session::default(), line).as_deref(), Some(expected), "{line}");
}

#[track_caller]
fn check_silent(line: &str) {
    let server = server();
    let mut session = Session::default();
    assert_eq!(server.answer(&mut session, line), None, "before the handshake: {line}");
    server.answer(&mut session, &hello("2025-06-18")).unwrap();
    assert_eq!(server.answer(&mut session, line), None, "after it: {line}");
}

#[test]
fn a_known_version_is_answered_with_itself() {
    for revision in Revision::ALL {
        let mut session = Session::default();
        let answer = server().answer(&mut session, &hello(revision.as_str())).unwrap();
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"test","version":"1"}}}}}}"#,
            revision.as_str()
        );
        assert_eq!(answer, expected);
        assert_eq!(session.revision(), Some(*revision));
    }
}

#[test]
fn an_unknown_version_is_answered_with_the_newest_and_is_no_error() {
    for name in ["2099-01-01", "2025-06-17", "2025-6-18", "1.0", "", "2025-06-18 ", "2026-07-28"] {
        let mut session = Session::default();
        let answer = server().answer(&mut session, &hello(name)).unwrap();
        assert!(answer.contains(r#""result":{"protocolVersion":"2025-11-25""#), "{name}: {answer}");
        assert_eq!(session.revision(), Some(Revision::NEWEST));
    }
}

#[test]
fn a_version_is_compared_by_meaning_not_by_spelling() {
    let mut session = Session::default();
    server().answer(&mut session, &hello(r"2025\u002d06-18")).unwrap();
    assert_eq!(session.revision(), Some(Revision::V2025_06_18));
}

#[test]
fn a_request_before_initialize_is_refused_by_name() {
    check_first(
        r#"{"jsonrpc":"2.0","id":"x","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{"code":-32600,"message":"Invalid Request: tools/list came before initialize"}}"#,
    );
    check_first(
        r#"{"jsonrpc":"2.0","id":1,"method":"nope"}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid Request: nope came before initialize"}}"#,
    );
}

#[test]
fn ping_is_answered_at_any_time() {
    let pong = r#"{"jsonrpc":"2.0","id":"p","result":{}}"#;
    check_first(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#, pong);
    check(r#"{"jsonrpc":"2.0","id":"p","method":"ping","params":{"_meta":{}}}"#, pong);
}

#[test]
fn initialize_comes_once() {
    check(
        &hello("2025-06-18"),
        r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32600,"message":"Invalid Request: initialize was answered already"}}"#,
    );
}

#[test]
fn an_initialize_that_lacks_something_says_what_and_may_be_tried_again() {
    for (params, member, kind) in [
        ("{}", "protocolVersion", "a string"),
        (r#"{"protocolVersion":1}"#, "protocolVersion", "a string"),
        (r#"{"protocolVersion":"x"}"#, "capabilities", "an object"),
        (r#"{"protocolVersion":"x","capabilities":[]}"#, "capabilities", "an object"),
        (r#"{"protocolVersion":"x","capabilities":{}}"#, "clientInfo", "an object"),
        (r#"{"protocolVersion":"x","capabilities":{},"clientInfo":{}}"#, "name", "a string"),
        (
            r#"{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"c"}}"#,
            "version",
            "a string",
        ),
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{params}}}"#);
        let mut session = Session::default();
        let answer = server().answer(&mut session, &line).unwrap();
        let message = format!("Invalid params: `{member}` must be {kind}");
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"{message}"}}}}"#
        );
        assert_eq!(answer, expected, "{params}");
        assert_eq!((session.revision(), session.is_ready()), (None, false));
    }
}

#[test]
fn the_session_is_ready_when_the_client_says_so() {
    let server = server();
    let mut session = Session::default();
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    server.answer(&mut session, ready);
    assert!(!session.is_ready(), "it came before initialize");
    server.answer(&mut session, &hello("2025-06-18"));
    assert!(!session.is_ready());
    server.answer(&mut session, ready);
    assert!(session.is_ready());
}

#[test]
fn a_notification_gets_no_answer_known_or_unknown_or_absurd() {
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/nobody/knows"}"#,
        r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","method":"initialize","params":[]}"#,
        r#"{"jsonrpc":"2.0","method":""}"#,
        r#"{"jsonrpc":"2.0","method":"\ud800"}"#,
    ] {
        check_silent(line);
    }
}

#[test]
fn a_response_to_nothing_gets_no_answer() {
    check_silent(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    check_silent(r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#);
    check_silent(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#);
}

#[test]
fn an_unknown_method_is_an_error_not_a_silence() {
    check(
        r#"{"jsonrpc":"2.0","id":7,"method":"nope"}"#,
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found: nope"}}"#,
    );
}

#[test]
fn a_method_that_was_not_promised_does_not_exist() {
    let silent = Server::new("silent", "1")
        .tool(Tool::new("yes", "says yes", OBJECT).unwrap(), |_| Ok::<_, &str>("yes"))
        .unwrap();
    let mut session = Session::default();
    let answer = silent.answer(&mut session, &hello("2025-06-18")).unwrap();
    assert!(answer.contains(r#""capabilities":{}"#), "{answer}");
    let answer = silent.answer(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let expected = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: tools/list"}}"#;
    assert_eq!(answer.as_deref(), Some(expected));
}

#[test]
fn a_long_method_name_is_not_sent_back_whole() {
    let name = "中".repeat(100_000);
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{name}"}}"#);
    let shown = "中".repeat(200);
    let expected = format!(
        r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32601,"message":"Method not found: {shown}…"}}}}"#
    );
    check(&line, &expected);
}

#[test]
fn half_a_surrogate_pair_in_a_name_is_quoted_as_it_was_written() {
    check(
        r#"{"jsonrpc":"2.0","id":1,"method":"a\ud800"}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: a\\ud800"}}"#,
    );
}

#[test]
fn tools_are_listed_in_the_order_they_were_declared() {
    let tool = |name, about| {
        format!(r#"{{"name":"{name}","description":"{about}","inputSchema":{OBJECT}}}"#)
    };
    let tools = [tool("yes", "says yes"), tool("no", "says no"), tool("break", "breaks")].join(",");
    check(
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        &format!(r#"{{"jsonrpc":"2.0","id":2,"result":{{"tools":[{tools}]}}}}"#),
    );
}

#[test]
fn a_cursor_nobody_gave_out_is_refused() {
    check(
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params: `cursor` must be one this server gave out"}}"#,
    );
}

#[test]
fn the_two_layers_of_failure_stay_apart() {
    let call = |params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{params}}}"#)
    };
    let result = |text: &str, is_error: bool| {
        format!(
            r#"{{"jsonrpc":"2.0","id":3,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":{is_error}}}}}"#
        )
    };
    let error = |code: i64, message: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":3,"error":{{"code":{code},"message":"{message}"}}}}"#)
    };
    for (params, expected) in [
        (r#"{"name":"yes"}"#, result("yes", false)),
        (r#"{"name":"y\u0065s","arguments":{"any":1}}"#, result("yes", false)),
        (r#"{"name":"no","arguments":{}}"#, result("try yes", true)),
        (r#"{"name":"break"}"#, result("whole", false)),
        (
            r#"{"name":"break","arguments":{"on":1}}"#,
            error(-32603, "Internal error: tool break panicked"),
        ),
        (r#"{"name":"nope"}"#, error(-32602, "Unknown tool: nope")),
        ("{}", error(-32602, "Invalid params: `name` must be a string")),
        (r#"{"name":7}"#, error(-32602, "Invalid params: `name` must be a string")),
        (
            r#"{"name":"yes","arguments":[]}"#,
            error(-32602, "Invalid params: `arguments` must be an object"),
        ),
        (
            r#"{"name":"yes","arguments":null}"#,
            error(-32602, "Invalid params: `arguments` must be an object"),
        ),
        (r#"["yes"]"#, error(-32602, "Invalid params: `params` must be an object")),
    ] {
        check(&call(params), &expected);
    }
}

#[test]
fn a_second_tool_of_the_same_name_takes_the_place_of_the_first() {
    let never = Tool::new("no", "says never", OBJECT).unwrap();
    let server = server().tool(never, |_| Ok::<_, &str>("never")).unwrap();
    let mut session = Session::default();
    server.answer(&mut session, &hello("2025-06-18"));
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no"}}"#;
    assert!(server.answer(&mut session, call).unwrap().contains("never"));
}

#[test]
fn a_tool_whose_schema_is_no_object_schema_cannot_be_declared() {
    let declare = |schema| Tool::new("t", "d", schema).map(drop);
    assert_eq!(declare(OBJECT), Ok(()));
    for schema in ["{}", "[]", "true", r#"{"type":"string"}"#, r#"{"type":["object"]}"#, "null"] {
        assert_eq!(declare(schema), Err(ToolError::NotObject), "{schema}");
    }
    let broken = json::parse("{").unwrap_err();
    assert_eq!(declare("{"), Err(ToolError::NotJson(broken)));
}
