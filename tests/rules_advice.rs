//! What a server that everybody works with does is worth changing at most, and an id is what it means.

mod envelope_cases;

use envelope_cases::{CLOSED, NONE, examine, found, session};
use mcp_lab::doctor::State;
use mcp_lab::text::Lang;
use mcp_lab::transcript::Paint;

/// An answer of the official server library of one language, at the end of a session.
const MISSING: &str = r#"client -> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"note:///nobody"}}
server -> {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Resource note:///nobody not found"}}
"#;

#[test]
fn an_id_comes_back_in_any_spelling() {
    for (asked, came) in [(r"\u4e2d", "中"), ("中", r"\u4e2d"), ("/", r"\/"), (r"\u0041", "A")] {
        let lines = format!(
            "client -> {{\"jsonrpc\":\"2.0\",\"id\":\"{asked}\",\"method\":\"ping\"}}\n\
             server -> {{\"jsonrpc\":\"2.0\",\"id\":\"{came}\",\"result\":{{}}}}\n"
        );
        assert_eq!(found(&(session(&lines) + CLOSED)), NONE, "{lines}");
    }
}

#[test]
fn an_id_of_another_type_is_another_id() {
    let lines = r#"client -> {"jsonrpc":"2.0","id":"2","method":"ping"}
server -> {"jsonrpc":"2.0","id":2,"result":{}}
"#;
    let found = found(&(session(lines) + CLOSED));
    assert!(found.iter().any(|it| it.contains(" wrong-id server certain ")), "{found:?}");
}

#[test]
fn what_is_worth_changing_breaks_nothing() {
    let wire = session(MISSING) + CLOSED;
    assert_eq!(found(&wire), ["4 missing-resource server likely 6 57"]);
    let report = examine(&wire);
    assert!(report.is_healthy());
    assert!(report.steps.iter().all(|step| step.state != State::Failed), "{:?}", report.steps);
    let verdict = report.verdict(Lang::En, Paint::Plain);
    assert!(
        verdict.contains(
            "\nhealthy: s 1 · 2025-11-25\n\nworth changing\n   missing-resource · line 6, byte 57: "
        ),
        "{verdict}"
    );
}

#[test]
fn what_is_broken_is_told_before_what_is_worth_changing() {
    let lines = r#"client -> {"jsonrpc":"2.0","id":3,"method":"tools/list"}
server -> {"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"add"}]}}
"#;
    let report = examine(&(session(&format!("{MISSING}{lines}")) + CLOSED));
    assert!(!report.is_healthy());
    let slugs: Vec<_> = report.findings.iter().map(|it| it.rule.slug).collect();
    assert_eq!(slugs, ["invalid-schema", "missing-resource"]);
    let verdict = report.verdict(Lang::En, Paint::Plain);
    assert!(verdict.contains("\nbroken: step 3 of 7 · invalid-schema · "), "{verdict}");
    assert!(verdict.contains("not -32002 · worth changing, and breaks nothing\n"), "{verdict}");
}

#[test]
fn a_later_session_that_is_broken_counts_more_than_one_with_advice() {
    let broken = "server -> no JSON\n";
    let wire = session(MISSING) + CLOSED + &session(broken) + CLOSED;
    assert!(found(&wire).iter().any(|it| it.contains(" malformed-line server certain ")), "{wire}");
    let wire = session(MISSING) + CLOSED + &session("") + CLOSED;
    assert!(found(&wire).iter().any(|it| it.contains(" missing-resource ")), "{wire}");
}

#[test]
fn a_ping_is_refused_where_there_is_none_any_more() {
    let wire = r#"client -> {"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}
server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: ping"}}
"#;
    let found = found(wire);
    let [removed] = found.as_slice() else { panic!("{found:?}") };
    assert!(removed.contains(" removed-method client certain 1 "), "{removed}");
}
