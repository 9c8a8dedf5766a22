//! Printing the `.wire` format.

use super::{Transcript, bytes};
use crate::json;
use crate::jsonrpc::Message;
use crate::text::is_hidden;
use crate::transport::{Crossing, Side};

/// What the printer writes where a notification was rightly met with silence.
pub(super) const SILENCE: &str = "(通知，无响应)";

/// One line of the `.wire` format, and what it stands for.
#[derive(Debug, Clone)]
pub struct Entry<'t> {
    /// The line as it is printed, without its newline.
    pub wire: String,
    /// What crossed; `None` for the remark that nothing did.
    pub crossing: Option<&'t Crossing>,
}

impl Transcript {
    /// The session in the `.wire` format, a newline after every line.
    pub fn to_wire(&self) -> String {
        self.entries().into_iter().map(|entry| entry.wire + "\n").collect()
    }

    /// Every line of the `.wire` format with what it stands for.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        for (index, crossing) in self.crossings.iter().enumerate() {
            entries.push(Entry { wire: print(crossing), crossing: Some(crossing) });
            if is_notification(crossing) && !answers_nothing(self.crossings.get(index + 1)) {
                entries.push(Entry { wire: format!("server -> {SILENCE}"), crossing: None });
            }
        }
        entries
    }
}

pub(super) fn print(crossing: &Crossing) -> String {
    match crossing {
        Crossing::Line(side, line) if stands_verbatim(line) => format!("{} -> {line}", side.word()),
        Crossing::Line(side, line) => bytes::print(*side, line.as_bytes(), true),
        Crossing::Bytes { side, bytes, ended } => bytes::print(*side, bytes, *ended),
        Crossing::Head(side, head) => format!("{} >> {}", side.word(), bytes::text(head)),
        Crossing::Stderr(line) => format!("server !! {}", bytes::text(line)),
        Crossing::Event(what) => format!("-- {}", bytes::text(what)),
        Crossing::Note(text) => format!("# {}", bytes::text(text)),
    }
}

/// A line with hidden characters would do something to a terminal, and the remark about silence
/// must not be mistaken for a line.
fn stands_verbatim(line: &str) -> bool {
    line != SILENCE && !line.contains(is_hidden)
}

fn is_notification(crossing: &Crossing) -> bool {
    matches!(message(crossing), Some((Side::Client, Message::Notification(_))))
}

/// An answer without an id right behind a notification can only be meant for that.
fn answers_nothing(crossing: Option<&Crossing>) -> bool {
    let response = crossing.and_then(message);
    matches!(response, Some((Side::Server, Message::Response(response))) if response.id.is_none())
}

/// The message a crossing carries, if it carries one.
pub(super) fn message(crossing: &Crossing) -> Option<(Side, Message<'_>)> {
    let Crossing::Line(side, line) = crossing else { return None };
    let message = Message::from_value(json::parse(line).ok()?).ok()?;
    Some((*side, message))
}
