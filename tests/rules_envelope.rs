//! Rules of the opening, the envelope and the start, on small sessions: what each finds, and what it lets pass.
#![expect(clippy::panic, reason = "a broken test should stop")]

use mcp_lab::doctor::{Report, examine_wire};
use mcp_lab::servers::broken::{FEATURES, HANDSHAKE};
use std::fs;
use std::path::PathBuf;

fn examine(wire: &str) -> Report {
    examine_wire(wire).unwrap_or_else(|error| panic!("{error}: {wire}"))
}

/// `step slug owner certainty line byte` of everything that is found.
fn found(wire: &str) -> Vec<String> {
    let report = examine(wire);
    let told = report.findings.iter().map(|it| {
        let place =
            |place: Option<usize>| place.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let (owner, sure) = (it.owner.word().en, it.certainty.word().en);
        let (line, byte) = (place(report.line(it)), place(it.byte));
        format!("{} {} {owner} {sure} {line} {byte}", it.step, it.rule.slug)
    });
    told.collect()
}

/// The opening of a session: what the client and the server declare, and the version.
fn opened(client: &str, server: &str, version: &str) -> String {
    format!(
        "-- server started: ward\n\
         client -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{{\"protocolVersion\":\"{version}\",\"capabilities\":{client},\"clientInfo\":{{\"name\":\"c\",\"version\":\"1\"}}}}}}\n\
         server -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"protocolVersion\":\"{version}\",\"capabilities\":{server},\"serverInfo\":{{\"name\":\"s\",\"version\":\"1\"}}}}}}\n\
         client -> {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}\n"
    )
}

/// A session of 2025-11-25 in which both sides can do everything.
fn session(lines: &str) -> String {
    let client = r#"{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}"#;
    let server = r#"{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},"completions":{},"logging":{}}"#;
    opened(client, server, "2025-11-25") + lines
}

const CLOSED: &str = "-- client closed stdin\n-- server exited with code 0\n";
const NONE: [&str; 0] = [];

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
fn each_side_is_held_against_what_its_methods_demand() {
    for (line, expected) in [
        (
            r#"server -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"loud","data":1}}"#,
            "2 bad-params server certain 5 60",
        ),
        (
            r#"server -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}"#,
            "2 bad-params server certain 5 50",
        ),
        (
            r#"client -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#,
            "2 wrong-direction client certain 5 26",
        ),
        (
            r#"server -> {"jsonrpc":"2.0","method":"notifications/elicitation/create/x","params":[1]}"#,
            "2 params-array server certain 5 63",
        ),
        ("server -> []", "2 batch server certain 5 0"),
        (
            r#"server -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":9007199254740993}}"#,
            "2 big-number server likely 5 92",
        ),
        (
            r#"client -> {"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":{"com.example/-a":1}}}"#,
            "2 meta-key client likely 5 63",
        ),
    ] {
        let found = found(&session(&format!("{line}\n")));
        assert!(found.iter().any(|it| it == expected), "{line}: {found:?}");
    }
}

#[test]
fn a_client_answers_as_it_was_asked() {
    for (question, answer, expected) in [
        (
            "\"method\":\"roots/list\"",
            "{\"roots\":[{\"name\":\"x\"}]}",
            "2 bad-result client certain 6 34",
        ),
        (
            "\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\"}}",
            "{\"action\":\"yes\"}",
            "2 bad-result client certain 6 34",
        ),
        ("\"method\":\"ping\"", "{\"ok\":true}", "2 ping-not-empty client certain 6 34"),
        ("\"method\":\"ping\"", "[]", "2 bad-result client certain 6 24"),
    ] {
        let wire = session(&format!(
            "server -> {{\"jsonrpc\":\"2.0\",\"id\":1,{question}}}\nclient -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{answer}}}\n"
        ));
        assert_eq!(found(&wire), [expected], "{question}");
    }
}

#[test]
fn a_result_that_asks_for_input_or_stands_for_a_task_has_other_members() {
    let lines = r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","task":{"ttl":60000}}}
server -> {"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"t","status":"working"}}}
"#;
    assert_eq!(found(&(session(lines) + CLOSED)), NONE);
}

#[test]
fn arrays_belong_to_one_revision() {
    let array = "client -> [{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]\nserver -> [{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]\n";
    let wire = |version| opened("{}", "{}", version) + array + CLOSED;
    assert_eq!(found(&wire("2025-03-26")), NONE);
    let twice = ["2 batch client certain 5 0", "2 batch server certain 6 0"];
    assert_eq!(found(&wire("2025-06-18")), twice);
    assert_eq!(found(&wire("2024-11-05")), twice);
}

#[test]
fn a_request_before_initialized_that_is_refused_is_told_with_its_reason() {
    let wire = session("").replace(
        "client -> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n",
        "client -> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\nserver -> {\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"Invalid request parameters\"}}\n",
    );
    let all = ["1 not-initialized client likely 4 -", "2 initialized-missing client certain 4 -"];
    assert_eq!(found(&(wire.clone() + CLOSED)), all);
    let report = examine(&(wire + CLOSED));
    let follow: Vec<_> = report.consequences().iter().map(|it| it.rule.slug).collect();
    assert_eq!(follow, ["initialized-missing"]);
}

#[test]
fn a_server_that_one_bad_line_ends_is_at_fault_itself() {
    let wire = session("client -> {not json\n-- server exited with code 1\n");
    let all = ["2 broken-json client certain 5 1", "2 exited server certain 6 -"];
    assert_eq!(found(&wire), all);
    assert_eq!(examine(&wire).consequences().len(), 0);
}

#[test]
fn a_client_that_does_not_answer_is_blamed_for_the_call_that_waits() {
    let lines = r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask"}}
server -> {"jsonrpc":"2.0","id":1,"method":"roots/list"}
-- client waited 60s for the answer to tools/call
"#;
    assert_eq!(found(&(session(lines) + CLOSED)), ["4 silent client likely 6 -"]);
}

#[test]
fn a_ping_that_is_passed_over_is_noticed_on_either_side() {
    let lines = r#"server -> {"jsonrpc":"2.0","id":1,"method":"ping"}
server -> {"jsonrpc":"2.0","id":2,"method":"roots/list"}
client -> {"jsonrpc":"2.0","id":2,"result":{"roots":[]}}
"#;
    assert_eq!(found(&(session(lines) + CLOSED)), ["2 ping-unanswered client likely 5 -"]);
}

#[test]
fn who_does_not_start_a_container_rightly_is_told_so() {
    for (command, how, owner) in [
        ("docker run -d --rm mcp/time", "code 0", "runner"),
        ("docker run -it --rm mcp/time", "code 1", "runner"),
        ("docker run --rm mcp/time", "code 0", "runner"),
        ("docker run -i --rm mcp/time", "code 0", "server"),
        ("weather", "code 127", "config"),
    ] {
        let wire = format!(
            "-- server started: {command}\nclient -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{{}},\"clientInfo\":{{\"name\":\"c\",\"version\":\"1\"}}}}}}\n-- server exited with {how}\n"
        );
        assert_eq!(found(&wire), [format!("0 exited {owner} likely 3 -")], "{command}");
    }
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
fn a_line_that_nobody_reads_is_too_long() {
    let text = "x".repeat(17 * 1024 * 1024);
    let wire = session(&format!(
        "server -> {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":\"{text}\"}}}}\n"
    ));
    assert!(found(&wire).iter().any(|it| it == "2 too-long server certain 5 -"));
}

#[test]
fn what_the_lessons_record_is_healthy_but_for_what_they_are_to_show() {
    let shown = [
        ("calculator.wire", "4 big-number client likely 13 86"),
        ("six-step.wire", "3 undeclared-feature-used client certain 12 -"),
    ];
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "transcripts"].iter().collect();
    let lessons = fs::read_dir(folder.join("lessons")).unwrap();
    let lessons = lessons.map(|entry| entry.unwrap().path());
    let both: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "tests", "interop", "eras.wire"].iter().collect();
    for path in lessons.chain([folder.join("six-step.wire"), both]) {
        // One lesson lays two sessions side by side, line by line.
        if path.extension().is_some_and(|it| it == "wire") && !path.ends_with("stateless.wire") {
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
        for lost in (4..lines.len()).filter(|at| !lines[*at].starts_with("--")) {
            let kept = lines.iter().enumerate().filter(|(at, _)| *at != lost);
            let wire: Vec<_> = kept.map(|(_, line)| *line).collect();
            let found = found(&(wire.join("\n") + "\n"));
            assert!(!found.iter().any(|it| it.contains(" certain ")), "{found:?}\n{lost}");
        }
    }
}
