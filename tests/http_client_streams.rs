//! Streams of events at the client's end: cut anywhere, taken up again, cancelled, without an end.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_script;

use http_script::{
    Row, Then, accepted, json, play, row, row_then, stream, transport, whole, wire_text,
};
use mcp_lab::client::http::{HttpFault, HttpTransport};
use mcp_lab::client::{ClientError, Connection, Host, Stateless};
use mcp_lab::json::{Object, Str, Value};
use mcp_lab::jsonrpc::ErrorObject;
use mcp_lab::mcp::Implementation;
use mcp_lab::mcp::stateless::SubscriptionFilter;
use mcp_lab::text::Lang;
use mcp_lab::transport::Transport;
use std::time::Duration;

const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"a":"中"}}"#;
const ASK: &str = r#"{"jsonrpc":"2.0","id":1,"method":"x/y"}"#;

/// What is handed on and what crossed when these rows answer one request.
fn asked(rows: &[Row]) -> (Vec<String>, String, Vec<Duration>) {
    let (url, _) = play(rows);
    let (mut wire, waits) = transport(url);
    wire.send(ASK.to_owned()).unwrap();
    let mut lines = Vec::new();
    loop {
        match wire.recv() {
            Ok(Some(line)) => lines.push(line),
            Ok(None) => break,
            Err(error) => {
                lines.push(format!("error: {error}"));
                break;
            }
        }
    }
    let waits = waits.lock().unwrap().clone();
    (lines, wire_text(wire.crossings()), waits)
}

#[test]
fn a_stream_may_be_cut_within_a_character_and_end_its_lines_in_any_way() {
    let told = r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#;
    let text = format!(
        ": ping\r\n\r\nevent: message\rid: 7\rdata: {told}\r\rdata: {{\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\ndata:\"result\":{{\"a\":\"中\"}}}}\n\n"
    );
    let bytes = text.as_bytes();
    let chunks: Vec<_> = bytes.chunks(1).collect();
    let (lines, crossed, _) = asked(&[row("x/y", &stream(&chunks, true))]);
    let joined = r#"{"jsonrpc":"2.0", "id":1, "result":{"a":"中"}}"#;
    assert_eq!(lines, [told, joined]);
    let expected =
        format!("server >> 200 text/event-stream\nserver -> {told}\nserver -> {joined}\n");
    assert!(crossed.ends_with(&expected), "{crossed}");
}

#[test]
fn events_of_other_types_and_without_data_are_no_lines() {
    let text = format!("event: endpoint\ndata: /messages\n\nid: 1\ndata:\n\ndata: {DONE}\n\n");
    let (lines, crossed, _) = asked(&[row("x/y", &stream(&[text.as_bytes()], true))]);
    assert_eq!(lines, [DONE]);
    let notes: Vec<_> = crossed.lines().filter(|it| it.starts_with('#')).collect();
    let expected =
        ["# an event of type \"endpoint\": /messages", "# an event without data, id \"1\""];
    assert_eq!(notes, expected);
}

#[test]
fn a_stream_that_ends_too_early_is_taken_up_again_no_earlier_than_it_says() {
    let (lines, crossed, waits) = asked(&[
        row("POST", &stream(&[b"id: 7\nretry: 500\ndata:\n\n"], true)),
        row(
            "Last-Event-ID: 7\r\n",
            &stream(&[b"id: 8\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n"], true),
        ),
        row("Last-Event-ID: 8\r\n", &stream(&[format!("data: {DONE}\n\n").as_bytes()], true)),
    ]);
    assert_eq!(lines, [r#"{"jsonrpc":"2.0","method":"n"}"#, DONE]);
    assert_eq!(waits, [Duration::from_millis(500); 2]);
    let heads: Vec<_> = crossed.lines().filter(|it| it.contains(">> GET")).collect();
    let get = "client >> GET /mcp HTTP/1.1 | Accept: text/event-stream | Last-Event-ID:";
    assert_eq!(heads, [format!("{get} 7"), format!("{get} 8")]);
}

#[test]
fn a_connection_that_breaks_in_the_middle_of_an_event_is_taken_up_behind_the_last_whole_one() {
    let (lines, _, waits) = asked(&[
        row_then("POST", &stream(&[b"id: 7\ndata:\n\nid: 8\ndata: {\"json"], false), Then::Close),
        row("Last-Event-ID: 7\r\n", &stream(&[format!("data: {DONE}\n\n").as_bytes()], true)),
    ]);
    assert_eq!(lines, [DONE]);
    assert_eq!(waits, [Duration::from_secs(1)]);
}

#[test]
fn without_ids_a_stream_that_ends_too_early_is_lost() {
    let (lines, _, waits) = asked(&[row(
        "POST",
        &stream(&[b"data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n"], true),
    )]);
    let lost = "error: the stream ended after 1 events, before the answer, and its events have no ids to go on from";
    assert_eq!(lines, [r#"{"jsonrpc":"2.0","method":"n"}"#, lost]);
    assert_eq!(waits, []);
}

#[test]
fn a_stream_that_brings_nothing_new_again_and_again_is_given_up() {
    let mut rows = vec![row("POST", &stream(&[b"id: 7\ndata:\n\n"], true))];
    rows.extend(vec![row("GET", &stream(&[], true)); 20]);
    let (lines, _, waits) = asked(&rows);
    let gave_up =
        "error: the stream ended before the answer, and 20 times more when it was taken up again";
    assert_eq!(lines, [gave_up]);
    assert_eq!(waits.len(), 20);
}

#[test]
fn a_server_that_will_not_take_a_stream_up_again_is_told_of() {
    let (lines, ..) = asked(&[
        row("POST", &stream(&[b"id: 7\ndata:\n\n"], true)),
        row("GET", &whole("405 Method Not Allowed", "", "")),
    ]);
    let [line] = &lines[..] else { unreachable!("{lines:?}") };
    assert!(line.starts_with("error: 405, and no message; "), "{line}");
}

#[test]
fn an_event_that_is_not_utf8_is_no_line() {
    let (lines, ..) = asked(&[row("POST", &stream(&[b"data: \xff\n\n"], true))]);
    assert_eq!(lines, ["error: a line of the stream is not UTF-8"]);
}

/// Somebody who says yes.
#[derive(Debug)]
struct Yes;

impl Host for Yes {
    fn capabilities(&self) -> Object<'static> {
        [("elicitation", Object::default().into())].into()
    }

    fn answer(
        &mut self,
        _: &Str<'_>,
        _: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        Ok(Object::from([("action", "decline".into())]).into())
    }
}

#[test]
fn what_a_server_asks_on_its_own_stream_is_answered_while_a_call_waits() {
    let begun = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}"#;
    let elicit = r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}"#;
    let (url, seen) = play(&[
        row(
            "initialize\"",
            &whole("200 OK", "Content-Type: application/json\r\nMcp-Session-Id: s\r\n", begun),
        ),
        row("notifications/initialized", &accepted()),
        row_then("GET", &stream(&[format!("data: {elicit}\n\n").as_bytes()], false), Then::Hang),
        row("decline", &accepted()),
        row("x/y", &json(r#"{"jsonrpc":"2.0","id":2,"result":{}}"#)),
        row("DELETE", &whole("204 No Content", "", "")),
    ]);
    let mut connection = Connection::new(transport(url).0.listening()).with_host(Yes);
    connection.initialize("2025-06-18", Implementation::new("me", "1")).unwrap();
    connection.call("x/y", None).unwrap();
    assert!(
        seen.request("GET").contains("Mcp-Session-Id: s\r\nMCP-Protocol-Version: 2025-06-18\r\n")
    );
    assert!(
        seen.request("decline")
            .ends_with(r#"{"jsonrpc":"2.0","id":"q","result":{"action":"decline"}}"#)
    );
    connection.into_wire().end().unwrap();
    seen.until_closed(1);
}

#[test]
fn a_server_without_a_stream_of_its_own_is_no_fault() {
    let begun = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}"#;
    let (url, seen) = play(&[
        row("initialize\"", &json(begun)),
        row("notifications/initialized", &accepted()),
        row("GET", &whole("405 Method Not Allowed", "Allow: POST\r\n", "")),
        row("x/y", &json(r#"{"jsonrpc":"2.0","id":2,"result":{}}"#)),
    ]);
    let mut connection = Connection::new(transport(url).0.listening());
    connection.initialize("2025-06-18", Implementation::new("me", "1")).unwrap();
    connection.call("x/y", None).unwrap();
    let crossed = wire_text(&connection.into_wire().into_crossings());
    assert!(crossed.contains("client >> GET /mcp HTTP/1.1 | Accept: text/event-stream | MCP-Protocol-Version: 2025-06-18\nserver >> 405 | Allow: POST\n"), "{crossed}");
    assert_eq!(seen.requests().len(), 4, "no session, so nothing to end");
}

const ACKNOWLEDGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}}}"#;

#[test]
fn without_a_handshake_a_request_is_cancelled_by_closing_its_stream_and_by_nothing_else() {
    let event = format!("data: {ACKNOWLEDGED}\n\n");
    let (url, seen) =
        play(&[row_then("subscriptions/listen", &stream(&[event.as_bytes()], false), Then::Hang)]);
    let mut client =
        Stateless::new(Connection::new(transport(url).0), Implementation::new("me", "1"));
    let (asked, _) = client.listen(SubscriptionFilter::default()).unwrap();
    client.unlisten(asked).unwrap();
    seen.until_closed(1);
    assert_eq!(seen.requests().len(), 1);
    let mut wire = client.into_wire();
    assert_eq!(wire.recv().unwrap(), None);
    assert!(wire_text(wire.crossings()).ends_with("-- client closed the stream of request 1\n"));
}

#[test]
fn dropping_it_closes_every_stream() {
    let event = format!("data: {ACKNOWLEDGED}\n\n");
    let (url, seen) =
        play(&[row_then("subscriptions/listen", &stream(&[event.as_bytes()], false), Then::Hang)]);
    let mut client =
        Stateless::new(Connection::new(transport(url).0), Implementation::new("me", "1"));
    client.listen(SubscriptionFilter::default()).unwrap();
    drop(client);
    seen.until_closed(1);
}

#[test]
fn a_stream_without_an_end_is_held_up_and_ends_with_whoever_reads_it() {
    let told = format!(r#"{{"jsonrpc":"2.0","method":"{}"}}"#, "n".repeat(60_000));
    let event = format!("data: {told}\n\n");
    let rows = [row_then("x/y", &stream(&[event.as_bytes()], false), Then::Endless)];
    let (url, seen) = play(&rows);
    let (mut wire, _) = transport(url);
    wire.send(ASK.to_owned()).unwrap();
    for _ in 0..600 {
        assert_eq!(wire.recv().unwrap().as_deref(), Some(told.as_str()));
    }
    drop(wire);
    seen.until_closed(1);
}

#[test]
fn a_wire_on_which_nothing_can_come_any_more_is_over() {
    let (url, _) = play(&[]);
    assert_eq!(transport(url).0.recv().unwrap(), None);
}

#[test]
fn more_requests_than_may_be_open_are_refused() {
    let (url, _) = play(&vec![row_then("x/y", b"", Then::Hang); 65]);
    let (mut wire, _) = transport(url);
    let ask = |id: usize| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x/y"}}"#);
    (0..64).try_for_each(|id| wire.send(ask(id))).unwrap();
    let error = wire.send(ask(64)).unwrap_err();
    let fault = HttpFault::of(&error).unwrap();
    assert_eq!(fault.said(Lang::En), "64 requests wait for their answers already");
    assert_eq!(fault.said(Lang::Zh), "已经有 64 个请求在等响应了");
}

#[test]
fn the_server_hung_up_is_said_when_the_answer_breaks_off() {
    let half =
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"json";
    let (url, _) = play(&[row_then("x/y", half, Then::Close)]);
    let mut connection: Connection<HttpTransport> = Connection::new(transport(url).0);
    let Err(ClientError::Wire(error)) = connection.call("x/y", None) else { unreachable!() };
    assert!(matches!(HttpFault::of(&error), Some(HttpFault::Http(_))), "{error:?}");
}
