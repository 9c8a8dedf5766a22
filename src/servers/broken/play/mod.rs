//! Playing a session: the side of its server, for any client.
//!
//! ```text
//! client's line ──► the turn of the script it stands for ──► what follows there, with the real ids
//!                                  │ there is none
//!                                  └──► what a healthy server says
//! ```
//!
//! A script says what happened once. A player does it again for whoever comes: it asks which of the script's
//! lines is meant, and answers as that was answered. What the script's client had asked for beside, such as
//! progress, and this one has not, is left out, so that nothing is wrong but the fault itself.
//!
//! Never: a player reads, writes or waits; it says what is to be done.

mod asked;
mod choose;
mod fit;
mod healthy;
mod listens;
mod script;

use crate::mcp::{ELICITATION_CREATE, INITIALIZE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE};
use crate::transcript::Transcript;
use crate::transport::{Crossing, Side};
use asked::{Asked, Kind};
use fit::Fitted;
use script::{Line, Script, Turn};
use std::ops::Range;

/// What a server does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// It writes these bytes to its stdout, newline included if there is to be one.
    Write(Vec<u8>),
    /// It writes these bytes a moment later, unless its stdin ends before.
    Later(Vec<u8>),
    /// It writes this line to its stderr.
    Stderr(String),
    /// It ends, with this code.
    Exit(u8),
    /// It closes its stdin (the client's end) or its stdout (its own), and runs on.
    Close(Side),
    /// It runs on, though its stdin has ended.
    Stay,
}

/// A server that does what was done in a session.
#[derive(Debug)]
pub struct Player {
    /// The turns of the session, and behind them those of the healthy one.
    turns: Vec<Turn>,
    /// How many are the session's own.
    own: usize,
    start: Turn,
    goodbye: Turn,
    stays: bool,
    shakes_hands: bool,
    /// It says what it hears, and nothing else.
    echoes: bool,
    /// What the client has said at the handshake that it can do.
    can: Vec<String>,
    /// What the server has asked: the id, and the turn that follows the answer.
    questions: Vec<(String, Option<usize>)>,
    /// The last id that was made up for a question asked again.
    fresh: i64,
}

/// Larger than the ids in any script.
const FRESH: i64 = 1000;

impl Player {
    /// Plays a session; what it does not know is looked up in the healthy one.
    pub fn new(session: &Transcript, healthy: &Transcript) -> Self {
        let Script { start, mut turns, mut goodbye, stays } = Script::read(session);
        let (own, spare) = (turns.len(), Script::read(healthy));
        // What a single client asked may be of another era than the server.
        let shakes_hands = spare.shakes_hands().unwrap_or(true);
        turns.extend(spare.turns);
        if goodbye.lines.is_empty() && !stays {
            goodbye.lines.push(Line::Exit(0));
        }
        let (can, questions, echoes) = (Vec::new(), Vec::new(), echoes(session));
        let fresh = FRESH;
        Self { turns, own, start, goodbye, stays, shakes_hands, echoes, can, questions, fresh }
    }

    /// What it does before anybody has said anything.
    pub fn starts(&mut self) -> Vec<Act> {
        self.start.lines.clone().into_iter().map(act).collect()
    }

    /// What it does when it reads this line, which stands here without its newline.
    pub fn hears(&mut self, line: &[u8]) -> Vec<Act> {
        if self.echoes {
            return vec![act(Line::Say(line.to_vec(), true))];
        }
        let heard = Asked::read(line);
        let mut acts = Vec::new();
        if heard.kind == Kind::Response {
            let asked = self.questions.iter().rfind(|(id, _)| Some(id) == heard.id.as_ref());
            if let Some((_, Some(next))) = asked {
                self.play(*next, heard, &mut acts);
            }
            return acts;
        }
        if heard.method == INITIALIZE {
            self.can.clone_from(&heard.can);
        }
        let dropped = self.is_dropped(&heard);
        match self.choose(&heard) {
            Some(index) => self.play(index, heard, &mut acts),
            None => acts.extend(self.healthy(&heard).map(|line| Act::Write((line + "\n").into()))),
        }
        if dropped {
            let later = |act| if let Act::Write(bytes) = act { Act::Later(bytes) } else { act };
            acts = acts.into_iter().map(later).collect();
        }
        acts
    }

    /// What it does when its stdin has ended.
    pub fn ends(&mut self) -> Vec<Act> {
        let index = self.turns.len().saturating_sub(1).min(self.own.saturating_sub(1));
        let mut acts = Vec::new();
        for line in self.goodbye.lines.clone() {
            self.act(index, line, false, &mut acts);
        }
        if self.stays {
            acts.push(Act::Stay);
        }
        acts
    }

    /// Plays a turn, and where a question is left out, what follows its answer.
    fn play(&mut self, index: usize, heard: Asked, acts: &mut Vec<Act>) {
        let (mut next, mut heard) = (Some(index), Some(heard));
        // No script leads back to where it was.
        for _ in 0..=self.turns.len() {
            let Some(turn) = next.and_then(|index| self.turns.get_mut(index)) else { return };
            let again = turn.heard.replace(heard.take().unwrap_or_default()).is_some();
            let lines = turn.lines.clone();
            let index = next.take().unwrap_or_default();
            for line in lines {
                next = self.act(index, line, again, acts).or(next);
            }
        }
    }

    /// Does what a line of the script says; where that is a question nobody can answer, the turn that
    /// follows its answer.
    fn act(&mut self, index: usize, line: Line, again: bool, acts: &mut Vec<Act>) -> Option<usize> {
        let Line::Say(bytes, ended) = line else {
            acts.push(act(line));
            return None;
        };
        match self.fit(index, &bytes, again) {
            Fitted::Said(bytes) => acts.push(act(Line::Say(bytes, ended))),
            Fitted::LeftOut => {}
            Fitted::Answered(next) => return next,
        }
        None
    }

    /// The turns of the same session.
    fn mates(&self, index: usize) -> Range<usize> {
        if index < self.own { 0..self.own } else { self.own..self.turns.len() }
    }
}

/// Whether the server of a session repeats its client, line by line.
fn echoes(session: &Transcript) -> bool {
    let said = |side: Side| {
        session.crossings.iter().filter_map(move |it| match it {
            Crossing::Line(by, line) if *by == side => Some(line),
            Crossing::Line(..)
            | Crossing::Bytes { .. }
            | Crossing::Head(..)
            | Crossing::Stderr(_)
            | Crossing::Event(_)
            | Crossing::Note(_) => None,
        })
    };
    said(Side::Client).next().is_some() && said(Side::Client).eq(said(Side::Server))
}

fn act(line: Line) -> Act {
    match line {
        Line::Say(mut bytes, ended) => {
            bytes.extend(ended.then_some(b'\n'));
            Act::Write(bytes)
        }
        Line::Stderr(line) => Act::Stderr(line),
        Line::Exit(code) => Act::Exit(code),
        Line::Close(side) => Act::Close(side),
    }
}

/// What a client must have declared to be asked this.
fn needed(method: &str) -> Option<&'static str> {
    let table = [
        (ROOTS_LIST, "roots"),
        (SAMPLING_CREATE_MESSAGE, "sampling"),
        (ELICITATION_CREATE, "elicitation"),
    ];
    table.iter().find(|(name, _)| *name == method).map(|(_, needed)| *needed)
}

/// The versions that the handshakes of a session offer, as JSON text.
pub(super) fn offers(session: &Transcript) -> Vec<String> {
    let turns = Script::read(session).turns.into_iter();
    turns.filter_map(|turn| turn.asked.offers.filter(|_| turn.asked.method == INITIALIZE)).collect()
}
