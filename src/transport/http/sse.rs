//! A stream of events: lines, and an empty line behind each event. WHATWG HTML, section 9.2.
//!
//! ```text
//! id: 7                     where to go on from, for `Last-Event-ID`
//! retry: 500                after how many milliseconds to come back
//! : anything                passed over
//! data: {"jsonrpc":"2.0",   what it says, in one line or in several
//! data: "id":1,"result":{}}
//!                           now it is whole
//! ```
//!
//! Lines end with LF, CR or CR LF, and come in whatever pieces the network makes of them.

use super::MAX_EVENT_BYTES;
use crate::text::{Lang, Text};
use std::fmt;
use std::time::Duration;

/// The text of one event. Every line of `data` gets a line of its own; a line break in `id` would end it,
/// so such an id is left out.
pub fn event(id: Option<&str>, data: &str) -> String {
    let mut text = String::with_capacity(data.len() + 48);
    if let Some(id) = id.filter(|id| !id.contains(['\r', '\n', '\0'])) {
        text.extend(["id: ", id, "\n"]);
    }
    let mut rest = data;
    loop {
        let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        text.extend(["data: ", line, "\n"]);
        let Some(next) = after.strip_prefix("\r\n").or_else(|| after.get(1..)) else { break };
        rest = next;
    }
    text.push('\n');
    text
}

/// An event as it was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The id that was said last, of this event or an earlier one.
    pub id: Option<String>,
    /// What kind it is: `message` where nothing was said.
    pub event: String,
    /// What it says, its lines joined by LF.
    pub data: String,
}

/// What is wrong with a stream of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SseError {
    /// An event is longer than [`MAX_EVENT_BYTES`].
    TooLarge,
    /// A line is not UTF-8.
    NotText,
}

/// Reads a stream of events.
#[derive(Debug, Default)]
pub struct EventReader {
    /// The line that is still coming.
    line: Vec<u8>,
    /// The byte before was CR: an LF that follows belongs to it.
    after_cr: bool,
    /// The first line is behind us, and with it the mark that may stand before it.
    begun: bool,
    data: Option<String>,
    kind: String,
    id: Option<String>,
    /// The id as it was when an event ended last: one that broke off has not come.
    last: Option<String>,
    retry: Option<Duration>,
}

impl EventReader {
    /// Takes what has come, and hands on every event that is whole now.
    ///
    /// # Errors
    /// The stream cannot be read any further.
    pub fn push(&mut self, bytes: &[u8], mut each: impl FnMut(Event)) -> Result<(), SseError> {
        let mut rest = bytes;
        if std::mem::take(&mut self.after_cr) && !rest.is_empty() {
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, after) = rest.split_at(end);
            rest = match after {
                [b'\r'] => {
                    self.after_cr = true;
                    &[]
                }
                [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
                [] => &[],
            };
            self.keep(line)?;
            let line = std::mem::take(&mut self.line);
            self.read(&line, &mut each)?;
            // Its memory serves the next line.
            self.line = line;
            self.line.clear();
        }
        self.keep(rest)
    }

    /// After how long the stream wants its reader back, if it has said so.
    pub fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// The id of the last whole event: what `Last-Event-ID` says when the reader comes back.
    pub fn last_id(&self) -> Option<&str> {
        self.last.as_deref()
    }

    fn keep(&mut self, part: &[u8]) -> Result<(), SseError> {
        if self.line.len() + part.len() > MAX_EVENT_BYTES {
            return Err(SseError::TooLarge);
        }
        self.line.extend_from_slice(part);
        Ok(())
    }

    fn read(&mut self, line: &[u8], each: &mut impl FnMut(Event)) -> Result<(), SseError> {
        let first = !std::mem::replace(&mut self.begun, true);
        let line = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| first).unwrap_or(line);
        let line = std::str::from_utf8(line).map_err(|_| SseError::NotText)?;
        if line.is_empty() {
            self.dispatch(each);
            return Ok(());
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        self.field(name, value.strip_prefix(' ').unwrap_or(value))
    }

    fn field(&mut self, name: &str, value: &str) -> Result<(), SseError> {
        match name {
            "data" => {
                if self.data.as_ref().map_or(0, String::len) + value.len() > MAX_EVENT_BYTES {
                    return Err(SseError::TooLarge);
                }
                match &mut self.data {
                    Some(data) => data.extend(["\n", value]),
                    None => self.data = Some(value.to_owned()),
                }
            }
            "event" => value.clone_into(&mut self.kind),
            "id" if !value.contains('\0') => self.id = Some(value.to_owned()),
            "retry" if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.retry = value.parse().ok().map(Duration::from_millis).or(self.retry);
            }
            // Everything else is passed over, and so is what begins with a colon.
            _ => {}
        }
        Ok(())
    }

    fn dispatch(&mut self, each: &mut impl FnMut(Event)) {
        self.last.clone_from(&self.id);
        let kind = std::mem::take(&mut self.kind);
        let Some(data) = self.data.take() else { return };
        let event = if kind.is_empty() { "message".to_owned() } else { kind };
        each(Event { id: self.id.clone().filter(|id| !id.is_empty()), event, data });
    }
}

impl SseError {
    /// What is wrong, in words.
    pub const fn why(self) -> Text {
        match self {
            Self::TooLarge => Text::new(
                "an event of the stream is larger than 16 MiB",
                "事件流里有一个事件超过 16 MiB",
            ),
            Self::NotText => {
                Text::new("a line of the stream is not UTF-8", "事件流里有一行不是 UTF-8")
            }
        }
    }

    /// The same in one language.
    pub const fn said(self, lang: Lang) -> &'static str {
        self.why().get(lang)
    }
}

impl fmt::Display for SseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said(Lang::En))
    }
}

impl std::error::Error for SseError {}
