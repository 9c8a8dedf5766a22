//! What clients and programs say when a session breaks, and what is likely behind it.
//!
//! A sentence is not the session: several causes can make a client say the same, so nothing here is certain.

mod table;

use super::Recording;
use super::lines::FileLine;
use crate::doctor::finding::{Certainty, Finding, Said, start_of};
use crate::doctor::report::{Report, State};
use crate::doctor::rule::{Check, Level, Owner, Revisions, Rule};
use crate::doctor::rules::rules;
use crate::text::Text;
use std::collections::VecDeque;
use table::SENTENCES;

/// How much of such a text is quoted, in characters.
const QUOTED: usize = 120;

/// How much of a line is searched, in bytes.
const SEARCHED: usize = 64 * 1024;

/// What a sentence stands for that no rule of a session stands behind.
static REPORTED: Rule = Rule {
    slug: "reported-error",
    step: Some(0),
    owner: Owner::Server,
    level: Level::Should,
    certainty: Certainty::CannotTell,
    revisions: Revisions::ALL,
    check: Check::Asked,
    page: "seen in reports of users\na client says that something went wrong\n客户端报告出了问题\na client shows one sentence and hides the session; the bytes that crossed say what really happened\n客户端只显示一句话，不显示会话；真正发生了什么，要看传过的字节\nrun mcp-lab probe -- CMD with the command of the server, or record the session with mcp-lab tap --log FILE -- CMD\n用服务器的启动命令运行 mcp-lab probe -- CMD，或者用 mcp-lab tap --log FILE -- CMD 把会话记录下来",
};

/// A sentence that is known.
#[derive(Debug)]
pub(super) struct Sentence {
    /// Words that all stand in it, in lower case.
    words: &'static [&'static str],
    /// The rule that is likely broken; empty when it is none of a session.
    slug: &'static str,
    /// Who has to change something.
    owner: Owner,
    /// How sure that is; never certain.
    certainty: Certainty,
    /// What it means.
    means: Text,
    /// What to do next.
    next: Text,
}

/// A sentence that was read, and where.
#[derive(Debug)]
pub(super) struct Hint {
    at: usize,
    sentence: &'static Sentence,
    text: String,
}

impl Sentence {
    /// The one in a text that says most.
    pub(super) fn in_text(text: &str) -> Option<&'static Self> {
        let end = (0..=SEARCHED.min(text.len())).rev().find(|end| text.is_char_boundary(*end))?;
        let text = text.get(..end)?.to_ascii_lowercase();
        SENTENCES.iter().find(|sentence| sentence.words.iter().all(|word| text.contains(word)))
    }

    fn place(&self) -> usize {
        SENTENCES.iter().position(|it| std::ptr::eq(it, self)).unwrap_or(SENTENCES.len())
    }

    fn rule(&self) -> &'static Rule {
        rules().find(|rule| rule.slug == self.slug).unwrap_or(&REPORTED)
    }
}

impl Hint {
    pub(super) fn new(at: usize, sentence: &'static Sentence, text: &str) -> Self {
        Self { at, sentence, text: start_of(text.trim(), QUOTED) }
    }

    /// The one in a few lines that are no log and no session, if one is known.
    pub(super) fn pasted(head: &VecDeque<FileLine>) -> Option<Self> {
        let hints = head.iter().filter_map(|line| {
            let text = String::from_utf8_lossy(line.bytes.get(..SEARCHED).unwrap_or(&line.bytes));
            Some(Self::new(line.number, Sentence::in_text(&text)?, &text))
        });
        hints.reduce(|best, hint| if hint.says_more_than(&best) { hint } else { best })
    }

    /// A report of nothing else.
    pub(super) fn alone(self) -> Recording {
        let mut report = Report { recorded: true, ..Report::default() };
        self.report(&mut report);
        Recording { report, ..Recording::default() }
    }

    /// The table begins with what says most.
    pub(super) fn says_more_than(&self, other: &Self) -> bool {
        self.sentence.place() < other.sentence.place()
    }

    /// Puts it into a report in which nothing else was found.
    pub(super) fn report(self, report: &mut Report) {
        let Sentence { owner, certainty, means, next, .. } = *self.sentence;
        let rule = self.sentence.rule();
        let begins = excerpt(&self.text);
        let what = match begins.filter(|_| rule.slug == "malformed-line") {
            Some(begins) => Said::new(
                format!("{}; it begins with {begins}", means.en),
                format!("{}，开头是 {begins}", means.zh),
            ),
            None => Said::new(
                format!("{}: {}", means.en, self.text),
                format!("{}：{}", means.zh, self.text),
            ),
        };
        // Whoever waits does so at the step that was asked and not answered.
        let waits = || report.steps.iter().position(|step| step.state == State::NotReached);
        let waits = waits().filter(|_| rule.slug == "silent");
        let step = rule.step.or(waits).unwrap_or_default();
        let crossing = Some(self.at);
        // In a configuration there is nothing to look for: what to do next is what to change.
        let remedy = (owner == Owner::Config).then(|| change(next)).flatten();
        let (byte, quote, mild) = (None, None, false);
        let finding =
            Finding { rule, step, owner, certainty, crossing, byte, quote, what, mild, remedy };
        report.findings.push(finding);
        if remedy.is_none() {
            report.notes.push(next.into());
        }
        report.blame_steps();
    }
}

/// What to do next, as what to change.
fn change(next: Text) -> Option<Text> {
    Some(Text::new(next.en.strip_prefix("next: ")?, next.zh.strip_prefix("下一步：")?))
}

/// What stands in quotes in `Unexpected token 'W', "Weather se"... is not valid JSON`, with them.
fn excerpt(text: &str) -> Option<&str> {
    let (before, _) = text.split_once(" is not valid JSON")?;
    let before = before.trim_end_matches('.');
    let start = before.find(", \"")? + 2;
    before.get(start..).filter(|it| it.len() > 1 && it.ends_with('"'))
}

/// What a program's stderr says of why it ended, if that is known: what it means, and what to do.
pub(super) fn last_words<'w>(words: impl Iterator<Item = &'w str>) -> Option<Said> {
    let known = words.filter_map(Sentence::in_text).min_by_key(|sentence| sentence.place())?;
    let Sentence { means, next, .. } = known;
    Some(Said::new(
        format!("its stderr: {}; {}", means.en, next.en),
        format!("它的 stderr：{}；{}", means.zh, next.zh),
    ))
}

/// The rule behind sentences that have no other, for lists of all rules.
pub(in crate::doctor) fn reported() -> &'static Rule {
    &REPORTED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_names_a_rule_that_exists_and_is_never_certain() {
        for sentence in SENTENCES {
            let slug = sentence.slug;
            assert!(slug.is_empty() || rules().any(|rule| rule.slug == slug), "{slug}");
            assert_ne!(sentence.certainty, Certainty::Certain, "{:?}", sentence.words);
            for word in sentence.words {
                assert_eq!(*word, word.to_ascii_lowercase(), "text is searched in lower case");
            }
        }
    }

    #[test]
    fn no_sentence_stands_behind_one_that_always_wins() {
        for (index, sentence) in SENTENCES.iter().enumerate() {
            let text = sentence.words.join(" ");
            let found = Sentence::in_text(&text).map(Sentence::place);
            assert_eq!(found, Some(index), "{text}");
        }
    }
}
