//! `probe`: a healthy server, and one server for each thing that can be wrong with it.
#![cfg(unix)]

mod probe_cases;
mod world;

use mcp_lab::doctor::rules;
use probe_cases::{
    HELLO, LIST, NO_METHOD, NO_TOOL, PONG, findings, finds, finds_soon, probe, server, session,
};
use std::fs;
use std::path::PathBuf;
use world::runs_words;

#[test]
fn a_healthy_server_has_no_findings() {
    finds(&session(&[]), "ppppappp", &[]);
}

#[test]
fn what_does_not_start_says_why() {
    let ran = runs_words(&["probe", "--json", "--", "no-such-program-anywhere"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(r#""rule":"not-found","owner":"config","certainty":"certain""#));
    assert!(ran.out.contains("no program no-such-program-anywhere in PATH, which is /usr/bin"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let ran = runs_words(&["probe", "--json", "--", file]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(r#""rule":"cannot-start","owner":"config""#), "{}", ran.out);
}

#[test]
fn a_server_that_exits_is_quoted() {
    finds(
        "read -r line; echo first >&2; echo 'config missing' >&2; exit 3",
        "F.......",
        &[
            "0 exited server likely 5: the server exited with code 3 before it answered initialize; the end of its stderr: first | config missing",
        ],
    );
    finds(
        "read -r line; kill -s KILL $$",
        "F.......",
        &[
            "0 exited server likely 3: the server exited with signal: 9 (SIGKILL) before it answered initialize",
        ],
    );
}

#[test]
fn silence_is_told_from_an_answer_without_a_newline_and_from_a_closed_stdout() {
    finds_soon(
        "cat >/dev/null",
        "pF......",
        &[
            "1 silent server likely 3: no answer to initialize within 300ms; the process is still running",
        ],
    );
    finds_soon(
        &format!("read -r line; printf '%s' '{HELLO}'; cat >/dev/null"),
        "pF......",
        &[&format!(
            "1 no-newline server certain 4: {} bytes came, a whole message, but no newline after them: {}…",
            HELLO.len(),
            HELLO.get(..80).unwrap()
        )],
    );
    finds_soon(
        "read -r line; printf 'Content-Length: 99'; cat >/dev/null",
        "pF......",
        &[
            "1 no-newline server likely 4: 18 bytes came, no whole message, and no newline after them: Content-Length: 99",
        ],
    );
    finds(
        "exec >&-; cat >/dev/null",
        "pF......",
        &[
            "1 closed server certain 3: the server closed its stdout before it answered initialize, and still runs",
        ],
    );
}

#[test]
fn a_line_on_stdout_that_is_no_message_is_a_finding_and_the_walk_goes_on() {
    finds(
        &format!("echo 'Weather server ready'; {}", session(&[])),
        "pFppappp",
        &["1 malformed-line server certain 3: a line on stdout is not JSON: Weather server ready"],
    );
    finds(
        &format!(r"printf '\261\261\276\251\n'; {}", session(&[])),
        "pFppappp",
        &["1 not-utf8 server certain 3: a line that is not UTF-8 from byte 0 on"],
    );
    finds(
        &format!(r#"echo '{{"id":1}}'; {}"#, session(&[])),
        "pFppappp",
        &[
            r#"1 no-message server certain 3: a line on stdout is no message: member `jsonrpc` must be the string "2.0": {"id":1}"#,
        ],
    );
    finds_soon(
        "echo banner; cat >/dev/null",
        "pF......",
        &[
            "1 malformed-line server certain 3: a line on stdout is not JSON: banner",
            "1 silent server likely 4: no answer to initialize within 300ms; the process is still running",
        ],
    );
}

#[test]
fn a_wrong_id_is_never_called_a_timeout() {
    finds(
        &session(&[(HELLO, &HELLO.replace("11,", "\"11\","))]),
        "pFppappp",
        &[r#"1 wrong-id server certain 3: an answer came with id "11"; the request had 11"#],
    );
    finds_soon(
        &session(&[(HELLO, &HELLO.replace("11,", "null,"))]),
        "pF......",
        &[
            r#"1 no-message server certain 3: a line on stdout is no message: a `result` without `id` answers nothing: {"jsonrpc":"2.0","id":null,"result":{"protocolVersion":"2025-11-25","capabilitie…"#,
            "1 silent server likely 4: no answer to initialize within 300ms; the process is still running",
        ],
    );
    finds_soon(
        &session(&[(LIST, &LIST.replace("\"list-1\"", "0"))]),
        "pppF....",
        &[
            r#"3 wrong-id server likely 7: an answer came with id 0; the request had "list-1""#,
            "3 silent server likely 8: no answer to tools/list within 300ms; the process is still running",
        ],
    );
}

#[test]
fn a_notification_that_is_answered_is_found_at_its_step() {
    let answer = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}"#;
    finds(
        &session(&[("SKIP", answer)]),
        "ppFpappp",
        &[
            "2 notification-answered server certain 5: notifications/initialized, which has no id, was answered: a response came with id null",
        ],
    );
}

#[test]
fn the_handshake_is_looked_at() {
    let version = |version: &str| HELLO.replace("2025-11-25", version);
    finds(
        &session(&[(HELLO, &version("2099-01-01"))]),
        "pF......",
        &[
            r#"1 unknown-version server certain 3: the server answered version "2099-01-01", the date of no revision with a handshake"#,
        ],
    );
    finds(&session(&[(HELLO, &version("2024-11-05"))]), "ppppappp", &[]);
    let refused = r#"{"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"Unsupported protocol version"}}"#;
    finds(
        &session(&[(HELLO, refused)]),
        "pF......",
        &[
            "1 refused-initialize server certain 3: initialize with version 2025-11-25 was refused: error -32602: Unsupported protocol version",
        ],
    );
    finds(
        &session(&[(
            HELLO,
            r#"{"jsonrpc":"2.0","id":11,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
        )]),
        "pF......",
        &[
            "1 bad-result server certain 3: the result of initialize lacks, or has of a wrong kind: serverInfo (an object)",
        ],
    );
}

#[test]
fn the_servers_own_questions_are_answered() {
    let asks = format!(
        r#"read -r hello; echo '{{"jsonrpc":"2.0","id":"s1","method":"ping"}}'; read -r pong; echo "$pong" >&2; echo '{{"jsonrpc":"2.0","id":"s2","method":"roots/list"}}'; read -r roots; echo "$roots" >&2; echo '{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":1}}}}'; echo '{HELLO}'; read -r line; {}"#,
        server(&[LIST, NO_TOOL, NO_METHOD, PONG])
    );
    let wire = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("probe-asks.wire");
    let ran = probe(&["--wire", wire.to_str().unwrap()], &asks);
    // It asks roots/list before the client is ready.
    assert!(ran.out.contains(" · server-asked-early · "), "{}", ran.out);
    let wire = fs::read_to_string(wire).unwrap();
    assert!(
        wire.contains("client -> {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"result\":{}}\n"),
        "{wire}"
    );
    let refused = r#"client -> {"jsonrpc":"2.0","id":"s2","error":{"code":-32601,"message":"Method not found: roots/list"}}"#;
    assert!(wire.contains(refused), "{wire}");
}

#[test]
fn floods_are_bounded() {
    let (found, states) = findings(&["--timeout", "5s"], "yes noise");
    assert_eq!(states, "pF......");
    assert_eq!(found.len(), 21, "twenty of a kind, and the end of it");
    assert_eq!(
        found.last().unwrap(),
        "1 silent server cannot tell 1002: 1000 lines came, and none of them answers initialize"
    );
    finds(&format!("seq 1 100000 >&2; {}", session(&[])), "ppppappp", &[]);
    // Whoever only tells what it does may do so for long.
    let tells = r#"seq -f '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%.0f}}' 1 1500"#;
    finds(&format!("{tells}; {}", session(&[])), "ppppappp", &[]);
    // A flood may also be how a server ends.
    let (found, _) =
        findings(&["--timeout", "5s"], "read -r line; seq -f 'noise %.0f' 1 1500; exit 3");
    let first = found.first().unwrap();
    let end = "the server exited with code 3 before it answered initialize";
    assert!(first.starts_with("1 exited server likely ") && first.ends_with(end), "{first}");
}

#[test]
fn every_rule_has_its_slug_to_itself_and_a_word_in_every_language() {
    let mut slugs: Vec<_> = rules().map(|rule| rule.slug).collect();
    slugs.sort_unstable();
    slugs.dedup();
    assert_eq!(slugs.len(), rules().count());
    for rule in rules() {
        for text in [rule.sentence(), rule.why(), rule.fix()] {
            assert!(!text.en.is_empty() && !text.zh.is_ascii(), "{}", rule.slug);
        }
    }
}
