//! Where the process has ended: with what, after which words, and who is to look at that.

use super::walk::{DYING, Left, Stop, Walk};
use crate::doctor::finding::{Certainty, Finding, Said};
use crate::doctor::last_words::{last_of, misses, wants};
use crate::doctor::report::State;
use crate::doctor::rule::Owner;
use crate::doctor::rules::{EXITED, MALFORMED_LINE, UNKNOWN_METHOD};
use crate::transport::{Crossing, ending};
use std::process::ExitStatus;

impl Walk<'_> {
    /// The process has ended; `when` is a clause.
    pub(super) fn ended(&mut self, status: ExitStatus, when: Said) -> Stop {
        let how = ending(status);
        // Its last words may still be on their way; ending what has ended waits for them.
        let _ = self.child.end(DYING);
        self.child.record(Crossing::Event(format!("server exited with {how}")));
        self.left = Left::Nothing;
        let last = last_of(&self.child.last_words());
        let Said { en: when, zh: zh_when } = when;
        let (mut en, mut zh) = (
            format!("the server exited with {how} {when}"),
            format!("服务器{zh_when}退出了（{how}）"),
        );
        if !last.is_empty() {
            en.extend(["; the end of its stderr: ", &last]);
            zh.extend(["；stderr 的最后几行：", &last]);
        }
        let (more, zh_more, certainty) = self.perhaps_old();
        en.push_str(more);
        zh.push_str(zh_more);
        // A server that answered the unknown method, and then ended, has ended because of it.
        let (rule, certainty) = match (&self.oddly, self.step) {
            (Some((rule, _)), _) => (*rule, certainty),
            (None, 6) => (&UNKNOWN_METHOD, Certainty::Certain),
            (None, _) => (&EXITED, certainty),
        };
        let what = self.with_how(&Said::new(en, zh));
        let stop = self.stop_at(self.here(), rule, certainty, what);
        self.misses();
        self.never_began(status.code());
        if status.code() != Some(0) || !last.is_empty() {
            self.not_because_of_a_banner();
        }
        stop
    }

    /// A process that ended without a byte on its stdout has not even started as a server.
    fn never_began(&mut self, code: Option<i32>) {
        let silent = self.step == 1 && self.report.clocks.first_byte.is_none();
        let Some(finding) = self.report.findings.last_mut().filter(|_| silent) else { return };
        finding.step = 0;
        // Nothing was spoken, and the first question was not why it ended.
        if self.plan.era.is_none() {
            self.report.era = None;
        }
        if let Some(step) = self.report.steps.get_mut(1) {
            step.state = State::NotReached;
        }
        // What a shell says when there is no such program, or none that may be run.
        if matches!(code, Some(126 | 127)) && finding.owner == Owner::Server {
            finding.owner = Owner::Config;
        }
    }

    /// A process that says why it ends, before it has answered anything, has not ended because of what
    /// it wrote on stdout: its end comes first, and the banner stands for itself.
    fn not_because_of_a_banner(&mut self) {
        let step = self.step;
        let Some((ended, before)) = self.report.findings.split_last() else { return };
        let banner = |it: &Finding| it.rule.slug == MALFORMED_LINE.slug && it.step == step;
        if step == 1 && ended.rule.slug == EXITED.slug && before.iter().all(banner) {
            self.report.findings.rotate_right(1);
        }
    }

    /// Where the last words say that something is not there, the command is to be mended.
    fn misses(&mut self) {
        let words = self.child.last_words();
        let silent = self.report.clocks.first_byte.is_none();
        let opening = self.step == 1 && (misses(&words) || (silent && wants(&words)));
        if let Some(finding) = self.report.findings.last_mut().filter(|_| opening) {
            finding.owner = Owner::Config;
            finding.certainty = Certainty::Likely;
        }
    }
}
