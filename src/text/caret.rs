//! Pointing at one byte of a line.

use super::visible::visible;
use super::width::width;

/// How much of a long line is shown on each side of the place, in characters.
const WINDOW: usize = 36;

/// Two lines: the text around a byte, and below it a caret with a message.
///
/// ```
/// let drawn = mcp_lab::text::caret(r#"{"城市" "北京"}"#, 10, "expected `:`");
/// assert_eq!(drawn, concat!(
///     "  {\"城市\" \"北京\"}\n",
///     "          ^ expected `:`\n", // under the second quote: 城 and 市 are two cells wide each
/// ));
/// ```
///
/// `offset` counts bytes from the start of the text, first byte 0; inside a character it means that
/// character, past the end it means the end.
pub fn caret(text: &str, offset: usize, message: &str) -> String {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (before, after) = text.split_at(at);
    let (before, cut_before) = match before.char_indices().rev().nth(WINDOW - 1) {
        Some((start, _)) if start > 0 => (before.get(start..).unwrap_or_default(), "…"),
        _ => (before, ""),
    };
    let (after, cut_after) = match after.char_indices().nth(WINDOW) {
        Some((end, _)) => (after.get(..end).unwrap_or_default(), "…"),
        None => (after, ""),
    };
    let (before, after) = (visible(before), visible(after));
    let pad = " ".repeat(width(cut_before) + width(&before));
    format!("  {cut_before}{before}{after}{cut_after}\n  {pad}^ {message}\n")
}
