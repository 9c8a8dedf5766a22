//! `probe` and servers that end: which of their last words count, and who is to look at them.
#![cfg(unix)]

mod probe_cases;
mod world;

use probe_cases::eras::{AGAIN, modern, says};
use probe_cases::{NO_METHOD, PONG, findings, finds, probe, runnable, session};
use world::runs_words;

/// A server that says something on stderr when it is asked, and ends.
fn ends(stderr: &str) -> String {
    format!("read -r line; cat >&2 <<'END'\n{stderr}\nEND\nexit 1")
}

const EXITED: &str =
    "the server exited with code 1 before it answered initialize; the end of its stderr";

#[test]
fn the_last_words_of_a_runtime_are_those_that_say_why() {
    let node = "node:internal/modules/cjs/loader:1080\n  throw err;\n  ^\n\nError: Cannot find module '/x/y.js'\n    at Module._load (node:internal/modules/cjs/loader:922:27)\n    at node:internal/main/run_main_module:23:47 {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v18.19.0";
    finds(
        &ends(node),
        "F.......",
        &[&format!(
            "0 exited config likely 15: {EXITED}: Error: Cannot find module '/x/y.js' | code: 'MODULE_NOT_FOUND', | requireStack: []"
        )],
    );
    let python = "Traceback (most recent call last):\n  File \"s.py\", line 3, in <module>\n    key = os.environ[\"KEY\"]\n          ~~~~~~~~~~^^^^^^^\nKeyError: 'KEY'";
    finds(
        &ends(python),
        "F.......",
        &[&format!("0 exited server likely 8: {EXITED}: KeyError: 'KEY'")],
    );
    finds(
        &ends("one\ntwo\n\nthree\nfour"),
        "F.......",
        &[&format!("0 exited server likely 8: {EXITED}: two | three | four")],
    );
}

#[test]
fn what_is_not_there_is_a_matter_of_how_the_server_is_started() {
    for said in [
        "/usr/bin/python3: can't open file '/x.py': [Errno 2] No such file or directory",
        "/usr/bin/python3: No module named weather",
        "npm error 404 Not Found - GET https://example.org/no-such",
        "sh: 0: /x.sh: No such file or directory",
    ] {
        let expected = format!("0 exited config likely 4: {EXITED}: {said}");
        finds(&ends(said), "F.......", &[&expected]);
    }
}

#[test]
fn a_banner_is_not_why_a_server_ends_that_says_why() {
    let banner = "1 malformed-line server certain 3: a line on stdout is not JSON: Starting…";
    let script =
        "read -r line; echo 'Starting…'; sleep 0.1; echo 'Error: KEY is not set' >&2; exit ";
    for code in ["1", "0"] {
        let end = format!("the server exited with code {code} before it answered initialize");
        finds(
            &format!("{script}{code}"),
            "pF......",
            &[
                &format!(
                    "1 exited server likely 5: {end}; the end of its stderr: Error: KEY is not set"
                ),
                banner,
            ],
        );
    }
    let ran = probe(&[], &format!("{script}1"));
    assert!(ran.out.contains("\nbroken: step 1 of 7 · exited · line 5 · owner: server · likely\n"));
    assert!(ran.out.contains("\nalso found\n   malformed-line: a line on stdout is not JSON: "));
    assert!(!ran.out.contains("follows from the first"), "{}", ran.out);
    // Who hangs up because of what it read back says nothing more.
    finds(
        "read -r line; echo 'Starting…'; exit 0",
        "pF......",
        &[
            banner,
            "1 exited server likely 4: the server exited with code 0 before it answered initialize",
        ],
    );
}

#[test]
fn a_server_that_does_not_survive_the_unknown_method_is_not_healthy() {
    let dies = |then: &str| modern(&[("\"id\":15,", format!("{}; {then}", says(NO_METHOD)))]);
    let walked = |script: &str| findings(&["--timeout", "1s", "--era", "stateless"], script);
    for then in ["exit 1", "sleep 0.05; exit 1"] {
        let (found, states) = walked(&dies(then));
        let [found] = found.as_slice() else { unreachable!("{found:?}") };
        assert!(found.starts_with("6 unknown-method server certain "), "{found}");
        assert!(found.contains(": the server exited with code 1 "), "{found}");
        assert_eq!(states, "ppapapF.");
    }
    let (found, states) = walked(&dies("cat >/dev/null"));
    assert_eq!(states, "ppapapF.");
    assert_eq!(
        found,
        [
            "6 silent server likely 11: no answer to server/discover within 1s; the process is still running"
        ]
    );
    let no = r#"{"jsonrpc":"2.0","id":16,"error":{"code":-32603,"message":"gone"}}"#;
    let (found, _) = walked(&modern(&[(AGAIN, says(no))]));
    assert_eq!(
        found,
        [
            "6 unknown-method server certain 11: server/discover was answered before, and is now refused: error -32603: gone"
        ]
    );
}

#[test]
fn a_process_that_is_gone_before_goodbye_is_not_healthy() {
    let last = format!("printf '%s\\n' '{PONG}'; ");
    let leaves = format!("(sleep 0.2; {last}) & exit 0; ");
    finds(
        &session(&[]).replace(&last, &leaves),
        "ppppappF",
        &["7 exited server certain 15: the server was gone before its stdin was closed: code 0"],
    );
}

#[test]
fn a_server_that_does_not_start_again_has_ended_once_and_spoken_nothing() {
    let script = format!("{}/probe-once.sh", env!("CARGO_TARGET_TMPDIR"));
    runnable(&script, "#!/bin/sh\nread -r line\nrm \"$0\"\nexit 1\n");
    let ran = runs_words(&["probe", "--", &script]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out.matches("server exited with").count(), 1, "{}", ran.out);
    let said = "the server could not be started once more: No such file or directory (os error 2)";
    for line in [
        "\nbroken: step 0 of 7 · cannot-start · line 4 · owner: config · certain\n".to_owned(),
        format!("\n0  start           failed       {said}\n"),
        "\n1  initialize      not reached\n".to_owned(),
    ] {
        assert!(ran.out.contains(&line), "{}", ran.out);
    }
}
