//! One JSON object for each line of the `.wire` format, for programs.

use super::wire::message;
use super::{Entry, Transcript};
use crate::json::{Object, Value, parse};
use crate::jsonrpc::Message;
use crate::transport::{Crossing, Side};

/// ```text
/// {"line":1,"from":"client","kind":"request","message":{…}}        verbatim, spelling and all
/// {"line":4,"from":"server","kind":"silence"}                      nothing came back
/// {"line":5,"from":"server","kind":"text","text":"not JSON"}
/// ```
pub(super) fn jsonl(transcript: &Transcript) -> String {
    let entries = transcript.entries();
    entries.iter().enumerate().map(|(index, entry)| row(index + 1, entry) + "\n").collect()
}

fn row(line: usize, entry: &Entry<'_>) -> String {
    let number = Value::from(i64::try_from(line).unwrap_or(i64::MAX));
    let mut members = vec![("line", number)];
    match entry.crossing {
        None => members.extend([from(Side::Server), ("kind", "silence".into())]),
        Some(Crossing::Line(side, line)) => {
            members.extend([from(*side), ("kind", kind(entry).into()), content(line)]);
        }
        Some(Crossing::Bytes { side, bytes, ended }) => members.extend([
            from(*side),
            ("kind", "bytes".into()),
            ("text", String::from_utf8_lossy(bytes).into_owned().into()),
            ("ended", (*ended).into()),
        ]),
        Some(Crossing::Head(side, head)) => {
            members.extend([from(*side), ("kind", "head".into()), text(head)]);
        }
        Some(Crossing::Stderr(line)) => {
            members.extend([from(Side::Server), ("kind", "stderr".into()), text(line)]);
        }
        Some(Crossing::Event(what)) => members.extend([("kind", "event".into()), text(what)]),
        Some(Crossing::Note(note)) => members.extend([("kind", "note".into()), text(note)]),
    }
    Value::from(members.into_iter().collect::<Object<'_>>()).to_line()
}

fn kind(entry: &Entry<'_>) -> &'static str {
    match entry.crossing.and_then(message) {
        Some((_, Message::Request(_))) => "request",
        Some((_, Message::Notification(_))) => "notification",
        Some((_, Message::Response(_))) => "response",
        None => "text",
    }
}

/// A message stands inside as it is; anything else stands as a string.
fn content(line: &str) -> (&'static str, Value<'_>) {
    match parse(line) {
        Ok(value @ Value::Object(_)) => ("message", value),
        _ => text(line),
    }
}

fn text(text: &str) -> (&'static str, Value<'_>) {
    ("text", text.into())
}

fn from(side: Side) -> (&'static str, Value<'static>) {
    ("from", side.word().into())
}
