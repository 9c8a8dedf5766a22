//! The stateless era: each request stands for itself.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod eras;

use eras::{CAPABILITIES, NAMED, VERSION, asks, bare};
use mcp_lab::server::{Server, Session, serve_both_eras};
use mcp_lab::transport::{Transport, channel};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;

fn answer(server: &Server, line: &str) -> String {
    server.answer_in_its_era(&mut Session::default(), line).unwrap()
}

/// What is answered to a line: the first one, after a handshake, and after other requests. It must be
/// the same every time.
#[track_caller]
fn check(line: &str, expected: &str) {
    let server = bare();
    assert_eq!(answer(&server, line), expected, "first: {line}");
    let mut session = Session::default();
    server.answer_in_its_era(&mut session, HELLO).unwrap();
    server.answer_in_its_era(&mut session, &asks(9, "server/discover", "")).unwrap();
    let again = server.answer_in_its_era(&mut session, line);
    assert_eq!(again.as_deref(), Some(expected), "later: {line}");
}

#[track_caller]
fn check_refused(line: &str, error: &str) {
    check(line, &format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#));
}

#[test]
fn discover_says_what_the_server_speaks_and_offers() {
    check(
        &asks(1, "server/discover", ""),
        &format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{{"tools":{{}}}},"ttlMs":300000,"cacheScope":"public",{NAMED}}}}}"#
        ),
    );
}

#[test]
fn the_first_request_of_a_connection_is_served() {
    check(
        &asks(1, "tools/call", r#""name":"quick","#),
        &format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","content":[{{"type":"text","text":"done"}}],"isError":false,{NAMED}}}}}"#
        ),
    );
}

#[test]
fn a_list_says_how_long_it_may_be_kept_and_for_whom() {
    check(
        &asks(1, "tools/list", ""),
        &format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","tools":[{{"name":"quick","description":"at once","inputSchema":{{"type":"object"}}}},{{"name":"greet","description":"asks twice","inputSchema":{{"type":"object"}}}}],"ttlMs":300000,"cacheScope":"public",{NAMED}}}}}"#
        ),
    );
}

#[test]
fn another_version_is_refused_with_the_ones_that_would_do() {
    for (version, method) in
        [("2031-01-01", "tools/list"), ("2025-11-25", "tools/call"), ("", "server/discover")]
    {
        let line = asks(1, method, "").replace("2026-07-28", version);
        check_refused(
            &line,
            &format!(
                r#"{{"code":-32022,"message":"Unsupported protocol version","data":{{"supported":["2026-07-28"],"requested":"{version}"}}}}"#
            ),
        );
    }
}

#[test]
fn what_must_be_on_every_request_is_missed() {
    let no_version = format!(
        r#"{{"code":-32602,"message":"Invalid params: `{VERSION}` must be a string in `_meta`"}}"#
    );
    let no_capabilities = format!(
        r#"{{"code":-32602,"message":"Invalid params: `{CAPABILITIES}` must be an object in `_meta`"}}"#
    );
    let twice = format!(
        r#"{{"code":-32602,"message":"Invalid params: `{VERSION}` must be written only once"}}"#
    );
    for (meta, error) in [
        (String::new(), &no_version),
        (r#""_meta":{}"#.to_owned(), &no_version),
        (r#""_meta":[]"#.to_owned(), &no_version),
        (format!(r#""_meta":{{"{CAPABILITIES}":{{}}}}"#), &no_version),
        (format!(r#""_meta":{{"{VERSION}":20260728,"{CAPABILITIES}":{{}}}}"#), &no_version),
        (format!(r#""_meta":{{"{VERSION}":"2026-07-28"}}"#), &no_capabilities),
        (
            format!(r#""_meta":{{"{VERSION}":"2026-07-28","{CAPABILITIES}":null}}"#),
            &no_capabilities,
        ),
        (format!(r#""_meta":{{"{VERSION}":"2026-07-28","{CAPABILITIES}":[]}}"#), &no_capabilities),
        (
            format!(
                r#""_meta":{{"{VERSION}":"1","{VERSION}":"2026-07-28","{CAPABILITIES}":{{}}}}"#
            ),
            &twice,
        ),
    ] {
        check_refused(
            &format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{meta}}}}}"#
            ),
            error,
        );
    }
    check_refused(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, &no_version);
    check_refused(
        r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":[]}"#,
        &no_version,
    );
}

#[test]
fn who_the_client_is_may_be_left_out_or_spoilt() {
    for info in ["", r#""io.modelcontextprotocol/clientInfo":7,"#] {
        let line = asks(1, "tools/call", r#""name":"quick","#)
            .replace("\"_meta\":{", &format!("\"_meta\":{{{info}"));
        assert!(answer(&bare(), &line).contains("done"), "{line}");
    }
}

#[test]
fn what_the_era_has_removed_is_gone_from_it() {
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "roots/list",
        "resources/list",
        "mcp-lab/no-such-method",
    ] {
        let error = format!(r#"{{"code":-32601,"message":"Method not found: {method}"}}"#);
        check_refused(&asks(1, method, ""), &error);
    }
}

#[test]
fn the_two_eras_alternate_on_one_connection() {
    let (mut client, mut end) = channel();
    let serving = std::thread::spawn(move || serve_both_eras(&bare(), &mut end));
    let mut says = |line: &str| {
        client.send(line.to_owned()).unwrap();
        client.recv().unwrap().unwrap()
    };
    let quick = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"quick"}}"#;
    assert!(says(&asks(1, "tools/call", r#""name":"quick","#)).contains("complete"));
    // Without `_meta` it is a request of a session, and there is none yet.
    assert!(says(quick).contains("-32600"));
    assert!(says(HELLO).contains("2025-06-18"));
    assert!(says(&asks(1, "tools/call", r#""name":"quick","#)).contains("complete"));
    let old = says(quick);
    assert!(old.contains("done") && !old.contains("resultType"), "{old}");
    // An `initialize` with `_meta` is a request of the era that has none.
    assert!(says(&asks(1, "initialize", "")).contains("-32601"));
    drop(client);
    serving.join().unwrap().unwrap();
}

#[test]
fn the_handshake_never_leads_to_the_stateless_revision() {
    let line = HELLO.replace("2025-06-18", "2026-07-28");
    assert!(answer(&bare(), &line).contains(r#""protocolVersion":"2025-11-25""#));
}

#[test]
fn a_notification_is_answered_in_no_era() {
    let meta = eras::meta("{}");
    for method in ["notifications/cancelled", "notifications/initialized", "server/discover", "x"] {
        let line = format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{{{meta}}}}}"#);
        assert_eq!(bare().answer_in_its_era(&mut Session::default(), &line), None, "{line}");
    }
}

#[test]
fn a_tools_own_meta_is_kept_beside_the_servers_name() {
    let line = asks(1, "tools/call", r#""name":"quick","arguments":{"a":1},"#);
    let answer = answer(&bare(), &line);
    assert_eq!(answer.matches("_meta").count(), 1, "{answer}");
}
