//! `probe`: questions that are asked in a process of their own.
#![cfg(unix)]

mod probe_cases;
mod world;

use mcp_lab::doctor::{Answer, Calling, Depth, Plan, Progress, probe};
use mcp_lab::mcp::Era;
use mcp_lab::transport::Launch;
use probe_cases::runnable;
use probe_cases::whole::{answers, asks, finds_by, hello, whole};
use std::cell::Cell;
use std::time::Duration;

const REFUSED: &str = r#""error":{"code":-32602,"message":"Unsupported protocol version"}"#;

#[test]
fn a_version_is_negotiated_and_not_refused_copied_or_forgotten() {
    finds_by(
        "known-version",
        &[("*2024-11-05*", answers(REFUSED))],
        &[
            "1 version-error server likely: initialize with version 2024-11-05 was refused: error -32602: Unsupported protocol version",
        ],
    );
    finds_by(
        "impossible-version",
        &[("*2099-01-01*", hello("2099-01-01", r#"{"tools":{}}"#))],
        &[
            "1 impossible-version-accepted server certain: initialize with version 2099-01-01, which does not exist, was answered with 2099-01-01",
        ],
    );
    finds_by(
        "known-version",
        &[
            ("*'\"2025-06-18\"'*", hello("2024-11-05", r#"{"tools":{}}"#)),
            ("*'\"initialize\"'*", hello("2025-06-18", r#"{"tools":{}}"#)),
        ],
        &[
            "1 version-not-echoed server certain: initialize with version 2025-06-18 was answered with 2024-11-05, though 2025-11-25 was answered with 2025-06-18",
        ],
    );
    finds_by(
        "impossible-version",
        &[("*2099-01-01*", "exit 1".to_owned())],
        &[
            "1 version-error server likely: version 2099-01-01 was offered: the server exited with code 1",
        ],
    );
    // Whoever refuses the newest is asked for others all the same.
    let asked = asks(&["--timeout", "1s"], &whole(&[("*2025-11-25*", answers(REFUSED))]));
    assert!(
        asked.first().starts_with("1 refused-initialize server certain: "),
        "{:?}",
        asked.found
    );
    assert_eq!(asked.note("known-version"), "offered 2024-11-05, answered 2025-11-25");
}

#[test]
fn what_a_server_declares_does_not_depend_on_its_client() {
    finds_by(
        "client-capabilities",
        &[("*'\"roots\"'*", hello("2025-11-25", r#"{"roots":{}}"#))],
        &[
            "1 capabilities-differ server likely: to a client that declares roots, sampling and elicitation the server declares otherwise than to one that declares nothing: tools",
        ],
    );
}

#[test]
fn a_spoilt_line_does_not_end_a_session() {
    let said = "a line was not JSON, then tools/list was asked";
    finds_by(
        "malformed-line",
        &[("*'\"method\":'", "exit 3".to_owned())],
        &[&format!("6 malformed-kills server certain: {said}: the server exited with code 3")],
    );
    finds_by(
        "malformed-line",
        &[("*'\"method\":'", "cat >/dev/null".to_owned())],
        &[&format!("6 malformed-kills server likely: {said}: no answer within 1s")],
    );
    let nameless =
        r#"printf '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}\n'"#;
    let asked = asks(&["--timeout", "1s"], &whole(&[("*'\"method\":'", nameless.to_owned())]));
    assert_eq!(asked.found, [""; 0]);
    assert_eq!(asked.note("malformed-line"), "error -32700, and the session went on");
}

#[test]
fn what_was_asked_before_the_end_of_input_is_answered() {
    finds_by(
        "end-of-input",
        &[("*'\"id\":2,\"method\":\"tools/list\"'*", "exit 0".to_owned())],
        &[
            "7 drops-last-answers server likely: tools/list was asked, then stdin was closed: the server exited with code 0",
        ],
    );
}

#[test]
fn an_old_server_that_does_not_survive_a_new_question_is_not_called_broken() {
    let first = [("*discover*", "exit 101".to_owned())];
    let asked = asks(&["--timeout", "1s"], &whole(&first));
    assert_eq!(asked.found, [""; 0]);
    let fate =
        "the server exited with code 101: new clients cannot fall back unless they start it again";
    let first = format!("asked server/discover first, {fate}");
    for (slug, note) in [("discover", first.as_str()), ("discover-bare", fate)] {
        assert_eq!((asked.state(slug), asked.note(slug)), ("note", note));
    }
    assert!(asked.out.contains(
        r#""rule":"discover-kills","owner":"server","certainty":"likely","advice":true"#
    ));
}

#[test]
fn a_server_that_wants_headers_is_told_from_a_silent_one() {
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let length = answer.len();
    let script = format!(
        "while read -r head; do case \"$head\" in Content-Length*) read -r blank; printf 'Content-Length: {length}\\r\\n\\r\\n%s' '{answer}';; esac; done"
    );
    let asked = asks(&["--timeout", "1s"], &script);
    let [first, second] = asked.found.as_slice() else { unreachable!("{:?}", asked.found) };
    assert_eq!(
        first,
        "1 lsp-framing server certain: the server answered only when it was spoken to with LSP headers (Content-Length)"
    );
    assert!(second.starts_with("1 silent server likely: no answer to initialize"), "{second}");
    assert!(asked.out.contains(r#""consequences":["silent"]"#), "{}", asked.out);
    let asked = asks(&["--timeout", "300ms"], "cat >/dev/null");
    assert_eq!(asked.note("lsp-headers"), "no answer to that either");
}

#[test]
fn a_server_that_does_not_start_again_is_asked_no_more() {
    let script = format!("{}/probe-apart-once.sh", env!("CARGO_TARGET_TMPDIR"));
    runnable(&script, &format!("#!/bin/sh\nrm \"$0\"\n{}\n", whole(&[])));
    let ran = world::runs_words(&["probe", "--era", "handshake", "--", &script]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    let why =
        "not asked (the server did not start again: No such file or directory (os error 2)): ";
    assert!(ran.out.contains(why), "{}", ran.out);
}

#[test]
fn half_a_minute_is_enough_unless_everything_is_asked_for() {
    let script = whole(&[]);
    let launch = Launch {
        program: "sh".into(),
        args: vec!["-c".into(), script.into()],
        ..Launch::default()
    };
    let asked = |depth| {
        // Each question takes half a minute, and everything else a millisecond.
        let clock = Cell::new(Duration::ZERO);
        let now = || clock.replace(clock.get() + Duration::from_millis(1));
        let mut begins = |progress: Progress| {
            if matches!(progress, Progress::Question(..)) {
                clock.set(clock.get() + Duration::from_secs(30));
            }
        };
        let (patience, era) = (Duration::from_secs(10), Some(Era::Handshake));
        let (call, host, path, wire) = (None, None, None, None);
        let calling = Calling::default();
        let plan = Plan { launch: &launch, patience, call, calling, era, host, path, depth, wire };
        let report = probe(plan, &now, &mut begins);
        let apart = report.questions.into_iter().filter(|it| it.apart);
        apart.map(|it| (it.answer, it.note.en)).collect::<Vec<_>>()
    };
    let usual = asked(Depth::Usual);
    assert_eq!(usual.first().map(|it| it.0), Some(Answer::Passed));
    let why = "the others took 30 s; --thorough asks anyway".to_owned();
    assert_eq!(usual.get(1..), Some(vec![(Answer::NotAsked, why); 7].as_slice()));
    assert!(asked(Depth::Thorough).iter().all(|it| it.0 == Answer::Passed));
    assert_eq!(asked(Depth::Quick), []);
}

#[test]
fn a_server_that_runs_only_once_at_a_time_is_not_blamed_for_a_version() {
    let marker = format!("{}/probe-apart-marker", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_dir(&marker);
    let script = format!("mkdir {marker} || exit 1; {}", whole(&[]));
    let asked = asks(&["--timeout", "1s"], &script);
    assert_eq!(asked.found, [""; 0]);
    assert_eq!(
        asked.note("impossible-version"),
        "version 2099-01-01 was offered: the server exited with code 1; but so it is with any other version now"
    );
}

#[test]
fn what_a_session_was_broken_by_is_not_asked_again() {
    let asked = asks(&["--timeout", "500ms"], &whole(&[("*'\"tools/list\"'*", ":".to_owned())]));
    let [found] = asked.found.as_slice() else { unreachable!("{:?}", asked.found) };
    assert!(found.starts_with("3 silent server likely: no answer to tools/list"), "{found}");
    let asked: Vec<_> = asked.questions.keys().map(String::as_str).collect();
    assert_eq!(asked, ["impossible-version", "known-version"]);
}
