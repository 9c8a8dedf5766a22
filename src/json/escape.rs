//! Escapes: the backslash and what may follow it, both ways.

use std::fmt::{self, Write as _};

/// The string holds half a surrogate pair, such as `\ud83d` alone: it can be sent on, but no text
/// stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoneSurrogate {
    /// Byte offset of the backslash from the string's opening quote, first byte after the quote 0.
    pub offset: usize,
}

/// Reads an escape, its backslash already taken: the character it means, and what follows.
pub(super) fn decode(escape: &str) -> Option<(char, &str)> {
    let mut characters = escape.chars();
    let simple = match characters.next()? {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return unicode(characters.as_str()),
        itself => itself,
    };
    Some((simple, characters.as_str()))
}

/// Reads the digits of `\uXXXX`; a high surrogate needs a low one right behind it.
fn unicode(digits: &str) -> Option<(char, &str)> {
    let (first, rest) = hex(digits)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, rest));
    }
    let (second, rest) = hex(rest.strip_prefix("\\u")?)?;
    if !(0xD800..0xDC00).contains(&first) || !(0xDC00..0xE000).contains(&second) {
        return None;
    }
    let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    char::from_u32(code).map(|character| (character, rest))
}

fn hex(digits: &str) -> Option<(u32, &str)> {
    let (four, rest) = digits.split_at_checked(4)?;
    u32::from_str_radix(four, 16).ok().map(|code| (code, rest))
}

/// Spells a text so that it can stand between quotes: `"`, `\` and control characters are escaped,
/// everything else stays itself.
pub(super) fn encode(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '"' | '\\' => written.extend(['\\', character]),
            '\u{8}' => written.push_str("\\b"),
            '\u{c}' => written.push_str("\\f"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\0'..' ' => {
                // Writing into a String cannot fail.
                let _ = write!(written, "\\u{:04x}", u32::from(character));
            }
            _ => written.push(character),
        }
    }
    written
}

impl fmt::Display for LoneSurrogate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "half a surrogate pair at byte {} of the string: no character stands for it",
            self.offset
        )
    }
}

impl std::error::Error for LoneSurrogate {}
