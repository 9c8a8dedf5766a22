//! A server that plays a session, at the other end of a client's wire, and what the doctor says of it.

use crate::doctor::examine_transcript;
use crate::json::parse;
use crate::lessons::LessonError;
use crate::servers::broken::{Act, Player};
use crate::text::Lang;
use crate::transcript::Transcript;
use crate::transport::{Crossing, Side, Transport};
use std::collections::VecDeque;
use std::io::{self, ErrorKind};

/// A wire to such a server, which keeps a list of what crossed.
#[derive(Debug)]
pub(in crate::lessons) struct Stage {
    player: Player,
    crossings: Vec<Crossing>,
    inbox: VecDeque<String>,
    /// What came without a newline so far.
    begun: Vec<u8>,
    gone: bool,
}

impl Stage {
    /// Starts the server; `command` is what somebody would type for it.
    pub(in crate::lessons) fn start(player: Player, command: &str) -> Self {
        let crossings = vec![Crossing::Event(format!("server started: {command}"))];
        let (inbox, begun) = (VecDeque::new(), Vec::new());
        let mut stage = Self { player, crossings, inbox, begun, gone: false };
        let acts = stage.player.starts();
        stage.perform(acts);
        stage
    }

    /// Writes down what the client makes of it.
    pub(in crate::lessons) fn note(&mut self, what: &str) {
        self.crossings.push(Crossing::Event(what.to_owned()));
    }

    /// The client leaves.
    pub(in crate::lessons) fn end(mut self) -> Vec<Crossing> {
        if !self.gone {
            self.note("client closed stdin");
            let acts = self.player.ends();
            self.perform(acts);
        }
        self.crossings
    }

    fn perform(&mut self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Write(bytes) | Act::Later(bytes) => self.write(&bytes),
                Act::Stderr(line) => self.crossings.push(Crossing::Stderr(line)),
                Act::Exit(code) => {
                    self.gone = true;
                    self.note(&format!("server exited with code {code}"));
                }
                Act::Close(_) | Act::Stay => self.gone = true,
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.begun.extend(bytes);
        while let Some(end) = self.begun.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).take(end).collect();
            let line = String::from_utf8_lossy(&line).into_owned();
            self.crossings.push(Crossing::Line(Side::Server, line.clone()));
            self.inbox.push_back(line);
        }
    }
}

impl Transport for Stage {
    fn send(&mut self, line: String) -> io::Result<()> {
        let acts = self.player.hears(line.as_bytes());
        self.crossings.push(Crossing::Line(Side::Client, line));
        self.perform(acts);
        Ok(())
    }

    /// Nobody waits here: what is not there by now does not come any more.
    fn recv(&mut self) -> io::Result<Option<String>> {
        match self.inbox.pop_front() {
            None if !self.gone => Err(ErrorKind::TimedOut.into()),
            line => Ok(line),
        }
    }
}

/// A client's end of a wire that passes over every line which is not JSON, as many clients do.
#[derive(Debug)]
pub(in crate::lessons) struct Forgiving(pub(in crate::lessons) Stage);

impl Transport for Forgiving {
    fn send(&mut self, line: String) -> io::Result<()> {
        self.0.send(line)
    }

    fn recv(&mut self) -> io::Result<Option<String>> {
        loop {
            match self.0.recv()? {
                Some(line) if parse(&line).is_err() => {}
                line => return Ok(line),
            }
        }
    }
}

/// What crossed, and below it what the doctor says of that. Its lines are counted from the first.
pub(in crate::lessons) fn examined(crossings: Vec<Crossing>) -> Result<Vec<Crossing>, LessonError> {
    let report = examine_transcript(Transcript { crossings: crossings.clone() });
    let said = match report.findings.first() {
        None => vec!["healthy".to_owned()],
        Some(first) => {
            let (step, slug) = (first.step, first.rule.slug);
            let place = first.crossing.ok_or(LessonError::NoVerdict)?;
            let (owner, sure) = (first.owner.word().en, first.certainty.word().en);
            vec![
                format!("broken, step {step} of 7, {slug}, line {place}, owner {owner}, {sure}"),
                first.what.get(Lang::En).to_owned(),
                format!("fix: {}", first.fix().get(Lang::En)),
            ]
        }
    };
    let said = said.into_iter().map(|said| Crossing::Event(format!("doctor: {said}")));
    Ok(crossings.into_iter().chain(said).collect())
}
