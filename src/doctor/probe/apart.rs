//! Questions that a server may not survive, each asked in a process of its own.
//!
//! ```text
//! what the session was                  what is asked, the most telling first
//! silent, and nothing on stdout         with headers, as LSP has them
//! broken off behind its first answer    other versions
//! whole, with a handshake               other versions, a spoilt line, the end of input, what comes too early
//! whole, without one                    the same, as far as it makes sense there
//! whole, and somebody wants it          a call that is cancelled
//! ```
//!
//! Together they take no longer than half a minute, unless that is asked for: a server that takes long to
//! start is asked fewer of them.

use super::also::{Came as Noted, not_asked, note, passed};
use super::cancel::CANCEL;
use super::endings::{lsp_headers, too_early};
use super::fresh::{Came, Fresh};
use super::versions::initialize_first;
use super::walk::Walk;
use super::{Calling, Depth};
use crate::doctor::finding::{Certainty, Finding, Said};
use crate::doctor::question::{Answer, Progress, Question};
use crate::doctor::rule::Rule;
use crate::doctor::rules::{ECHO, SILENT};
use crate::json::Object;
use crate::mcp::{Era, Revision};
use crate::transport::{Child, Crossing, MAX_RECORD};
use std::io;
use std::time::Duration;

/// How long all of them may take together.
const ALL: Duration = Duration::from_secs(30);

/// How long one answer may take at least, if a probe has as much patience.
const SHORT: Duration = Duration::from_secs(3);

/// How often an answer may take as long as the first one took.
const TIMES: u32 = 3;

/// What came of a question.
pub(super) enum Verdict {
    /// Nothing was found.
    Fine(Noted),
    /// A rule was broken, at this crossing of the process, at this step.
    Found(&'static Rule, Certainty, usize, Said),
    /// The same, and the server can be used all the same.
    Mild(&'static Rule, Certainty, usize, Said),
    /// The same, if the server answers other questions in a process of its own.
    Suspect(&'static Rule, Certainty, usize, Said),
}

type Ask<W> = fn(&mut W, &mut Fresh<'_>) -> Verdict;
type Row<W> = (&'static str, Ask<W>);

impl Walk<'_> {
    /// All that make sense; `through`: the session came through all of its steps.
    pub(super) fn apart(&mut self, through: bool) {
        // An endpoint is not the probe's to start.
        if self.child.is_endpoint() {
            return;
        }
        let quick = self.plan.depth == Depth::Quick;
        let mut rows = if quick { Vec::new() } else { self.rows(through) };
        rows.extend(self.wished(through));
        let (start, count) = ((self.now)(), rows.len());
        for (index, (slug, ask)) in rows.into_iter().enumerate() {
            let took = (self.now)().saturating_sub(start);
            let asked_for = slug == CANCEL || self.plan.depth == Depth::Thorough;
            if took >= ALL && !asked_for {
                self.no_more(slug);
                continue;
            }
            (self.begins)(Progress::Question(index + 1, count, slug));
            self.one(slug, ask);
        }
    }

    /// What is asked because somebody wants it to be, however long the others have taken.
    fn wished(&mut self, through: bool) -> Option<Row<Self>> {
        if self.plan.calling != Calling::Cancelled || self.plan.call.is_none() {
            return None;
        }
        if !through {
            self.put(CANCEL, not_asked("the session broke before", "会话之前就断了"), None);
            return None;
        }
        Some((CANCEL, Self::cancel))
    }

    fn rows(&self, through: bool) -> Vec<Row<Self>> {
        const VERSIONS: usize = 2;
        let handshake: [Row<Self>; 8] = [
            ("impossible-version", Self::impossible_version),
            ("known-version", Self::known_version),
            ("malformed-line", Self::malformed_line),
            ("end-of-input", Self::end_of_input),
            ("client-capabilities", Self::client_capabilities),
            ("too-early", |_, fresh| too_early(fresh)),
            ("discover", Self::discover_first),
            ("discover-bare", Self::discover_bare),
        ];
        let stateless: [Row<Self>; 5] = [
            ("impossible-version", Self::impossible_version),
            ("malformed-line", Self::malformed_line),
            ("end-of-input", Self::end_of_input),
            ("initialize", |_, fresh| initialize_first(fresh)),
            ("discover-bare", Self::discover_bare),
        ];
        if self.report.findings.iter().any(|it| it.rule.slug == ECHO.slug) {
            return Vec::new();
        }
        let silent = self.report.findings.first().is_some_and(|it| it.rule.slug == SILENT.slug);
        let rows = match (through, self.era) {
            (true, Era::Handshake) => handshake.as_slice(),
            (true, Era::Stateless) => stateless.as_slice(),
            (false, _) if self.step == 1 && silent && self.report.clocks.first_byte.is_none() => {
                return vec![("lsp-headers", |_, fresh| lsp_headers(fresh))];
            }
            (false, Era::Handshake) if self.report.clocks.reply.is_some() => {
                handshake.get(..VERSIONS).unwrap_or_default()
            }
            (false, _) => &[],
        };
        // Where both eras are tried, the walk itself has asked it first.
        let asked = |slug: &str| slug == "discover" && self.plan.era.is_none();
        rows.iter().filter(|(slug, _)| !asked(slug)).copied().collect()
    }

    fn one(&mut self, slug: &'static str, ask: Ask<Self>) {
        let first = self.crossed();
        let (verdict, at_most) = match self.in_a_process(ask) {
            Ok(came) => came,
            Err(error) => {
                let en = format!("the server did not start again: {error}");
                let zh = format!("服务器没能重新启动：{error}");
                self.put(slug, not_asked(en, zh), None);
                return;
            }
        };
        let crossings = Some((first, self.crossed()));
        let mild = matches!(verdict, Verdict::Mild(..));
        let (rule, certainty, at, what) = match verdict {
            Verdict::Fine(came) => return self.put(slug, came, crossings),
            Verdict::Suspect(_, _, _, what) if !self.answers_again() => {
                let en = format!("{}; but so it is with any other version now", what.en);
                let zh = format!("{}；不过现在换成别的版本也一样", what.zh);
                return self.put(slug, note(en, zh), crossings);
            }
            Verdict::Suspect(rule, certainty, at, what)
            | Verdict::Mild(rule, certainty, at, what)
            | Verdict::Found(rule, certainty, at, what) => (rule, certainty, at, what),
        };
        self.put(slug, passed("", ""), crossings);
        // Most of them end in what a server makes of things it does not know.
        let step = rule.step.unwrap_or(if slug == CANCEL { 4 } else { 6 });
        let (owner, crossing) = (rule.owner, Some(first + at.min(at_most)));
        let (byte, quote, remedy) = (None, None, None);
        let finding =
            Finding { rule, step, owner, certainty, crossing, byte, quote, what, mild, remedy };
        self.found(finding);
    }

    /// Whether a second process is spoken to as the first one was: if it is not, the question was not why.
    fn answers_again(&mut self) -> bool {
        let newest = Revision::NEWEST.as_str();
        let came = self.in_a_process(|_, fresh| fresh.hello(newest, Object::default()));
        matches!(came, Ok((Came::Answer(_), _)))
    }

    /// Starts a process and ends it; what came of it, and the place of the last thing that crossed.
    fn in_a_process<T>(
        &mut self,
        ask: impl FnOnce(&mut Self, &mut Fresh<'_>) -> T,
    ) -> io::Result<(T, usize)> {
        let child = Child::start_telling(self.plan.launch, self.plan.wire.clone())?;
        let what = format!("server started: {}", self.plan.launch);
        child.record(Crossing::Event(what));
        let mut fresh = Fresh::new(child, self.now, self.short());
        let came = ask(self, &mut fresh);
        fresh.end();
        Ok((came, self.keep(fresh.child.crossings())))
    }

    /// Adds what crossed in one process, if there is room for it; the place of the last of it.
    fn keep(&mut self, mut crossings: Vec<Crossing>) -> usize {
        let size = |it: &Crossing| match it {
            Crossing::Line(_, line) => line.len(),
            Crossing::Bytes { bytes, .. } => bytes.len(),
            Crossing::Head(_, text)
            | Crossing::Stderr(text)
            | Crossing::Event(text)
            | Crossing::Note(text) => text.len(),
        };
        let bytes = |all: &[Crossing]| all.iter().map(size).sum::<usize>();
        if bytes(&self.later) + bytes(&crossings) > MAX_RECORD {
            crossings.truncate(1);
            crossings.push(Crossing::Note("what crossed here was left out".to_owned()));
        }
        let last = crossings.len().saturating_sub(1);
        self.later.extend(crossings);
        last
    }

    fn put(
        &mut self,
        slug: &'static str,
        (answer, note): Noted,
        crossings: Option<(usize, usize)>,
    ) {
        self.report.questions.push(Question { slug, answer, note, crossings, apart: true });
    }

    fn found(&mut self, finding: Finding) {
        if finding.rule.slug == crate::doctor::rules::LSP_FRAMING.slug {
            // The silence before was only how it showed.
            self.report.findings.insert(0, Finding { step: 1, ..finding });
        } else {
            self.insert(finding);
        }
    }

    /// There is no time left for it.
    fn no_more(&mut self, slug: &'static str) {
        let reply = self.report.clocks.reply.unwrap_or_default();
        let slow = reply.as_secs() >= 1;
        let (took, zh_took) = if slow {
            let took = reply.as_secs();
            (format!("the server takes {took} s to start"), format!("服务器启动要 {took} 秒"))
        } else {
            let all = ALL.as_secs();
            (format!("the others took {all} s"), format!("前面的问题已经用了 {all} 秒"))
        };
        let came = not_asked(
            format!("{took}; --thorough asks anyway"),
            format!("{zh_took}；加上 --thorough 就全部问完"),
        );
        self.report.questions.push(Question {
            slug,
            answer: Answer::NotAsked,
            note: came.1,
            crossings: None,
            apart: true,
        });
    }

    /// How long an answer may take of which it is known that it need not come.
    pub(super) fn short(&self) -> Duration {
        let first = self.report.clocks.reply.unwrap_or_default();
        self.plan.patience.min(SHORT.max(first * TIMES))
    }
}
