//! The client on a wire whose other end says whatever a server might say.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a broken test should stop")]

use mcp_lab::client::{ClientError, Connection};
use mcp_lab::json::Object;
use mcp_lab::jsonrpc::Reason;
use mcp_lab::mcp::{ContentBlock, Implementation, InitializeResult};
use mcp_lab::transport::{Channel, Crossing, Side, Tap, Transport, channel};

const WELCOME: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;

/// A client whose server has already said these lines, and the server's end.
fn facing(lines: &[&str]) -> (Connection<Channel>, Channel) {
    let (client_end, mut server_end) = channel();
    for line in lines {
        server_end.send((*line).to_owned()).unwrap();
    }
    (Connection::new(client_end), server_end)
}

fn hello(connection: &mut Connection<Channel>) -> Result<InitializeResult<'static>, ClientError> {
    connection.initialize("2025-06-18", Implementation::new("c", "1"))
}

/// Everything the client has sent, once it is gone.
fn sent(connection: Connection<Channel>, mut server_end: Channel) -> Vec<String> {
    drop(connection);
    std::iter::from_fn(|| server_end.recv().unwrap()).collect()
}

/// What the client says to a server that answers `initialize` with this line.
#[track_caller]
fn check(line: &str, expected: &str) {
    let (mut connection, _server_end) = facing(&[line]);
    assert_eq!(hello(&mut connection).unwrap_err().to_string(), expected, "{line}");
}

#[test]
fn the_handshake_is_three_lines() {
    let (mut connection, server_end) = facing(&[WELCOME]);
    let result = hello(&mut connection).unwrap();
    assert!(result.capabilities.has("tools"));
    assert!(!result.capabilities.has("resources"));
    assert_eq!(
        sent(connection, server_end),
        [
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        ]
    );
}

#[test]
fn a_client_steps_down_to_a_version_it_knows() {
    let (mut connection, _server_end) = facing(&[&WELCOME.replace("2025-06-18", "2024-11-05")]);
    let result = hello(&mut connection).unwrap();
    assert_eq!(result.protocol_version.as_written(), "2024-11-05");
}

#[test]
fn a_client_leaves_when_it_cannot_speak_the_version() {
    let (mut connection, server_end) = facing(&[&WELCOME.replace("2025-06-18", "2099-01-01")]);
    let error = hello(&mut connection).unwrap_err();
    assert_eq!(error.to_string(), "the server wants to speak 2099-01-01, unknown here");
    let sent = sent(connection, server_end);
    assert_eq!(sent.len(), 1, "no notifications/initialized: {sent:?}");
}

#[test]
fn what_is_no_answer_is_told_apart() {
    for (line, expected) in [
        (
            "Weather server ready",
            "the server sent a line that is not JSON: expected a value at byte 0",
        ),
        (
            r#"{"id":1,"result":{}}"#,
            r#"the server sent no message: member `jsonrpc` must be the string "2.0""#,
        ),
        (r#"{"jsonrpc":"2.0","id":2,"result":{}}"#, "the server answered id 2, which is not open"),
        (
            r#"{"jsonrpc":"2.0","id":"1","result":{}}"#,
            r#"the server answered id "1", which is not open"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#,
            "the server refused: error -32602: no",
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
            "the server refused: error -32700: no",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            "the server's result does not fit: `protocolVersion` must be a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":[]}"#,
            "the server's result does not fit: `protocolVersion` must be a string",
        ),
    ] {
        check(line, expected);
    }
}

#[test]
fn a_server_that_hangs_up_is_named_so() {
    let (client_end, server_end) = channel();
    let mut connection = Connection::new(client_end);
    let hung_up = std::thread::spawn(move || {
        let mut server_end = server_end;
        server_end.recv().unwrap();
    });
    let error = hello(&mut connection).unwrap_err();
    assert_eq!(error.to_string(), "the server hung up before it answered");
    hung_up.join().unwrap();
    assert!(matches!(connection.notify("x", None), Err(ClientError::Wire(_))));
}

#[test]
fn the_servers_own_questions_are_answered_while_waiting() {
    let (mut connection, server_end) = facing(&[
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":"r","method":"roots/list"}"#,
        WELCOME,
    ]);
    hello(&mut connection).unwrap();
    let sent = sent(connection, server_end);
    assert_eq!(sent[1], r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(
        sent[2],
        r#"{"jsonrpc":"2.0","id":"r","error":{"code":-32601,"message":"Method not found: roots/list"}}"#
    );
}

#[test]
fn ids_count_up_and_are_never_used_twice() {
    let answers: Vec<String> =
        (1..=5).map(|id| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).collect();
    let lines: Vec<&str> = answers.iter().map(String::as_str).collect();
    let (mut connection, server_end) = facing(&lines);
    for _ in 1..=5 {
        connection.call("ping", None).unwrap();
    }
    let asked = (1..=5).map(|id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
    assert_eq!(sent(connection, server_end), asked.collect::<Vec<_>>());
}

#[test]
fn an_answer_given_twice_is_an_answer_to_nothing() {
    let twice = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let (mut connection, _server_end) = facing(&[twice, twice]);
    connection.call("ping", None).unwrap();
    let error = connection.call("ping", None).unwrap_err();
    assert_eq!(error.to_string(), "the server answered id 1, which is not open");
}

#[test]
fn a_tool_that_says_no_is_no_failure_of_the_call() {
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no"},{"type":"image","data":"","mimeType":"image/png"}],"isError":true}}"#;
    let (mut connection, _server_end) = facing(&[answer]);
    let result = connection.call_tool("t", Object::default()).unwrap();
    assert!(result.is_error);
    let [ContentBlock::Text(text), ContentBlock::Other(_)] = result.content.as_slice() else {
        unreachable!("two blocks")
    };
    assert_eq!(text.as_written(), "no");
}

#[test]
fn a_result_without_is_error_is_no_error() {
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
    let (mut connection, _server_end) = facing(&[answer]);
    assert!(!connection.call_tool("t", Object::default()).unwrap().is_error);
}

#[test]
fn a_tool_may_be_listed_without_a_description() {
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"},"title":"x"}],"nextCursor":"n"}}"#;
    let (mut connection, _server_end) = facing(&[answer]);
    let listed = connection.list_tools().unwrap();
    assert_eq!(listed.tools.len(), 1);
    assert_eq!(listed.tools[0].description.as_written(), "");
}

#[test]
fn a_batch_from_a_server_is_refused_by_name() {
    let (mut connection, _server_end) = facing(&["[]"]);
    let error = connection.call("ping", None).unwrap_err();
    assert!(matches!(error, ClientError::Malformed(Reason::Batch)));
}

#[test]
fn a_tap_hears_both_sides_in_the_order_the_client_saw() {
    let (client_end, mut server_end) = channel();
    server_end.send(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned()).unwrap();
    let mut connection = Connection::new(Tap::new(client_end));
    connection.call("ping", None).unwrap();
    drop(server_end);
    assert!(connection.notify("too/late", None).is_err());
    assert_eq!(
        connection.into_wire().into_crossings(),
        [
            Crossing::Line(Side::Client, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.into()),
            Crossing::Line(Side::Server, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.into()),
        ],
        "what could not be sent did not cross"
    );
}
