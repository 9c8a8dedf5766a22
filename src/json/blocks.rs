//! Strings with escapes: 64 bytes at a time.
//!
//! Text with one escape has many: a program, a log, a Windows path, Chinese written as `\uXXXX`.

use super::error::{Expected, ParseError};
use super::parse::Parser;
use super::scan::plain;

impl Parser<'_> {
    /// Where the plain run ends that follows the escape here. Most strings have no escape and are
    /// read faster when this is kept out of their way.
    #[cold]
    pub(super) fn escape(&mut self) -> Result<usize, ParseError> {
        match self.peek() {
            None => return self.fail(Expected::ClosingQuote),
            Some(b'\\') => self.at += 1,
            Some(_) => return self.fail(Expected::EscapedControl),
        }
        match self.peek() {
            Some(letter) if is_short(letter) => {
                Ok(short_escapes(self.text.as_bytes(), self.at + 1))
            }
            Some(b'u') => self.unicode(),
            _ => self.fail(Expected::Escape),
        }
    }

    /// The same, for the `u` of a `\uXXXX` here. `is_ascii_hexdigit` would branch on "digit or
    /// letter?", which no processor can guess; `to_digit` calculates.
    fn unicode(&mut self) -> Result<usize, ParseError> {
        let rest = self.text.as_bytes().get(self.at + 1..).unwrap_or_default();
        let hex = |&byte: &u8| char::from(byte).to_digit(16);
        let digits = rest.iter().take(4).map_while(hex).count();
        self.at += 1 + digits;
        match self.peek() {
            _ if digits < 4 => self.fail(Expected::HexDigit),
            Some(b'\\') => Ok(self.at), // They come in rows: a whole word of Chinese, say.
            _ => Ok(plain(self.text.as_bytes(), self.at)),
        }
    }
}

/// Whether an escape is over with this byte behind its backslash.
fn is_short(letter: u8) -> bool {
    matches!(letter, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')
}

/// The product of this and eight bytes that are 0 or 1 has them in its top byte, a bit for each.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// Maps a block: bit i is set if byte i ends a plain run. The flags are made in a loop without
/// branches, which a compiler turns into instructions that take sixteen bytes or more.
fn map(block: &[u8; 64]) -> u64 {
    let flags = block.map(|byte| u8::from(matches!(byte, ..b' ' | b'"' | b'\\')));
    let (words, _) = flags.as_chunks();
    words.iter().enumerate().fold(0, |bits, (place, &word)| {
        bits | (u64::from_le_bytes(word).wrapping_mul(GATHER) >> 56) << (8 * place)
    })
}

/// Where a run of plain bytes and short escapes such as `\n` ends, or earlier: at an escape that
/// straddles two blocks. `at` must not be inside an escape.
///
/// [`plain`] is slow on many escapes: it cannot load the next word before arithmetic has told where
/// that begins. Here the next block begins 64 bytes on, wherever
/// the escapes are, so a processor already maps it while it still checks this one. No block is
/// mapped for a string that is over: in many the only escape is a last `\n`.
fn short_escapes(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at) != Some(&b'"')
        && let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk)
    {
        let mut marks = map(block);
        while marks != 0 {
            let place = marks.trailing_zeros() as usize;
            match block.get(place..place + 2) {
                Some(&[b'\\', letter]) if is_short(letter) => marks &= !(0b11 << place),
                _ => return at + place,
            }
        }
        at += block.len();
    }
    plain(bytes, at)
}
