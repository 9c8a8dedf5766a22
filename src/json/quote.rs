//! Telling strings apart, and quoting them to people.

use super::{LoneSurrogate, Str};
use std::borrow::Cow;

impl Str<'_> {
    /// The text as it may stand in a sentence: at most 200 characters, whatever was sent.
    pub fn excerpt(&self) -> String {
        let text = self.key().unwrap_or_else(Cow::Borrowed);
        let mut shown: String = text.chars().take(200).collect();
        shown.push_str(if shown.len() < text.len() { "…" } else { "" });
        shown
    }

    /// What tells this string from others: its text, or its spelling when no text stands for it.
    pub(super) fn key(&self) -> Result<Cow<'_, str>, &str> {
        self.text().map_err(|LoneSurrogate { .. }| self.as_written())
    }
}

impl PartialEq for Str<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Str<'_> {}
