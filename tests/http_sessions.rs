//! Sessions over HTTP: who gets an id, what it opens, and when it ends. MCP 2025-06-18, `basic/transports`.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_wire;

use http_wire::{
    ACCEPTED, END, READY, STILL, STREAM, Up, bare, call, counted, endpoint, event_with, hello,
    json, post, refusal, said, session, up,
};
use mcp_lab::mcp::{ServerCapabilities, Tool};
use mcp_lab::server::http::{Endpoint, MAX_SESSIONS, SESSION_IDLE};
use mcp_lab::server::{Changes, Server};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A server with three tools, one of which may take its time.
fn lab() -> Server {
    let changes = Changes::default();
    let touch = Tool::new("touch", "Changes the tools", r#"{"type":"object"}"#).unwrap();
    let quick = Tool::new("quick", "Answers", r#"{"type":"object"}"#).unwrap();
    let steps = Tool::new("steps", "Answers a little later", r#"{"type":"object"}"#).unwrap();
    Server::new("lab", "1")
        .capabilities(ServerCapabilities::tools().with("tools", &["listChanged"]))
        .changes(changes.clone())
        .tool(touch, move |_| {
            changes.tools();
            Ok::<_, &str>("touched")
        })
        .unwrap()
        .tool(quick, |_| Ok::<_, &str>("quick"))
        .unwrap()
        .long_tool(steps, |exchange, _| {
            exchange.progress(1.0, None, None);
            Ok::<_, &str>("done")
        })
        .unwrap()
}

fn made() -> Up {
    up(endpoint(lab()))
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const MISSING: &str =
    "Bad request: Mcp-Session-Id is missing; it came with the answer to initialize";
const UNKNOWN: &str = "Session not found: it has ended; begin with initialize again";

fn pong() -> String {
    json("200 OK", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
}

fn missing() -> String {
    refusal("400 Bad Request", MISSING)
}

fn unknown() -> String {
    refusal("404 Not Found", UNKNOWN)
}

/// The answer to initialize, an id in its head if there is one.
fn welcome(version: &str, id: Option<&str>) -> String {
    let answer = json(
        "200 OK",
        &format!(
            r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{version}","capabilities":{{"tools":{{"listChanged":true}}}},"serverInfo":{{"name":"lab","version":"1"}}}}}}"#
        ),
    );
    let field = id.map_or(String::new(), |id| format!("Mcp-Session-Id: {id}\r\n"));
    answer.replacen("\r\n", &format!("\r\n{field}"), 1)
}

#[test]
fn the_id_comes_with_the_answer_to_initialize_and_only_then() {
    let up = up(Endpoint::new(Arc::new(lab()), STILL, || [0xab; 32]));
    let id = "ab".repeat(16);
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        assert_eq!(up.says(&post("", &hello(version, "{}"))), welcome(version, Some(&id)));
    }
    let fields = format!("mcp-session-id: {id}\r\n");
    assert_eq!(up.says(&post(&fields, READY)), ACCEPTED);
    assert_eq!(up.says(&post(&fields, PING)), pong());
    assert_eq!(up.says(&post(&fields, &call(2, "quick"))), json("200 OK", &said(2, "quick")));
    // Who was refused has no session.
    let wrong = hello("2025-06-18", "{}").replace(r#""protocolVersion":"2025-06-18","#, "");
    let said = up.says(&post("", &wrong));
    assert!(said.contains("-32602") && !said.contains("Mcp-Session-Id"), "{said}");
}

#[test]
fn without_an_id_a_request_is_bad_and_with_a_strange_one_there_is_nothing() {
    let up = made();
    let strange = format!("Mcp-Session-Id: {}\r\n", "0".repeat(31));
    for body in [PING, READY, r#"{"jsonrpc":"2.0","id":9,"result":{}}"#, "[]"] {
        assert_eq!(up.says(&post("", body)), missing(), "{body}");
        assert_eq!(up.says(&post(&strange, body)), unknown(), "{body}");
    }
    for method in ["GET", "DELETE"] {
        assert_eq!(up.says(&bare(method, "")), missing(), "{method}");
        assert_eq!(up.says(&bare(method, &strange)), unknown(), "{method}");
    }
    assert_eq!(up.says(&post(&strange, &hello("2025-06-18", "{}"))), unknown());
}

#[test]
fn a_session_that_was_ended_is_not_found_and_its_streams_end() {
    let up = made();
    let (mine, other) = (session(&up, "2025-06-18", "{}"), session(&up, "2025-06-18", "{}"));
    assert_ne!(mine, other);
    let mut stream = up.wire();
    stream.send(&bare("GET", &mine));
    stream.reads(STREAM);
    assert_eq!(up.says(&bare("DELETE", &mine)), "HTTP/1.1 204 No Content\r\n\r\n");
    stream.reads(END);
    assert_eq!(up.says(&bare("DELETE", &mine)), unknown());
    assert_eq!(up.says(&bare("GET", &mine)), unknown());
    assert_eq!(up.says(&post(&mine, PING)), unknown());
    assert_eq!(up.says(&post(&other, PING)), pong());
}

#[test]
fn a_version_that_is_not_known_is_a_bad_request() {
    let up = made();
    let fields = session(&up, "2025-06-18", "{}");
    let why = "Unsupported protocol version in MCP-Protocol-Version";
    for version in ["2024-01-01", "nonsense", ""] {
        let fields = fields.replace("2025-06-18", version);
        for method in ["GET", "DELETE"] {
            assert_eq!(up.says(&bare(method, &fields)), refusal("400 Bad Request", why));
        }
        let said = up.says(&post(&fields, PING));
        assert!(said.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{said}");
    }
    let unsaid = fields.replace("MCP-Protocol-Version: 2025-06-18\r\n", "");
    assert_eq!(up.says(&post(&unsaid, PING)), pong());
}

#[test]
fn an_array_of_messages_is_answered_with_an_array_where_there_were_arrays() {
    let up = made();
    let fields = session(&up, "2025-03-26", "{}");
    let second = PING.replace(r#""id":1"#, r#""id":"b""#);
    let asked = format!("[{PING},{READY},{second}]");
    let answered =
        r#"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":"b","result":{}}]"#;
    assert_eq!(up.says(&post(&fields, &asked)), json("200 OK", answered));
    assert_eq!(up.says(&post(&fields, &format!("[{READY},{READY}]"))), ACCEPTED);
    let later = format!("[{},{PING}]", call(2, "steps"));
    let said = up.says(&post(&fields, &later));
    assert!(said.contains(r#""progressToken":"t","progress":1"#), "{said}");
    let done = http_wire::said(2, "done");
    assert!(said.contains(&done) && said.contains(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#));
    assert!(said.starts_with(STREAM) && said.ends_with(END), "{said}");
    let none = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: an array of messages is not accepted, send one object per line"}}"#;
    let newer = session(&up, "2025-06-18", "{}");
    assert_eq!(up.says(&post(&newer, &asked)), json("400 Bad Request", none));
}

#[test]
fn without_sessions_every_request_is_answered_from_what_it_carries() {
    let up = up(endpoint(lab()).without_sessions());
    let welcomed = up.says(&post("", &hello("2025-06-18", "{}")));
    assert_eq!(welcomed, welcome("2025-06-18", None));
    let stray = "Mcp-Session-Id: whatever\r\nMCP-Protocol-Version: 2025-11-25\r\n";
    for fields in ["", "MCP-Protocol-Version: 2025-06-18\r\n", stray] {
        assert_eq!(up.says(&post(fields, READY)), ACCEPTED);
        assert_eq!(up.says(&post(fields, PING)), pong());
        assert_eq!(up.says(&post(fields, &call(2, "quick"))), json("200 OK", &said(2, "quick")));
    }
    let answered = r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#;
    assert_eq!(up.says(&post("", &format!("[{PING},{READY}]"))), json("200 OK", answered));
    assert_eq!(up.says(&post("", &format!("[{READY}]"))), ACCEPTED);
}

#[test]
fn one_session_more_than_there_may_be_ends_the_one_of_which_nothing_was_heard_for_longest() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    // Each look is a moment of its own, so that there is an order.
    let clock = || Duration::from_millis(NOW.fetch_add(1, Ordering::Relaxed));
    let up = up(Endpoint::new(Arc::new(lab()), clock, counted));
    let first = session(&up, "2025-06-18", "{}");
    let second = session(&up, "2025-06-18", "{}");
    let mut asked = String::new();
    for _ in 2..MAX_SESSIONS {
        write!(asked, "{}", post("", &hello("2025-06-18", "{}"))).unwrap();
    }
    let welcomed = up.says(&asked);
    assert_eq!(welcomed.matches("Mcp-Session-Id: ").count(), MAX_SESSIONS - 2);
    assert_eq!(up.says(&post(&first, PING)), pong());
    let one_more = session(&up, "2025-06-18", "{}");
    assert_eq!(up.says(&post(&second, PING)), unknown());
    assert_eq!(up.says(&post(&first, PING)), pong());
    assert_eq!(up.says(&post(&one_more, PING)), pong());
}

#[test]
fn a_session_of_which_nothing_is_heard_for_half_an_hour_has_ended() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    let clock = || Duration::from_millis(NOW.load(Ordering::Relaxed));
    let up = up(Endpoint::new(Arc::new(lab()), clock, counted));
    let fields = session(&up, "2025-06-18", "{}");
    let idle = u64::try_from(SESSION_IDLE.as_millis()).unwrap();
    for _ in 0..2 {
        NOW.fetch_add(idle, Ordering::Relaxed);
        assert_eq!(up.says(&post(&fields, PING)), pong());
    }
    // Whoever listens is there.
    let mut stream = up.wire();
    stream.send(&bare("GET", &fields));
    stream.reads(STREAM);
    NOW.fetch_add(idle + 1, Ordering::Relaxed);
    assert_eq!(up.says(&post(&fields, PING)), pong());
    assert_eq!(up.says(&bare("DELETE", &fields)), "HTTP/1.1 204 No Content\r\n\r\n");
    let other = session(&up, "2025-06-18", "{}");
    NOW.fetch_add(idle + 1, Ordering::Relaxed);
    assert_eq!(up.says(&post(&other, PING)), unknown());
}

#[test]
fn what_stands_in_an_array_is_remembered_as_if_it_stood_alone() {
    let up = made();
    let said = up.says(&post("", &hello("2025-03-26", "{}")));
    let id = said.split("Mcp-Session-Id: ").nth(1).and_then(|it| it.split("\r\n").next()).unwrap();
    let fields = format!("Mcp-Session-Id: {id}\r\n");
    let mut stream = up.wire();
    stream.send(&bare("GET", &fields));
    stream.reads(STREAM);
    assert_eq!(up.says(&post(&fields, &format!("[{READY}]"))), ACCEPTED);
    let told = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    for number in 1..3 {
        let touched = json("200 OK", &http_wire::said(2, "touched"));
        assert_eq!(up.says(&post(&fields, &call(2, "touch"))), touched);
        stream.reads(&event_with(&format!("1-{number}"), told));
    }
}
