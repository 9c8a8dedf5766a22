//! How a session over HTTP is opened: which era it is, and what becomes of one that is gone.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_script;

use http_script::{Row, accepted, json, play, row, transport, whole, wire_text};
use mcp_lab::client::http::HttpFault;
use mcp_lab::client::{ClientError, Connection, Opened, open};
use mcp_lab::mcp::Implementation;
use mcp_lab::text::Lang;
use std::io::{self, ErrorKind};

/// What is said of it, in both languages.
fn said(error: &io::Error) -> [String; 2] {
    let fault = HttpFault::of(error).unwrap();
    [Lang::En, Lang::Zh].map(|lang| fault.said(lang))
}

const BEGUN: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}"#;

fn session(id: &str, number: u32) -> Row {
    let body = BEGUN.replace("\"id\":1", &format!("\"id\":{number}"));
    let fields = format!("Content-Type: application/json\r\nMcp-Session-Id: {id}\r\n");
    row("initialize\"", &whole("200 OK", &fields, &body))
}

fn me() -> Implementation<'static> {
    Implementation::new("me", "1")
}

#[test]
fn a_session_that_is_gone_is_begun_again_without_its_id() {
    let gone =
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#;
    let (url, seen) = play(&[
        session("one", 1),
        row("notifications/initialized", &accepted()),
        row("x/y", &whole("404 Not Found", "Content-Type: application/json\r\n", gone)),
        session("two", 3),
        row("notifications/initialized", &accepted()),
        row("x/y", &json(r#"{"jsonrpc":"2.0","id":4,"result":{}}"#)),
        row("DELETE", &accepted()),
    ]);
    let mut connection = Connection::new(transport(url).0);
    connection.initialize("2025-11-25", me()).unwrap();
    let Err(ClientError::Wire(error)) = connection.call("x/y", None) else { unreachable!() };
    assert!(HttpFault::of(&error).unwrap().starts_over());
    assert_eq!(error.kind(), ErrorKind::NotConnected);
    let expected = [
        "404: the server no longer knows the session one; start over with initialize",
        "404：服务器已经没有会话 one 了；要从 initialize 重新开始",
    ];
    assert_eq!(said(&error), expected.map(str::to_owned));
    connection.initialize("2025-11-25", me()).unwrap();
    connection.call("x/y", None).unwrap();
    let requests = seen.requests();
    let [_, _, _, again, _, asked, ..] = &requests[..] else { unreachable!("{requests:#?}") };
    assert!(again.contains("initialize\"") && !again.contains("Mcp-Session-Id"), "{again}");
    assert!(asked.contains("Mcp-Session-Id: two\r\n"), "{asked}");
    let crossed = wire_text(&connection.into_wire().into_crossings());
    let expected = format!(
        "server >> 404 application/json\nserver -> {gone}\n-- client: 404: the server no longer"
    );
    assert!(crossed.contains(&expected), "{crossed}");
}

/// How a connection is opened when these rows answer, and what was asked.
fn opened(rows: &[Row]) -> (String, Vec<String>) {
    let (url, seen) = play(rows);
    let opened = open(|| Ok(Connection::new(transport(url.clone()).0)), me());
    let how = match &opened {
        Ok(Opened::Handshake(_, result)) => result.server_info.name.to_string(),
        Ok(Opened::Stateless(_, result)) => {
            format!("stateless {}", result.supported_versions.len())
        }
        Err(error) => error.to_string(),
    };
    drop(opened);
    let methods = seen.requests().into_iter().map(|it| {
        let body = it.split("\r\n\r\n").nth(1).unwrap_or_default();
        let method = body.split("\"method\":\"").nth(1).unwrap_or(&it);
        method.split(['"', ' ']).next().unwrap().to_owned()
    });
    (how, methods.collect())
}

#[test]
fn the_era_of_a_server_shows_in_what_it_answers_to_a_request_of_the_newer_one() {
    let error = |code: i32, more: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"no"{more}}}}}"#)
    };
    let refused =
        |status: &str, body: &str| whole(status, "Content-Type: application/json\r\n", body);
    let falls_back = |first: Vec<u8>, id: u32| {
        [
            row("server/discover", &first),
            session("s", id),
            row("notifications/initialized", &accepted()),
            row("DELETE", &accepted()),
        ]
    };
    let handshake = ["server/discover", "initialize", "notifications/initialized", "DELETE"];
    let olds: [(Vec<u8>, u32); 6] = [
        (whole("400 Bad Request", "", ""), 1),
        (whole("404 Not Found", "Content-Type: text/plain\r\n", "Not Found"), 1),
        (whole("405 Method Not Allowed", "", ""), 1),
        (refused("400 Bad Request", &error(-32000, "")), 2),
        (refused("200 OK", &error(-32601, "")), 2),
        (refused("400 Bad Request", r#"{"detail":"no session"}"#), 1),
    ];
    for (first, id) in olds {
        let (how, methods) = opened(&falls_back(first, id));
        assert_eq!((how.as_str(), methods), ("\"s\"", handshake.map(str::to_owned).to_vec()));
    }
    let modern = [
        (
            error(-32022, r#","data":{"supported":["2031-01-01"],"requested":"2026-07-28"}"#),
            "the server speaks only versions unknown here: 2031-01-01",
        ),
        (error(-32020, ""), "the server refused: error -32020: no"),
    ];
    for (body, expected) in modern {
        let (how, methods) = opened(&[row("server/discover", &refused("400 Bad Request", &body))]);
        assert_eq!((how.as_str(), methods), (expected, vec!["server/discover".to_owned()]));
    }
    let discovered = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}"#;
    let (how, _) = opened(&[row("server/discover", &json(discovered))]);
    assert_eq!(how, "stateless 1");
}
