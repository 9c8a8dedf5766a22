//! Bytes as text that may stand anywhere, without padding (RFC 4648, section 5).

use super::sixes::{self, Letters};

const LETTERS: &Letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Three bytes make four letters; a rest of one or two makes two or three.
pub fn encode(bytes: &[u8]) -> String {
    sixes::encode(bytes, LETTERS)
}

/// The bytes that are written so, if the text is just what [`encode`] makes of them: another letter,
/// padding, or a last letter with bits too many is refused, so that no two texts mean the same.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    sixes::decode(text, LETTERS)
}
