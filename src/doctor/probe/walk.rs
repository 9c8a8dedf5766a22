//! The way from step to step.

use super::Plan;
use super::also::Offers;
use super::ask::Outcome;
use super::peer::Peer;
use crate::client::http::HttpFault;
use crate::doctor::finding::{Certainty, Finding, Said};
use crate::doctor::question::Progress;
use crate::doctor::report::{Clocks, Report, Spoken, State, steps};
use crate::doctor::rule::Rule;
use crate::json::Value;
use crate::jsonrpc::Id;
use crate::mcp::Era;
use crate::transport::{Crossing, Side};
use std::collections::BTreeSet;
use std::time::Duration;

/// How many findings of one rule are kept.
const MAX_FINDINGS: usize = 20;

/// How many lines may come before an answer: more are a flood, and nobody could read them anyway.
pub(super) const MAX_LINES: usize = 1000;

/// How much of what a server said is quoted, in characters.
pub(super) const QUOTED: usize = 80;

/// How long a process that has closed an end of the wire is given to say its last and to end.
pub(super) const DYING: Duration = Duration::from_secs(1);

/// The session is over; a finding says why.
#[derive(Debug)]
pub(super) struct Stop;

/// A method that no server offers.
pub(super) const NO_METHOD: &str = "mcp-lab/no-such-method";

/// What is left of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// As far as is known it reads and writes.
    All,
    /// It reads no more, so nothing is sent any more.
    Voice,
    /// Its process has ended, and that is written down.
    Nothing,
}

/// Whether silence and an end are faults just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gently {
    /// They are.
    Not,
    /// An old server may well be silent here, or end.
    Asking,
    /// It was silent, but may still end because of what it was asked before.
    Waiting,
    /// It was silent.
    Silent,
    /// It ended, or closed an end of the wire.
    Gone,
}

/// An answer that came after a notification and names no request of ours. What it means shows when
/// the next request is answered, or is not.
#[derive(Debug)]
pub(super) struct Stray {
    pub(super) crossing: Option<usize>,
    pub(super) byte: Option<usize>,
    pub(super) id: String,
    /// The notification.
    pub(super) method: &'static str,
}

/// A probe on its way.
pub(super) struct Walk<'p> {
    pub(super) plan: Plan<'p>,
    pub(super) child: Peer,
    /// Why the last exchange over HTTP brought nothing.
    pub(super) fault: Option<HttpFault>,
    /// What crossed before the server was started once more.
    pub(super) earlier: Vec<Crossing>,
    /// What crossed in processes of their own, after the session.
    pub(super) later: Vec<Crossing>,
    pub(super) now: &'p dyn Fn() -> Duration,
    pub(super) begins: &'p mut dyn FnMut(Progress),
    pub(super) start: Duration,
    pub(super) step: usize,
    /// What is spoken, as far as is known.
    pub(super) era: Era,
    pub(super) gently: Gently,
    /// How long a human has thought while an answer was waited for.
    pub(super) thought: Duration,
    /// What was asked so far, and which of it is still open.
    pub(super) asked: Vec<Id<'static>>,
    pub(super) open: Option<Id<'static>>,
    /// Places in `asked` of what is not waited for any more.
    pub(super) given_up: Vec<usize>,
    /// The last answer to such a question.
    pub(super) late: Option<Outcome>,
    /// The method whose answer is waited for, and the line the last answer stood on.
    pub(super) awaited: String,
    pub(super) line: String,
    /// A notification was sent, and no request has been answered since.
    pub(super) told: Option<&'static str>,
    pub(super) stray: Option<Stray>,
    /// What is left of the server.
    pub(super) left: Left,
    /// What the server promised.
    pub(super) has_tools: bool,
    pub(super) offers: Offers,
    /// The rule that silence breaks just now, and how the request was written: a clause.
    pub(super) oddly: Option<(&'static Rule, Said)>,
    /// What it offers, and the names of that.
    pub(super) tools: Vec<Value<'static>>,
    pub(super) names: BTreeSet<String>,
    /// What was not looked at, and why.
    pub(super) unchecked: Vec<Said>,
    pub(super) report: Report,
}

impl<'p> Walk<'p> {
    pub(super) fn new(
        plan: Plan<'p>,
        child: Peer,
        now: &'p dyn Fn() -> Duration,
        begins: &'p mut dyn FnMut(Progress),
        start: Duration,
    ) -> Self {
        let ran = now().saturating_sub(start);
        let clocks = Clocks { start: Some(ran), ..Clocks::default() };
        let mut report = Report { clocks, ..Report::default() };
        report.begins[0] = Some(0);
        report.steps[0].state = State::Passed;
        report.steps[0].note = Said::new("the process runs", "进程已启动");
        let (tools, names) = (Vec::new(), BTreeSet::new());
        Self {
            plan,
            child,
            fault: None,
            earlier: Vec::new(),
            later: Vec::new(),
            now,
            begins,
            start,
            step: 0,
            era: Era::Handshake,
            gently: Gently::Not,
            thought: Duration::ZERO,
            asked: Vec::new(),
            open: None,
            given_up: Vec::new(),
            late: None,
            awaited: String::new(),
            line: String::new(),
            told: None,
            stray: None,
            left: Left::All,
            has_tools: false,
            offers: Offers::default(),
            oddly: None,
            tools,
            names,
            unchecked: Vec::new(),
            report,
        }
    }

    /// Steps 1 to 6.
    pub(super) fn all(&mut self) -> Result<(), Stop> {
        let steps = [
            Self::open,
            Self::initialized,
            Self::list,
            Self::call,
            Self::refused_call,
            Self::unknown_method,
        ];
        for (index, step) in steps.iter().enumerate() {
            self.begin(index + 1);
            step(self)?;
        }
        Ok(())
    }

    /// Which era is spoken from now on.
    pub(super) fn speak(&mut self, era: Era, why: Said) {
        self.era = era;
        let asked_for = self.plan.era.is_some();
        self.report.era = Some(Spoken { era, why, asked_for });
    }

    pub(super) fn since_start(&self) -> Duration {
        (self.now)().saturating_sub(self.start)
    }

    pub(super) fn begin(&mut self, step: usize) {
        self.step = step;
        self.announce(self.era);
        let crossed = self.crossed();
        if let Some(begin) = self.report.begins.get_mut(step) {
            *begin = Some(crossed);
        }
        self.set(State::Passed, Said::default());
    }

    /// Says what the step is called.
    pub(super) fn announce(&mut self, era: Era) {
        if let Some(title) = steps(era).get(self.step) {
            (self.begins)(Progress::Step(self.step, *title));
        }
    }

    /// What has crossed so far.
    pub(super) fn crossings(&self) -> Vec<Crossing> {
        let mut crossings = self.earlier.clone();
        crossings.extend(self.child.crossings());
        crossings.extend_from_slice(&self.later);
        crossings
    }

    /// How much has.
    pub(super) fn crossed(&self) -> usize {
        self.earlier.len() + self.child.crossed() + self.later.len()
    }

    /// Says what became of the step.
    fn set(&mut self, state: State, note: Said) {
        if let Some(step) = self.report.steps.get_mut(self.step) {
            step.state = state;
            step.note = note;
        }
    }

    /// Says why a step was not taken.
    pub(super) fn skip(&mut self, en: &str, zh: &str) {
        if let Some(begin) = self.report.begins.get_mut(self.step) {
            *begin = None;
        }
        self.set(State::NotAsked, Said::new(en, zh));
    }

    pub(super) fn note(&mut self, en: impl Into<String>, zh: impl Into<String>) {
        self.set(State::Passed, Said::new(en, zh));
    }

    /// Adds a finding at the last line the server sent.
    pub(super) fn find(&mut self, rule: &'static Rule, certainty: Certainty, what: Said) {
        self.find_at(rule, certainty, None, what);
    }

    pub(super) fn find_at(
        &mut self,
        rule: &'static Rule,
        certainty: Certainty,
        byte: Option<usize>,
        what: Said,
    ) {
        let same = self.report.findings.iter().filter(|it| it.rule.slug == rule.slug).count();
        if same >= MAX_FINDINGS || self.known_before(rule, &what) {
            return;
        }
        let crossing = self.last_line();
        let (step, owner) = (rule.step.unwrap_or(self.step), rule.owner);
        let (quote, mild, remedy) = (None, false, None);
        let finding =
            Finding { rule, step, owner, certainty, crossing, byte, quote, what, mild, remedy };
        self.report.findings.push(finding);
    }

    /// Whether the same was found before the server was started once more.
    fn known_before(&self, rule: &Rule, what: &Said) -> bool {
        let before = |it: &Finding| it.crossing.is_some_and(|at| at < self.earlier.len());
        let same = |it: &&Finding| it.rule.slug == rule.slug && it.what == *what;
        self.report.findings.iter().filter(same).any(before)
    }

    /// Place of the last thing the server said on its stdout.
    pub(super) fn last_line(&self) -> Option<usize> {
        let from_server = |it: &Crossing| {
            matches!(
                it,
                Crossing::Line(Side::Server, _) | Crossing::Bytes { side: Side::Server, .. }
            )
        };
        self.crossings().iter().rposition(from_server)
    }

    /// The last finding was made elsewhere.
    pub(super) fn move_to(&mut self, crossing: Option<usize>) {
        if let Some(finding) = self.report.findings.last_mut() {
            finding.crossing = crossing;
        }
    }
}
