//! What the rules of the opening, the envelope and the start let pass: races, recordings that begin late, that
//! have lost a line, or that hold two sessions.

mod envelope_cases;

use envelope_cases::{CLOSED, NONE, examine, found, session};
use mcp_lab::servers::broken::{FEATURES, HANDSHAKE};
use std::fs;
use std::path::PathBuf;

#[test]
fn answers_out_of_order_and_requests_in_flight_are_no_fault() {
    let wire = session(
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
client -> {"jsonrpc":"2.0","id":"2","method":"prompts/list"}
server -> {"jsonrpc":"2.0","id":1,"method":"ping"}
client -> {"jsonrpc":"2.0","id":3,"method":"ping"}
server -> {"jsonrpc":"2.0","id":"2","result":{"prompts":[]}}
server -> {"jsonrpc":"2.0","id":3,"result":{}}
server -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":null}}
client -> {"jsonrpc":"2.0","id":1,"result":{}}
server -> {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}
"#,
    );
    assert_eq!(found(&(wire + CLOSED)), NONE);
}

#[test]
fn a_recording_that_begins_late_is_not_blamed_for_what_it_has_not_seen() {
    let wire = r#"client -> {"jsonrpc":"2.0","id":41,"method":"tools/call","params":{"name":"add"}}
server -> {"jsonrpc":"2.0","id":41,"result":{"content":[]}}
client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12}}
client -> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
server -> {"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}
client -> {"jsonrpc":"2.0","id":7,"result":{"role":"assistant","content":{"type":"text","text":"x"},"model":"m"}}
server -> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
"#;
    assert_eq!(found(wire), NONE);
}

#[test]
fn a_cancellation_that_crosses_its_answer_is_no_fault() {
    let call =
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add"}}"#;
    let cancel = r#"client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#;
    let answer = r#"server -> {"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#;
    for lines in [[call, cancel, answer], [call, answer, cancel]] {
        assert_eq!(found(&(session(&(lines.join("\n") + "\n")) + CLOSED)), NONE, "{lines:?}");
    }
    // What the server library of one language answers at once to every cancellation.
    let refused =
        r#"server -> {"jsonrpc":"2.0","id":2,"error":{"code":0,"message":"Request cancelled"}}"#;
    let lines = [call, cancel, refused].join("\n") + "\n";
    assert_eq!(found(&(session(&lines) + CLOSED)), NONE);
}

#[test]
fn an_answer_behind_a_round_trip_is_no_race_any_more() {
    let lines = r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add"}}
client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
client -> {"jsonrpc":"2.0","id":3,"method":"ping"}
server -> {"jsonrpc":"2.0","id":3,"result":{}}
server -> {"jsonrpc":"2.0","id":2,"result":{"content":[]}}
"#;
    assert_eq!(found(&session(lines)), ["4 answered-cancelled server likely 9 22"]);
}

#[test]
fn the_server_too_cancels_only_what_it_has_asked() {
    let lines = r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add"}}
server -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
server -> {"jsonrpc":"2.0","id":2,"result":{"content":[]}}
"#;
    let report = examine(&session(lines));
    assert_eq!(found(&session(lines)), ["4 cancelled-foreign server certain 6 62"]);
    let what = report.findings.first().map(|it| it.what.en.clone());
    assert_eq!(what.as_deref(), Some("request 2 was cancelled, which the other side has asked"));
}

#[test]
fn a_process_that_is_started_again_begins_a_session_of_its_own() {
    let twice = session("") + CLOSED + &session("") + CLOSED;
    assert_eq!(found(&twice), NONE);
    // Two recordings in one file, and nobody wrote down that the server was started.
    let glued = twice.replace("-- server started: ward\n", "");
    assert_eq!(found(&glued), NONE);
}

#[test]
fn a_reader_that_takes_a_server_for_an_old_one_is_not_blamed_for_asking() {
    let asked = "-- server started: ward\nclient -> {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"server/discover\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"c\",\"version\":\"1\"},\"io.modelcontextprotocol/clientCapabilities\":{}}}}\nserver -> {\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n";
    let wire = session("").replace("-- server started: ward\n", asked) + CLOSED;
    assert_eq!(found(&wire), NONE);
}

#[test]
fn what_the_lessons_record_is_healthy_but_for_what_they_are_to_show() {
    let shown = [
        ("calculator.wire", "4 big-number client likely 14 86"),
        // A state that is sent with other arguments; and then the other era, in a session of its own.
        ("input-required.wire", "4 retry-changed client certain 17 76"),
        ("input-required.wire", "1 no-probe-first client likely 22 33"),
        // An official server that leaves its name out.
        ("eras.wire", "4 no-server-info server likely 8 24"),
        ("connection-closed.wire", "0 exited server likely 5 -"),
        ("stdout-is-the-wire.wire", "1 malformed-line server certain 3 0"),
    ];
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "transcripts"].iter().collect();
    let lessons = fs::read_dir(folder.join("lessons")).unwrap();
    let lessons = lessons.map(|entry| entry.unwrap().path());
    let both: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "tests", "interop", "eras.wire"].iter().collect();
    for path in lessons.chain([folder.join("six-step.wire"), both]) {
        // Two lessons lay two sessions side by side, line by line.
        let beside = ["stateless.wire", "over-http.wire"].iter().any(|it| path.ends_with(it));
        if path.extension().is_some_and(|it| it == "wire") && !beside {
            let wire = fs::read_to_string(&path).unwrap();
            let wanted = shown.iter().filter(|(name, _)| path.ends_with(name)).map(|(_, it)| *it);
            assert_eq!(found(&wire), wanted.collect::<Vec<_>>(), "{path:?}");
        }
    }
}

/// The lines from one on, and up to one.
fn parts(wire: &str) -> Vec<String> {
    let lines: Vec<_> = wire.lines().collect();
    let late = (1..lines.len()).filter_map(|at| lines.get(at..));
    let early = (1..lines.len()).filter_map(|at| lines.get(..at));
    late.chain(early).map(|lines| lines.join("\n") + "\n").collect()
}

#[test]
fn of_a_session_that_begins_late_or_breaks_off_nothing_certain_is_said() {
    for base in [HANDSHAKE, FEATURES] {
        for part in parts(base) {
            let found = found(&part);
            assert!(!found.iter().any(|it| it.contains(" certain ")), "{found:?}\n{part}");
        }
    }
}

#[test]
fn a_line_that_the_recording_has_lost_is_not_put_down_to_anybody_for_certain() {
    for base in [HANDSHAKE, FEATURES] {
        let lines: Vec<_> = base.lines().collect();
        for lost in
            (4..lines.len()).filter(|at| lines.get(*at).is_some_and(|it| !it.starts_with("--")))
        {
            let kept = lines.iter().enumerate().filter(|(at, _)| *at != lost);
            let wire: Vec<_> = kept.map(|(_, line)| *line).collect();
            let found = found(&(wire.join("\n") + "\n"));
            assert!(!found.iter().any(|it| it.contains(" certain ")), "{found:?}\n{lost}");
        }
    }
}
