//! Who leaves, who does not read, who does not answer: none of them costs anybody else anything.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_wire;

use http_wire::{
    ACCEPTED, END, LONG, STREAM, Up, bare, call, endpoint, event, event_with, json, post, said,
    session, up,
};
use mcp_lab::mcp::{ServerCapabilities, Tool};
use mcp_lab::server::http::Endpoint;
use mcp_lab::server::{Changes, Exchange, Server};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const ANY: &str = r#"{"type":"object"}"#;

/// Each look is a tenth of a second later.
fn hurrying() -> Duration {
    static NOW: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(100 * NOW.fetch_add(1, Ordering::Relaxed))
}

/// A server with a quick tool and this one, which takes its time.
fn with(long: impl Fn(&Exchange) -> &'static str + Send + Sync + 'static) -> Server {
    let changes = Changes::default();
    let told = changes.clone();
    Server::new("lab", "1")
        .capabilities(ServerCapabilities::tools().with("tools", &["listChanged"]))
        .changes(changes)
        .tool(Tool::new("touch", "Changes the tools", ANY).unwrap(), move |_| {
            told.tools();
            Ok::<_, &str>("touched")
        })
        .unwrap()
        .long_tool(Tool::new("long", "Takes its time", ANY).unwrap(), move |exchange, _| {
            Ok::<_, &str>(long(exchange))
        })
        .unwrap()
}

fn hurried(server: Server) -> Up {
    up(Endpoint::new(Arc::new(server), hurrying, http_wire::counted))
}

/// A tool that reports one step, and another when it is let go; it answers whether it was cancelled then.
fn gated() -> (Server, Sender<()>) {
    let (go, gate) = channel();
    let gate = Mutex::new(gate);
    let server = with(move |exchange| {
        exchange.progress(1.0, None, None);
        gate.lock().unwrap().recv_timeout(LONG).unwrap();
        if exchange.is_cancelled() { "cancelled" } else { "not cancelled" }
    });
    (server, go)
}

/// A tool that reports one step, and works until it is cancelled, which it tells.
fn until_cancelled() -> (Server, Receiver<()>) {
    let (tell, told) = channel();
    let server = with(move |exchange| {
        exchange.progress(1.0, None, None);
        while !exchange.is_cancelled() {
            thread::park_timeout(Duration::from_millis(1));
        }
        tell.send(()).unwrap();
        "cancelled"
    });
    (server, told)
}

const STEP: &str = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}"#;
const MODERN: &str = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n";
const META: &str = r#""_meta":{"progressToken":"t","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// The call of a tool in the stateless era.
fn modern(tool: &str) -> String {
    let body = call(7, tool).replace(r#""_meta":{"progressToken":"t"}"#, META);
    post(&format!("{MODERN}Mcp-Name: {tool}\r\n"), &body)
}

fn modern_said(text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":7,"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}],"isError":false,"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"lab","version":"1"}}}}}}}}"#
    )
}

#[test]
fn to_leave_is_to_cancel_in_the_stateless_era() {
    let (server, told) = until_cancelled();
    let up = hurried(server);
    let mut wire = up.wire();
    wire.send(&modern("long"));
    wire.reads(&(STREAM.to_owned() + &event(STEP)));
    drop(wire);
    told.recv_timeout(LONG).unwrap();
}

#[test]
fn to_leave_before_anything_was_said_is_to_cancel_too() {
    let (server, told) = until_cancelled();
    let up = hurried(server);
    let mut wire = up.wire();
    // Without a token no progress is told.
    let silent = call(7, "long").replace(r#""_meta":{"progressToken":"t"}"#, META);
    let silent = silent.replace(r#""progressToken":"t","#, "");
    wire.send(&post(&format!("{MODERN}Mcp-Name: long\r\n"), &silent));
    drop(wire);
    told.recv_timeout(LONG).unwrap();
}

#[test]
fn to_leave_is_not_to_cancel_in_the_handshake_era() {
    let (server, go) = gated();
    let up = hurried(server);
    let fields = session(&up, "2025-06-18", "{}");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, "long")));
    wire.reads(&(STREAM.to_owned() + &event_with("2-1", STEP)));
    drop(wire);
    let mut again = up.wire();
    again.send(&bare("GET", &format!("{fields}Last-Event-ID: 2-1\r\n")));
    again.reads(STREAM);
    go.send(()).unwrap();
    again.reads(&(event_with("2-2", &said(7, "not cancelled")) + END));
}

#[test]
fn to_end_the_session_is_to_cancel() {
    let (server, told) = until_cancelled();
    let up = hurried(server);
    let fields = session(&up, "2025-06-18", "{}");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, "long")));
    wire.reads(&(STREAM.to_owned() + &event_with("2-1", STEP)));
    assert_eq!(up.says(&bare("DELETE", &fields)), "HTTP/1.1 204 No Content\r\n\r\n");
    told.recv_timeout(LONG).unwrap();
    wire.reads(END);
}

#[test]
fn who_has_said_all_is_answered_in_both_eras() {
    let (server, go) = gated();
    let up = hurried(server);
    let fields = session(&up, "2025-06-18", "{}");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, "long")));
    wire.half_close();
    wire.reads(&(STREAM.to_owned() + &event_with("2-1", STEP)));
    go.send(()).unwrap();
    let rest = wire.rest();
    assert!(rest.ends_with(&(event_with("2-2", &said(7, "not cancelled")) + END)), "{rest}");
    let mut wire = up.wire();
    wire.send(&modern("long"));
    wire.half_close();
    wire.reads(&(STREAM.to_owned() + &event(STEP)));
    go.send(()).unwrap();
    let rest = wire.rest();
    assert!(rest.ends_with(&(event(&modern_said("not cancelled")) + END)), "{rest}");
}

#[test]
fn a_call_that_is_stuck_stops_neither_its_session_nor_anybody_else() {
    let (server, go) = gated();
    let up = up(endpoint(server));
    let fields = session(&up, "2025-06-18", "{}");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, "long")));
    wire.reads(&(STREAM.to_owned() + &event_with("2-1", STEP)));
    let touched = json("200 OK", &said(8, "touched"));
    assert_eq!(up.says(&post(&fields, &call(8, "touch"))), touched);
    let other = session(&up, "2025-06-18", "{}");
    assert_eq!(up.says(&post(&other, &call(8, "touch"))), touched);
    go.send(()).unwrap();
    wire.reads(&(event_with("2-2", &said(7, "not cancelled")) + END));
}

#[test]
fn who_does_not_read_is_dropped_and_nobody_waits() {
    let (tell, told) = channel();
    let long = "x".repeat(1024 * 1024);
    let server = with(move |exchange| {
        for step in 1..=60 {
            exchange.progress(f64::from(step), None, Some(&long));
        }
        tell.send(()).unwrap();
        "done"
    });
    let up = up(endpoint(server));
    let fields = session(&up, "2025-06-18", "{}");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, "long")));
    // The tool has ended although nobody reads, and others are served.
    told.recv_timeout(LONG).unwrap();
    assert_eq!(up.says(&post(&fields, &call(8, "touch"))), json("200 OK", &said(8, "touched")));
    let mut heard = wire.rest();
    assert!(!heard.ends_with(END), "it was dropped");
    let all = 60 * 1024 * 1024;
    assert!(heard.len() < all, "{}", heard.len());
    heard.truncate(STREAM.len());
    assert_eq!(heard, STREAM);
}

fn listen() -> String {
    let body = r#"{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},META}}"#;
    let body = body.replace("META", &META.replace(r#""progressToken":"t","#, ""));
    let fields = MODERN.replace("tools/call", "subscriptions/listen");
    post(&fields, &body)
}

const TAG: &str = r#""_meta":{"io.modelcontextprotocol/subscriptionId":"s""#;

#[test]
fn a_subscription_of_the_stateless_era_is_a_stream_that_ends_with_the_server() {
    let up = up(endpoint(with(|_| "done")));
    let mut wire = up.wire();
    wire.send(&listen());
    let acknowledged = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{{TAG}}},"notifications":{{"toolsListChanged":true}}}}}}"#
    );
    wire.reads(&(STREAM.to_owned() + &event(&acknowledged)));
    assert_eq!(up.says(&modern("touch")), json("200 OK", &modern_said("touched")));
    let told = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{{TAG}}}}}}}"#
    );
    wire.reads(&event(&told));
    drop(up);
    let over = format!(
        r#"{{"jsonrpc":"2.0","id":"s","result":{{"resultType":"complete",{TAG},"io.modelcontextprotocol/serverInfo":{{"name":"lab","version":"1"}}}}}}}}"#
    );
    assert_eq!(wire.rest(), event(&over) + END);
}

#[test]
fn streams_that_stand_open_end_with_the_server() {
    let up = up(endpoint(with(|_| "done")));
    let fields = session(&up, "2025-06-18", "{}");
    let mut wires: Vec<_> = (0..3).map(|_| up.wire()).collect();
    for wire in &mut wires {
        wire.send(&bare("GET", &fields));
        wire.reads(STREAM);
    }
    assert_eq!(up.says(&post(&fields, http_wire::READY)), ACCEPTED);
    drop(up);
    for wire in &mut wires {
        assert_eq!(wire.rest(), END);
    }
}

#[test]
fn a_tool_that_breaks_costs_neither_its_session_nor_the_next_call() {
    let server = with(|_| panic!("as it should"));
    let broken = Tool::new("broken", "Breaks", ANY).unwrap();
    let server = server.tool(broken, |_| -> Result<&str, &str> { panic!("as it should") }).unwrap();
    let up = up(endpoint(server));
    let fields = session(&up, "2025-06-18", "{}");
    for tool in ["broken", "long"] {
        let error = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal error: tool TOOL panicked"}}"#;
        let error = error.replace("TOOL", tool);
        assert_eq!(up.says(&post(&fields, &call(7, tool))), json("200 OK", &error), "{tool}");
        assert_eq!(up.says(&modern(tool)), json("200 OK", &error), "{tool}");
    }
    assert_eq!(up.says(&post(&fields, &call(8, "touch"))), json("200 OK", &said(8, "touched")));
}
