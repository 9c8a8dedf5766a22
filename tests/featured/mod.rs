//! A session with every feature of a handshake, and what is found in one that goes on.
#![expect(clippy::panic, reason = "a broken test should stop")]

use mcp_lab::doctor::examine_wire;

pub(crate) const HELLO: &str = r#"-- server started: ward
client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"REVISION","capabilities":{"roots":{},"sampling":{},"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}
server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"REVISION","capabilities":{"tools":{},"resources":{"subscribe":true},"prompts":{},"logging":{},"tasks":{"requests":{"tools":{"call":{}}}}},"serverInfo":{"name":"s","version":"1"}}}
client -> {"jsonrpc":"2.0","method":"notifications/initialized"}
"#;

/// What is found in a session that goes on like this; the first line of it is line 5.
pub(crate) fn found_in(revision: &str, rest: &str) -> Vec<String> {
    found(&format!("{}{rest}", HELLO.replace("REVISION", revision)))
}

pub(crate) fn found(wire: &str) -> Vec<String> {
    let report = examine_wire(wire).unwrap_or_else(|error| panic!("{error}: {wire}"));
    let number = |it: Option<usize>| it.map_or("-".to_owned(), |it| it.to_string());
    let findings = report.findings.iter().map(|it| {
        let (owner, sure) = (it.owner.word().en, it.certainty.word().en);
        let place = (number(it.crossing), number(it.byte));
        format!("{} {} {owner} {sure} {} {}", it.step, it.rule.slug, place.0, place.1)
    });
    findings.filter(|it| !it.contains(" silent ")).collect()
}

pub(crate) const NONE: [&str; 0] = [];
