//! The end of a probe: what crossed is read once more, as a recording, and all is put together.

use super::cancel::CANCEL;
use super::walk::Walk;
use crate::doctor::examine::Examination;
use crate::doctor::finding::Finding;
use crate::doctor::report::Report;
use crate::doctor::rule::{Owner, Revisions};
use crate::doctor::rules::NO_NEWLINE;
use crate::mcp::Era;
use crate::transcript::Transcript;
use crate::transport::Crossing;

/// What is written down when the client ends the session.
pub(super) const CLOSED_STDIN: &str = "client closed stdin";

/// Rules that say only that something is wrong, where another may say what.
const VAGUE: [&str; 3] = ["bad-result", "call-refused", "undeclared-input"];

/// What the probe has found, and what the recording then need not say any more.
const SAID: [(&[&str], &[&str]); 6] = [
    (&["discover-refused", "stateless-only"], &["refused-initialize"]),
    (&["no-common-version", "handshake-only"], &["unsupported-version-accepted"]),
    (&["server-asked"], &["bad-params"]),
    (&["unknown-method"], &["discover-refused"]),
    (&["bad-result"], &["output-schema"]),
    (&["unknown-result-type"], &["input-required-empty", "cache-on-input"]),
];

/// Rules about what a server says of its versions: they hold in any process, whatever else is asked there.
const APART: [&str; 1] = ["versions-differ"];

impl Walk<'_> {
    /// What the walk did not look at is read out of so much of the recording.
    pub(super) fn settle(&mut self, heard: usize) {
        let crossings = self.crossings();
        // What came without a newline is written down only when the session has ended.
        let unended = |it: &Crossing| matches!(it, Crossing::Bytes { ended: false, .. });
        let findings = &mut self.report.findings;
        for finding in findings.iter_mut().filter(|it| it.rule.slug == NO_NEWLINE.slug) {
            finding.crossing = crossings.iter().rposition(unended);
        }
        let mut examination = Examination::of_a_witness();
        let closed = |it: &Crossing| matches!(it, Crossing::Event(it) if it == CLOSED_STDIN);
        let broken = heard < usize::MAX;
        let heard = crossings.iter().take(heard).take_while(|it| !(broken && closed(it)));
        for (at, crossing) in heard.enumerate() {
            examination.see(at, crossing);
        }
        let known: Vec<_> = self.report.findings.iter().map(|it| it.rule.slug).collect();
        // The client is we ourselves, and some of what it asks is wrong on purpose.
        // An old server may end at a question it does not know: it was started once more, and that was said.
        let earlier = self.earlier.len();
        let ended =
            |it: &Finding| it.rule.slug == "exited" && it.crossing.is_some_and(|at| at < earlier);
        let said = |it: &Finding| {
            let by = |(found, other): &(&[&str], &[&str])| {
                other.contains(&it.rule.slug) && known.iter().any(|slug| found.contains(slug))
            };
            known.contains(&it.rule.slug) || SAID.iter().any(by)
        };
        // What an old server makes of a question of the other era is no fault of it.
        let old = self.era == Era::Handshake;
        let foreign = |it: &Finding| old && it.rule.revisions == Revisions::STATELESS;
        let new =
            |it: &Finding| it.owner != Owner::Client && !said(it) && !ended(it) && !foreign(it);
        let read = examination.finish(false).findings;
        let own = read.iter().filter(|it| VAGUE.contains(&it.rule.slug)).cloned();
        let shared: Vec<_> = own.map(|it| (it.rule.slug, it.crossing)).collect();
        for finding in read.into_iter().filter(new) {
            // Of two words for the same line the more exact one is kept.
            let vaguer = |it: &Finding| {
                let it = (it.rule.slug, it.crossing);
                it.1 == finding.crossing && VAGUE.contains(&it.0) && !shared.contains(&it)
            };
            self.report.findings.retain(|it| !vaguer(it));
            self.insert(finding);
        }
    }

    /// What shows in the processes of their own, and was not looked at while they ran.
    pub(super) fn settle_apart(&mut self) {
        let crossings = self.crossings();
        let first = crossings.len() - self.later.len();
        let mut examination = Examination::of_a_witness();
        for (at, crossing) in crossings.iter().enumerate() {
            examination.see(at, crossing);
        }
        let known: Vec<_> = self.report.findings.iter().map(|it| it.rule.slug).collect();
        // Nothing unusual is said there: whatever is found in it is the server's own.
        let usual = self.report.questions.iter().find(|it| it.slug == CANCEL);
        let usual = usual.and_then(|it| it.crossings).map(|(first, after)| first..after);
        let own = |it: &Finding| {
            it.owner == Owner::Server
                && usual
                    .clone()
                    .is_some_and(|usual| it.crossing.is_some_and(|at| usual.contains(&at)))
        };
        let new = |it: &Finding| {
            (APART.contains(&it.rule.slug) || own(it))
                && it.crossing.is_some_and(|at| at >= first)
                && !known.contains(&it.rule.slug)
        };
        for finding in examination.finish(false).findings.into_iter().filter(new) {
            self.insert(finding);
        }
    }

    /// Puts a finding in front of those that were made on later lines.
    pub(super) fn insert(&mut self, finding: Finding) {
        let findings = &mut self.report.findings;
        let later = findings.iter().position(|it| it.crossing > finding.crossing);
        findings.insert(later.unwrap_or(findings.len()), finding);
    }

    /// All that is known now.
    pub(super) fn into_report(self) -> Report {
        let crossings = self.crossings();
        let mut report = self.report;
        report.transcript = Transcript { crossings };
        for question in &mut report.questions {
            question.blame(&report.findings);
        }
        report.blame_steps();
        report
    }
}
