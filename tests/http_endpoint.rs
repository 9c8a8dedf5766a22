//! The endpoint and whatever is wrong with a request before anybody looks at its message: names, path,
//! method, kinds of content, JSON. MCP 2025-06-18, `basic/transports`.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_wire;

use http_wire::{ACCEPTED, Up, endpoint, invalid, json, post, refusal, up};
use mcp_lab::server::http::Endpoint;
use mcp_lab::servers::everything::everything;

fn made() -> Endpoint {
    endpoint(everything().unwrap())
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// Asks each, and each is answered so.
#[track_caller]
fn all(up: &Up, rows: &[(&str, String)]) {
    for (asked, wanted) in rows {
        assert_eq!(&up.says(asked), wanted, "{asked}");
    }
}

fn elsewhere(fields: &str) -> String {
    format!("GET /elsewhere HTTP/1.1\r\n{fields}\r\n")
}

#[test]
fn it_is_reached_by_the_names_of_this_machine_and_those_it_was_told() {
    let up = up(made().allow_host("lab.example").allow_host("port.example:81"));
    let found = refusal("404 Not Found", "Not found: the endpoint is /mcp");
    let known = [
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1",
        "127.9.9.9:1",
        "[::1]",
        "[::1]:8080",
        "localhost:",
        "lab.example",
        "Lab.Example:8080",
        "port.example:81",
    ];
    for host in known {
        assert_eq!(up.says(&elsewhere(&format!("Host: {host}\r\n"))), found, "{host}");
    }
    let strange = [
        "evil.example",
        "localhost.evil.example",
        "evil.localhost",
        "127.0.0.1.evil.example",
        "port.example",
        "port.example:82",
        "192.168.0.1",
        "[::2]",
        "[::1]x",
        "::1x",
        "localhost:80:80",
        "",
    ];
    for host in strange {
        let why = format!(
            "Forbidden: Host {host} is not allowed; this server was started without --allow-host for it"
        );
        let wanted = refusal("403 Forbidden", &why);
        assert_eq!(up.says(&elsewhere(&format!("Host: {host}\r\n"))), wanted, "{host}");
    }
}

/// What an answer tells a browser, behind its status.
fn shared(answer: &str, origin: &str) -> String {
    let fields = format!(
        "\r\nAccess-Control-Allow-Origin: {origin}\r\nAccess-Control-Expose-Headers: Mcp-Session-Id\r\nVary: Origin\r\n"
    );
    answer.replacen("\r\n", &fields, 1)
}

#[test]
fn pages_of_this_machine_and_those_it_was_told_may_ask_and_read() {
    let up = up(made().allow_origin("https://lab.example"));
    let found = refusal("404 Not Found", "Not found: the endpoint is /mcp");
    let known = [
        "http://localhost",
        "https://localhost:6274",
        "http://127.0.0.1:1",
        "http://[::1]:6274",
        "https://lab.example",
        "HTTPS://LAB.EXAMPLE",
    ];
    for origin in known {
        let asked = elsewhere(&format!("Host: localhost\r\nOrigin: {origin}\r\n"));
        assert_eq!(up.says(&asked), shared(&found, origin));
    }
    let strange = [
        "http://evil.example",
        "https://lab.example:8443",
        "http://lab.example",
        "https://localhost.evil.example",
        "null",
        "localhost",
        "ftp://localhost",
        "",
    ];
    for origin in strange {
        let why = format!(
            "Forbidden: Origin {origin} is not allowed; this server was started without --allow-origin for it"
        );
        let asked = elsewhere(&format!("Host: localhost\r\nOrigin: {origin}\r\n"));
        assert_eq!(up.says(&asked), refusal("403 Forbidden", &why), "{origin}");
    }
    let two = "Host: localhost\r\nOrigin: http://localhost\r\nOrigin: null\r\n";
    let said = up.says(&elsewhere(two));
    assert!(said.starts_with("HTTP/1.1 403 Forbidden\r\nContent-Type"), "{said}");
}

#[test]
fn a_long_name_is_not_repeated_whole() {
    let said = up(made()).says(&elsewhere(&format!("Host: {}\r\n", "é".repeat(2000))));
    let why = format!(
        "Forbidden: Host {}… is not allowed; this server was started without --allow-host for it",
        "é".repeat(100)
    );
    assert_eq!(said, refusal("403 Forbidden", &why));
}

#[test]
fn a_browser_is_told_what_a_page_may_send_if_the_page_may_ask() {
    let up = up(made());
    let asked = |origin: &str, fields: &str| {
        format!("OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\n{fields}\r\n")
    };
    let wanted = |headers: &str| {
        let fields = format!(
            "Access-Control-Allow-Methods: GET, POST, DELETE\r\nAccess-Control-Allow-Headers: {headers}\r\nAccess-Control-Max-Age: 600\r\n\r\n"
        );
        shared(&format!("HTTP/1.1 204 No Content\r\n{fields}"), "http://localhost:6274")
    };
    let own = "http://localhost:6274";
    let names = "content-type,mcp-protocol-version,mcp-session-id";
    let asks = format!(
        "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: {names}\r\n"
    );
    assert_eq!(up.says(&asked(own, &asks)), wanted(names));
    assert_eq!(up.says(&asked(own, "")), wanted("Content-Type"));
    let said = up.says(&asked("https://evil.example", &asks));
    assert!(said.starts_with("HTTP/1.1 403 Forbidden\r\nContent-Type"), "{said}");
    assert!(!said.contains("Access-Control"), "{said}");
}

/// 405 and the methods that there are.
fn only(methods: &str) -> String {
    let body = invalid(&format!("Method not allowed: this endpoint knows {methods}"));
    json("405 Method Not Allowed", &body).replacen("\r\n", &format!("\r\nAllow: {methods}\r\n"), 1)
}

fn bare(method: &str, fields: &str) -> String {
    format!("{method} /mcp HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n")
}

#[test]
fn a_method_that_is_not_there_is_refused_with_those_that_are() {
    let modern = "MCP-Protocol-Version: 2026-07-28\r\n";
    let all_three = only("GET, POST, DELETE");
    let head = all_three.split_once("\r\n\r\n").map(|it| it.0.to_owned() + "\r\n\r\n").unwrap();
    all(
        &up(made()),
        &[
            (&bare("PUT", ""), all_three.clone()),
            (&bare("PATCH", ""), all_three.clone()),
            (&bare("post", ""), all_three),
            (&bare("HEAD", ""), head),
            (&bare("GET", modern), only("POST")),
            (&bare("DELETE", modern), only("POST")),
            (&bare("PUT", modern), only("POST")),
        ],
    );
    let without = up(made().without_sessions());
    for method in ["GET", "DELETE", "PUT"] {
        assert_eq!(without.says(&bare(method, "")), only("POST"));
    }
}

#[test]
fn the_client_must_read_both_kinds_of_answers_and_write_json() {
    let with = |from: &str, to: &str| post("", PING).replace(from, to);
    let both = "application/json, text/event-stream";
    let accept = "Not acceptable: Accept must list application/json and text/event-stream";
    let accept = refusal("406 Not Acceptable", accept);
    let kind = "Unsupported media type: Content-Type must be application/json, in UTF-8";
    let kind = refusal("415 Unsupported Media Type", kind);
    let session = "Bad request: Mcp-Session-Id is missing; it came with the answer to initialize";
    let passed = refusal("400 Bad Request", session);
    let up = up(made());
    let (field, json) = ("Content-Type: application/json", "Content-Type: ");
    all(
        &up,
        &[
            (&with(&format!("Accept: {both}\r\n"), ""), accept.clone()),
            (&with(both, "application/json"), accept.clone()),
            (&with(both, "text/event-stream"), accept.clone()),
            (&with(both, "application/json, text/*;q=0"), accept.clone()),
            (&with(both, "*/json, text/event-stream"), accept),
            (&with(both, "text/event-stream;q=0.5,APPLICATION/JSON"), passed.clone()),
            (&with(both, "application/json\r\nAccept: text/event-stream"), passed.clone()),
            (&with(both, "*/*"), passed.clone()),
            (&with(both, "application/*, text/*"), passed.clone()),
            (&with(&format!("{field}\r\n"), ""), kind.clone()),
            (&with(field, &format!("{json}text/plain")), kind.clone()),
            (&with(field, &format!("{json}application/jsonl")), kind.clone()),
            (&with(field, &format!("{field};charset=latin1")), kind),
            (&with(field, &format!("{field}; charset=\"UTF-8\"")), passed.clone()),
            (&with(field, &format!("{json}Application/JSON;a=b")), passed),
        ],
    );
}

#[test]
fn a_body_that_is_no_message_is_a_bad_request() {
    let bad = |code: i32, why: &str| {
        let error = format!(r#"{{"code":{code},"message":"{why}"}}"#);
        json("400 Bad Request", &format!(r#"{{"jsonrpc":"2.0","id":null,"error":{error}}}"#))
    };
    let up = up(made().without_sessions());
    let many = "Invalid Request: an array of messages is not accepted, send one object per line";
    let modern = "MCP-Protocol-Version: 2026-07-28\r\n";
    let handshake = "MCP-Protocol-Version: 2025-06-18\r\n";
    all(
        &up,
        &[
            (&post("", ""), bad(-32700, "Parse error: expected a value at byte 0")),
            (
                &post("", "{"),
                bad(
                    -32700,
                    "Parse error: expected a member name in double quotes, or `}` at byte 1",
                ),
            ),
            (&post(modern, "[]"), bad(-32600, many)),
            (&post(handshake, "[]"), bad(-32600, many)),
        ],
    );
    let not_text = post("", "\"x\"").replace('x', "\u{1}");
    let said = up.says(&not_text);
    assert!(said.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{said}");
    let wrong = post("", r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#);
    let said = up.says(&wrong);
    assert!(said.contains(r#""id":7,"error":{"code":-32600,"#), "{said}");
    assert!(said.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{said}");
}

#[test]
fn what_is_no_request_is_accepted_without_a_body() {
    let up = up(made().without_sessions());
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let response = r#"{"jsonrpc":"2.0","id":9,"result":{}}"#;
    let error = r#"{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"m"}}"#;
    for body in [notification, response, error] {
        for fields in ["", "MCP-Protocol-Version: 2025-11-25\r\n", "MCP-Protocol-Version: x\r\n"] {
            assert_eq!(up.says(&post(fields, body)), ACCEPTED, "{body}");
        }
    }
}

#[test]
fn the_path_may_be_another_and_a_query_is_passed_over() {
    let up = up(made().path("/lab/x").without_sessions());
    let asked = post("", PING).replacen("/mcp", "/lab/x?a=b", 1);
    assert_eq!(up.says(&asked), json("200 OK", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#));
    let wanted = refusal("404 Not Found", "Not found: the endpoint is /lab/x");
    for path in ["/mcp", "/lab/x/", "/LAB/X", "/lab/%78", "/"] {
        assert_eq!(up.says(&post("", PING).replacen("/mcp", path, 1)), wanted, "{path}");
    }
}
