//! Servers that are shell scripts, and what a probe finds in them.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

pub(crate) mod eras;
pub(crate) mod whole;

use crate::world::{Ran, runs_words};
use mcp_lab::json::{Value, parse};
use std::process::Command;

/// Probes a server that is a shell script, with words before the `--`. It expects `initialize`, unless
/// the words name another era, and answers what a client asks and nothing else.
pub(crate) fn probe(words: &[&str], script: &str) -> Ran {
    runs_words(
        &[&["probe", "--era", "handshake", "--quick"], words, &["--", "sh", "-c", script]].concat(),
    )
}

/// A server that reads a line and answers it, again and again; `answers` are lines for `printf`.
pub(crate) fn server(answers: &[&str]) -> String {
    let answer = |answer: &&str| format!("read -r line; printf '%s\\n' '{answer}'; ");
    let answers: String = answers.iter().map(answer).collect();
    format!("{answers}cat >/dev/null")
}

/// A file that can be run. It is written by another process: a file that this one has open for writing
/// cannot be run, and a server that is started meanwhile by another test has it open too.
pub(crate) fn runnable(path: &str, text: &str) {
    let write = r#"printf %s "$2" > "$1" && chmod 755 "$1""#;
    let written = Command::new("sh").args(["-c", write, "sh", path, text]).status().unwrap();
    assert!(written.success());
}

pub(crate) const HELLO: &str = r#"{"jsonrpc":"2.0","id":11,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;
pub(crate) const LIST: &str = r#"{"jsonrpc":"2.0","id":"list-1","result":{"tools":[]}}"#;
pub(crate) const NO_TOOL: &str =
    r#"{"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"no tool"}}"#;
pub(crate) const NO_METHOD: &str =
    r#"{"jsonrpc":"2.0","id":15,"error":{"code":-32601,"message":"no"}}"#;
pub(crate) const PONG: &str = r#"{"jsonrpc":"2.0","id":16,"result":{}}"#;
/// A whole healthy session: `initialized` takes the place of a question without an answer.
pub(crate) const WHOLE: &[&str] = &[HELLO, "SKIP", LIST, NO_TOOL, NO_METHOD, PONG];

/// The same, with some answers changed; `SKIP` reads a line and answers nothing.
pub(crate) fn session(changes: &[(&str, &str)]) -> String {
    let answers = WHOLE.iter().map(|answer| {
        let new = changes.iter().find(|(old, _)| old == answer);
        new.map_or(*answer, |(_, new)| new)
    });
    server(&answers.collect::<Vec<_>>()).replace("printf '%s\\n' 'SKIP'; ", "")
}

/// The findings of a server: `step slug owner certainty: sentence`, and what became of the steps.
#[track_caller]
pub(crate) fn findings(words: &[&str], script: &str) -> (Vec<String>, String) {
    let ran = probe(&[words, &["--json"]].concat(), script);
    assert_eq!(ran.err, "");
    let report = parse(&ran.out).unwrap();
    let text = |value: &Value<'_>, name: &str| {
        value.get(name).unwrap().as_string().unwrap().text().unwrap().into_owned()
    };
    let number =
        |value: &Value<'_>, name: &str| value.get(name).map_or("-".to_owned(), Value::to_line);
    let found = report.get("findings").unwrap().as_array().unwrap();
    // Advice breaks nothing, and has tests of its own.
    let advice = |it: &Value<'_>| it.get("advice").and_then(Value::as_bool) == Some(true);
    let found: Vec<_> = found.iter().filter(|it| !advice(it)).collect();
    let healthy = found.is_empty();
    assert_eq!(ran.code, u8::from(!healthy));
    assert_eq!(text(&report, "verdict"), if healthy { "healthy" } else { "broken" });
    let lines = found.iter().map(|it| {
        let what = text(it.get("what").unwrap(), "en");
        let (step, line) = (number(it, "step"), number(it, "line"));
        let (slug, owner, sure) = (text(it, "rule"), text(it, "owner"), text(it, "certainty"));
        format!("{step} {slug} {owner} {sure} {line}: {what}")
    });
    let states = report.get("steps").unwrap().as_array().unwrap().iter().map(|it| {
        match text(it, "state").as_str() {
            "passed" => 'p',
            "failed" => 'F',
            "not asked" => 'a',
            _ => '.',
        }
    });
    (lines.collect(), states.collect())
}

#[track_caller]
pub(crate) fn finds(script: &str, steps: &str, expected: &[&str]) {
    let (found, states) = findings(&["--timeout", "2s"], script);
    assert_eq!(found, expected, "{script}");
    assert_eq!(states, steps, "{script}");
}

/// The same for a server that keeps us waiting.
#[track_caller]
pub(crate) fn finds_soon(script: &str, steps: &str, expected: &[&str]) {
    let (found, states) = findings(&["--timeout", "300ms"], script);
    assert_eq!(found, expected, "{script}");
    assert_eq!(states, steps, "{script}");
}
