//! Reading the `.wire` format back, and telling its lines from everything printed around them.

use super::wire::SILENCE;
use super::{Transcript, bytes};
use crate::transport::{Crossing, Side};
use std::fmt;

/// A line that is none of the `.wire` format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireError {
    /// Line of the file, first line 1.
    pub line: usize,
}

impl Transcript {
    /// The session a `.wire` file tells. The remark that nothing came back is read and dropped: the
    /// printer puts it in again.
    ///
    /// # Errors
    /// The first line that begins with no marker, or whose escapes cannot be undone.
    pub fn from_wire(text: &str) -> Result<Self, WireError> {
        let mut crossings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.strip_prefix("server -> ") != Some(SILENCE) {
                crossings.push(crossing(line).ok_or(WireError { line: index + 1 })?);
            }
        }
        Ok(Self { crossings })
    }
}

/// What one line of the `.wire` format tells; `None` when it is none of it. The remark that nothing came
/// back reads as a line of the server's.
pub fn crossing(line: &str) -> Option<Crossing> {
    if let Some(note) = line.strip_prefix('#') {
        return Some(Crossing::Note(bytes::read_text(note.strip_prefix(' ').unwrap_or(note))));
    }
    if let Some(event) = line.strip_prefix("-- ") {
        return Some(Crossing::Event(bytes::read_text(event)));
    }
    let (who, rest) = line.split_once(' ')?;
    let side = [Side::Client, Side::Server].into_iter().find(|side| side.word() == who)?;
    let (what, text) = rest.split_once(' ').unwrap_or((rest, ""));
    match (what, side) {
        ("->", _) => Some(Crossing::Line(side, text.to_owned())),
        ("~>", _) => bytes::read(side, text),
        (">>", _) => Some(Crossing::Head(side, bytes::read_text(text))),
        ("!!", Side::Server) => Some(Crossing::Stderr(bytes::read_text(text))),
        _ => None,
    }
}

/// Whether a line of a log belongs to the `.wire` format; every other line is decoration.
pub fn is_wire(line: &str) -> bool {
    MARKERS.iter().any(|marker| line.starts_with(marker))
}

/// The words a line of the `.wire` format begins with.
const MARKERS: &[&str] = &[
    "client -> ",
    "server -> ",
    "client ~> ",
    "server ~> ",
    "client >> ",
    "server >> ",
    "server !! ",
    "-- ",
    "#",
];

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not of the .wire format", self.line)
    }
}

impl std::error::Error for WireError {}
