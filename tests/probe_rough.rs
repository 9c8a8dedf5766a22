//! `probe` and servers that do all they can to keep it from its verdict, in fresh processes too.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod probe_cases;
mod processes;
mod world;

use probe_cases::whole::{Asked, answers, asks, whole};
use processes::is_gone_soon;
use std::fs;

/// Behaves like this when a fresh process is sent a spoilt line; every process writes down its number.
fn rough(name: &str, does: &str) -> (Asked, Vec<String>) {
    let file = format!("{}/probe-rough-{name}.pids", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&file);
    let script = format!("echo $$ >> {file}; {}", whole(&[("*'\"method\":'", does.to_owned())]));
    let asked = asks(&["--timeout", "1s"], &script);
    let pids = fs::read_to_string(&file).unwrap();
    (asked, pids.lines().map(str::to_owned).collect())
}

#[test]
fn whatever_a_fresh_process_does_there_is_a_verdict_and_nobody_is_left() {
    for (name, does, what) in [
        ("floods", "yes noise", "no answer within 1s"),
        ("stderr", "yes noise >&2", "no answer within 1s"),
        ("deaf", "exec sleep 60", "no answer within 1s"),
        ("mute", "exec >&-; exec sleep 60", "the server closed its stdout"),
        ("parent", "sleep 60 & exit 3", "the server exited with code 3"),
        ("half", "printf '{\"jsonrpc\":'; exit 4", "the server exited with code 4"),
    ] {
        let (asked, pids) = rough(name, does);
        let [found] = asked.found.as_slice() else { unreachable!("{name}: {:?}", asked.found) };
        assert!(found.starts_with("6 malformed-kills server ") && found.ends_with(what), "{found}");
        assert_eq!(pids.len(), 9, "{name}");
        for pid in pids {
            is_gone_soon(&format!("-{pid}"));
        }
        assert!(asked.out.len() < 1 << 20, "{name}: {} bytes", asked.out.len());
    }
}

#[test]
fn a_question_of_the_session_itself_that_is_met_with_a_flood_ends_it() {
    let asked =
        asks(&["--timeout", "1s"], &whole(&[("*mcp_lab_unknown*", "yes noise".to_owned())]));
    assert!(asked.first().starts_with("2 malformed-line server certain: "), "{:?}", asked.found);
    assert_eq!(asked.state("large-id"), "not asked");
    assert_eq!(asked.state("known-version"), "passed");
}

#[test]
fn nobody_is_said_to_have_timed_out_of_whom_bytes_had_come() {
    let half = r#"printf '{"jsonrpc":"2.0","id":11,"res'; exec sleep 60"#;
    let scripts = [
        "yes noise".to_owned(),
        "printf 'Content-Length: 99'; exec sleep 60".to_owned(),
        "echo ready; exec sleep 60".to_owned(),
        whole(&[("*'\"initialize\"'*", half.to_owned())]),
        whole(&[("*'\"method\":'", half.to_owned())]),
        whole(&[("*'\"list-1\"'*", answers(r#""result":{}"#).replace("$id", "7"))]),
    ];
    for script in scripts {
        let asked = asks(&["--timeout", "500ms"], &script);
        assert!(!asked.found.is_empty(), "{script}");
        for word in ["timed out", "timeout", "Timeout", "超时"] {
            assert!(!asked.out.contains(word), "{word}: {}", asked.out);
        }
    }
}
