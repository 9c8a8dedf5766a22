//! Step 7: stdin is closed, and the server should leave.

use super::walk::{DYING, Left, MAX_LINES, Walk};
use crate::doctor::finding::{Certainty, Said};
use crate::doctor::rules::{EXITED, STAYS};
use crate::transport::{After, Crossing, Ended};
use std::io::ErrorKind;
use std::time::Duration;

/// How often it is looked whether a server that says nothing has left.
const GLANCE: Duration = Duration::from_millis(50);

/// What a server said after its stdin was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// All of it was heard.
    Heard,
    /// It talked on and on, until nobody listened any more.
    TalksOn,
}

impl Walk<'_> {
    /// Step 7, which is worth asking only of a server that has come so far; it is ended in any case.
    pub(super) fn goodbye(&mut self, alive: bool) {
        if self.child.is_endpoint() {
            return self.goodbye_to_an_endpoint(alive);
        }
        let known = self.left == Left::Nothing;
        if !alive {
            if let Ok(ended) = self.child.end(self.plan.patience)
                && !known
            {
                self.record_end(ended);
            }
            return;
        }
        self.begin(7);
        let before = matches!(self.child.exited(Duration::ZERO), Ok(Some(_)));
        self.child.record(Crossing::Event("client closed stdin".to_owned()));
        self.child.close();
        self.left = Left::Voice;
        let deadline = (self.now)() + self.plan.patience;
        let last = self.last_lines(deadline);
        let rest = deadline.saturating_sub((self.now)()).max(self.plan.patience.min(DYING));
        let Ok(ended) = self.child.end(rest) else { return };
        self.record_end(ended);
        let known = self.report.findings.len();
        self.left_as(ended, before, last);
        if self.report.findings.len() > known {
            self.move_to(self.crossings().len().checked_sub(1));
        }
    }

    /// Hears a server out: one that nobody listens to could not leave.
    fn last_lines(&mut self, deadline: Duration) -> Last {
        for _ in 0..MAX_LINES {
            let left = deadline.saturating_sub((self.now)());
            match self.recv(left.min(GLANCE)) {
                // What it says may be wrong, but it can no longer stop anything.
                Ok(Some(line)) => drop(self.understand(&line)),
                Err(error) if error.kind() == ErrorKind::InvalidData => self.no_text(),
                Err(error) if error.kind() == ErrorKind::TimedOut && !left.is_zero() => {
                    // Somebody else may hold its stdout open.
                    if matches!(self.child.exited(Duration::ZERO), Ok(Some(_))) {
                        return Last::Heard;
                    }
                }
                Ok(None) | Err(_) => return Last::Heard,
            }
        }
        Last::TalksOn
    }

    fn record_end(&self, ended: Ended) {
        let what = match ended.after {
            After::Itself | After::EndOfInput => format!("server exited with {}", how(ended)),
            After::Terminate => "server did not leave and was terminated".to_owned(),
            After::Kill => "server did not leave and was killed".to_owned(),
        };
        self.child.record(Crossing::Event(what));
    }

    fn left_as(&mut self, ended: Ended, before: bool, last: Last) {
        let how = how(ended);
        match ended.after {
            After::Itself if before => {
                let en = format!("the server was gone before its stdin was closed: {how}");
                let zh = format!("stdin 还没关闭，服务器就已经退出了：{how}");
                self.find(&EXITED, Certainty::Certain, Said::new(en, zh));
            }
            After::Itself | After::EndOfInput => {
                self.note(format!("exited with {how}"), format!("已退出（{how}）"));
            }
            After::Terminate | After::Kill => {
                let patience = self.plan.patience;
                let (certainty, en, zh) = match last {
                    Last::Heard => (
                        Certainty::Certain,
                        format!("{patience:?} after its stdin was closed the server still ran"),
                        format!("stdin 关闭 {patience:?} 后，服务器还在运行"),
                    ),
                    Last::TalksOn => (
                        Certainty::CannotTell,
                        format!(
                            "after its stdin was closed the server said {MAX_LINES} lines more, and was not heard out"
                        ),
                        format!("stdin 关闭后，服务器又输出了 {MAX_LINES} 行，没有等它说完"),
                    ),
                };
                self.find(&STAYS, certainty, Said::new(en, zh));
            }
        }
    }
}

pub(super) fn how(ended: Ended) -> String {
    ended.status.code().map_or_else(|| ended.status.to_string(), |it| format!("code {it}"))
}
