//! Whatever can come instead of an answer over HTTP, and what is said of it in both languages.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_script;

use http_script::{Then, accepted, json, play, row, row_then, transport, whole};
use mcp_lab::client::http::HttpFault;
use mcp_lab::text::Lang;
use mcp_lab::transport::Transport;
use mcp_lab::transport::http::Url;
use std::io::{self, ErrorKind};

const ASK: &str = r#"{"jsonrpc":"2.0","id":1,"method":"x/y"}"#;
const TELL: &str = r#"{"jsonrpc":"2.0","method":"x/y"}"#;

fn failed(bytes: &[u8]) -> io::Error {
    let (url, _) = play(&[row("x/y", bytes)]);
    let (mut wire, _) = transport(url);
    wire.send(ASK.to_owned()).and_then(|()| wire.recv()).unwrap_err()
}

/// What is said of it, in both languages.
fn said(error: &io::Error) -> [String; 2] {
    let fault = HttpFault::of(error).unwrap();
    [Lang::En, Lang::Zh].map(|lang| fault.said(lang))
}

const HTML: &str =
    "<!DOCTYPE html>\n<html><head><TITLE lang=en>Sign in\n to Example</TITLE></head>";

/// Status, fields and body of an answer, the kind of its error, and what is said of it.
type Case = (&'static str, &'static str, &'static str, ErrorKind, [&'static str; 2]);

const CASES: [Case; 9] = [
    (
        "200 OK",
        "Content-Type: text/html\r\n",
        HTML,
        ErrorKind::InvalidData,
        [
            "200 with `text/html` where application/json or text/event-stream belongs: Sign in to Example",
            "200，内容类型是 `text/html`，应该是 application/json 或 text/event-stream：Sign in to Example",
        ],
    ),
    (
        "200 OK",
        "",
        "{}\u{1b}[2J",
        ErrorKind::InvalidData,
        [
            "200 with a body whose type is not named, where application/json or text/event-stream belongs: {}\\u{1b}[2J",
            "200，没有写内容类型，应该是 application/json 或 text/event-stream：{}\\u{1b}[2J",
        ],
    ),
    (
        "307 Temporary Redirect",
        "Location: https://example.org/mcp\r\n",
        "",
        ErrorKind::InvalidData,
        [
            "307: the server points to `https://example.org/mcp`; a redirect is not followed, write that URL if you trust it",
            "307：服务器让客户端改去 `https://example.org/mcp`；这里不跟随重定向，信得过就直接写那个 URL",
        ],
    ),
    (
        "202 Accepted",
        "",
        "",
        ErrorKind::InvalidData,
        [
            "202 without a body, and the request is owed an answer",
            "202，没有正文，可是请求必须有响应",
        ],
    ),
    (
        "404 Not Found",
        "",
        "",
        ErrorKind::InvalidData,
        [
            "404, and no message; nothing listens at this path; many servers listen at /mcp",
            "404，没有附带消息；这个路径上没有服务；很多服务器的路径是 /mcp",
        ],
    ),
    (
        "401 Unauthorized",
        "Content-Type: application/json\r\n",
        "{\"error\":\"token\"}",
        ErrorKind::PermissionDenied,
        [
            "401, and no message but: {\"error\":\"token\"}; the server wants to know who asks, and this client has no authorization",
            "401，没有消息，只有：{\"error\":\"token\"}；服务器要求授权，这个客户端没有授权信息",
        ],
    ),
    (
        "405 Method Not Allowed",
        "Content-Type: text/plain\r\n",
        "POST?",
        ErrorKind::InvalidData,
        [
            "405, and no message but: POST?; this path takes no POST: it is another one, or a server of the old HTTP+SSE transport",
            "405，没有消息，只有：POST?；这个路径不接受 POST：路径不对，或者是旧的 HTTP+SSE 服务器",
        ],
    ),
    (
        "500 Internal Server Error",
        "Content-Type: text/html\r\n",
        HTML,
        ErrorKind::InvalidData,
        ["500, and no message but: Sign in to Example", "500，没有消息，只有：Sign in to Example"],
    ),
    (
        "418 I'm a teapot",
        "",
        "",
        ErrorKind::InvalidData,
        ["418, and no message", "418，没有附带消息"],
    ),
];

#[test]
fn what_came_instead_of_an_answer_is_said_in_both_languages() {
    for (status, fields, body, kind, expected) in CASES {
        let error = failed(&whole(status, fields, body));
        assert_eq!((error.kind(), said(&error)), (kind, expected.map(str::to_owned)));
        assert_eq!(error.to_string(), said(&error)[0]);
    }
}

#[test]
fn an_answer_that_is_not_utf8_is_no_line() {
    let error = failed(
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n\"\xff\"",
    );
    let expected = ["the answer is not UTF-8: \"\u{fffd}\"", "响应不是 UTF-8 文本：\"\u{fffd}\""];
    assert_eq!(said(&error), expected.map(str::to_owned));
}

#[test]
fn a_message_that_refuses_is_an_answer_whatever_the_status() {
    let refused = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no"}}"#;
    for status in ["400 Bad Request", "404 Not Found", "500 Internal Server Error", "200 OK"] {
        let answer = whole(status, "Content-Type: application/json\r\n", refused);
        let (url, _) = play(&[row("x/y", &answer)]);
        let (mut wire, _) = transport(url);
        wire.send(ASK.to_owned()).unwrap();
        assert_eq!(wire.recv().unwrap().as_deref(), Some(refused), "{status}");
    }
}

#[test]
fn what_is_only_told_has_to_be_taken() {
    let rows: [(&[u8], Option<&str>); 4] = [
        (&accepted(), None),
        (&json("{}"), None),
        (&whole("204 No Content", "", ""), None),
        (
            &whole(
                "400 Bad Request",
                "Content-Type: application/json\r\n",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"no\"}}",
            ),
            Some(
                "400, and no message but: {\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"no\"}}; the server could not use this request: look at its headers and its session id",
            ),
        ),
    ];
    for (bytes, expected) in rows {
        let (url, _) = play(&[row("x/y", bytes)]);
        let (mut wire, _) = transport(url);
        let told = wire.send(TELL.to_owned());
        assert_eq!(told.err().map(|it| it.to_string()).as_deref(), expected);
        assert_eq!(wire.recv().unwrap(), None, "nothing is handed on");
    }
}

#[test]
fn nobody_listens() {
    let url = Url::parse("http://127.0.0.1:1/mcp").unwrap();
    let (mut wire, _) = transport(url);
    wire.send(ASK.to_owned()).unwrap();
    let error = wire.recv().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionRefused);
    assert!(matches!(HttpFault::of(&error), Some(HttpFault::Http(_))));
}

#[test]
fn a_line_with_a_newline_in_it_is_not_sent() {
    let (url, seen) = play(&[]);
    let error = transport(url).0.send("{\n}".to_owned()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert!(seen.requests().is_empty());
}

#[test]
fn a_head_that_never_comes_is_waited_for_only_so_long() {
    let (url, seen) = play(&[row_then("x/y", b"HTTP/1.1 200 OK\r\n", Then::Hang)]);
    let (mut wire, _) = transport(url);
    wire.set_patience(Some(std::time::Duration::from_millis(20)));
    wire.send(ASK.to_owned()).unwrap();
    assert_eq!(wire.recv().unwrap_err().kind(), ErrorKind::TimedOut);
    drop(wire);
    seen.until_closed(1);
}
