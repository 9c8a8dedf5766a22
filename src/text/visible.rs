//! Showing what must not reach a terminal raw.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character does something to a terminal instead of being shown on it: control
/// characters, those that turn the direction of the text around them, and separators of lines.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text with everything that would act on a terminal spelled out as `\u{…}`.
///
/// ```
/// assert_eq!(mcp_lab::text::visible("a\u{1b}[31mb"), r"a\u{1b}[31mb");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            // Writing into a String cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}
