//! The remarks of a step, kept as one text.
//!
//! A program pays for every text it holds each time it starts, and a lesson has hundreds of remarks; so
//! all those of a step are one text, taken apart when they are shown.

use super::{Label, Note};
use crate::text::Text;

/// Remarks: `line ␁ LABEL ␁ English ␁ 中文 ␂`, one after the other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Notes(&'static str);

impl Notes {
    /// The remarks in this text.
    pub const fn new(text: &'static str) -> Self {
        Self(text)
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Note> {
        self.0.split_terminator('\u{2}').filter_map(|note| {
            let mut parts = note.split('\u{1}');
            let line = parts.next()?.parse().ok()?;
            let label = Label::named(parts.next()?)?;
            Some(Note { line, label, text: Text::new(parts.next()?, parts.next()?) })
        })
    }
}
