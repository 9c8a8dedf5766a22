//! Reading the logs that clients write: Claude Desktop's, VS Code's, Cursor's.
//!
//! ```text
//! 2025-03-12T10:11:12.123Z [weather] [info] Message from client: {…}
//! 2025-03-12 10:11:12.123 [warning] Failed to parse message: "ready\n"
//! 2025-03-12 10:11:12.123 [error] weather: Client closed for command
//! Traceback (most recent call last):                                          the server's stderr
//! ```
//!
//! Their messages were read and written anew by the client, so the bytes are not those of the wire, and what is
//! broken in a message of such a log was broken by the log.

mod header;

use super::book::{Book, Sent, Written};
use super::lines::FileLine;
use super::outline::Outline;
use super::plain::{self, is_shortened};
use crate::json::{Str, Value, parse};
use crate::transport::{Crossing, Side};
use header::{Header, header};
use std::borrow::Cow;

/// What is known of such a log.
#[derive(Debug, Default)]
pub(super) struct Clients {
    /// The server whose lines are read: a log may hold those of several.
    name: Option<String>,
    others: bool,
    /// Whether somebody has closed the session.
    closed: bool,
    /// A message is announced, and stands on the next line.
    announced: Option<Side>,
}

/// What stands in front of a message.
const MESSAGES: [(&str, Side); 4] = [
    ("Message from client:", Side::Client),
    ("Message from server:", Side::Server),
    ("[editor -> server]", Side::Client),
    ("[server -> editor]", Side::Server),
];

/// How a session begins; behind it the server's name or its command.
const BEGINNINGS: [&str; 3] =
    ["Initializing server", "Starting new stdio process with command: ", "Starting server "];

/// How a client closes it.
const CLOSED: [&str; 3] = ["Shutting down server", "Stopping server", "Client transport closed"];

/// What says that the server works.
const WORKS: [&str; 3] = ["Discovered ", "Found ", "Successfully connected"];

/// What a client says of an error. Other lines of that level may be the server's stderr.
const ERRORS: [&str; 8] = [
    "MCP error",
    "Failed to",
    "Client closed",
    "Client error",
    "A system error",
    "Error in MCP",
    "Waiting for server to respond",
    "Server disconnected",
];

/// Whether a line is of such a log. Others write times and levels too, and then a mark and a message.
pub(super) fn is_of_it(line: &FileLine) -> bool {
    text(line).and_then(header).is_some() && !plain::is_of_it(line)
}

fn text(line: &FileLine) -> Option<&str> {
    str::from_utf8(&line.bytes).ok().map(|text| text.strip_suffix('\r').unwrap_or(text))
}

impl Clients {
    pub(super) fn read(&mut self, line: &FileLine, book: &mut Book) {
        let Some(text) = text(line) else {
            let lossy = String::from_utf8_lossy(line.bytes.get(..1000).unwrap_or(&line.bytes));
            return book.beside(line, &Crossing::Stderr(lossy.into_owned()));
        };
        let Some(header) = header(text) else {
            return match self.announced.take().filter(|_| text.starts_with('{')) {
                Some(side) => message(line, (side, text, 0), book),
                None => book.beside(line, &Crossing::Stderr(text.to_owned())),
            };
        };
        if self.is_other(header.name) {
            if !self.others {
                book.follows(self.name.as_deref().unwrap_or_default());
            }
            self.others = true;
            return book.good(line);
        }
        self.said(line, &header, book);
    }

    /// Whether a line is about another server than the first that was named.
    fn is_other(&mut self, name: &str) -> bool {
        if name.is_empty() {
            return false;
        }
        self.name.get_or_insert_with(|| name.to_owned()) != name
    }

    fn said(&mut self, line: &FileLine, header: &Header<'_>, book: &mut Book) {
        let said = header.rest;
        for (start, side) in MESSAGES {
            if let Some(rest) = said.strip_prefix(start) {
                let rest = rest.trim_start();
                if rest.is_empty() {
                    self.announced = Some(side);
                    return book.good(line);
                }
                let offset = header.offset + said.len() - rest.len();
                return message(line, (side, rest, offset), book);
            }
        }
        if let Some(start) = BEGINNINGS.iter().find(|start| said.starts_with(**start)) {
            let what = said.get(start.len()..).unwrap_or_default();
            if what.starts_with("from ") {
                return book.good(line);
            }
            self.closed = false;
            let what = if start.ends_with(' ') { what } else { header.name };
            return book.starts(line, format!("server started: {what}"));
        }
        self.happened(line, header, book);
    }

    fn happened(&mut self, line: &FileLine, header: &Header<'_>, book: &mut Book) {
        let said = header.rest;
        if CLOSED.iter().any(|it| said.starts_with(it)) {
            return self.closes(line, "client closed stdin", book);
        }
        if said.starts_with("Server transport closed") {
            return self.closes(line, "server exited with an unknown code", book);
        }
        if let Some(why) = said.strip_prefix("Connection state: Error ") {
            let exited = why.strip_prefix("Process exited with ");
            let event = match exited {
                Some(how) => format!("server exited with {how}"),
                None if why.contains("spawn") => format!("server could not be started: {why}"),
                None => return errs(line, why, book),
            };
            return self.closes(line, &event, book);
        }
        if let Some(written) = said.strip_prefix("Failed to parse message: ") {
            return unreadable(line, written, book);
        }
        if let Some(stderr) = said.strip_prefix("[server stderr] ") {
            return book.beside(line, &Crossing::Stderr(stderr.to_owned()));
        }
        if WORKS.iter().any(|it| said.contains(it)) {
            book.settles();
            return book.good(line);
        }
        match header.level {
            "error" if !header.name.is_empty() || is_error(said) => errs(line, said, book),
            "error" | "warning" | "warn" => book.beside(line, &Crossing::Stderr(said.to_owned())),
            _ if is_error(said) => errs(line, said, book),
            _ => book.good(line),
        }
    }

    /// The first to close is the one who closed; what comes after that follows from it.
    fn closes(&mut self, line: &FileLine, event: &str, book: &mut Book) {
        if self.closed {
            return book.good(line);
        }
        self.closed = true;
        book.beside(line, &Crossing::Event(event.to_owned()));
    }
}

fn is_error(said: &str) -> bool {
    ERRORS.iter().any(|it| said.contains(it))
}

fn errs(line: &FileLine, said: &str, book: &mut Book) {
    book.good(line);
    // VS Code says so every five seconds.
    let waits = said.starts_with("Waiting for server to respond");
    book.says(line, if waits { "request timed out: no answer to initialize yet" } else { said });
}

/// A message, with what the log writes behind it.
fn message(line: &FileLine, (side, text, offset): (Side, &str, usize), book: &mut Book) {
    let outline = Outline::of(text);
    let whole = outline.end.and_then(|end| text.get(..end));
    if outline.method == Some(r#""notifications/cancelled""#) && text.contains("timed out") {
        book.says(line, text);
    }
    let bytes = Cow::Borrowed(whole.unwrap_or(text).as_bytes());
    let cut = whole.is_none_or(is_shortened) || line.is_cut();
    book.sent(line, &Sent { side, bytes, ended: true, cut }, Written::Verbatim(offset));
}

/// A line of the server's that the client could not read, as VS Code writes it: as a JSON string.
fn unreadable(line: &FileLine, written: &str, book: &mut Book) {
    let value = parse(written).ok();
    let text = value.as_ref().and_then(Value::as_string).map(Str::text);
    let Some(Ok(text)) = text else { return errs(line, "failed to parse message", book) };
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let bytes = Cow::Borrowed(text.as_bytes());
    let cut = is_shortened(text);
    let sent = Sent { side: Side::Server, bytes, ended: true, cut };
    book.sent(line, &sent, Written::Otherwise);
}
