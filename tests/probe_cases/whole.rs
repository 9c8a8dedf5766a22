//! A server that answers whatever it is asked, with some of what it does changed.

use super::eras::Does;
use crate::world::runs_words;
use mcp_lab::json::{Value, parse};
use std::collections::BTreeMap;

/// Answers the request that was read last.
pub(crate) fn answers(result: &str) -> String {
    format!(r#"printf '{{"jsonrpc":"2.0","id":%s,{result}}}\n' "$id""#)
}

/// What `initialize` is answered with.
pub(crate) fn hello(version: &str, capabilities: &str) -> String {
    answers(&format!(
        r#""result":{{"protocolVersion":"{version}","capabilities":{capabilities},"serverInfo":{{"name":"s","version":"1"}}}}"#
    ))
}

/// Each change is what is done with a line that fits a pattern of the shell; the first that fits counts.
pub(crate) fn whole(changes: &[Does<'_>]) -> String {
    let usual = [
        ("*'\"initialize\"'*", hello("2025-11-25", r#"{"tools":{}}"#)),
        ("*'\"ping\"'*", answers(r#""result":{}"#)),
        ("*'\"cursor\"'*", answers(r#""error":{"code":-32602,"message":"no page"}"#)),
        (
            "*'\"mcp-lab-no-such-cursor\"'*",
            answers(r#""error":{"code":-32602,"message":"no page"}"#),
        ),
        (
            "*'\"tools/list\"'*",
            answers(r#""result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}"#),
        ),
        ("*'\"tools/call\"'*", answers(r#""error":{"code":-32602,"message":"no tool"}"#)),
        ("*'\"id\":'*", answers(r#""error":{"code":-32601,"message":"no"}"#)),
    ];
    let case = |(pattern, does): &Does<'_>| format!("{pattern}) {does};; ");
    let cases: String = changes.iter().chain(&usual).map(case).collect();
    format!(
        "cr=$(printf '\\r'); while read -r line; do id=${{line#*'\"id\":'}}; id=${{id%%,*}}; id=${{id%%\\}}*}}; case \"$line\" in {cases} esac; done"
    )
}

/// What came of a probe that asks everything.
pub(crate) struct Asked {
    /// `step slug owner certainty: sentence`.
    pub(crate) found: Vec<String>,
    /// Of each question its state and its note.
    pub(crate) questions: BTreeMap<String, (String, String)>,
    /// The report.
    pub(crate) out: String,
}

impl Asked {
    pub(crate) fn state(&self, question: &str) -> &str {
        &self.questions.get(question).unwrap().0
    }

    pub(crate) fn note(&self, question: &str) -> &str {
        &self.questions.get(question).unwrap().1
    }

    /// What was found first.
    pub(crate) fn first(&self) -> &str {
        self.found.first().unwrap()
    }
}

#[track_caller]
pub(crate) fn asks(words: &[&str], script: &str) -> Asked {
    let words = [&["probe", "--json", "--era", "handshake"], words, &["--", "sh", "-c", script]];
    let ran = runs_words(&words.concat());
    assert_eq!(ran.err, "");
    let report = parse(&ran.out).unwrap();
    let text = |value: &Value<'_>, name: &str| {
        value.get(name).unwrap().as_string().unwrap().text().unwrap().into_owned()
    };
    let all = |name: &str| report.get(name).and_then(Value::as_array).unwrap_or_default();
    // What is worth changing breaks nothing, and the note of the question says it.
    let faults = all("findings").iter().filter(|it| it.get("advice").is_none());
    let found = faults.map(|it| {
        let (step, what) = (it.get("step").unwrap().to_line(), text(it.get("what").unwrap(), "en"));
        let (slug, owner, sure) = (text(it, "rule"), text(it, "owner"), text(it, "certainty"));
        format!("{step} {slug} {owner} {sure}: {what}")
    });
    let found: Vec<_> = found.collect();
    assert_eq!(ran.code, u8::from(!found.is_empty()));
    let questions = all("questions").iter().map(|it| {
        let note = it.get("note").unwrap();
        (text(it, "question"), (text(it, "state"), text(note, "en")))
    });
    let questions = questions.collect();
    Asked { found, questions, out: ran.out.clone() }
}

/// What is found, and the question that found it has failed.
#[track_caller]
pub(crate) fn finds_by(question: &str, change: &[Does<'_>], expected: &[&str]) {
    let asked = asks(&["--timeout", "1s"], &whole(change));
    assert_eq!(asked.found, expected, "{change:?}");
    assert_eq!(asked.state(question), "failed", "{change:?}");
}
