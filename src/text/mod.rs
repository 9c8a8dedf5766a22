//! Chapter 4. Words for people: every sentence in two languages, side by side.
//!
//! ```text
//! Text { en: "the wire broke", zh: "连接断了" }  ── Lang::Zh ──►  连接断了
//! ```
//!
//! Also here: how wide a text is on a screen (`width`, where 中 takes two cells), how to show what
//! must not reach a terminal raw (`visible`), and how to point at one byte of a line (`caret`).
//!
//! Never: what crosses the wire is translated. Wire bytes are the same in every language.

mod caret;
mod visible;
mod width;

pub use caret::caret;
pub(crate) use visible::is_hidden;
pub use visible::visible;
pub use width::width;

/// A sentence for a person, in every language we speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// Chinese.
    pub zh: &'static str,
}

/// A language of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

impl Text {
    /// The same sentence in two languages.
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self { en, zh }
    }

    /// The sentence in one language.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }
}
