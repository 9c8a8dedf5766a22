//! Bytes as text in the alphabet that most of the world uses, filled up with `=` (RFC 4648, section 4).

use super::sixes::{self, Letters};

const LETTERS: &Letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Three bytes make four letters; a rest is filled up with `=`.
///
/// ```
/// use mcp_lab::digest::base64;
/// assert_eq!(base64::encode(" padded ".as_bytes()), "IHBhZGRlZCA=");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    let mut text = sixes::encode(bytes, LETTERS);
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

/// The bytes that are written so, if the text is just what [`encode`] makes of them: a missing `=`
/// is refused like any other text that is not.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let bare = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    let whole = bare.len().div_ceil(4) * 4 == text.len();
    if whole { sixes::decode(bare, LETTERS) } else { None }
}
