//! Where the session cannot go on: what did arrive before that, and what it means.

use super::understand::joined;
use super::walk::{DYING, Gently, MAX_LINES, NO_METHOD, QUOTED, Stop, Walk};
use crate::doctor::finding::{Certainty, Said, start_of};
use crate::doctor::last_words::RUNNERS;
use crate::doctor::rule::{Owner, Rule};
use crate::doctor::rules::{
    CLOSED, HELD_BACK, NO_NEWLINE, PING_UNANSWERED, SILENT, UNKNOWN_METHOD,
};
use crate::json::parse;
use crate::jsonrpc::Message;
use crate::mcp::PING;
use crate::mcp::stateless::DISCOVER;
use crate::text::Text;
use crate::transport::Crossing;
use std::io::ErrorKind;

const STILL_RUNS: Text = Text::new("; the process is still running", "，进程还在运行");
const NOTHING_MORE: Text = Text::new("", "");

impl Walk<'_> {
    pub(super) fn stop(&mut self, rule: &'static Rule, certainty: Certainty, what: Said) -> Stop {
        self.find(rule, certainty, what);
        Stop
    }

    /// Nothing came in time. Before anybody says "timed out": what did arrive?
    pub(super) fn silent(&mut self) -> Stop {
        let (patience, awaited) = (self.patience(), self.awaited.clone());
        let event = format!("client waited {patience:?} for the answer to {awaited}");
        self.child.record(Crossing::Event(event));
        let waits = self.gently == Gently::Waiting;
        if self.gently == Gently::Asking || waits && self.is_discovered_late() {
            self.gently = Gently::Silent;
            return Stop;
        }
        let here = self.here();
        self.answered_under_a_wrong_id();
        let unended = self.child.unended();
        if !unended.is_empty() {
            return self.no_newline(&unended);
        }
        // Closing stdin ends the session, so it waits until there is nothing more to ask.
        let process = !self.child.is_endpoint();
        if process && awaited != NO_METHOD && self.oddly.is_none() && self.held_back() {
            return Stop;
        }
        let (en, zh, certainty) = self.perhaps_old();
        let runs = if process { STILL_RUNS } else { NOTHING_MORE };
        let en = format!("no answer to {awaited} within {patience:?}{}{en}", runs.en);
        let zh = format!("{patience:?} 内没有等到 {awaited} 的响应{}{zh}", runs.zh);
        let what = self.with_how(&Said::new(en, zh));
        self.stop_at(here, self.rule(&SILENT), certainty, what)
    }

    /// Where nothing but a discovery was asked, an old server may do so too: what to add then, and how
    /// sure it is.
    pub(super) fn perhaps_old(&self) -> (&'static str, &'static str, Certainty) {
        if self.step == 1 && self.open.is_some() && self.awaited == DISCOVER {
            let en = "; a server of the handshake era may do so, and --era auto would ask further";
            let zh = "；握手方式的服务器也可能这样，用 --era auto 可以接着问下去";
            (en, zh, Certainty::CannotTell)
        } else {
            ("", "", Certainty::Likely)
        }
    }

    /// Whether something comes as soon as stdin is closed: then it was lying in a buffer.
    fn held_back(&mut self) -> bool {
        let known = self.report.findings.len();
        self.child.record(Crossing::Event("client closed stdin".to_owned()));
        self.child.close();
        // One clock for all of it: whoever talks on and on would wind up a new one with every line.
        let deadline = (self.now)() + self.plan.patience.min(DYING);
        for _ in 0..MAX_LINES {
            match self.recv(deadline.saturating_sub((self.now)())) {
                Ok(Some(line)) if self.is_answer(&line) => {
                    let awaited = &self.awaited;
                    let en = format!("the answer to {awaited} came only when stdin was closed");
                    let zh = format!("{awaited} 的响应，直到 stdin 关闭才出来");
                    self.find(&HELD_BACK, Certainty::Likely, Said::new(en, zh));
                    break;
                }
                Ok(Some(_)) => {}
                Err(error) if error.kind() == ErrorKind::InvalidData => self.no_text(),
                Ok(None) | Err(_) => break,
            }
        }
        self.report.findings.len() > known
    }

    fn is_answer(&self, line: &str) -> bool {
        let message = parse(line).map(Message::from_value);
        matches!(message, Ok(Ok(Message::Response(it))) if it.id.is_some() && it.id == self.open)
    }

    /// What was seen, and how the request was written if that was unusual.
    pub(super) fn with_how(&self, what: &Said) -> Said {
        self.oddly.as_ref().map_or_else(|| what.clone(), |(_, how)| joined(what, how))
    }

    /// The rule that silence or an end breaks: where an unknown method was asked, it is that one.
    fn rule(&self, usual: &'static Rule) -> &'static Rule {
        if let Some((rule, _)) = &self.oddly {
            return rule;
        }
        match self.awaited.as_str() {
            NO_METHOD => &UNKNOWN_METHOD,
            PING => &PING_UNANSWERED,
            _ => usual,
        }
    }

    /// Place of the last crossing.
    pub(super) fn here(&self) -> Option<usize> {
        self.crossings().len().checked_sub(1)
    }

    /// Lines came and came, and the answer was not among them.
    pub(super) fn flooded(&mut self, lines: usize) -> Stop {
        // What it wrote last may be the end of it.
        if matches!(self.child.exited(DYING), Ok(Some(_))) {
            return self.gone();
        }
        let awaited = self.awaited.clone();
        let en = format!("{lines} lines came, and none of them answers {awaited}");
        let zh = format!("来了 {lines} 行，没有一行是 {awaited} 的响应");
        self.stop(&SILENT, Certainty::CannotTell, Said::new(en, zh))
    }

    fn no_newline(&mut self, bytes: &[u8]) -> Stop {
        let (count, text) = (bytes.len(), String::from_utf8_lossy(bytes));
        let start = start_of(&text, QUOTED);
        let whole = parse(&text).is_ok();
        let (certainty, en, zh) = if whole {
            let en =
                format!("{count} bytes came, a whole message, but no newline after them: {start}");
            let zh = format!("收到了 {count} 字节，是一条完整的消息，可是后面没有换行：{start}");
            (Certainty::Certain, en, zh)
        } else if text.starts_with('{') {
            let patience = self.plan.patience;
            let en = format!(
                "an answer had begun, {count} bytes, and was not complete within {patience:?}: {start}"
            );
            let zh = format!("响应已经开始（{count} 字节），{patience:?} 内没有收完：{start}");
            (Certainty::CannotTell, en, zh)
        } else {
            let en =
                format!("{count} bytes came, no whole message, and no newline after them: {start}");
            let zh = format!("收到了 {count} 字节，不是完整的消息，后面也没有换行：{start}");
            (Certainty::Likely, en, zh)
        };
        self.stop(&NO_NEWLINE, certainty, Said::new(en, zh))
    }

    /// The server's stdout is closed, or writing to it failed.
    pub(super) fn gone(&mut self) -> Stop {
        if matches!(self.gently, Gently::Asking | Gently::Waiting) {
            self.gently = Gently::Gone;
            return Stop;
        }
        self.answered_under_a_wrong_id();
        if self.child.is_endpoint() {
            return self.fell();
        }
        let awaited = &self.awaited;
        let (when, zh_when) = if self.open.is_some() {
            (format!("before it answered {awaited}"), format!("还没响应 {awaited} 就"))
        } else {
            (format!("after it had answered {awaited}"), format!("响应 {awaited} 之后"))
        };
        let Ok(Some(status)) = self.child.exited(DYING) else {
            // Its answers could still come, so it was our line that did not get through.
            let pipe = if self.child.is_open() { "stdin" } else { "stdout" };
            let en = format!("the server closed its {pipe} {when}, and still runs");
            let zh = format!("服务器{zh_when}关闭了 {pipe}，进程却还在运行");
            self.child.record(Crossing::Event(format!("server closed its {pipe}")));
            let rule = self.oddly.as_ref().map_or(&CLOSED, |(rule, _)| *rule);
            let what = self.with_how(&Said::new(en, zh));
            return self.stop_at(self.here(), rule, Certainty::Certain, what);
        };
        self.ended(status, Said::new(when, zh_when))
    }

    /// A finding at an event; before `initialize` is answered it may be the runner's.
    pub(super) fn stop_at(
        &mut self,
        crossing: Option<usize>,
        rule: &'static Rule,
        certainty: Certainty,
        what: Said,
    ) -> Stop {
        let runs = self.is_runner() && self.step == 1;
        self.find(rule, certainty, what);
        self.move_to(crossing);
        if let Some(finding) = self.report.findings.last_mut().filter(|_| runs) {
            finding.owner = Owner::Runner;
            finding.certainty = Certainty::CannotTell;
        }
        Stop
    }

    fn is_runner(&self) -> bool {
        let program = std::path::Path::new(&self.plan.launch.program);
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        RUNNERS.contains(&&*name)
    }
}
