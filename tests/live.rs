//! A live connection: many calls at once over a stream of bytes.

mod live_wire;

use live_wire::{Wire, pong, progress, said, server};
use mcp_lab::mcp::ServerCapabilities;
use mcp_lab::server::{MAX_LONG_CALLS, live};
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;

#[test]
fn a_long_call_blocks_neither_ping_nor_another_call() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    wire.call("1", "long");
    begun.recv().unwrap();
    assert_eq!(wire.hear(), progress("1", r#""progress":1,"total":2,"message":"begun""#));
    wire.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    wire.call("3", "quick");
    assert_eq!(wire.hear(), pong("2"));
    assert_eq!(wire.hear(), said("3", "done"));
    let_go.send(()).unwrap();
    assert_eq!(wire.hear(), progress("1", r#""progress":2"#));
    assert_eq!(wire.hear(), said("1", "finished"));
    assert!(wire.close().is_empty());
}

#[test]
fn a_cancelled_call_is_not_answered() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    wire.call("\"a\"", "long");
    begun.recv().unwrap();
    wire.hear();
    // A number is another id than a string, and an unknown one is ignored.
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"b"}}"#);
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#);
    wire.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(wire.hear(), pong("2"));
    let_go.send(()).unwrap();
    assert!(wire.close().is_empty(), "neither progress nor an answer");
}

#[test]
fn a_call_in_flight_is_answered_after_the_end_of_input() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    wire.call("1", "long");
    begun.recv().unwrap();
    wire.hear();
    wire.to = None;
    let_go.send(()).unwrap();
    assert_eq!(wire.hear(), progress("1", r#""progress":2"#));
    assert_eq!(wire.hear(), said("1", "finished"));
    assert!(wire.close().is_empty());
}

#[test]
fn an_id_that_is_still_running_is_refused() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    wire.call("1", "long");
    begun.recv().unwrap();
    wire.hear();
    wire.call("1", "long");
    assert_eq!(
        wire.hear(),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid Request: a call with this id is still running"}}"#
    );
    let_go.send(()).unwrap();
    wire.hear();
    assert_eq!(wire.hear(), said("1", "finished"));
}

#[test]
fn too_many_long_calls_are_refused_and_the_rest_goes_on() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    for id in 1..=MAX_LONG_CALLS {
        wire.call(&id.to_string(), "long");
        begun.recv().unwrap();
        wire.hear();
    }
    wire.call("\"more\"", "long");
    assert_eq!(
        wire.hear(),
        r#"{"jsonrpc":"2.0","id":"more","error":{"code":-32603,"message":"Internal error: too many calls at once"}}"#
    );
    for _ in 1..=MAX_LONG_CALLS {
        let_go.send(()).unwrap();
    }
    let rest = wire.close();
    let finished = rest.iter().filter(|line| line.contains("finished")).count();
    assert_eq!(finished, MAX_LONG_CALLS);
}

#[test]
fn the_bytes_of_a_line_stay_together_whoever_speaks_meanwhile() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    for id in 1..=8 {
        wire.call(&id.to_string(), "long");
        begun.recv().unwrap();
        wire.hear();
    }
    (1..=8).for_each(|_| let_go.send(()).unwrap());
    (9..500).for_each(|id| wire.call(&id.to_string(), "quick"));
    let mut lines = wire.close();
    lines.sort();
    let mut expected: Vec<_> = (9..500).map(|id| said(&id.to_string(), "done")).collect();
    for id in (1..=8).map(|id| id.to_string()) {
        expected.push(progress(&id, r#""progress":2"#));
        expected.push(said(&id, "finished"));
    }
    expected.sort();
    assert_eq!(lines, expected);
}

#[test]
fn a_client_that_no_longer_reads_is_not_waited_for() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    wire.call("1", "long");
    begun.recv().unwrap();
    wire.hear();
    wire.deaf();
    wire.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    wire.gone();
    let_go.send(()).unwrap();
}

#[test]
fn an_id_is_cancelled_by_what_it_means_not_by_how_it_is_spelled() {
    let (server, begun, let_go) = server();
    let mut wire = Wire::ready(server, "2025-06-18");
    let call = |id: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"long"}}}}"#)
    };
    for id in [r#""a\/\u00e9""#, "7", r#""7""#] {
        wire.send(&call(id));
        begun.recv().unwrap();
    }
    for id in [r#""a/é""#, "7.0"] {
        wire.send(&call(id));
        let refused = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":"Invalid Request: a call with this id is still running"}}}}"#
        );
        assert_eq!(wire.hear(), refused);
        wire.send(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        ));
    }
    // When this is answered, the cancellations were read.
    wire.send(r#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#);
    assert_eq!(wire.hear(), pong("8"));
    (0..3).for_each(|_| let_go.send(()).unwrap());
    assert_eq!(wire.close(), [said(r#""7""#, "finished")]);
}

#[test]
fn a_long_tool_behind_a_promise_that_was_not_made_does_not_exist() {
    let (server, ..) = server();
    let mut wire = Wire::ready(server.capabilities(ServerCapabilities::default()), "2025-06-18");
    for tool in ["quick", "long"] {
        wire.call("1", tool);
        let unknown = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: tools/call"}}"#;
        assert_eq!(wire.hear(), unknown);
    }
}

/// An output that breaks in a way of its own.
struct Breaks(ErrorKind);

impl Write for Breaks {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_client_that_is_gone_is_told_from_an_output_that_broke() {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.as_bytes();
    let ends = |kind| live(&Arc::new(server().0), ping, Breaks(kind)).map_err(|it| it.kind());
    for gone in [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted] {
        assert_eq!(ends(gone), Ok(()));
    }
    assert_eq!(ends(ErrorKind::StorageFull), Err(ErrorKind::StorageFull));
}
