//! Reading what `lesson --format jsonl` prints: one object for each line of the `.wire` format.

use super::book::{Book, Sent, Written};
use super::lines::FileLine;
use crate::json::{Str, Value, parse};
use crate::transport::{Crossing, Side};
use std::borrow::Cow;

/// Whether a line begins as this format does.
pub(super) fn is_of_it(line: &FileLine) -> bool {
    line.bytes.starts_with(br#"{"line":"#)
}

pub(super) fn read(line: &FileLine, book: &mut Book) {
    if told(line, book).is_none() {
        book.alien(line);
    }
}

/// What a line tells; `None` when it is none of the format.
fn told(line: &FileLine, book: &mut Book) -> Option<()> {
    let text = str::from_utf8(&line.bytes).ok()?;
    let value = parse(text).ok()?;
    let string = |name| Some(value.get(name)?.as_string()?.text().ok()?.into_owned());
    let from = value.get("from").and_then(Value::as_string);
    let side = match from.map(Str::as_written) {
        Some("client") => Some(Side::Client),
        Some("server") => Some(Side::Server),
        _ => None,
    };
    match value.get("kind")?.as_string()?.as_written() {
        "silence" => book.good(line),
        "event" => {
            let what = string("text")?;
            if what.starts_with("server started: ") {
                book.starts(line, what);
            } else {
                book.beside(line, &Crossing::Event(what));
            }
        }
        "stderr" => book.beside(line, &Crossing::Stderr(string("text")?)),
        "head" => book.beside(line, &Crossing::Head(side?, string("text")?)),
        "note" => book.beside(line, &Crossing::Note(string("text")?)),
        _ => return sent(line, (side?, text, &value), book),
    }
    Some(())
}

fn sent(
    line: &FileLine,
    (side, text, value): (Side, &str, &Value<'_>),
    book: &mut Book,
) -> Option<()> {
    let (message, written) = match value.get("message") {
        Some(message) => {
            let message = message.to_line();
            let place = text.find(r#""message":"#).map(|name| name + r#""message":"#.len());
            let verbatim = |at: &usize| text.get(*at..).is_some_and(|it| it.starts_with(&message));
            let written = place.filter(verbatim).map_or(Written::Otherwise, Written::Verbatim);
            (message, written)
        }
        None => (value.get("text")?.as_string()?.text().ok()?.into_owned(), Written::Otherwise),
    };
    // What was not UTF-8 is not in such a file any more.
    let cut = message.contains('\u{fffd}');
    let ended = value.get("ended").and_then(Value::as_bool).unwrap_or(true);
    let sent = Sent { side, bytes: Cow::Owned(message.into_bytes()), ended, cut };
    book.sent(line, &sent, written);
    Some(())
}
