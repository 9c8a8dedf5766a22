//! What was asked beside the steps, and what became of it.

use super::finding::{Finding, Said};
use crate::text::Text;

/// A question beside the steps.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its name in reports.
    pub slug: &'static str,
    /// What became of it.
    pub answer: Answer,
    /// What is worth knowing; empty when nothing is.
    pub note: Said,
    /// The crossings it brought about, the first of them and the first after them; `None` when it was not
    /// asked.
    pub crossings: Option<(usize, usize)>,
    /// Whether it was asked in a process of its own.
    pub apart: bool,
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// As it should be.
    Passed,
    /// Something was found.
    Failed,
    /// No fault, and yet worth knowing.
    Note,
    /// There was a reason not to ask.
    NotAsked,
}

/// How far a probe is.
#[derive(Debug, Clone, Copy)]
pub enum Progress {
    /// At a step: its number and what it is called.
    Step(usize, Text),
    /// At a question that is asked in a process of its own: its number, of how many, and its name.
    Question(usize, usize, &'static str),
}

impl Answer {
    /// The word in reports: the English one is also the one in JSON.
    pub const fn word(self) -> Text {
        match self {
            Self::Passed => Text::new("passed", "通过"),
            Self::Failed => Text::new("failed", "不通过"),
            Self::Note => Text::new("note", "说明"),
            Self::NotAsked => Text::new("not asked", "未测试"),
        }
    }
}

impl Question {
    /// Whether it was asked, and this crossing is the first it brought about.
    pub(super) fn begins_at(&self, crossing: usize) -> bool {
        self.crossings.is_some_and(|(first, after)| first == crossing && first < after)
    }

    /// Whether this crossing belongs to a process of its own in which all was as it should be.
    pub(super) fn is_quiet_at(&self, crossing: usize) -> bool {
        self.is_quiet()
            && self.crossings.is_some_and(|(first, after)| (first..after).contains(&crossing))
    }

    /// Whether a process of its own answered it as it should.
    pub(super) fn is_quiet(&self) -> bool {
        self.apart && self.answer == Answer::Passed
    }

    /// Says beside the question what was found at it first.
    pub(super) fn blame(&mut self, findings: &[Finding]) {
        let Some((first, after)) = self.crossings else { return };
        let mine =
            |it: &&Finding| it.crossing.is_some_and(|crossing| (first..after).contains(&crossing));
        let (advice, faults): (Vec<_>, Vec<_>) =
            findings.iter().filter(mine).partition(|it| it.is_advice());
        if let Some(finding) = faults.first().or(advice.first()) {
            self.answer = if faults.is_empty() { Answer::Note } else { Answer::Failed };
            self.note = finding.what.clone();
        }
    }
}
