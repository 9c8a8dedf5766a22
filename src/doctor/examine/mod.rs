//! Examining a recorded session, line by line.
//!
//! ```text
//! crossing ─► Raw ─► Parsed ─► Seen      every rule that can see something there is asked
//!                                │
//!                              Facts     what later lines are held against
//! ```
//!
//! Nothing is kept of a line but what a rule may want to know later, so a recording of any length is
//! examined in bounded memory. The rules are asked before the facts are brought up to date: to a check, the
//! facts are what was known before its line came.

mod asked;
mod event;
mod facts;
mod features;
mod findings;
mod offers;
mod ongoing;
mod pages;
mod party;
mod process;
mod running;
mod seen;
mod session;
mod stateless;
mod steps;

pub use asked::Asked;
pub use event::Event;
pub use facts::Facts;
pub(super) use facts::other;
pub use features::Features;
pub use offers::{Listed, Offered, Promise};
pub(super) use offers::{elements, key};
pub use ongoing::{Elicitations, Subscriptions, Tasks, Wanted};
pub(super) use ongoing::{is_over, tasks, told};
pub(super) use pages::is_empty;
pub use pages::{Cursors, Pages};
pub use party::Party;
pub use process::{End, Process};
pub use running::{Log, Token, Tokens};
pub(super) use running::{level, progress};
pub use seen::{Found, Misshapen, Parsed, Raw, Seen};
pub use session::Session;
pub use stateless::Stateless;

use super::report::Report;
use super::rule::{Check, Rule};
use super::rules::rules;
use crate::json::{Value, parse};
use crate::jsonrpc::{Message, Reason};
use crate::transport::{Crossing, Side};
use findings::Findings;

/// Reads a session and notices what is wrong with it.
#[derive(Debug, Default)]
pub struct Examination {
    facts: Facts,
    findings: Findings,
}

impl Examination {
    /// Looks at what crossed next; `at` is its place as the recording counts, and only grows.
    pub fn see(&mut self, at: usize, crossing: &Crossing) {
        self.facts.at = at;
        match crossing {
            Crossing::Line(side, line) => self.line(*side, line.as_bytes(), true),
            Crossing::Bytes { side, bytes, ended } => self.line(*side, bytes, *ended),
            Crossing::Stderr(line) => self.facts.process.stderr(line),
            Crossing::Event(what) => self.facts.process.event(at, &Event::read(what)),
            Crossing::Note(what) if what.contains("left out") => self.facts.gap = Some(at),
            Crossing::Head(..) | Crossing::Note(_) => {}
        }
    }

    /// Nothing more comes. What is still owed then is a finding, unless whoever was there knows better.
    pub fn finish(mut self, owed: bool) -> Report {
        let end = End::of(&self.facts);
        for rule in rules().filter(|_| owed) {
            if let Check::End(check) = rule.check {
                let found = check(&self.facts, &end);
                self.found(rule, found, None);
            }
        }
        steps::report(&self.facts, self.findings.into_vec())
    }

    /// Whether anything crossed yet.
    pub fn has_begun(&self) -> bool {
        self.facts.lines > 0 || self.facts.process.started.is_some()
    }

    fn line(&mut self, side: Side, bytes: &[u8], ended: bool) {
        self.facts.lines += 1;
        let text = str::from_utf8(bytes).ok();
        let blank = bytes.trim_ascii().is_empty();
        let parsed = text.filter(|_| !blank).map(parse);
        let error = parsed.as_ref().and_then(|parsed| parsed.as_ref().err()).copied();
        let raw = Raw { side, bytes, text, ended, error };
        self.ask(text, |facts, check| {
            if let Check::Line(check) = check { check(facts, &raw) } else { Vec::new() }
        });
        self.facts.process.line(self.facts.at, &raw);
        if let (Some(line), Some(Ok(value))) = (text, parsed) {
            self.value(side, line, value);
        }
    }

    fn value(&mut self, side: Side, line: &str, value: Value<'_>) {
        let parsed = Parsed { side, line, value: &value };
        self.ask(Some(line), |facts, check| {
            if let Check::Value(check) = check { check(facts, &parsed) } else { Vec::new() }
        });
        let reason = match Message::from_value(value) {
            Ok(message) => return self.message(side, line, &message),
            Err(malformed) => malformed.reason,
        };
        if reason == Reason::Batch {
            self.batch(side, line);
        }
        let shape = Misshapen { side, line, reason };
        self.ask(Some(line), |facts, check| {
            if let Check::Shape(check) = check { check(facts, &shape) } else { Vec::new() }
        });
    }

    /// An array: its messages are looked at one by one, as the one revision that has them says.
    fn batch(&mut self, side: Side, line: &str) {
        let Ok(value) = parse(line) else { return };
        for element in value.as_array().unwrap_or_default() {
            if let Ok(message) = Message::from_value(element.clone()) {
                self.message(side, line, &message);
            }
        }
    }

    fn message(&mut self, side: Side, line: &str, message: &Message<'_>) {
        let facts = &self.facts;
        let asked = facts.asked(side, message).cloned();
        let (era, revisions) = facts.speaks(side, message, asked.as_ref());
        let seen = Seen { side, line, message, asked: asked.as_ref(), era, revisions };
        self.facts.step = steps::step(&self.facts, &seen);
        for rule in rules().filter(|rule| rule.revisions.hold(revisions)) {
            if let Check::Message(check) = rule.check {
                let found = check(&self.facts, &seen);
                self.found(rule, found, Some(line));
            }
        }
        self.facts.learn(&seen);
    }

    /// Asks every rule; those that are noticed otherwise find nothing.
    fn ask(&mut self, line: Option<&str>, check: impl Fn(&Facts, Check) -> Vec<Found>) {
        for rule in rules() {
            let found = check(&self.facts, rule.check);
            self.found(rule, found, line);
        }
    }

    fn found(&mut self, rule: &'static Rule, found: Vec<Found>, line: Option<&str>) {
        for found in found {
            self.findings.add(rule, &self.facts, found, line);
        }
    }
}
