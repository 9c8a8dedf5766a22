//! What became of a session: each step, the findings, and the verdict.

use super::finding::{Finding, Said};
use super::question::Question;
use super::rule::Owner;
use crate::mcp::Era;
use crate::text::Text;
use crate::transcript::Transcript;
use std::time::Duration;

/// The steps, in order, as they are called in the handshake era.
pub const STEPS: [Text; 8] = [
    Text::new("start", "启动"),
    Text::new("initialize", "initialize"),
    Text::new("initialized", "initialized"),
    Text::new("tools/list", "tools/list"),
    Text::new("tools/call", "tools/call"),
    Text::new("refused call", "被拒的调用"),
    Text::new("unknown method", "未知方法"),
    Text::new("goodbye", "告别"),
];

/// The steps of an era. In the stateless one there is nothing to say behind the first.
pub const fn steps(era: Era) -> [Text; 8] {
    let mut steps = STEPS;
    if let (Era::Stateless, [_, first, ..]) = (era, &mut steps) {
        *first = Text::new("server/discover", "server/discover");
    }
    steps
}

/// What became of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// As it should be.
    Passed,
    /// Something was found.
    Failed,
    /// The session broke before.
    #[default]
    NotReached,
    /// There was a reason not to ask.
    NotAsked,
}

/// A step and what is worth knowing about it.
#[derive(Debug, Clone, Default)]
pub struct StepReport {
    /// What became of it.
    pub state: State,
    /// What is worth knowing; empty when nothing is.
    pub note: Said,
}

/// The era that was spoken.
#[derive(Debug, Clone)]
pub struct Spoken {
    /// Which one.
    pub era: Era,
    /// Why that one; a clause, to stand behind "because".
    pub why: Said,
    /// Whether it was asked for, and not found out.
    pub asked_for: bool,
}

/// How long it took, from the start of the process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clocks {
    /// Until the process ran.
    pub start: Option<Duration>,
    /// Until the first line came.
    pub first_byte: Option<Duration>,
    /// Until `initialize` was answered, or `server/discover`.
    pub reply: Option<Duration>,
}

/// All that is known about a session.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// What crossed.
    pub transcript: Transcript,
    /// Place in the transcript's crossings at which each step began, first 0.
    pub begins: [Option<usize>; 8],
    /// What became of each step.
    pub steps: [StepReport; 8],
    /// What was asked beside the steps.
    pub questions: Vec<Question>,
    /// What was found, in the order in which it was; advice comes last.
    pub findings: Vec<Finding>,
    /// How long it took.
    pub clocks: Clocks,
    /// Name and version of the server.
    pub server: Option<(String, String)>,
    /// The era that was spoken, once that is known.
    pub era: Option<Spoken>,
    /// The revision that was agreed on.
    pub revision: Option<String>,
    /// How many tools are offered.
    pub tools: Option<usize>,
    /// What is worth knowing about the recording: lines that were skipped, what to do next.
    pub notes: Vec<Said>,
    /// Whether it was read from a recording: then the places of findings are lines of that, first 1, and
    /// the transcript is empty.
    pub recorded: bool,
}

impl Report {
    /// Whether nothing was found, or nothing but advice.
    pub fn is_healthy(&self) -> bool {
        self.findings.iter().all(Finding::is_advice)
    }

    /// What the steps are called in the era that was spoken.
    pub fn titles(&self) -> [Text; 8] {
        steps(self.era.as_ref().map_or(Era::Handshake, |spoken| spoken.era))
    }

    /// The line of the `.wire` format at which a finding was made, first 1.
    pub fn line(&self, finding: &Finding) -> Option<usize> {
        if self.recorded {
            return finding.crossing;
        }
        let crossing = self.transcript.crossings.get(finding.crossing?)?;
        let entries = self.transcript.entries();
        let same = |it: &crate::transcript::Entry<'_>| {
            it.crossing.is_some_and(|it| std::ptr::eq(it, crossing))
        };
        entries.iter().position(same).map(|index| index + 1)
    }

    /// Says beside each step what was found at it first. Advice is no reason for a step to fail, and the
    /// verdict is about something else as long as there is anything else.
    pub(super) fn blame_steps(&mut self) {
        self.findings.sort_by_key(Finding::is_advice);
        for finding in self.findings.iter().filter(|it| !it.is_advice()) {
            let step = self.steps.get_mut(finding.step);
            if let Some(step) = step.filter(|step| step.state != State::Failed) {
                step.state = State::Failed;
                step.note = finding.what.clone();
            }
        }
    }

    /// The findings that follow from the first: a server that has said something unreadable is often
    /// silent or gone afterwards, and that is no fault of its own.
    pub fn consequences(&self) -> Vec<&Finding> {
        let Some((first, rest)) = self.findings.split_first() else { return Vec::new() };
        // What was printed over several lines is one fault.
        let same = |(index, finding): (usize, &Finding)| {
            let next = first.crossing.map(|at| at + 1 + index);
            RUNS.contains(&(first.rule.slug, finding.rule.slug))
                && (first.owner, next) == (finding.owner, finding.crossing)
        };
        let run = rest.iter().enumerate().take_while(|it| same(*it)).count();
        let follows = |finding: &&Finding| {
            let row = |(causes, effects): &(&[&str], &[&str])| {
                causes.contains(&first.rule.slug) && effects.contains(&finding.rule.slug)
            };
            CONSEQUENCES.iter().any(row) && !is_own_fault(first, finding)
        };
        let (more, later) = rest.split_at_checked(run).unwrap_or((rest, &[]));
        more.iter().chain(later.iter().filter(follows)).collect()
    }
}

/// What is found on the first line of something that was printed over several, and on the next ones.
const RUNS: [(&str, &str); 4] = [
    ("malformed-line", "malformed-line"),
    ("broken-json", "broken-json"),
    ("broken-json", "malformed-line"),
    ("broken-json", "no-message"),
];

/// What follows from what, by the slugs of rules: the first fault, and what else is then found.
const CONSEQUENCES: [(&[&str], &[&str]); 13] = [
    (
        &[
            "malformed-line",
            "broken-json",
            "byte-order-mark",
            "lsp-framing",
            "not-utf8",
            "too-long",
            "no-message",
            "wrong-id",
            "answered-twice",
            "unknown-method",
            "batch",
            "initialize-in-batch",
            "params-array",
            "bad-params",
            "duplicate-member",
            "notification-answered",
            "wrong-direction",
            "not-in-revision",
            "undeclared-question",
            "server-asked-early",
            "initialize-twice",
            "id-reused",
        ],
        &["silent", "exited", "closed", "no-newline", "ping-unanswered"],
    ),
    (
        &[
            "not-initialized",
            "early-request",
            "initialized-missing",
            "initialize-twice",
            "refused-initialize",
            "initialize-in-batch",
        ],
        &[
            "not-initialized",
            "initialized-missing",
            "early-request",
            "refused-initialize",
            "silent",
            "exited",
            "unknown-method",
            "list-refused",
            "call-refused",
            "server-asked-early",
        ],
    ),
    (
        &["unknown-version", "bad-result"],
        &["version-ignored", "not-in-revision", "initialized-missing"],
    ),
    (
        &["misspelt-method"],
        &[
            "not-initialized",
            "initialized-missing",
            "early-request",
            "refused-initialize",
            "undeclared-feature-used",
            "silent",
            "exited",
            "closed",
        ],
    ),
    // Whoever is asked where nobody may ask does wrong to answer, and would not have begun it.
    (&["server-asked"], &["client-answered"]),
    // What we make of an echo comes back too, and then seems to be an answer.
    (
        &["echo"],
        &[
            "echo",
            "refused-initialize",
            "discover-refused",
            "wrong-id",
            "wrong-direction",
            "silent",
            "exited",
            "closed",
        ],
    ),
    (&["initialize-after-unsupported"], &["stateless-only"]),
    (&["removed-method"], &["ping-unanswered"]),
    (&["server-cancelled"], &["call-refused"]),
    // The event says what came; the line that did not is no second fault.
    (&["no-endpoint", "cut-off"], &["silent"]),
    // Whoever is offered nothing has to try.
    (&["undeclared-tools", "undeclared-feature"], &["undeclared-feature-used"]),
    (&["id-reused"], &["wrong-id", "answered-twice"]),
    (&["cancelled-foreign", "cancelled-late"], &["answered-cancelled", "answered-twice", "silent"]),
];

/// A server that does not survive one bad line of its client is at fault itself.
fn is_own_fault(first: &Finding, finding: &Finding) -> bool {
    finding.rule.slug == "exited"
        && (first.owner, finding.owner) == (Owner::Client, Owner::Server)
        && ["malformed-line", "broken-json", "byte-order-mark", "not-utf8"]
            .contains(&first.rule.slug)
}
