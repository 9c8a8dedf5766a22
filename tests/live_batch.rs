//! Arrays of messages: accepted in one revision, refused with one error in every other.

mod live_wire;

use live_wire::{Wire, pong, progress, said, server};
use mcp_lab::mcp::{ServerCapabilities, Tool};
use mcp_lab::server::{MAX_BATCH, MAX_BATCH_BYTES, Server};

#[test]
fn arrays_of_messages_are_answered_in_one_revision_only() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},7,{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    let seven = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: a message is an object, this is: number"}}"#;
    let mut wire = Wire::ready(server().0, "2025-03-26");
    wire.send(batch);
    assert_eq!(wire.hear(), format!("[{},{seven},{}]", pong("1"), pong("2")));
    wire.send(r#"[{"jsonrpc":"2.0","method":"n"}]"#);
    wire.send("[]");
    let empty = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: an empty array"}}"#;
    assert_eq!(wire.hear(), empty);
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut wire = Wire::ready(server().0, version);
        wire.send(batch);
        let refused = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: an array of messages is not accepted, send one object per line"}}"#;
        assert_eq!(wire.hear(), refused);
        assert!(wire.close().is_empty(), "one answer for the whole array");
    }
}

#[test]
fn an_array_with_a_long_call_is_answered_whole_and_blocks_nobody() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-03-26");
    let call = |id: u8, tool: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","_meta":{{"progressToken":"t{id}"}}}}}}"#
        )
    };
    wire.send(&format!("[{},{},{}]", call(1, "long"), call(2, "quick"), call(3, "long")));
    for _ in 0..2 {
        begun.recv().unwrap();
        wire.hear();
    }
    wire.send(r#"{"jsonrpc":"2.0","id":4,"method":"ping"}"#);
    assert_eq!(wire.hear(), pong("4"));
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#);
    wire.send(r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#);
    assert_eq!(wire.hear(), pong("5"));
    let_go.send(()).unwrap();
    let_go.send(()).unwrap();
    assert_eq!(wire.hear(), progress("1", r#""progress":2"#));
    assert_eq!(wire.hear(), format!("[{},{}]", said("2", "done"), said("1", "finished")));
    assert!(wire.close().is_empty());
}

#[test]
fn an_array_of_too_many_messages_is_refused_whole() {
    let mut wire = Wire::ready(server().0, "2025-03-26");
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let array = |count| format!("[{}]", vec![ping; count].join(","));
    wire.send(&array(MAX_BATCH));
    assert_eq!(wire.hear(), format!("[{}]", vec![pong("7"); MAX_BATCH].join(",")));
    wire.send(&array(MAX_BATCH + 1));
    let refused = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: more than 1000 messages at once"}}"#;
    assert_eq!(wire.hear(), refused);
    assert!(wire.close().is_empty());
}

#[test]
fn an_array_whose_answers_grow_too_long_is_not_served_to_its_end() {
    let big = Tool::new("big", "says much", r#"{"type":"object"}"#).unwrap();
    let text = "x".repeat(MAX_BATCH_BYTES / 2 + 1);
    let server = Server::new("big", "1").capabilities(ServerCapabilities::tools());
    let server = server.tool(big, move |_| Ok::<_, &str>(text.clone())).unwrap();
    let mut wire = Wire::ready(server, "2025-03-26");
    let call = |id: u8| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"big"}}}}"#)
    };
    wire.send(&format!(
        r#"[{},{},{},{{"jsonrpc":"2.0","method":"n"}},{}]"#,
        call(1),
        call(2),
        call(3),
        call(4)
    ));
    let answers = wire.hear();
    let refused = |id: u8| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"Internal error: the answers to this array are too long"}}}}"#
        )
    };
    let end = format!(r#""isError":false}}}},{},{}]"#, refused(3), refused(4));
    assert!(answers.ends_with(&end), "{}", answers.len());
    assert_eq!(answers.matches("\"id\":").count(), 4);
}
