//! The code points of a string, escapes decoded, without making a text.

use crate::json::Str;
use crate::json::escape::decode;

impl Str<'_> {
    /// The code points this string means, one by one. Half a surrogate pair is one too, though no
    /// character stands for it.
    ///
    /// ```
    /// let line = mcp_lab::json::parse(r#""中\u4e2d\ud83d""#)?;
    /// let points: Vec<u32> = line.as_string().unwrap().code_points().collect();
    /// assert_eq!(points, [0x4e2d, 0x4e2d, 0xd83d]);
    /// # Ok::<(), mcp_lab::json::ParseError>(())
    /// ```
    pub fn code_points(&self) -> impl Iterator<Item = u32> {
        CodePoints { rest: self.as_written() }
    }
}

/// What is left of the string.
struct CodePoints<'a> {
    rest: &'a str,
}

impl Iterator for CodePoints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let mut characters = self.rest.chars();
        let first = characters.next()?;
        let after = characters.as_str();
        if first != '\\' {
            self.rest = after;
            return Some(first.into());
        }
        let (point, rest) = if let Some((character, rest)) = decode(after) {
            (character.into(), rest)
        } else {
            // Only half a pair is not decoded; the grammar has checked its four digits.
            let (digits, rest) = after.strip_prefix('u')?.split_at_checked(4)?;
            (u32::from_str_radix(digits, 16).ok()?, rest)
        };
        self.rest = rest;
        Some(point)
    }
}
