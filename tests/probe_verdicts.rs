//! `probe`: verdicts that are easily wrong, because something else looks nearly the same.
#![cfg(unix)]

mod probe_cases;
mod world;

use mcp_lab::json::{Value, parse};
use probe_cases::{
    HELLO, LIST, NO_METHOD, NO_TOOL, PONG, finds, finds_soon, runnable, server, session,
};
use std::path::PathBuf;
use world::runs_words;

/// An error that names no request.
const NAMELESS: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"boom"}}"#;

#[test]
fn an_answer_to_the_notification_is_known_by_the_answer_that_follows() {
    let zero = r#"{"jsonrpc":"2.0","id":0,"result":{}}"#;
    finds(
        &session(&[("SKIP", zero)]),
        "ppFpappp",
        &[
            "2 notification-answered server certain 6: notifications/initialized, which has no id, was answered: a response came with id 0",
        ],
    );
    finds_soon(
        &session(&[(LIST, NAMELESS)]),
        "pppF....",
        &[
            r#"3 wrong-id server likely 7: an answer came with id null; the request had "list-1""#,
            "3 silent server likely 8: no answer to tools/list within 300ms; the process is still running",
        ],
    );
}

#[test]
fn an_answer_that_comes_twice_answers_nothing() {
    finds(
        &session(&[(HELLO, &format!("{HELLO}\n{HELLO}"))]),
        "ppFpappp",
        &[
            "2 answered-twice server certain 6: request 11 was answered already, and is answered once more",
        ],
    );
}

#[test]
fn an_answer_that_lay_in_a_buffer_is_no_silence() {
    finds_soon(
        &format!("read -r line; cat >/dev/null; printf '%s\\n' '{HELLO}'"),
        "pF......",
        &["1 held-back server likely 5: the answer to initialize came only when stdin was closed"],
    );
}

#[test]
fn a_program_that_never_spoke_has_not_started() {
    finds(
        "read -r line; exec no-such-program-anywhere 2>/dev/null",
        "F.......",
        &[
            "0 exited config likely 3: the server exited with code 127 before it answered initialize",
        ],
    );
    // Whether the question can still be written is a matter of luck; what was said before counts.
    for before in ["read -r line", "exec <&-", "true"] {
        let script = format!("{before}; echo hello; exit 3");
        let (found, states) = probe_cases::findings(&["--timeout", "2s"], &script);
        let [left, said] = found.as_slice() else { unreachable!("{before}: {found:?}") };
        assert!(said.starts_with("1 malformed-line server certain "), "{said}");
        let end = "the server exited with code 3 before it answered initialize";
        assert!(left.starts_with("1 exited server likely ") && left.ends_with(end), "{left}");
        assert_eq!(states, "pF......");
    }
}

#[test]
fn a_program_is_missed_where_it_was_looked_for() {
    let said = |words: &[&str]| {
        let ran = runs_words(&[&["probe", "--json"], words].concat());
        assert_eq!(ran.code, 1);
        let report = parse(&ran.out).unwrap();
        let what = report.get("what").and_then(|what| what.get("en")?.as_string()).unwrap();
        let slug = report.get("rule").and_then(Value::as_string).unwrap();
        assert_eq!(report.get("line").map(Value::to_line).as_deref(), Some("1"));
        format!("{}: {}", slug.text().unwrap(), what.text().unwrap())
    };
    assert_eq!(
        said(&["--env", "PATH=/here:/there", "--", "nothing"]),
        "not-found: no program nothing in PATH, which is /here:/there"
    );
    let script = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("probe-shebang");
    let script = script.to_str().unwrap();
    runnable(script, "#!/no/such/python\nprint()\n");
    assert_eq!(
        said(&["--", script]),
        format!(
            "cannot-start: {script} is there, but not what is to run it; it begins with #!/no/such/python"
        )
    );
    assert_eq!(
        said(&["--cwd", "/no/such/folder", "--", "sh"]),
        "cannot-start: sh could not be started: /no/such/folder: not a directory"
    );
}

#[test]
fn an_end_between_two_questions_is_not_said_to_be_before_an_answer() {
    // It leaves before notifications/initialized can be written, or after: both are told as they were.
    let (found, states) = probe_cases::findings(
        &["--timeout", "2s"],
        &format!("read -r line; printf '%s\\n' '{HELLO}'; exec <&-; exit 0"),
    );
    let [only] = found.as_slice() else { unreachable!("one finding: {found:?}") };
    let known = [
        ("pp", "exited server likely", "after it had answered initialize"),
        ("ppp", "exited server likely", "before it answered tools/list"),
    ];
    assert!(
        known.iter().any(|(_, rule, when)| only.contains(rule) && only.contains(when)),
        "{only} {states}"
    );
}

#[test]
fn after_an_unknown_method_a_ping_shows_whether_the_server_lives() {
    let deaf_to_it = server(&[HELLO, "SKIP", LIST, NO_TOOL, "SKIP", PONG])
        .replace("printf '%s\\n' 'SKIP'; ", "");
    finds_soon(
        &deaf_to_it,
        "ppppapFp",
        &[
            "6 unknown-method server likely 11: no answer to mcp-lab/no-such-method within 300ms; the process is still running",
        ],
    );
    // Late is not twice.
    let late = server(&[HELLO, "SKIP", LIST, NO_TOOL, "SKIP", &format!("{NO_METHOD}\n{PONG}")])
        .replace("printf '%s\\n' 'SKIP'; ", "");
    finds_soon(
        &late,
        "ppppapFp",
        &[
            "6 unknown-method server likely 11: no answer to mcp-lab/no-such-method within 300ms; the process is still running",
        ],
    );
    finds_soon(
        &session(&[(PONG, "SKIP")]),
        "ppppapF.",
        &[
            "6 ping-unanswered server likely 13: no answer to ping within 300ms; the process is still running",
        ],
    );
    finds(
        &session(&[(PONG, r#"{"jsonrpc":"2.0","id":16,"error":{"code":-32601,"message":"no"}}"#)]),
        "ppppapFp",
        &["6 ping-unanswered server certain 13: ping was refused: error -32601: no"],
    );
}

#[test]
fn an_unknown_method_is_refused_with_its_own_code() {
    let code = |code: &str| session(&[(NO_METHOD, &NO_METHOD.replace("-32601", code))]);
    finds(
        &code("500"),
        "ppppapFp",
        &[
            "6 unknown-method server likely 11: an unknown method was refused with 500 instead of -32601",
        ],
    );
    // As an official server of 2025 does.
    finds(&code("-32602"), "ppppappp", &[]);
}
