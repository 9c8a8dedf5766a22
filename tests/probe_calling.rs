//! `probe`: the one call that is allowed is made a task, or cancelled, when somebody wants that.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod probe_cases;
mod world;

use probe_cases::eras::Does;
use probe_cases::whole::{Asked, answers, asks, hello, whole};
use std::fs;
use std::path::PathBuf;
use world::runs_words;

const PROGRAM: &str = env!("CARGO_BIN_EXE_mcp-lab");

/// The call, and what is done with it.
fn call(does: &str) -> Does<'static> {
    ("*'\"name\":\"t\"'*", does.to_owned())
}

fn calls(way: &str, changes: &[Does<'_>]) -> Asked {
    asks(&["--timeout", "1s", "--quick", "--call", "t", way], &whole(changes))
}

/// The answer to the call, whenever it comes.
fn seven() -> String {
    answers(r#""result":{"content":[{"type":"text","text":"7"}]}"#)
}

fn pong() -> String {
    answers(r#""result":{}"#)
}

#[test]
fn a_call_is_cancelled_at_once_and_an_answer_to_a_later_request_shows_that_it_was_read() {
    let wire = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("probe-calling.wire");
    let late = format!("{}; case \"$call\" in ?*) id=$call; {};; esac", pong(), seven());
    let changes = [call("call=$id"), ("*'\"ping\"'*", late)];
    let words = ["--timeout", "1s", "--quick", "--call", "t", "--args", r#"{"a":1}"#, "--cancel"];
    let words = [&words[..], &["--wire", wire.to_str().unwrap()]].concat();
    let asked = asks(&words, &whole(&changes));
    let what = "tools/call, request 2, was cancelled; a later request is answered by now, and so is this one";
    assert_eq!(asked.found, [format!("4 answered-cancelled server likely: {what}")]);
    assert_eq!((asked.state("cancel"), asked.note("cancel")), ("failed", what));
    let wire = fs::read_to_string(wire).unwrap().replace("server -> (通知，无响应)\n", "");
    let (_, apart) = wire.split_once("notifications/initialized\"}\n").unwrap();
    let (session, apart) = apart.split_once("notifications/initialized\"}\n").unwrap();
    assert!(!session.contains("\"name\":\"t\",\"arguments\""), "{session}");
    let expected = r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":{"a":1}}}
client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"the probe wants to see what becomes of it"}}
client -> {"jsonrpc":"2.0","id":3,"method":"ping"}
server -> {"jsonrpc":"2.0","id":3,"result":{}}
server -> {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"7"}]}}
-- client closed stdin
-- server exited with code 0
"#;
    assert_eq!(apart, expected);
}

#[test]
fn whoever_stops_or_was_faster_than_the_cancellation_is_not_to_blame() {
    for (does, state, note) in [
        ("call=$id".to_owned(), "passed", "cancelled, and not answered"),
        (
            seven(),
            "note",
            "answered before it was cancelled: only a call that takes longer shows more",
        ),
        (
            answers(r#""error":{"code":0,"message":"Request cancelled"}"#),
            "note",
            "answered with error 0: Request cancelled: a cancelled request needs no answer",
        ),
        (
            "cat >/dev/null".to_owned(),
            "note",
            "ping, asked behind it: no answer within 1s; so the call may keep the server from reading on",
        ),
    ] {
        let asked = calls("--cancel", &[call(&does)]);
        assert_eq!(asked.found, [""; 0], "{does}");
        assert_eq!((asked.state("cancel"), asked.note("cancel")), (state, note));
    }
    for era in ["handshake", "stateless"] {
        let slow = r#"{"name":"handshake","pause_ms":500}"#;
        let words = ["probe", "--era", era, "--quick", "--call", "recite", "--args", slow];
        let words = [&words[..], &["--cancel", "--", PROGRAM, "serve", "library"]].concat();
        let ran = runs_words(&words);
        assert_eq!(ran.code, 0, "{}", ran.out);
        assert!(
            ran.out
                .contains("\n   cancel                   passed     cancelled, and not answered\n")
        );
    }
}

#[test]
fn a_cancellation_that_ends_the_server_is_a_finding() {
    let changes = [call("call=$id"), ("*notifications/cancelled*", "exit 3".to_owned())];
    let asked = calls("--cancel", &changes);
    let what = "a call was cancelled, and the server exited with code 3";
    assert_eq!(asked.found, [format!("4 exited server likely: {what}")]);
    // Where the session itself comes to nothing, there is nothing to cancel.
    let asked = calls("--cancel", &[("*'\"tools/list\"'*", "exit 4".to_owned())]);
    assert_eq!(
        (asked.state("cancel"), asked.note("cancel")),
        ("not asked", "the session broke before")
    );
}

const TASK: &str = r#""taskId":"t-1","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000,"pollInterval":1"#;

/// What `tasks/get` is answered with, and the like.
fn task(status: &str) -> String {
    answers(&format!(r#""result":{{{TASK},"status":"{status}"}}"#))
}

/// A server that makes tasks; what is done with a request that fits comes first.
fn tasks<'d>(changes: &[Does<'d>]) -> Vec<Does<'d>> {
    let capabilities = r#"{"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}}"#;
    let tools = r#""result":{"tools":[{"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}}]}"#;
    let result = r#""result":{"content":[{"type":"text","text":"7"}],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t-1"}}}"#;
    let usual = [
        ("*'\"initialize\"'*", hello("2025-11-25", capabilities)),
        ("*'\"tools/list\"'*", answers(tools)),
        (
            "*'\"task\":'*",
            answers(&format!(r#""result":{{"task":{{{TASK},"status":"working"}}}}"#)),
        ),
        ("*'\"task-1\"'*", task("working")),
        ("*'\"tasks/get\"'*", task("completed")),
        ("*'\"tasks/result\"'*", answers(result)),
        ("*'\"tasks/cancel\"'*", task("cancelled")),
    ];
    changes.iter().cloned().chain(usual).collect()
}

/// What a session with these changes leaves at step 4, and what is found.
fn as_task(changes: &[Does<'_>]) -> (Vec<String>, String) {
    let asked = calls("--task", &tasks(changes));
    let step = asked.out.split_once(r#"{"step":4,"state":""#).unwrap().1;
    (asked.found, step.split_once("\"zh\"").unwrap().0.to_owned())
}

#[test]
fn a_call_that_is_a_task_is_looked_at_until_it_is_over_and_then_fetched() {
    let wire = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("probe-calling-task.wire");
    let words = ["--quick", "--call", "t", "--task", "--wire", wire.to_str().unwrap()];
    let asked = asks(&words, &whole(&tasks(&[])));
    assert_eq!(asked.found, [""; 0]);
    assert!(asked.out.contains(r#""en":"t: 7""#), "{}", asked.out);
    let wire = fs::read_to_string(wire).unwrap();
    let sent = wire.lines().filter_map(|line| line.strip_prefix("client -> "));
    let sent: Vec<_> = sent.filter(|line| line.contains("task")).collect();
    let expected = [
        r#"{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"t","arguments":{},"task":{"ttl":60000}}}"#,
        r#"{"jsonrpc":"2.0","id":"task-1","method":"tasks/get","params":{"taskId":"t-1"}}"#,
        r#"{"jsonrpc":"2.0","id":"task-2","method":"tasks/get","params":{"taskId":"t-1"}}"#,
        r#"{"jsonrpc":"2.0","id":"task-result","method":"tasks/result","params":{"taskId":"t-1"}}"#,
        r#"{"jsonrpc":"2.0","id":"task-101","method":"tasks/get","params":{"taskId":"t-1"}}"#,
    ];
    assert_eq!(sent, expected);
}

#[test]
fn a_task_that_goes_on_for_ever_is_cancelled() {
    let (found, step) = as_task(&[("*'\"tasks/get\"'*", task("working"))]);
    assert_eq!(found, [""; 0]);
    assert!(step.contains("task t-1 was still working, and was cancelled"), "{step}");
    let (found, step) = as_task(&[("*'\"tasks/get\"'*", task("failed"))]);
    assert_eq!(found, [""; 0]);
    assert!(step.contains("task t-1 is failed"), "{step}");
}

#[test]
fn what_a_server_does_wrong_with_a_task_is_found() {
    let (refused, none) = (answers(r#""error":{"code":-32602,"message":"no"}"#), seven());
    let again = ("*'\"task-101\"'*", task("working"));
    for (change, expected) in [
        (
            call(&none),
            "4 task-result server certain: tools/call was made a task, and its answer names none",
        ),
        (
            again,
            "4 task-transition server certain: task \"t-1\" was completed, and now is \"working\"",
        ),
        (
            ("*'\"tasks/result\"'*", seven()),
            "4 task-related server certain: the result of a task has no io.modelcontextprotocol/related-task in its _meta",
        ),
        (
            ("*'\"tasks/get\"'*", refused),
            "4 call-refused server likely: tasks/get for task t-1, which the server has just named: error -32602: no",
        ),
    ] {
        assert_eq!(as_task(&[change]).0, [expected]);
    }
}

#[test]
fn no_task_is_asked_of_whoever_has_not_said_that_it_makes_them() {
    let not_asked = |en: &str| format!(r#"not asked","note":{{"en":"{en}","#);
    let (found, step) = as_task(&[("*'\"initialize\"'*", hello("2025-11-25", r#"{"tools":{}}"#))]);
    assert_eq!(found, [""; 0]);
    assert_eq!(step, not_asked("--task: the server does not declare tasks.requests.tools.call"));
    let plain = r#""result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}"#;
    let (found, step) = as_task(&[("*'\"tools/list\"'*", answers(plain))]);
    assert_eq!(found, [""; 0]);
    assert_eq!(step, not_asked("--task: execution.taskSupport of t does not allow it"));
}

#[test]
fn what_becomes_of_a_call_needs_a_call() {
    let hint = "\nmcp-lab help shows what there is\n";
    for (words, said) in [
        (
            &["--task"][..],
            "`--task` and `--cancel` say what becomes of a call: name the tool with `--call`",
        ),
        (
            &["--cancel"],
            "`--task` and `--cancel` say what becomes of a call: name the tool with `--call`",
        ),
        (
            &["--call", "t", "--task", "--cancel"],
            "the tool is called once: either `--task` or `--cancel`",
        ),
    ] {
        let ran = runs_words(&[&["probe"], words, &["--", "true"]].concat());
        assert_eq!((ran.code, ran.err), (2, format!("mcp-lab: {said}{hint}")));
    }
}
