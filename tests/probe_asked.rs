//! `probe`: what is asked beside the eight steps, and what is found by that.
#![cfg(unix)]

mod probe_cases;
mod world;

use probe_cases::whole::{answers, asks, finds_by, hello, whole};

#[test]
fn a_server_that_answers_everything_passes_every_question() {
    let asked = asks(&["--timeout", "2s"], &whole(&[]));
    assert_eq!(asked.found, [""; 0]);
    let states: Vec<_> =
        asked.questions.iter().map(|(slug, (state, _))| format!("{slug}: {state}")).collect();
    let expected = [
        "client-capabilities: passed",
        "completion/complete: not asked",
        "crlf: passed",
        "discover: passed",
        "discover-bare: passed",
        "end-of-input: passed",
        "impossible-version: passed",
        "known-version: passed",
        "large-id: passed",
        "logging/setLevel: not asked",
        "malformed-line: passed",
        "merged-write: passed",
        "non-ascii: passed",
        "prompts/get: not asked",
        "prompts/list: not asked",
        "resources/list: not asked",
        "resources/read: not asked",
        "resources/templates/list: not asked",
        "split-write: passed",
        "subscribe: not asked",
        "too-early: passed",
        "tools-again: passed",
        "unknown-cursor: passed",
        "unknown-level: not asked",
        "unknown-notification: passed",
        "unknown-prompt: not asked",
        "unknown-resource: not asked",
    ];
    assert_eq!(states, expected);
    assert!(!asks(&["--quick"], &whole(&[])).out.contains("questions"));
}

#[test]
fn a_line_that_is_allowed_and_not_taken_has_a_name_of_its_own() {
    let silent = "no answer to ping within 1s; the process is still running";
    finds_by(
        "split-write",
        &[("*mcp-lab-中*", ":".to_owned())],
        &[&format!(
            "6 split-write server likely: {silent}; the request had been written in two pieces, cut inside a character"
        )],
    );
    // The second of two that come at once is the seventh ping.
    let answer = answers(r#""result":{}"#);
    let counts = format!("n=$((n+1)); [ $n = 7 ] || {answer}");
    finds_by(
        "merged-write",
        &[("*'\"ping\"'*", counts)],
        &[&format!(
            "6 merged-write server likely: {silent}; two requests had been written at once"
        )],
    );
    finds_by(
        "crlf",
        &[("*\"$cr\"", ":".to_owned())],
        &[&format!("6 crlf-refused server likely: {silent}; the request ended with CR LF")],
    );
    finds_by(
        "non-ascii",
        &[("*没有*", "echo \"'ascii' codec can't decode\" >&2; exit 1".to_owned())],
        &[
            "5 non-ascii server likely: the server exited with code 1 before it answered tools/call; the end of its stderr: 'ascii' codec can't decode; the request held 没有_🦀",
        ],
    );
    let wrong = r#""error":{"code":-32602,"message":"Unknown tool: mcp_lab_æ²¡æœ‰"}"#;
    finds_by(
        "non-ascii",
        &[("*没有*", answers(wrong))],
        &["5 non-ascii server likely: 没有_🦀 came back as æ²¡æœ‰"],
    );
}

#[test]
fn after_silence_nothing_more_is_asked_of_that_process() {
    let asked = asks(&["--timeout", "1s"], &whole(&[("*\"$cr\"", ":".to_owned())]));
    let (state, note) = (asked.state("non-ascii"), asked.note("non-ascii"));
    assert_eq!((state, note), ("not asked", "the server was silent or gone by then"));
    assert_eq!(asked.state("malformed-line"), "passed");
    assert!(asked.out.contains(r#"{"step":7,"state":"not reached""#), "{}", asked.out);
}

#[test]
fn an_unknown_notification_must_not_be_answered_either() {
    let answer = r#"printf '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}\n'"#;
    finds_by(
        "unknown-notification",
        &[("*mcp_lab_unknown*", answer.to_owned())],
        &[
            "2 notification-answered server certain: notifications/mcp_lab_unknown, which has no id, was answered: a response came with id null",
        ],
    );
}

#[test]
fn what_the_walk_does_not_look_at_is_read_out_of_the_recording() {
    let list = answers(r#""result":{"tools":[]}"#).replace(r"\n", r"\r\n");
    let script = whole(&[("*'\"list-1\"'*", list)]);
    let asked = asks(&["--quick"], &script);
    assert_eq!(asked.found, ["3 crlf server likely: the line ends with CR LF (bytes 0D 0A)"]);
    // What stands on an earlier line comes first.
    let ends = whole(&[
        ("*'\"list-1\"'*", answers(r#""result":{"tools":[]}"#).replace(r"\n", r"\r\n")),
        ("*no-such-method*", "exit 4".to_owned()),
    ]);
    let ends = asks(&["--quick"], &ends);
    let [first, second] = ends.found.as_slice() else { unreachable!("{:?}", ends.found) };
    assert!(first.starts_with("3 crlf "), "{first}");
    assert!(second.starts_with("6 unknown-method "), "{second}");
}

/// A server with every feature.
fn featured() -> String {
    let declared = hello(
        "2025-11-25",
        r#"{"resources":{"subscribe":true},"prompts":{},"completions":{},"logging":{}}"#,
    );
    whole(&[
        ("*'\"initialize\"'*", declared),
        ("*'\"cursor\"'*", answers(r#""result":{"resources":[{"uri":"a://2","name":"two"}]}"#)),
        (
            "*'\"resources/list\"'*",
            answers(r#""result":{"resources":[{"uri":"a://1","name":"one"}],"nextCursor":"x"}"#),
        ),
        (
            "*'\"resources/read\"'*'\"a://1\"'*",
            answers(r#""result":{"contents":[{"uri":"a://1","text":"1"}]}"#),
        ),
        (
            "*'\"prompts/list\"'*",
            answers(r#""result":{"prompts":[{"name":"p","arguments":[{"name":"a"}]}]}"#),
        ),
        ("*'\"prompts/get\"'*'\"p\"'*", answers(r#""result":{"messages":[]}"#)),
        ("*'\"completion/complete\"'*", answers(r#""result":{"completion":{"values":["v"]}}"#)),
        ("*'\"warning\"'*", answers(r#""result":{}"#)),
        ("*'scribe\"'*", answers(r#""result":{}"#)),
    ])
}

#[test]
fn the_features_that_are_declared_are_asked_for() {
    let asked = asks(&["--timeout", "2s"], &featured());
    let came = |slug: &str| {
        let (state, note) = (asked.state(slug), asked.note(slug));
        format!("{state}: {note}")
    };
    for (slug, expected) in [
        ("resources/list", "passed: 1 listed, and 1 on the second page"),
        ("resources/read", "passed: a://1"),
        ("unknown-resource", "passed: refused with error -32601"),
        ("prompts/list", "passed: 1 listed"),
        ("prompts/get", "passed: p"),
        ("completion/complete", "passed: 1 values"),
        ("logging/setLevel", "passed: warning"),
        ("unknown-level", "passed: refused with error -32601"),
        ("subscribe", "passed: subscribed and unsubscribed"),
        ("tools-again", "not asked: not declared"),
    ] {
        assert_eq!(came(slug), expected, "{slug}");
    }
}

#[test]
fn what_lies_on_the_web_is_not_read() {
    let list = answers(r#""result":{"resources":[{"uri":"HTTPS://example.org/","name":"one"}]}"#);
    let script = whole(&[
        ("*'\"initialize\"'*", hello("2025-11-25", r#"{"resources":{}}"#)),
        ("*'\"resources/list\"'*", list),
    ]);
    let asked = asks(&["--timeout", "2s"], &script);
    assert_eq!(asked.state("resources/read"), "not asked");
    assert_eq!(asked.note("resources/read"), "it lies on the web");
}
