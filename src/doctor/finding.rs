//! What the doctor found: a rule that was broken, at a place, with the facts of the case.

use super::rule::{Level, Owner, Rule};
use crate::text::{Lang, Text};
use std::fmt;

/// How long a sentence can be, in characters.
const SENTENCE: usize = 1000;

/// How much of a part of it is shown that a server has written, in characters.
const PART: usize = 200;

/// How much of a line is kept on each side of a byte, in bytes: more than is ever drawn.
const AROUND: usize = 400;

/// A sentence with facts in it, in every language we speak.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

/// How sure the doctor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The bytes prove it.
    Certain,
    /// Nearly always so.
    Likely,
    /// What is seen has several causes.
    CannotTell,
}

/// A rule that was broken.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Which one.
    pub rule: &'static Rule,
    /// At which step, 0 to 7.
    pub step: usize,
    /// Who has to change something.
    pub owner: Owner,
    /// How sure that is.
    pub certainty: Certainty,
    /// Place in the transcript's list of crossings, first 0; `None` when nothing crossed.
    pub crossing: Option<usize>,
    /// Byte of that line, first 0; `None` when it is the line as a whole.
    pub byte: Option<usize>,
    /// The line around that byte, where the transcript is not kept.
    pub quote: Option<Quote>,
    /// What was seen.
    pub what: Said,
    /// Whether whoever met it got on all the same, though the rule demands more.
    pub mild: bool,
    /// What to change, where more is known than the rule says.
    pub remedy: Option<Text>,
}

/// A piece of a line, to point at a byte of it.
#[derive(Debug, Clone)]
pub struct Quote {
    /// The piece.
    pub text: String,
    /// The byte of the piece that is pointed at, first byte 0.
    pub byte: usize,
}

impl Finding {
    /// Whether it is worth changing, and nothing is broken by it.
    pub fn is_advice(&self) -> bool {
        (self.mild || self.rule.level == Level::Advice) && self.certainty != Certainty::Certain
    }

    /// What to change.
    pub fn fix(&self) -> Text {
        self.remedy.unwrap_or_else(|| self.rule.fix())
    }
}

impl Quote {
    /// What is shown of a line around a byte.
    pub fn of(line: &str, byte: usize) -> Self {
        let border =
            |at: usize| (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at));
        let start = border(byte.saturating_sub(AROUND)).unwrap_or_default();
        let end = border(byte.saturating_add(AROUND)).unwrap_or_default();
        let text = line.get(start..end).unwrap_or_default().to_owned();
        Self { text, byte: byte.saturating_sub(start) }
    }
}

impl Said {
    /// The same sentence in two languages; whatever a server has put into it, it stays a sentence.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Self { en: start_of(&en.into(), SENTENCE), zh: start_of(&zh.into(), SENTENCE) }
    }

    /// The sentence in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

impl From<Text> for Said {
    fn from(text: Text) -> Self {
        Self::new(text.en, text.zh)
    }
}

impl Certainty {
    /// The word in reports: the English one is also the one in JSON.
    pub const fn word(self) -> Text {
        match self {
            Self::Certain => Text::new("certain", "确定"),
            Self::Likely => Text::new("likely", "很可能"),
            Self::CannotTell => Text::new("cannot tell", "无法断定"),
        }
    }
}

/// The start of a text, and a sign when there is more of it.
pub(super) fn start_of(text: &str, most: usize) -> String {
    let mut start: String = text.chars().take(most).collect();
    start.push_str(if start.len() < text.len() { "…" } else { "" });
    start
}

/// What a server has written, as a part of a sentence.
pub(super) fn brief(part: &impl fmt::Display) -> String {
    start_of(&part.to_string(), PART)
}
