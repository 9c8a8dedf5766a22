//! A session as a script: what is to be done when a client has said what.

use super::asked::{Asked, Kind};
use crate::json::{MAX_LINE_BYTES, parse};
use crate::mcp::{CANCELLED, INITIALIZE, INITIALIZED};
use crate::transcript::Transcript;
use crate::transport::{Crossing, Side};

/// What a script does, before it is fitted to whoever listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// Says these bytes, and whether a newline comes after them.
    Say(Vec<u8>, bool),
    /// Writes a line to stderr.
    Stderr(String),
    /// Leaves, with this code.
    Exit(u8),
    /// Closes its stdout, or its stdin.
    Close(Side),
}

/// A line of the client, and what follows up to its next one.
#[derive(Debug, Clone, Default)]
pub(super) struct Turn {
    pub(super) asked: Asked,
    pub(super) lines: Vec<Line>,
    /// The client gives this request up later, and it was not answered.
    pub(super) given_up: bool,
    /// Stdin ends behind this request, and the server leaves without an answer.
    pub(super) dropped: bool,
    /// It is a handshake, and the client was content with what came of it.
    pub(super) goes_on: bool,
    /// What was really heard in its place, last.
    pub(super) heard: Option<Asked>,
}

/// A session, cut at the lines of its client.
#[derive(Debug, Clone, Default)]
pub(super) struct Script {
    /// Before the client has said anything.
    pub(super) start: Turn,
    pub(super) turns: Vec<Turn>,
    /// When it has closed stdin.
    pub(super) goodbye: Turn,
    /// The server does not leave then.
    pub(super) stays: bool,
}

/// How a recording says that a line was longer than anybody reads.
const CUT: &str = "a line of more than 16 MiB";

/// Where lines of the server belong.
#[derive(Clone, Copy)]
enum Now {
    Start,
    Turn,
    Goodbye,
    /// In another process, before its client has said anything, or after it has closed stdin.
    Elsewhere,
}

impl Script {
    pub(super) fn read(transcript: &Transcript) -> Self {
        let (mut script, mut now) = (Self::default(), Now::Start);
        let mut waited = false;
        for crossing in &transcript.crossings {
            let line = match crossing {
                Crossing::Line(Side::Client, line) => {
                    script.hear(line.as_bytes(), &mut now);
                    continue;
                }
                Crossing::Bytes { side: Side::Client, bytes, .. } => {
                    script.hear(bytes, &mut now);
                    continue;
                }
                Crossing::Line(Side::Server, line) => Line::Say(line.clone().into_bytes(), true),
                Crossing::Bytes { side: Side::Server, bytes, ended } => {
                    Line::Say(bytes.clone(), *ended)
                }
                Crossing::Stderr(line) => Line::Stderr(line.clone()),
                Crossing::Event(event) => {
                    waited |= event.starts_with("client waited");
                    let Some(line) = script.event(event, &mut now) else { continue };
                    line
                }
                // How a line went on of which the recording kept only the beginning.
                Crossing::Note(note) if note.starts_with(CUT) => {
                    Line::Say(vec![b' '; MAX_LINE_BYTES], true)
                }
                Crossing::Head(..) | Crossing::Note(_) => continue,
            };
            if let Some(turn) = script.turn(now) {
                turn.lines.push(line);
            }
        }
        let leaves = script.goodbye.lines == [Line::Exit(0)] && !waited;
        if let Some(turn) = script.turns.last_mut().filter(|_| leaves) {
            turn.dropped = turn.asked.kind == Kind::Request && turn.lines.is_empty();
        }
        script
    }

    fn turn(&mut self, now: Now) -> Option<&mut Turn> {
        match now {
            Now::Start => Some(&mut self.start),
            Now::Turn => self.turns.last_mut(),
            Now::Goodbye => Some(&mut self.goodbye),
            Now::Elsewhere => None,
        }
    }

    fn hear(&mut self, line: &[u8], now: &mut Now) {
        *now = Now::Turn;
        let asked = Asked::read(line);
        if asked.method == CANCELLED {
            let named = |turn: &&mut Turn| {
                turn.lines.is_empty()
                    && turn.asked.id.as_ref().is_some_and(|id| asked.says.contains(&canonical(id)))
            };
            self.turns.iter_mut().filter(named).for_each(|turn| turn.given_up = true);
        }
        if asked.method == INITIALIZED {
            let mut hellos = self.turns.iter_mut().rev();
            if let Some(turn) = hellos.find(|turn| turn.asked.method == INITIALIZE) {
                turn.goes_on = true;
            }
        }
        self.turns.push(Turn { asked, ..Turn::default() });
    }

    fn event(&mut self, event: &str, now: &mut Now) -> Option<Line> {
        if event.starts_with("server started") && !self.turns.is_empty() {
            *now = Now::Elsewhere;
        }
        if event == "client closed stdin" {
            let first = self.goodbye.lines.is_empty();
            *now = if first { Now::Goodbye } else { Now::Elsewhere };
        }
        self.stays |= event.starts_with("server did not leave");
        if let Some(how) = event.strip_prefix("server exited with ") {
            let code = how.strip_prefix("code ").and_then(|code| code.parse().ok());
            return Some(Line::Exit(code.unwrap_or(1)));
        }
        match event.strip_prefix("server closed its ")? {
            "stdin" => Some(Line::Close(Side::Client)),
            _ => Some(Line::Close(Side::Server)),
        }
    }

    /// Whether the client of this session shakes hands; `None` while it asks nothing.
    pub(super) fn shakes_hands(&self) -> Option<bool> {
        let mut asked = self.turns.iter().map(|turn| &turn.asked);
        let first = asked.clone().find(|asked| asked.kind == Kind::Request)?;
        let versions = asked.any(|asked| asked.version.is_some());
        let hello = self.turns.iter().any(|turn| turn.asked.method == INITIALIZE);
        Some(hello || !versions && first.version.is_none())
    }
}

impl Turn {
    /// Whether something of this name or address is on the list that it gives.
    pub(super) fn lists(&self, subject: &str) -> bool {
        let named = |member: &str| self.says(&format!("\"{member}\":{subject}"));
        self.asked.method.ends_with("/list") && (named("name") || named("uri"))
    }

    /// Whether this stands on one of its lines.
    pub(super) fn says(&self, part: &str) -> bool {
        self.lines.iter().any(|line| match line {
            Line::Say(bytes, _) => String::from_utf8_lossy(bytes).contains(part),
            Line::Stderr(_) | Line::Exit(_) | Line::Close(_) => false,
        })
    }
}

fn canonical(id: &str) -> String {
    let value = parse(id).unwrap_or_default();
    format!("\"requestId\":{},", value.canonical())
}
