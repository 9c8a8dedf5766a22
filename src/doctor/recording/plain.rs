//! Reading a log that somebody has made himself: a message on each line, with or without a mark of who sent it.

use super::book::{Book, Sent, Written};
use super::lines::FileLine;
use super::marks::{Mark, mark};
use super::outline::Outline;
use super::whose::{Whose, surely};
use crate::transport::{Crossing, Side};
use std::borrow::Cow;

/// What is known of such a log.
#[derive(Debug)]
pub(super) struct Plain {
    whose: Whose,
    /// Who wrote it: the marks of direction are seen from there.
    writer: Side,
    /// Whether its lines are marked.
    marked: bool,
    /// Whether its own lines end with CR LF, so that a CR says nothing of the messages.
    dos: bool,
}

/// The text of a line, as far as it is one.
fn text(line: &FileLine) -> &str {
    str::from_utf8(&line.bytes).unwrap_or_else(|error| {
        let valid = line.bytes.get(..error.valid_up_to()).unwrap_or_default();
        str::from_utf8(valid).unwrap_or_default()
    })
}

/// Whether a line holds a message.
pub(super) fn is_of_it(line: &FileLine) -> bool {
    let text = text(line);
    let (_, start) = mark(text);
    let outline = Outline::of(text.get(start..).unwrap_or_default());
    outline.is_message()
}

impl Plain {
    /// What the first lines tell of a log.
    pub(super) fn of<'l>(head: impl Iterator<Item = &'l FileLine> + Clone) -> Self {
        let seen = head.clone().map(|line| {
            let text = text(line);
            let (mark, start) = mark(text);
            (mark, surely(&Outline::of(text.get(start..).unwrap_or_default())))
        });
        let writer = seen.clone().find_map(|(mark, side)| match (mark, side?) {
            (Some(Mark::Out), side) => Some(side),
            (Some(Mark::In), Side::Client) => Some(Side::Server),
            (Some(Mark::In), Side::Server) => Some(Side::Client),
            _ => None,
        });
        let client = seen.clone().any(|(_, side)| side == Some(Side::Client));
        let mut full = head.filter(|line| line.ended && !line.bytes.is_empty());
        Self {
            whose: Whose::default(),
            writer: writer.unwrap_or(Side::Client),
            marked: seen.clone().any(|(mark, _)| mark.is_some()),
            dos: client && full.all(|line| line.bytes.ends_with(b"\r")),
        }
    }

    pub(super) fn read(&mut self, line: &FileLine, book: &mut Book) {
        let text = text(line);
        let (mark, start) = mark(text);
        let rest = text.get(start..).unwrap_or_default();
        let outline = Outline::of(rest);
        let side = match mark {
            Some(Mark::Stderr) => return book.beside(line, &Crossing::Stderr(rest.to_owned())),
            Some(Mark::Beside) => return beside(line, rest, book),
            Some(Mark::Of(side)) => side,
            Some(Mark::Out) => self.writer,
            Some(Mark::In) if self.writer == Side::Client => Side::Server,
            Some(Mark::In) => Side::Client,
            None if outline.is_message() => self.whose.side(&outline),
            None if self.marked || rest.trim_start().starts_with('{') || rest.trim().is_empty() => {
                return book.alien(line);
            }
            // A line of what a server has written into a file.
            None => return self.sent(line, (Side::Server, 0), true, book),
        };
        if mark.is_some() {
            self.whose.sends(side, &outline);
        }
        self.sent(line, (side, start), false, book);
    }

    fn sent(&self, line: &FileLine, (side, start): (Side, usize), guessed: bool, book: &mut Book) {
        let bytes = line.bytes.get(start..).unwrap_or_default();
        let bytes = if self.dos { bytes.strip_suffix(b"\r").unwrap_or(bytes) } else { bytes };
        if guessed {
            book.guesses(line);
        }
        let cut = str::from_utf8(bytes).is_ok_and(is_shortened);
        let sent = Sent { side, bytes: Cow::Borrowed(bytes), ended: true, cut };
        book.sent(line, &sent, Written::Verbatim(start));
    }
}

/// What happened beside the messages, in the words of the `.wire` format or in others.
fn beside(line: &FileLine, what: &str, book: &mut Book) {
    if what.starts_with("server started: ") {
        return book.starts(line, what.to_owned());
    }
    book.beside(line, &Crossing::Event(what.to_owned()));
}

/// What logs write where they have left something out.
const SIGNS: [&str; 5] =
    ["chars truncated]", "characters truncated]", "bytes truncated]", "[truncated]", "<truncated>"];

/// Whether a log has left out a part of a message.
pub(super) fn is_shortened(message: &str) -> bool {
    let trimmed = message.trim();
    let open = trimmed.starts_with('{') && trimmed.ends_with(['.', '…']);
    // All signs hold this word, and hardly any message does.
    open || message.contains("truncated") && SIGNS.iter().any(|sign| message.contains(sign))
}
