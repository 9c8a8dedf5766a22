//! Where the session cannot go on: what did arrive before that, and what it means.

use super::walk::{MAX_LINES, QUOTED, Stop, Walk};
use crate::doctor::finding::{Certainty, Said};
use crate::doctor::report::STEPS;
use crate::doctor::rule::{CLOSED, EXITED, NO_NEWLINE, Owner, Rule, SILENT, UNKNOWN_METHOD};
use crate::json::parse;
use crate::transport::Crossing;
use std::time::Duration;

/// How long a process that has closed its stdout is given to end as well.
const DYING: Duration = Duration::from_secs(1);

/// Programs that start another one: it may take long, and may be at fault.
const RUNNERS: [&str; 10] =
    ["npx", "npm", "pnpm", "yarn", "bunx", "uvx", "uv", "pipx", "docker", "podman"];

impl Walk<'_> {
    pub(super) fn stop(&mut self, rule: &'static Rule, certainty: Certainty, what: Said) -> Stop {
        self.find(rule, certainty, what);
        Stop
    }

    /// Nothing came in time. Before anybody says "timed out": what did arrive?
    pub(super) fn silent(&mut self) -> Stop {
        let (patience, awaited) = (self.plan.patience, self.awaited());
        let event = format!("client waited {patience:?} for the answer to {awaited}");
        self.child.record(Crossing::Event(event));
        let unended = self.child.unended();
        if !unended.is_empty() {
            return self.no_newline(&unended);
        }
        let rule = if self.step == 6 { &UNKNOWN_METHOD } else { &SILENT };
        let en =
            format!("no answer to {awaited} within {patience:?}; the process is still running");
        let zh = format!("{patience:?} 内没有等到 {awaited} 的响应，进程还在运行");
        let runs = self.is_runner() && self.step == 1;
        self.stop_here(rule, Certainty::Likely, Said::new(en, zh), runs)
    }

    /// Lines came and came, and the answer was not among them.
    pub(super) fn flooded(&mut self) -> Stop {
        let awaited = self.awaited();
        let en = format!("{MAX_LINES} lines came, and none of them answers {awaited}");
        let zh = format!("来了 {MAX_LINES} 行，没有一行是 {awaited} 的响应");
        self.stop(&SILENT, Certainty::Certain, Said::new(en, zh))
    }

    fn no_newline(&mut self, bytes: &[u8]) -> Stop {
        let (count, text) = (bytes.len(), String::from_utf8_lossy(bytes));
        let start: String = text.chars().take(QUOTED).collect();
        let whole = parse(&text).is_ok();
        let (certainty, en, zh) = if whole {
            let en =
                format!("{count} bytes came, a whole message, but no newline after them: {start}");
            let zh = format!("收到了 {count} 字节，是一条完整的消息，可是后面没有换行：{start}");
            (Certainty::Certain, en, zh)
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
        let awaited = self.awaited();
        let Ok(Some(status)) = self.child.exited(DYING) else {
            let en = format!(
                "the server closed its stdout before it answered {awaited}, and still runs"
            );
            let zh = format!("服务器还没响应 {awaited} 就关闭了 stdout，进程却还在运行");
            return self.stop(&CLOSED, Certainty::Certain, Said::new(en, zh));
        };
        let how = status.code().map_or_else(|| status.to_string(), |code| format!("code {code}"));
        self.child.record(Crossing::Event(format!("server exited with {how}")));
        self.gone = true;
        let last = self.last_words();
        let (mut en, mut zh) = (
            format!("the server exited with {how} before it answered {awaited}"),
            format!("服务器还没响应 {awaited} 就退出了（{how}）"),
        );
        if !last.is_empty() {
            en.extend(["; the end of its stderr: ", &last]);
            zh.extend(["；stderr 的最后几行：", &last]);
        }
        let rule = if self.step == 6 { &UNKNOWN_METHOD } else { &EXITED };
        let certainty = if self.step == 6 { Certainty::Certain } else { Certainty::Likely };
        let runs = self.is_runner() && self.step == 1;
        self.stop_here(rule, certainty, Said::new(en, zh), runs)
    }

    /// A finding at the event just recorded; before `initialize` is answered it may be the runner's.
    fn stop_here(
        &mut self,
        rule: &'static Rule,
        certainty: Certainty,
        what: Said,
        runs: bool,
    ) -> Stop {
        self.find(rule, certainty, what);
        if let Some(finding) = self.report.findings.last_mut() {
            finding.crossing = self.child.crossings().len().checked_sub(1);
            if runs {
                finding.owner = Owner::Runner;
                finding.certainty = Certainty::CannotTell;
            }
        }
        Stop
    }

    /// The last lines of stderr, when there are any.
    fn last_words(&self) -> String {
        // They may still be on their way.
        let words = self.child.last_words();
        let last: Vec<_> = words.iter().rev().take(3).rev().map(|line| line.trim()).collect();
        last.join(" | ").chars().take(4 * QUOTED).collect()
    }

    fn awaited(&self) -> &'static str {
        STEPS.get(self.step).map_or("", |title| title.en)
    }

    fn is_runner(&self) -> bool {
        let program = std::path::Path::new(&self.plan.launch.program);
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        RUNNERS.contains(&&*name)
    }
}
