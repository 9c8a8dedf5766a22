//! The reports as SARIF, for code hosts and editors.
//!
//! Source: SARIF 2.1.0 (OASIS standard, 2020).

use super::files::{Examined, Verdict};
use super::finding::{Certainty, Finding, Said};
use super::json::{number, object};
use super::recording::{Recording, reported};
use super::rule::{Owner, Rule};
use super::rules::rules;
use crate::json::Value;
use crate::text::Lang;
use std::fmt::Write as _;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One log with one run. Every rule is in it, so that a reader need not know them; a file that is no recording
/// is a notification, and not a result.
pub fn sarif(files: &[Examined], lang: Lang) -> Value<'static> {
    let driver = object([
        ("name", "mcp-lab".into()),
        ("semanticVersion", env!("CARGO_PKG_VERSION").into()),
        ("rules", all().map(|it| rule(it, lang)).collect()),
    ]);
    let results = files.iter().flat_map(|file| results(file, lang));
    let run = object([
        ("tool", object([("driver", driver)])),
        ("columnKind", "utf16CodeUnits".into()),
        ("invocations", [invocation(files, lang)].into_iter().collect()),
        ("results", results.collect()),
    ]);
    object([
        ("$schema", SCHEMA.into()),
        ("version", "2.1.0".into()),
        ("runs", [run].into_iter().collect()),
    ])
}

fn all() -> impl Iterator<Item = &'static Rule> {
    rules().chain([reported()])
}

fn text(text: impl Into<String>) -> Value<'static> {
    object([("text", Value::from(text.into()))])
}

fn rule(rule: &'static Rule, lang: Lang) -> Value<'static> {
    let revisions = rule.revisions.names().into_iter().map(Value::from);
    object([
        ("id", rule.slug.into()),
        ("shortDescription", text(rule.sentence().get(lang))),
        ("fullDescription", text(rule.why().get(lang))),
        ("help", text(rule.fix().get(lang))),
        ("defaultConfiguration", object([("level", level(rule.certainty).into())])),
        (
            "properties",
            object([
                ("demand", rule.level.word().into()),
                ("source", rule.source().into()),
                ("revisions", revisions.collect()),
            ]),
        ),
    ])
}

/// What SARIF calls how sure the doctor is.
const fn level(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Certain => "error",
        Certainty::Likely => "warning",
        Certainty::CannotTell => "note",
    }
}

fn invocation(files: &[Examined], lang: Lang) -> Value<'static> {
    let unreadable = files.iter().filter_map(|file| Some((file, file.reading.as_ref().err()?)));
    let notes = unreadable.map(|(file, why): (&Examined, &Said)| {
        let location = object([("physicalLocation", artifact(&file.name, None))]);
        object([
            ("level", "error".into()),
            ("message", text(why.get(lang))),
            ("locations", [location].into_iter().collect()),
        ])
    });
    object([
        ("executionSuccessful", (Verdict::of(files) != Verdict::Unreadable).into()),
        ("toolExecutionNotifications", notes.collect()),
    ])
}

fn results(file: &Examined, lang: Lang) -> Vec<Value<'static>> {
    let Ok(recording) = &file.reading else { return Vec::new() };
    let findings = recording.report.findings.iter();
    findings.map(|finding| result(&file.name, recording, finding, lang)).collect()
}

fn result(name: &str, recording: &Recording, finding: &Finding, lang: Lang) -> Value<'static> {
    let region = finding.crossing.map(|line| {
        let mut region = vec![("startLine", number(line))];
        region.extend(recording.column(finding).map(|column| ("startColumn", number(column))));
        object(region)
    });
    let location = object([("physicalLocation", artifact(name, region))]);
    let place = all().position(|rule| rule == finding.rule);
    let mut members = vec![("ruleId", finding.rule.slug.into())];
    members.extend(place.map(|place| ("ruleIndex", number(place))));
    members.extend([
        ("level", level(finding.certainty).into()),
        ("message", text(finding.what.get(lang))),
        ("locations", [location].into_iter().collect()),
        ("properties", properties(finding.step, finding.owner, finding.certainty)),
    ]);
    object(members)
}

fn properties(step: usize, owner: Owner, certainty: Certainty) -> Value<'static> {
    object([
        ("step", number(step)),
        ("owner", owner.word().en.into()),
        ("certainty", certainty.word().en.into()),
    ])
}

fn artifact(name: &str, region: Option<Value<'static>>) -> Value<'static> {
    let mut members = vec![("artifactLocation", object([("uri", Value::from(uri(name)))]))];
    members.extend(region.map(|region| ("region", region)));
    object(members)
}

/// The name of a file as a URI reference: relative as it was given, or with the scheme of files.
fn uri(name: &str) -> String {
    let slashes = name.replace('\\', "/");
    let mut uri = match slashes.as_bytes() {
        [b'/', ..] => "file://".to_owned(),
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => "file:///".to_owned(),
        _ => String::new(),
    };
    for byte in slashes.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        if plain || byte == b':' && uri.starts_with("file:") {
            uri.push(char::from(byte));
        } else {
            // Writing into a String cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_a_uri_reference() {
        for (name, named) in [
            ("logs/a.wire", "logs/a.wire"),
            ("/tmp/a b.log", "file:///tmp/a%20b.log"),
            (r"C:\logs\天气.log", "file:///C:/logs/%E5%A4%A9%E6%B0%94.log"),
            ("a:b#c?.wire", "a%3Ab%23c%3F.wire"),
        ] {
            assert_eq!(uri(name), named);
        }
    }
}
