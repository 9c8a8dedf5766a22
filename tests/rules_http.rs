//! The rules about heads on sessions that are no row of the gallery: the other side, and what is no fault.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::doctor::examine_wire;
use mcp_lab::servers::broken::{Broken, Edit, HTTP, HTTP_STATELESS};
use mcp_lab::text::Text;
use mcp_lab::transport::Side;

const HTTP_SLUGS: [&str; 16] = [
    "not-acceptable",
    "old-transport",
    "redirect",
    "host-refused",
    "session-gone",
    "session-status",
    "get-not-stream",
    "wrong-content-type",
    "not-202",
    "body-on-202",
    "error-status",
    "no-accept",
    "no-session-id",
    "no-version-header",
    "header-missing",
    "header-mismatch",
];

/// `step slug owner certainty line` of every finding about HTTP.
fn found(wire: &str) -> Vec<String> {
    let report = examine_wire(wire).unwrap();
    let own = |it: &&mcp_lab::doctor::Finding| {
        HTTP_SLUGS.contains(&it.rule.slug) || it.rule.slug == "mismatch-refused"
    };
    let finding = |it: &mcp_lab::doctor::Finding| {
        let (owner, sure) = (it.owner.word().en, it.certainty.word().en);
        format!("{} {} {owner} {sure} {}", it.step, it.rule.slug, it.crossing.unwrap_or_default())
    };
    report.findings.iter().filter(own).map(finding).collect()
}

/// A healthy session with these differences.
fn edited(base: &'static str, edits: &'static [Edit]) -> String {
    let riddle = Text::new("", "");
    let row = Broken { slug: "", side: Side::Server, base, edits, probe: &[], riddle };
    row.wire().unwrap()
}

const POST: &str = "client >> POST /mcp HTTP/1.1 | Content-Type: application/json | Accept: application/json, text/event-stream";
const HELLO: &str = r#"client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const WELCOME: &str = r#"server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;
const READY: &str = r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const VERSION: &str = " | MCP-Protocol-Version: 2025-11-25";

/// A session that has begun, without an id, and these lines behind it.
fn begun(lines: &[String]) -> String {
    let start = [
        POST.to_owned(),
        HELLO.to_owned(),
        "server >> 200 application/json".to_owned(),
        WELCOME.to_owned(),
        format!("{POST}{VERSION}"),
        READY.to_owned(),
        "server >> 202".to_owned(),
    ];
    let all: Vec<_> = start.iter().chain(lines).map(String::as_str).collect();
    all.join("\n")
}

fn lines(lines: &[&str]) -> Vec<String> {
    let post = format!("{POST}{VERSION}");
    lines.iter().map(|line| line.replace("@post", &post)).collect()
}

#[test]
fn a_recording_that_begins_late_proves_nothing_about_heads() {
    for base in [HTTP, HTTP_STATELESS] {
        let whole = edited(base, &[]);
        let all: Vec<_> = whole.lines().collect();
        for late in 1..all.len() {
            let rest = all.get(late..).unwrap_or_default().join("\n");
            assert_eq!(found(&rest), [""; 0], "from line {}", late + 1);
        }
    }
}

#[test]
fn a_406_to_a_full_accept_header_is_the_servers_affair() {
    let wire = begun(&lines(&[
        "@post",
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        "server >> 406 text/plain",
    ]));
    assert_eq!(found(&wire), ["3 not-acceptable server likely 8"]);
}

#[test]
fn wildcards_in_an_accept_header_allow_both_forms() {
    for accept in ["*/*", "application/*, text/*", "text/event-stream;q=0.9, application/json"] {
        let head = POST.replace("application/json, text/event-stream", accept);
        let wire = begun(&lines(&[
            &format!("{head}{VERSION}"),
            r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
            "server >> 200 application/json",
            r#"server -> {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#,
        ]));
        assert_eq!(found(&wire), [""; 0], "{accept}");
    }
}

#[test]
fn an_answer_is_held_against_the_request_it_can_belong_to() {
    let get = format!("client >> GET /mcp HTTP/1.1 | Accept: text/event-stream{VERSION}");
    // The GET is answered last: what comes before it is the answer to the call.
    let wire = begun(&lines(&[
        &get,
        "@post",
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        "server >> 200 application/json",
        r#"server -> {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#,
        "server >> 200 text/event-stream",
    ]));
    assert_eq!(found(&wire), [""; 0]);
    // Of two open requests nobody knows which one is meant.
    let wire = begun(&lines(&[
        "@post",
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        "@post",
        r#"client -> {"jsonrpc":"2.0","id":3,"method":"ping"}"#,
        "server >> 307 | Location: /mcp/",
    ]));
    assert_eq!(found(&wire), ["3 redirect config likely 8"]);
}

#[test]
fn a_client_that_starts_over_after_404_does_right() {
    let again = ["server >> 200 application/json | Mcp-Session-Id: two", WELCOME];
    let old = format!("{POST} | Mcp-Session-Id: one{VERSION}");
    let call = r#"client -> {"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;
    let begins = [old.as_str(), call, "server >> 404"];
    let over = [POST, HELLO];
    let wire = [&begins[..], &over, &again].concat().join("\n");
    assert_eq!(found(&wire), [""; 0]);
    let wire = begins.join("\n");
    assert_eq!(found(&wire), ["3 session-gone client likely 3"]);
}

#[test]
fn a_request_that_stands_alone_needs_no_session_beside_one() {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
    let alone = format!(
        r#"client -> {{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{{{meta}}}}}"#
    );
    let head = format!("{POST} | MCP-Protocol-Version: 2026-07-28 | Mcp-Method: tools/list");
    let given = "server >> 200 application/json | Mcp-Session-Id: one";
    let wire = [POST, HELLO, given, WELCOME, &head, &alone, "server >> 200 application/json"];
    assert_eq!(found(&wire.join("\n")), [""; 0]);
}

#[test]
fn the_transport_of_2024_11_05_is_not_measured_by_later_rules() {
    let wire = [
        "client >> GET /sse HTTP/1.1 | Accept: text/event-stream",
        "server >> 200 text/event-stream",
        "client >> POST /messages?sessionId=1 HTTP/1.1 | Content-Type: application/json",
        HELLO,
        "server >> 202 text/plain",
        WELCOME,
    ];
    assert_eq!(found(&wire.join("\n")), [""; 0]);
}

#[test]
fn a_request_that_is_only_accepted_gets_no_answer() {
    let wire = begun(&lines(&[
        "@post",
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        "server >> 202",
    ]));
    assert_eq!(found(&wire), ["3 wrong-content-type server certain 8"]);
}

#[test]
fn what_a_client_does_on_purpose_is_held_against_nobody() {
    let wire = begun(&lines(&[
        "-- client does this on purpose: the next request has an unusual head: Accept",
        "client >> POST /mcp HTTP/1.1 | Content-Type: application/json",
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"ping"}"#,
        "server >> 406",
    ]));
    assert_eq!(found(&wire), [""; 0]);
}

#[test]
fn a_get_without_a_session_may_be_refused_but_not_with_anything() {
    let get = format!("client >> GET /mcp HTTP/1.1 | Accept: text/event-stream{VERSION}");
    let rows = [
        ("405", ""),
        ("401", ""),
        ("503", ""),
        ("200 text/event-stream", ""),
        ("404", "2 get-not-stream server certain 8"),
        ("200 text/html", "2 get-not-stream server certain 8"),
        ("400", "2 get-not-stream server likely 8"),
    ];
    for (status, expected) in rows {
        let wire = begun(&[get.clone(), format!("server >> {status}")]);
        assert_eq!(found(&wire).join(""), expected, "{status}");
    }
}

#[test]
fn the_id_of_an_error_is_judged_only_where_the_status_does_not_refuse() {
    let wire = |status: &str| {
        begun(&lines(&[
            "@post",
            r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
            &format!("server >> {status} application/json"),
            r#"server -> {"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"no"}}"#,
        ]))
    };
    let wrong = |status: &str| {
        let report = examine_wire(&wire(status)).unwrap();
        report.findings.iter().any(|it| it.rule.slug == "wrong-id")
    };
    assert!(!wrong("400") && !wrong("404") && !wrong("406") && wrong("200"));
}
