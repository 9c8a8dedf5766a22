//! What the doctor says of a recording, in one line.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::doctor::{Recording, examine};

pub(crate) fn recording(text: &str) -> Recording {
    let reading = examine(&mut text.as_bytes()).unwrap();
    reading.unwrap_or_else(|why| panic!("{}: {text}", why.en))
}

/// `step slug owner certainty line N byte N column N` of the first finding, or `healthy`.
pub(crate) fn first(text: &str) -> String {
    let recording = recording(text);
    let Some(first) = recording.report.findings.first() else { return "healthy".to_owned() };
    let (owner, certainty) = (first.owner.word().en, first.certainty.word().en);
    let mut told = format!("{} {} {owner} {certainty}", first.step, first.rule.slug);
    for (name, number) in [
        ("line", recording.report.line(first)),
        ("byte", first.byte),
        ("column", recording.column(first)),
    ] {
        told.extend(number.map(|number| format!(" {name} {number}")));
    }
    told
}

/// The remarks about the recording.
pub(crate) fn notes(text: &str) -> Vec<String> {
    recording(text).report.notes.into_iter().map(|note| note.en).collect()
}

/// Why it is no recording; what the doctor could read is left out.
pub(crate) fn unreadable(text: &str) -> String {
    let why = examine(&mut text.as_bytes()).unwrap().err().unwrap();
    let (why, _) = why.en.split_once("; the doctor reads what").unwrap();
    why.to_owned()
}
