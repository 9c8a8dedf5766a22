//! `probe URL`: the steps over HTTP, and what is said where no endpoint is.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_script;
mod world;

use http_script::{accepted, answers, json, whole};
use mcp_lab::json::{Str, Value, parse};
use mcp_lab::server::Session;
use mcp_lab::servers::mini::mini;
use std::sync::Mutex;
use world::{Ran, runs_words};

/// An endpoint for the server of the six steps, in both eras; it keeps a session where there is one.
fn endpoint() -> String {
    let server = mini(std::path::PathBuf::from(".")).unwrap();
    let session = Mutex::new(Session::default());
    answers(move |request| {
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let refused = |status: &str| whole(status, "", "");
        let has = |text: &str| head.to_lowercase().contains(text);
        if has("mcp-lab.invalid") {
            return refused("403 Forbidden");
        }
        if has("mcp-lab-no-such-session") {
            return refused("404 Not Found");
        }
        if head.starts_with("GET") {
            return refused("405 Method Not Allowed");
        }
        if head.starts_with("DELETE") {
            return refused("204 No Content");
        }
        if has("1999-01-01") || has("mcp-method: tools/call") && !body.contains("tools/call") {
            return refused("400 Bad Request");
        }
        let begins = body.contains("\"initialize\"");
        let modern = has("mcp-method: ");
        if !(has("mcp-session-id") || begins || modern) {
            return refused("400 Bad Request");
        }
        let answer = server.answer_in_its_era(&mut session.lock().unwrap(), body);
        match answer {
            None => accepted(),
            Some(answer) if body == "{" => whole("400 Bad Request", JSON, &answer),
            Some(answer) if begins => {
                whole("200 OK", &format!("{JSON}Mcp-Session-Id: one\r\n"), &answer)
            }
            // MUST: of a method that nobody has the status says so as well.
            Some(answer) if modern && answer.contains("-32601") => {
                whole("404 Not Found", JSON, &answer)
            }
            Some(answer) => json(&answer),
        }
    })
}

const JSON: &str = "Content-Type: application/json\r\n";

fn probes(url: &str, more: &[&str]) -> Ran {
    runs_words(&[&["probe", url, "--timeout", "5s"], more].concat())
}

fn text<'v>(value: &'v Value<'_>, path: &[&str]) -> &'v str {
    let found = path.iter().try_fold(value, |value, name| value.get(name));
    found.and_then(Value::as_string).map(Str::as_written).unwrap_or_default()
}

/// Verdict, the states of the steps, and the questions that HTTP alone has with what came of them.
fn told(ran: &Ran) -> (String, Vec<String>, Vec<String>) {
    let report = parse(&ran.out).unwrap();
    let all = |name| report.get(name).and_then(Value::as_array).unwrap_or_default();
    let steps = all("steps").iter().map(|it| text(it, &["state"]).to_owned());
    let own = |it: &&Value<'_>| OWN.contains(&text(it, &["question"]));
    let questions = all("questions").iter().filter(own).map(|it| {
        format!(
            "{} {}: {}",
            text(it, &["question"]),
            text(it, &["state"]),
            text(it, &["note", "en"])
        )
    });
    (text(&report, &["verdict"]).to_owned(), steps.collect(), questions.collect())
}

const OWN: [&str; 9] = [
    "get-stream",
    "without-session",
    "unknown-session",
    "without-accept",
    "unknown-version-header",
    "other-method-header",
    "not-json-body",
    "foreign-origin",
    "foreign-host",
];

#[test]
fn a_healthy_endpoint_with_a_handshake_is_walked_to_its_end() {
    let call = ["--json", "--era", "handshake", "--call", "add", "--args", r#"{"a":3,"b":4}"#];
    let ran = probes(&endpoint(), &call);
    let (verdict, steps, questions) = told(&ran);
    assert_eq!((verdict.as_str(), ran.code), ("healthy", 0), "{}", ran.out);
    assert_eq!(steps, ["passed"; 8]);
    let expected = [
        "get-stream passed: 405",
        "without-session passed: 400",
        "unknown-session passed: 404",
        "without-accept note: 200 application/json; 406 or 400 is usual",
        "unknown-version-header passed: 400",
        "other-method-header not asked: this era has no such header",
        "not-json-body passed: 400 application/json",
        "foreign-origin passed: 403",
        "foreign-host passed: 403",
    ];
    assert_eq!(questions, expected);
}

#[test]
fn a_healthy_endpoint_without_a_handshake_has_nothing_to_end() {
    let ran = probes(&endpoint(), &["--json"]);
    let (verdict, steps, questions) = told(&ran);
    assert_eq!((verdict.as_str(), ran.code), ("healthy", 0), "{}", ran.out);
    let (p, a) = ("passed", "not asked");
    assert_eq!(steps, [p, p, a, p, a, p, p, a]);
    assert!(questions.contains(&"other-method-header passed: 400".to_owned()), "{questions:?}");
    let gave_none = "unknown-session not asked: the server gave no session id";
    assert!(questions.contains(&gave_none.to_owned()), "{questions:?}");
}

#[test]
fn what_crosses_is_shown_under_the_heads_it_crossed_with() {
    let ran = probes(&endpoint(), &["--quick", "--era", "handshake"]);
    let begins = "Step 1 of 7 · initialize\n\nclient >> POST /mcp HTTP/1.1 | Content-Type: application/json | Accept: application/json, text/event-stream\nclient -> {";
    assert!(ran.out.contains(begins), "{}", ran.out);
    assert!(
        ran.out.contains("server >> 200 application/json | Mcp-Session-Id: one\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\n7  goodbye         passed       ended, 204\n"), "{}", ran.out);
}

/// The first finding: `step slug owner certainty: sentence`.
fn first(ran: &Ran) -> String {
    let report = parse(&ran.out).unwrap();
    let step = report.get("step").map(Value::to_line).unwrap_or_default();
    let words = ["rule", "owner", "certainty"].map(|name| text(&report, &[name]));
    format!("{step} {}: {}", words.join(" "), text(&report, &["what", "en"]))
}

#[test]
fn where_no_endpoint_is_it_says_what_is_there_instead() {
    let page = "<html><title>Sign in</title></html>";
    let rows: [(Vec<u8>, &str); 3] = [
        (
            whole("200 OK", "Content-Type: text/html\r\n", page),
            "1 no-endpoint config likely: initialize: 200 with `text/html` where application/json or text/event-stream belongs: Sign in",
        ),
        (
            whole("404 Not Found", "", ""),
            "1 no-endpoint config likely: initialize: 404, and no message; nothing listens at this path; many servers listen at /mcp",
        ),
        (
            whole("308 Permanent Redirect", "Location: /mcp/\r\n", ""),
            "1 redirect config certain: POST server/discover to /mcp was answered 308, Location: /mcp/",
        ),
    ];
    for (answer, expected) in rows {
        let url = answers(move |_| answer.clone());
        let ran = probes(&url, &["--json"]);
        assert_eq!((first(&ran).as_str(), ran.code), (expected, 1), "{}", ran.out);
    }
}

#[test]
fn where_nobody_listens_nothing_else_is_asked() {
    let ran = probes("http://127.0.0.1:1/mcp", &["--json"]);
    let found = first(&ran);
    let begins = "0 unreachable config certain: 127.0.0.1:1 could not be reached: ";
    assert!(found.starts_with(begins) && ran.code == 1, "{found}");
    let (_, steps, _) = told(&ran);
    let reached = |at: usize| if at == 0 { "failed" } else { "not reached" };
    assert_eq!(steps, (0..8).map(reached).collect::<Vec<_>>());
}

#[test]
fn a_word_that_only_looks_like_a_url_is_refused_with_the_reason() {
    let ran = runs_words(&["probe", "http://[::1/mcp"]);
    assert_eq!(ran.code, 2);
    let begins = "mcp-lab: `http://[::1/mcp` is no URL of a server: behind :// stands the name";
    assert!(ran.err.starts_with(begins), "{}", ran.err);
}

/// An endpoint of the handshake era that says what it refuses under an id of its own, as two SDKs do.
fn refuses_under(id: &'static str, status: &'static str) -> String {
    let server = mini(std::path::PathBuf::from(".")).unwrap();
    let session = Mutex::new(Session::default());
    answers(move |request| {
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let head = head.to_lowercase();
        if head.starts_with("delete") {
            return whole("204 No Content", "", "");
        }
        if !(head.contains("mcp-session-id") || body.contains("\"initialize\"")) {
            let error = r#"{"code":-32600,"message":"Bad Request: Missing session ID"}"#;
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
            return whole(status, JSON, &body);
        }
        match server.answer_in_its_era(&mut session.lock().unwrap(), body) {
            None => accepted(),
            Some(answer) => whole("200 OK", &format!("{JSON}Mcp-Session-Id: one\r\n"), &answer),
        }
    })
}

#[test]
fn an_error_that_comes_with_a_refusing_status_needs_no_id_of_ours() {
    for id in ["null", r#""server-error""#] {
        let ran = probes(&refuses_under(id, "400 Bad Request"), &["--json", "--quick"]);
        let (verdict, _, _) = told(&ran);
        assert_eq!((verdict.as_str(), ran.code), ("healthy", 0), "{id}: {}", ran.out);
        let ran = probes(&refuses_under(id, "200 OK"), &["--json", "--quick"]);
        assert!(ran.out.contains(r#""rule":"wrong-id""#), "{id}: {}", ran.out);
    }
}
