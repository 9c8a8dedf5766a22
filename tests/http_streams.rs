//! Answers that are streams, and streams that belong to no request: what is told where, what is told once
//! more, and who is waited for. MCP 2025-06-18 and 2025-11-25, `basic/transports`.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_wire;

use http_wire::{
    ACCEPTED, END, READY, STREAM, Up, bare, call, call_with, endpoint, event, event_with, hello,
    json, post, refusal, said, session, up,
};
use mcp_lab::server::http::MAX_STANDING_STREAMS;
use mcp_lab::servers::everything::everything;

const PROGRESS: &str = "test_tool_with_progress";
const TOLD: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

fn made() -> Up {
    up(endpoint(everything().unwrap()))
}

fn progress(done: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"t","progress":{done},"total":100}}}}"#
    )
}

/// Everything the tool says, each under its id, which begins so.
fn steps(stream: &str) -> [String; 4] {
    let lines = [progress(0), progress(50), progress(100), said(7, "progress done")];
    let mut number = 0;
    lines.map(|line| {
        number += 1;
        event_with(&format!("{stream}-{number}"), &line)
    })
}

#[test]
fn a_quick_call_is_json_and_one_that_says_something_before_is_a_stream() {
    let up = made();
    let fields = session(&up, "2025-06-18", "{}");
    let quick = json("200 OK", &said(7, "This is a simple text response for testing."));
    assert_eq!(up.says(&post(&fields, &call(7, "test_simple_text"))), quick);
    // Notification and call came before: this is the third stream of the session.
    let whole = STREAM.to_owned() + &steps("3").concat() + END;
    assert_eq!(up.says(&post(&fields, &call(7, PROGRESS))), whole);
    // The connection stays open behind a stream.
    let twice = post(&fields, &call(7, PROGRESS)) + &post(&fields, &call(7, "test_simple_text"));
    assert_eq!(up.says(&twice), STREAM.to_owned() + &steps("4").concat() + END + &quick);
    // A tool that takes its time and says nothing before its answer.
    let silent = call(7, PROGRESS).replace(r#","_meta":{"progressToken":"t"}"#, "");
    assert_eq!(up.says(&post(&fields, &silent)), json("200 OK", &said(7, "progress done")));
}

#[test]
fn in_the_old_http_a_stream_ends_with_its_connection() {
    let up = made();
    let fields = session(&up, "2025-06-18", "{}");
    let asked = post(&fields, &call(7, PROGRESS)).replace("HTTP/1.1", "HTTP/1.0");
    let head = STREAM.replace(
        "200 OK\r\nContent-Type: text/event-stream",
        "200 OK\r\nConnection: close\r\nContent-Type: text/event-stream",
    );
    let head = head.replace("Transfer-Encoding: chunked\r\n", "");
    let lines = [progress(0), progress(50), progress(100), said(7, "progress done")];
    let [first, second, third, last] = lines;
    let events = format!(
        "id: 2-1\ndata: {first}\n\nid: 2-2\ndata: {second}\n\nid: 2-3\ndata: {third}\n\nid: 2-4\ndata: {last}\n\n"
    );
    assert_eq!(up.says(&asked), head + &events);
}

#[test]
fn a_stream_begins_with_an_empty_event_since_2025_11_25() {
    let up = made();
    let fields = session(&up, "2025-11-25", "{}");
    let whole = STREAM.to_owned() + &event_with("2-0", "") + &steps("2").concat() + END;
    assert_eq!(up.says(&post(&fields, &call(7, PROGRESS))), whole);
    let mut stream = up.wire();
    stream.send(&bare("GET", &fields));
    stream.reads(&(STREAM.to_owned() + &event_with("3-0", "")));
}

const ASKED: &str = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}}}"#;

#[test]
fn a_question_stands_on_the_stream_of_its_call_and_is_answered_by_another_post() {
    let up = made();
    let fields = session(&up, "2025-06-18", r#"{"elicitation":{}}"#);
    let (mut wire, mut standing) = (up.wire(), up.wire());
    standing.send(&bare("GET", &fields));
    standing.reads(STREAM);
    wire.send(&post(&fields, &call_with(7, "test_elicitation", r#"{"message":"Who?"}"#)));
    wire.reads(&(STREAM.to_owned() + &event_with("3-1", ASKED)));
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"username":"a","email":"b"}}}"#;
    // What another session says to a question of that number answers nothing here.
    let other = session(&up, "2025-06-18", r#"{"elicitation":{}}"#);
    assert_eq!(up.says(&post(&other, &answer.replace("\"a\"", "\"x\""))), ACCEPTED);
    assert_eq!(up.says(&post(&fields, answer)), ACCEPTED);
    let text = r#"User response: {\"action\":\"accept\",\"content\":{\"username\":\"a\",\"email\":\"b\"}}"#;
    wire.reads(&(event_with("3-2", &said(7, text)) + END));
    // Nothing was told on the other stream.
    assert_eq!(up.says(&bare("DELETE", &fields)), "HTTP/1.1 204 No Content\r\n\r\n");
    standing.reads(END);
}

#[test]
fn a_client_that_was_ready_in_an_array_is_asked() {
    let up = made();
    let said = up.says(&post("", &hello("2025-03-26", r#"{"sampling":{}}"#)));
    let id = said.split("Mcp-Session-Id: ").nth(1).and_then(|it| it.split("\r\n").next());
    let fields = format!("Mcp-Session-Id: {}\r\n", id.unwrap());
    assert_eq!(up.says(&post(&fields, &format!("[{READY}]"))), ACCEPTED);
    let mut wire = up.wire();
    wire.send(&post(&fields, &call_with(7, "test_sampling", r#"{"prompt":"Who?"}"#)));
    let asked = r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Who?"}}],"maxTokens":100}}"#;
    wire.reads(&(STREAM.to_owned() + &event_with("2-1", asked)));
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"role":"assistant","model":"m","content":{"type":"text","text":"I"}}}"#;
    assert_eq!(up.says(&post(&fields, &format!("[{answer}]"))), ACCEPTED);
    wire.reads(&(event_with("2-2", &http_wire::said(7, "LLM response: I")) + END));
}

#[test]
fn a_cancelled_call_ends_without_an_answer() {
    let up = made();
    let fields = session(&up, "2025-06-18", r#"{"elicitation":{}}"#);
    let mut wire = up.wire();
    wire.send(&post(&fields, &call_with(7, "test_elicitation", r#"{"message":"Who?"}"#)));
    wire.reads(&(STREAM.to_owned() + &event_with("2-1", ASKED)));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    assert_eq!(up.says(&post(&fields, cancel)), ACCEPTED);
    let over = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    wire.reads(&(event_with("2-2", over) + END));
}

#[test]
fn word_of_a_change_goes_to_one_stream_of_a_session() {
    let up = made();
    let fields = session(&up, "2025-06-18", "{}");
    let other = session(&up, "2025-06-18", "{}");
    let (mut first, mut second, mut third) = (up.wire(), up.wire(), up.wire());
    for (wire, fields) in [(&mut first, &fields), (&mut second, &fields), (&mut third, &other)] {
        wire.send(&bare("GET", fields));
        wire.reads(STREAM);
    }
    let changed = json("200 OK", &said(7, "tools changed"));
    assert_eq!(up.says(&post(&fields, &call(7, "test_trigger_tool_change"))), changed);
    second.reads(&event_with("3-1", TOLD));
    third.reads(&event_with("2-1", TOLD));
    assert_eq!(up.says(&bare("DELETE", &fields)), "HTTP/1.1 204 No Content\r\n\r\n");
    first.reads(END);
    second.reads(END);
}

#[test]
fn a_session_has_only_so_many_streams_of_its_own() {
    let up = made();
    let fields = session(&up, "2025-06-18", "{}");
    let mut wires: Vec<_> = (0..MAX_STANDING_STREAMS).map(|_| up.wire()).collect();
    for wire in &mut wires {
        wire.send(&bare("GET", &fields));
        wire.reads(STREAM);
    }
    let why = "Conflict: this session has enough streams open";
    assert_eq!(up.says(&bare("GET", &fields)), refusal("409 Conflict", why));
    let blind = bare("GET", &fields).replace("text/event-stream", "application/json");
    let why = "Not acceptable: Accept must list text/event-stream";
    assert_eq!(up.says(&blind), refusal("406 Not Acceptable", why));
}

fn back(fields: &str, id: &str) -> String {
    bare("GET", &format!("{fields}Last-Event-ID: {id}\r\n"))
}

#[test]
fn who_comes_back_hears_what_followed_on_that_stream_and_nothing_else() {
    let up = made();
    let fields = session(&up, "2025-06-18", "{}");
    let [first, second, third, last] = steps("2");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, PROGRESS)));
    wire.reads(&(STREAM.to_owned() + &first));
    drop(wire);
    let rest = [STREAM, &second, &third, &last, END].concat();
    assert_eq!(up.says(&back(&fields, "2-1")), rest);
    // As often as somebody asks, as long as it is kept.
    assert_eq!(up.says(&back(&fields, "2-1")), rest);
    assert_eq!(
        up.says(&back(&fields, "2-0")),
        [STREAM, &first, &second, &third, &last, END].concat()
    );
    assert_eq!(up.says(&back(&fields, "2-3")), [STREAM, &last, END].concat());
    assert_eq!(up.says(&back(&fields, "2-4")), STREAM.to_owned() + END);
    assert_eq!(up.says(&back(&fields, "2-99999999999999999999")), unknown());
    assert_eq!(up.says(&back(&fields, "2-18446744073709551615")), STREAM.to_owned() + END);
    for id in ["1-0", "3-0", "2", "2-", "-1", "", "x-y", "2-1-1", "+2-x"] {
        assert_eq!(up.says(&back(&fields, id)), unknown(), "{id}");
    }
    // Of another session the same id is nothing.
    let other = session(&up, "2025-06-18", "{}");
    assert_eq!(up.says(&back(&other, "2-1")), unknown());
}

fn unknown() -> String {
    refusal("400 Bad Request", "Bad request: Last-Event-ID is of no stream that is still known")
}

#[test]
fn what_was_told_while_nobody_listened_is_told_to_who_comes_back() {
    let up = made();
    let fields = session(&up, "2025-06-18", "{}");
    let mut wire = up.wire();
    wire.send(&bare("GET", &fields));
    wire.reads(STREAM);
    let touch = || {
        let changed = json("200 OK", &said(7, "tools changed"));
        assert_eq!(up.says(&post(&fields, &call(7, "test_trigger_tool_change"))), changed);
    };
    touch();
    wire.reads(&event_with("2-1", TOLD));
    drop(wire);
    touch();
    let mut again = up.wire();
    again.send(&back(&fields, "2-1"));
    again.reads(&(STREAM.to_owned() + &event_with("2-2", TOLD)));
    // Whoever comes back takes the place of who was there.
    let mut third = up.wire();
    third.send(&back(&fields, "2-2"));
    third.reads(STREAM);
    again.reads(END);
    touch();
    third.reads(&event_with("2-3", TOLD));
}

#[test]
fn a_call_that_lets_go_of_its_client_answers_who_comes_back() {
    let up = made();
    let fields = session(&up, "2025-11-25", "{}");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, "test_reconnection")));
    let retry = http_wire::chunk("retry: 500\n\n");
    wire.reads(&(STREAM.to_owned() + &event_with("2-0", "") + &retry + END));
    let done = said(7, "Reconnection test completed successfully");
    let rest = STREAM.to_owned() + &event_with("2-1", &done) + END;
    assert_eq!(up.says(&back(&fields, "2-0")), rest);
    // Where nobody can come back, nobody is let go of.
    let modern = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"test_reconnection","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let head = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: test_reconnection\r\n";
    let said = up.says(&post(head, modern));
    assert!(
        said.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
            || said.starts_with(STREAM),
        "{said}"
    );
    assert!(
        said.contains("Reconnection test completed successfully") && !said.contains("retry"),
        "{said}"
    );
}

#[test]
fn without_sessions_a_stream_has_no_ids_and_nobody_is_asked() {
    let up = up(endpoint(everything().unwrap()).without_sessions());
    let fields = "MCP-Protocol-Version: 2025-11-25\r\n";
    let lines = [progress(0), progress(50), progress(100), said(7, "progress done")];
    let whole = STREAM.to_owned() + &lines.map(|it| event(&it)).concat() + END;
    assert_eq!(up.says(&post(fields, &call(7, PROGRESS))), whole);
    let asked = up.says(&post(fields, &call_with(7, "test_elicitation", r#"{"message":"Who?"}"#)));
    assert!(asked.contains(r#""isError":true"#), "{asked}");
}
