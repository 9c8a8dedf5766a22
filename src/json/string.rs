//! Strings: what stands between two quotes, kept as written and decoded when somebody asks.

use super::escape::{LoneSurrogate, decode, encode};
use super::{Spelling, scan};
use std::borrow::Cow;
use std::fmt;

/// A JSON string as it was written, without its quotes: `\u4e2d` and `中` stay apart.
#[derive(Clone)]
pub struct Str<'a>(pub(super) Spelling<'a>);

impl<'a> Str<'a> {
    /// What the grammar has already checked.
    pub(super) fn written(text: &'a str) -> Self {
        Self(Spelling::Line(text))
    }

    /// The characters between the quotes, escapes and all.
    pub fn as_written(&self) -> &str {
        self.0.as_str()
    }

    /// The text that is meant: every escape decoded.
    ///
    /// ```
    /// use mcp_lab::json::{LoneSurrogate, parse};
    /// let line = parse(r#"["\u4e2d\n", "\ud83d"]"#)?;
    /// let [good, half] = line.as_array().unwrap() else { panic!() };
    /// assert_eq!(good.as_string().unwrap().text().unwrap(), "中\n");
    /// assert_eq!(half.as_string().unwrap().text(), Err(LoneSurrogate { offset: 0 }));
    /// # Ok::<(), mcp_lab::json::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`LoneSurrogate`], with its place.
    pub fn text(&self) -> Result<Cow<'_, str>, LoneSurrogate> {
        let written = self.as_written();
        let mut text = String::new();
        let mut rest = written;
        while let Some((plain, escape)) = rest.split_once('\\') {
            let offset = written.len() - escape.len() - 1;
            let (character, after) = decode(escape).ok_or(LoneSurrogate { offset })?;
            text.push_str(plain);
            text.push(character);
            rest = after;
        }
        if rest.len() == written.len() {
            return Ok(Cow::Borrowed(written));
        }
        text.push_str(rest);
        Ok(Cow::Owned(text))
    }
}

/// Whether a text needs no escape. Most are names of members, too short for whole words.
fn is_plain(text: &str) -> bool {
    let byte = |byte: u8| !matches!(byte, ..b' ' | b'"' | b'\\');
    match text.len() {
        0..16 => text.bytes().all(byte),
        length => scan::plain(text.as_bytes(), 0) == length,
    }
}

impl<'a> From<&'a str> for Str<'a> {
    fn from(text: &'a str) -> Self {
        Self(if is_plain(text) {
            Spelling::Line(text)
        } else {
            Spelling::Made(encode(text).into())
        })
    }
}

impl From<String> for Str<'_> {
    fn from(text: String) -> Self {
        Self(Spelling::Made(if is_plain(&text) { text } else { encode(&text) }.into()))
    }
}

impl PartialEq<str> for Str<'_> {
    /// Whether this string means that text. An escape is always longer than what it stands for, so
    /// a string that is written no longer than the text has to match it to the letter.
    fn eq(&self, text: &str) -> bool {
        let written = self.as_written();
        if written.len() <= text.len() {
            return written == text && !text.contains('\\');
        }
        written.contains('\\') && self.text().is_ok_and(|meant| meant == text)
    }
}

impl fmt::Display for Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.as_written())
    }
}
