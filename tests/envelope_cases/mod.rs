//! Small sessions, and what the doctor finds in them.
#![expect(clippy::panic, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::doctor::{Report, examine_wire};

pub(crate) fn examine(wire: &str) -> Report {
    examine_wire(wire).unwrap_or_else(|error| panic!("{error}: {wire}"))
}

/// `step slug owner certainty line byte` of everything that is found.
pub(crate) fn found(wire: &str) -> Vec<String> {
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
pub(crate) fn opened(client: &str, server: &str, version: &str) -> String {
    format!(
        "-- server started: ward\n\
         client -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{{\"protocolVersion\":\"{version}\",\"capabilities\":{client},\"clientInfo\":{{\"name\":\"c\",\"version\":\"1\"}}}}}}\n\
         server -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"protocolVersion\":\"{version}\",\"capabilities\":{server},\"serverInfo\":{{\"name\":\"s\",\"version\":\"1\"}}}}}}\n\
         client -> {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}\n"
    )
}

/// A session of 2025-11-25 in which both sides can do everything.
pub(crate) fn session(lines: &str) -> String {
    let client = r#"{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}"#;
    let server = r#"{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},"completions":{},"logging":{}}"#;
    opened(client, server, "2025-11-25") + lines
}

pub(crate) const CLOSED: &str = "-- client closed stdin\n-- server exited with code 0\n";
pub(crate) const NONE: [&str; 0] = [];
