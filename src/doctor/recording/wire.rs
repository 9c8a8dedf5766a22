//! Reading the `.wire` format, line by line.

use super::book::{Book, Sent, Written};
use super::lines::FileLine;
use crate::transcript::{crossing, is_wire};
use crate::transport::{Crossing, Side};
use std::borrow::Cow;

/// What the printer writes where nothing came back.
const SILENCE: &[u8] = "server -> (通知，无响应)".as_bytes();

/// An event of this kind begins a session, when something has crossed before.
const STARTED: &str = "server started: ";

/// Whether a line can be of this format.
pub(super) fn is_of_it(line: &FileLine) -> bool {
    let start = line.bytes.get(..10).unwrap_or(&line.bytes);
    str::from_utf8(start)
        .is_ok_and(|start| start.starts_with("-- ") || start.len() == 10 && is_wire(start))
}

pub(super) fn read(line: &FileLine, book: &mut Book) {
    // An editor on Windows may have ended every line with CR LF; a CR that crossed is always escaped.
    let bytes = line.bytes.strip_suffix(b"\r").unwrap_or(&line.bytes);
    for side in [Side::Client, Side::Server] {
        let rest = bytes.strip_prefix(side.word().as_bytes());
        if let Some(message) = rest.and_then(|rest| rest.strip_prefix(b" -> ")) {
            if bytes == SILENCE {
                return book.good(line);
            }
            let offset = bytes.len() - message.len();
            let sent = Sent { side, bytes: Cow::Borrowed(message), ended: true, cut: false };
            return book.sent(line, &sent, Written::Verbatim(offset));
        }
    }
    match str::from_utf8(bytes).ok().filter(|_| !line.is_cut()).and_then(crossing) {
        Some(crossing) => take(line, crossing, book),
        // The annotated log hangs its remarks under the lines so.
        None if bytes.starts_with(b"   ") => {}
        None => book.alien(line),
    }
}

fn take(line: &FileLine, crossing: Crossing, book: &mut Book) {
    let (side, bytes, ended) = match crossing {
        Crossing::Line(side, text) => (side, text.into_bytes(), true),
        Crossing::Bytes { side, bytes, ended } => (side, bytes, ended),
        Crossing::Event(what) if what.starts_with(STARTED) => return book.starts(line, what),
        other @ (Crossing::Event(_)
        | Crossing::Stderr(_)
        | Crossing::Head(..)
        | Crossing::Note(_)) => {
            return book.beside(line, &other);
        }
    };
    let sent = Sent { side, bytes: Cow::Owned(bytes), ended, cut: false };
    book.sent(line, &sent, Written::Escaped("server ~> \"".len()));
}
