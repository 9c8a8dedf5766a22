//! The rules of 2026-07-28 on sessions that are no row of the gallery: the other side, and what is no fault.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::doctor::examine_wire;
use mcp_lab::servers::broken::{Broken, Edit, MODERN, STATELESS};
use mcp_lab::text::Text;
use mcp_lab::transport::Side;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

/// `step slug owner certainty line byte` of every finding.
fn found(wire: &str) -> Vec<String> {
    let report = examine_wire(wire).unwrap();
    let finding = |it: &mcp_lab::doctor::Finding| {
        let (owner, sure) = (it.owner.word().en, it.certainty.word().en);
        let (line, byte) = (it.crossing.unwrap_or_default(), it.byte.unwrap_or_default());
        format!("{} {} {owner} {sure} {line} {byte}", it.step, it.rule.slug)
    };
    report.findings.iter().map(finding).collect()
}

/// A healthy session with these differences.
fn edited(base: &'static str, edits: &'static [Edit]) -> String {
    let riddle = Text::new("", "");
    let row = Broken { slug: "", side: Side::Server, base, edits, probe: &[], riddle };
    row.wire().unwrap()
}

/// Whether a finding is of a rule of every era.
fn general(finding: &str) -> bool {
    ["wrong-id", "exited"].iter().any(|slug| finding.contains(slug))
}

fn session(lines: &[&str]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| line.replace("@meta", META)).collect();
    format!("-- server started: x\n{}\n", lines.join("\n"))
}

#[test]
fn a_recording_that_begins_late_proves_nothing_about_what_was_not_said() {
    let whole = edited(MODERN, &[]);
    let lines: Vec<_> = whole.lines().collect();
    for late in 1..lines.len() {
        let rest = lines.get(late..).unwrap_or_default().join("\n");
        let certain: Vec<_> = found(&rest)
            .into_iter()
            .filter(|it| it.contains(" certain ") && !general(it))
            .collect();
        assert_eq!(certain, [""; 0], "from line {}", late + 1);
    }
}

#[test]
fn a_session_with_a_handshake_has_none_of_these_faults() {
    let wire = edited(mcp_lab::servers::broken::FEATURES, &[]);
    assert_eq!(found(&wire), [""; 0]);
}

#[test]
fn what_crosses_a_cancellation_is_no_fault_and_what_comes_after_a_round_trip_is_one() {
    let crossed = session(&[
        r#"client -> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x",@meta}}"#,
        r#"client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"server -> {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}"#,
    ]);
    assert_eq!(found(&crossed), [""; 0]);
    let late = session(&[
        r#"client -> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x",@meta}}"#,
        r#"client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"no/such","params":{@meta}}"#,
        r#"server -> {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Request cancelled"}}"#,
    ]);
    assert_eq!(found(&late), ["4 answered-after-cancel server certain 6 22"]);
}

#[test]
fn an_old_server_that_knows_nothing_of_this_era_is_not_blamed_for_it() {
    let refused = session(&[
        r#"client -> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{@meta}}"#,
        r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Server not initialized"}}"#,
        r#"client -> {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
        r#"server -> {"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#,
        r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"server -> {"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
        r#"client -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"server -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}"#,
        r#"server -> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
        r#"client -> {"jsonrpc":"2.0","id":3,"method":"ping"}"#,
        r#"server -> {"jsonrpc":"2.0","id":3,"result":{}}"#,
    ]);
    let modern = ["server-asked", "client-answered", "log-unasked", "change-outside", "no-result"];
    let found = found(&refused);
    let blamed = found.iter().filter(|it| modern.iter().any(|slug| it.contains(slug)));
    assert_eq!(blamed.count(), 0, "{found:?}");
}

#[test]
fn a_client_that_answers_where_the_server_asked_follows_from_that() {
    let wire = edited(
        STATELESS,
        &[
            Edit::Before(
                r#"server -> {"jsonrpc":"2.0","id":3,"result""#,
                r#"server -> {"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
            ),
            Edit::Before(
                r#"server -> {"jsonrpc":"2.0","id":3,"result""#,
                r#"client -> {"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#,
            ),
        ],
    );
    let report = examine_wire(&wire).unwrap();
    let slugs: Vec<_> = report.findings.iter().map(|it| it.rule.slug).collect();
    assert_eq!(slugs, ["server-asked", "client-answered"]);
    let follow: Vec<_> = report.consequences().iter().map(|it| it.rule.slug).collect();
    assert_eq!(follow, ["client-answered"]);
}

#[test]
fn a_server_writes_a_trace_wrongly_too() {
    let swap = &[Edit::Swap(
        r#""content":[{"type":"text","text":"7"}],"_meta":{"#,
        r#""content":[{"type":"text","text":"7"}],"_meta":{"traceparent":"00-00000000000000000000000000000000-b7ad6b7169203331-01","#,
    )];
    assert_eq!(found(&edited(STATELESS, swap)), ["4 bad-trace server certain 7 106"]);
}

#[test]
fn two_calls_in_parallel_may_each_come_again_in_any_order() {
    let ask = |id: u8, n: u8| {
        format!(
            r#"client -> {{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"x","arguments":{{"n":{n}}},@meta}}}}"#
        )
    };
    let wait = |id: u8, n: u8| {
        format!(
            r#"server -> {{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"s{n}","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"s","version":"1"}}}}}}}}"#
        )
    };
    let again = |id: u8, n: u8, state: u8| {
        format!(
            r#"client -> {{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"x","arguments":{{"n":{n}}},"requestState":"s{state}",@meta}}}}"#
        )
    };
    let open = |last: [String; 2]| {
        let lines = [[ask(1, 1), ask(2, 2)], [wait(2, 2), wait(1, 1)], last].concat();
        found(&session(&lines.iter().map(String::as_str).collect::<Vec<_>>()))
    };
    let healthy = open([again(3, 2, 2), again(4, 1, 1)]);
    assert_eq!(healthy, ["4 silent server cannot tell 7 0"]);
    let crossed = open([again(3, 1, 2), again(4, 1, 1)]);
    assert_eq!(crossed, ["4 retry-changed client certain 6 67", "4 silent server cannot tell 7 0"]);
}

#[test]
fn a_subscription_that_is_open_at_the_end_is_owed_nothing() {
    let wire = edited(
        MODERN,
        &[Edit::Drop(r#""method":"notifications/cancelled","params":{"requestId":"listen-1"}"#)],
    );
    assert_eq!(found(&wire), [""; 0]);
}
