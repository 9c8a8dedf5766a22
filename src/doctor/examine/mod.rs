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
mod checks;
mod event;
mod facts;
mod features;
mod findings;
mod order;
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
mod trials;

pub use asked::Asked;
pub use event::Event;
pub(super) use event::ON_PURPOSE;
pub use facts::Facts;
pub(super) use facts::{other, version};
pub use features::Features;
pub use offers::{Listed, Offered, Promise};
pub(super) use offers::{elements, key};
pub use ongoing::{Elicitations, Subscriptions, Tasks, Wanted};
pub(super) use ongoing::{is_over, tasks, told};
pub use order::{Answered, Order, Refusal};
pub(super) use order::{cancels, opens};
pub(super) use pages::is_empty;
pub use pages::{Cursors, Pages};
pub use party::Party;
pub(super) use process::killed;
pub use process::{End, Process};
pub use running::{Log, Token, Tokens};
pub(super) use running::{level, progress};
pub use seen::{Found, Misshapen, Parsed, Raw, Seen};
pub use session::Session;
pub(super) use session::{Earlier, features, is_something};
pub(super) use stateless::{BROUGHT, asks, entries, is_retry, named, names, rank, subscription};
pub use stateless::{Listen, Listens, Lists, Round, Rounds, Shown, Stateless, Unsupported};
pub(super) use steps::step_of;
pub(super) use trials::Way;

use super::finding::Finding;
use super::report::Report;
use crate::json::{MAX_LINE_BYTES, Value, parse};
use crate::jsonrpc::{Message, Reason};
use crate::transport::{Crossing, Side};
use checks::{CHECKS, ask};
use findings::Findings;

/// How the remark begins that only the beginning of a line was kept.
pub(super) const TOO_LONG: &str = "a line of more than 16 MiB";

/// Reads a session and notices what is wrong with it.
#[derive(Debug, Default)]
pub struct Examination {
    /// Whoever was there knows better what an end means.
    present: bool,
    facts: Facts,
    findings: Findings,
}

impl Examination {
    /// For somebody who was there when it was recorded: of ends and silences nothing is said.
    pub fn of_a_witness() -> Self {
        Self { present: true, ..Self::default() }
    }

    /// Looks at what crossed next; `at` is its place as the recording counts, and only grows.
    pub fn see(&mut self, at: usize, crossing: &Crossing) {
        self.facts.at = at;
        match crossing {
            Crossing::Line(side, line) => self.line(at, *side, line.as_bytes(), line.len(), true),
            Crossing::Bytes { side, bytes, ended } => {
                self.line(at, *side, bytes, bytes.len(), *ended);
            }
            Crossing::Stderr(line) => self.facts.process.stderr(line),
            Crossing::Event(what) => self.event(at, &Event::read(what)),
            Crossing::Note(what) if what.contains("left out") => {
                self.facts.gap = Some(at);
                self.facts.stateless.whole = Some(false);
            }
            Crossing::Note(what) if what.starts_with(TOO_LONG) => self.too_long(),
            Crossing::Head(..) => self.facts.http = true,
            Crossing::Note(_) => {}
        }
    }

    /// Of the line that came without its end only the beginning was kept.
    fn too_long(&mut self) {
        let Some((at, ..)) = self.facts.process.unended.take() else { return };
        let length = MAX_LINE_BYTES + 1;
        self.facts.at = at;
        let (side, bytes) = (Side::Server, [].as_slice());
        let raw = Raw { side, bytes, length, text: None, ended: false, error: None };
        ask(&CHECKS.line, &self.facts, &raw, &mut self.findings, None);
    }

    /// Nothing more comes. What is still owed then is a finding, unless whoever was there knows better.
    pub fn finish(self, owed: bool) -> Report {
        if owed {
            return self.finish_but(|_| {});
        }
        steps::report(&self.facts, self.findings.into_vec())
    }

    /// The same, with a last word of whoever knows how the recording was made.
    pub(super) fn finish_but(mut self, weigh: impl FnOnce(&mut Vec<Finding>)) -> Report {
        self.end(true);
        let mut findings = self.findings.into_vec();
        weigh(&mut findings);
        steps::report(&self.facts, findings)
    }

    /// The next session of the same recording: what was learned of the server still holds.
    pub(super) fn next(&mut self) -> Self {
        let mut next = Self::default();
        next.facts.inherit(&mut self.facts);
        // What was agreed on holds for the same server only: see `remember`.
        next.facts.session.earlier = Vec::new();
        next
    }

    /// What a later session of the same recording may be held against, if it is with the same server.
    pub(super) fn earlier(&self) -> (Option<String>, Vec<Earlier>) {
        let command = self.facts.process.started.as_ref().map(|(_, command)| command.clone());
        (command, self.facts.session.earlier_so_far())
    }

    /// Goes on from an earlier session with the same server.
    pub(super) fn remember(&mut self, earlier: Vec<Earlier>) {
        self.facts.session.earlier = earlier;
    }

    /// Whether anything crossed yet.
    pub fn has_begun(&self) -> bool {
        self.facts.lines > 0 || self.facts.process.started.is_some()
    }

    fn event(&mut self, at: usize, event: &Event) {
        if matches!(event, Event::Started(_)) && self.has_begun() {
            // Whoever starts it again knows that it ended, whether that is written down or not.
            if !self.present {
                self.end(false);
            }
            self.facts.begin_again();
        }
        self.facts.process.event(at, event);
        self.facts.trials.event(event);
    }

    /// A process has ended, and with `last` the recording.
    fn end(&mut self, last: bool) {
        let end = End { last, ..End::of(&self.facts) };
        ask(&CHECKS.end, &self.facts, &end, &mut self.findings, None);
    }

    /// What was found so far, in the order in which it was.
    pub(super) fn findings(&self) -> &[Finding] {
        self.findings.so_far()
    }

    /// The last lines of the server's stderr.
    pub(super) fn last_words(&self) -> impl Iterator<Item = &str> {
        self.facts.process.last_words.iter().map(String::as_str)
    }

    /// A line of `length` bytes, of which these are the first.
    pub(super) fn line(&mut self, at: usize, side: Side, bytes: &[u8], length: usize, ended: bool) {
        self.facts.at = at;
        self.facts.lines += 1;
        self.facts.trials.line(at, side);
        let text = str::from_utf8(bytes).ok();
        let readable = length <= MAX_LINE_BYTES && !bytes.trim_ascii().is_empty();
        let parsed = text.filter(|_| readable).map(parse);
        let error = parsed.as_ref().and_then(|parsed| parsed.as_ref().err()).copied();
        let raw = Raw { side, bytes, length, text, ended, error };
        ask(&CHECKS.line, &self.facts, &raw, &mut self.findings, text);
        self.facts.process.line(at, &raw);
        // What was never ended has not arrived, however whole it is.
        if let (Some(line), Some(Ok(value)), true) = (text, parsed, ended) {
            self.value(side, line, value);
        }
    }

    /// A message of which only its envelope is known: it is taken note of, and nothing is found in it.
    pub(super) fn envelope(&mut self, at: usize, side: Side, line: &str) {
        self.facts.at = at;
        self.facts.lines += 1;
        self.facts.trials.line(at, side);
        if side == Side::Server {
            self.facts.process.spoke = Some(at);
            self.facts.process.unended = None;
        }
        let Some(Ok(message)) = parse(line).ok().map(Message::from_value) else { return };
        self.facts.step = self.facts.seeing(side, line, &message, steps::step);
        self.facts.learn_message(side, line, &message, false);
    }

    fn value(&mut self, side: Side, line: &str, value: Value<'_>) {
        let parsed = Parsed { side, line, value: &value };
        ask(&CHECKS.value, &self.facts, &parsed, &mut self.findings, Some(line));
        let reason = match Message::from_value(value) {
            Ok(message) => return self.message(side, line, &message),
            Err(malformed) => malformed.reason,
        };
        let shape = Misshapen { side, line, reason };
        ask(&CHECKS.shape, &self.facts, &shape, &mut self.findings, Some(line));
        if reason == Reason::Batch {
            self.batch(side, line);
        }
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
        let asked = self.facts.asked(side, message).map(|asked| asked.at);
        self.facts.trials.answer(self.facts.at, asked);
        self.facts.step = self.facts.seeing(side, line, message, steps::step);
        let (checks, findings) = (&CHECKS.message, &mut self.findings);
        self.facts.seeing(side, line, message, |facts, seen| {
            for (revisions, check) in checks {
                if revisions.hold(seen.revisions) {
                    ask(std::slice::from_ref(check), facts, seen, findings, Some(line));
                }
            }
        });
        self.facts.learn_message(side, line, message, true);
    }
}
