//! Rules of the opening, the envelope and the start, on small sessions: what each finds, on either side.

mod envelope_cases;

use envelope_cases::{CLOSED, NONE, examine, found, opened, session};

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
            "\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}",
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
    // Nobody has declared tasks in this session, and the result is in order all the same.
    let undeclared = ["4 task-undeclared client certain 5 70"];
    assert_eq!(found(&(session(lines) + CLOSED)), undeclared);
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
fn a_line_that_nobody_reads_is_too_long() {
    let text = "x".repeat(17 * 1024 * 1024);
    let wire = session(&format!(
        "server -> {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":\"{text}\"}}}}\n"
    ));
    assert!(found(&wire).iter().any(|it| it == "2 too-long server certain 5 -"));
}
