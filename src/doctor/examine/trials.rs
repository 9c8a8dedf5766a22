//! What a client does on purpose, to see whether a server stands it.
//!
//! ```text
//! -- client does this on purpose: the next line ends in CR LF      said before it is done
//! client ~> "{…}\r"                                                nobody is blamed for it
//! ```

use super::event::Event;
use super::seen::Seen;
use crate::doctor::finding::brief;
use crate::json::{Str, Value};
use crate::jsonrpc::code;
use crate::transport::Side;
use std::collections::BTreeMap;

/// How many lines are remembered that were sent on purpose.
const MAX_LINES: usize = 1000;

/// What is unusual about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It is no JSON.
    NoJson,
    /// It ends in CR LF.
    CrLf,
    /// It is written in two pieces.
    Pieces,
    /// It is written together with another one.
    AtOnce,
    /// It holds letters of other languages.
    Letters,
    /// The head of its HTTP message is unusual, whatever the line itself says.
    Head,
    /// Something else, that a server refuses.
    Other,
}

/// How an event says so, and how many lines are meant.
const WAYS: [(&str, Way, usize); 7] = [
    ("the next line is no JSON", Way::NoJson, 1),
    ("the next line ends in CR LF", Way::CrLf, 1),
    ("the next line is written in two pieces", Way::Pieces, 1),
    ("the next two lines are written at once", Way::AtOnce, 2),
    // The header, the blank line behind it, and the message.
    ("the next lines have a header", Way::Other, 3),
    ("the next line holds letters of other languages", Way::Letters, 1),
    ("the next request has an unusual head", Way::Head, 1),
];

/// The lines that were sent on purpose, and what came of them.
#[derive(Debug, Default)]
pub struct Trials {
    /// What was announced, and of how many lines.
    next: Option<(Way, usize)>,
    lines: BTreeMap<usize, Way>,
    /// How the client's last line was sent.
    last: Option<Way>,
    /// The last line that was no JSON.
    pub spoilt: Option<usize>,
    /// A line that was said to be unreadable: where that was said, how the line was sent, the error.
    pub refused: Option<(usize, Way, String)>,
    /// Letters that came back as others: where, those that were sent, those that came.
    pub garbled: Option<(usize, String, String)>,
}

impl Trials {
    /// How the line at this place was sent; `None` for any usual one.
    pub fn way(&self, at: usize) -> Option<Way> {
        self.lines.get(&at).copied()
    }

    /// Whether the request at this place had an unusual head: what it was answered is about that.
    pub fn by_head(&self, at: usize) -> bool {
        self.way(at) == Some(Way::Head)
    }

    pub(super) fn event(&mut self, event: &Event) {
        let Event::OnPurpose(what) = event else { return };
        let known = WAYS.iter().find(|(start, ..)| what.starts_with(start));
        self.next = Some(known.map_or((Way::Other, 1), |(_, way, lines)| (*way, *lines)));
    }

    pub(super) fn line(&mut self, at: usize, side: Side) {
        if side == Side::Server {
            return;
        }
        self.last = self.next.map(|(way, _)| way);
        let Some((way, left)) = self.next else { return };
        self.next = left.checked_sub(1).filter(|left| *left > 0).map(|left| (way, left));
        self.spoilt = if way == Way::NoJson { Some(at) } else { self.spoilt };
        self.keep(at, way);
    }

    /// An answer to what was sent on purpose says as little against the client.
    pub(super) fn answer(&mut self, at: usize, asked: Option<usize>) {
        if let Some(way) = asked.and_then(|asked| self.way(asked)) {
            self.keep(at, way);
        }
    }

    fn keep(&mut self, at: usize, way: Way) {
        self.lines.insert(at, way);
        if self.lines.len() > MAX_LINES {
            self.lines.pop_first();
        }
    }

    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        let Some(response) = seen.response().filter(|_| seen.side == Side::Server) else { return };
        let asked = seen.asked.and_then(|asked| self.way(asked.at));
        let nameless = response.id.is_none();
        let Some(way) = asked.or(self.last.filter(|_| nameless)) else { return };
        if let Err(error) = &response.outcome {
            let unread =
                nameless || [code::PARSE_ERROR, code::INVALID_REQUEST].contains(&error.code);
            if unread && !matches!(way, Way::NoJson | Way::Head | Way::Other) {
                self.refused.get_or_insert_with(|| (at, way, brief(error)));
                return;
            }
        }
        if way == Way::Letters && self.garbled.is_none() {
            self.garbled = garbled(seen).map(|(sent, came)| (at, sent, came));
        }
    }
}

/// The letters of a name that was sent, and what of it stands in the answer, if that is something else.
fn garbled(seen: &Seen<'_>) -> Option<(String, String)> {
    let asked = seen.asked?;
    let name = asked.string("name").map_or_else(|| asked.method.clone(), Str::excerpt);
    let place = name.find(|it: char| !it.is_ascii())?;
    let (plain, letters) = name.split_at_checked(place).filter(|(plain, _)| plain.len() > 2)?;
    let said = match &seen.response()?.outcome {
        Err(error) => error.message.excerpt(),
        Ok(result) => {
            let first = result.get("content").and_then(Value::as_array)?.first()?;
            first.get("text")?.as_string()?.excerpt()
        }
    };
    let (_, rest) = said.split_once(plain)?;
    (!rest.starts_with(letters)).then(|| (letters.to_owned(), brief(&rest)))
}
