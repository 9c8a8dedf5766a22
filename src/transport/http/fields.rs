//! The fields of a head: a name, a colon, a value. RFC 9110, section 5; RFC 9112, section 5.

use super::refused::Fault;
use super::refused::Fault::{BadName, BadValue, Folded, NoColon, SpaceBeforeColon};

/// Where a field stands in its head.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    name: (u32, u32),
    value: (u32, u32),
}

/// The fields of a head, in the order they came. Names are compared without regard to case.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'b> {
    pub(super) head: &'b str,
    pub(super) spans: &'b [Span],
}

impl<'b> Fields<'b> {
    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = (&'b str, &'b str)> {
        self.spans.iter().map(move |span| (cut(self.head, span.name), cut(self.head, span.value)))
    }

    /// The values under this name.
    pub fn all(self, name: &str) -> impl Iterator<Item = &'b str> {
        self.iter().filter(move |(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The first value under this name.
    pub fn get(self, name: &str) -> Option<&'b str> {
        self.all(name).next()
    }

    /// Whether a list such as `Connection: keep-alive, Upgrade` has this word in it.
    pub fn has_token(self, name: &str, token: &str) -> bool {
        let mut words = self.all(name).flat_map(|value| value.split(','));
        words.any(|word| word.trim_matches([' ', '\t']).eq_ignore_ascii_case(token))
    }
}

fn cut(head: &str, (start, end): (u32, u32)) -> &str {
    head.get(start as usize..end as usize).unwrap_or_default()
}

/// Takes the line of a field apart, which begins `at` so many bytes in its head and has lost its CR LF.
pub(super) fn read(line: &str, at: usize) -> Result<Span, Fault> {
    if line.starts_with([' ', '\t']) {
        return Err(Folded);
    }
    let colon = line.find(':').ok_or(NoColon)?;
    let (name, value) =
        (line.get(..colon).unwrap_or_default(), line.get(colon + 1..).unwrap_or_default());
    if name.ends_with([' ', '\t']) {
        return Err(SpaceBeforeColon);
    }
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(BadName);
    }
    if !value.bytes().all(|byte| byte >= b' ' && byte != 0x7f || byte == b'\t') {
        return Err(BadValue);
    }
    let trimmed = value.trim_matches([' ', '\t']);
    let before = value.len() - value.trim_start_matches([' ', '\t']).len();
    let start = at + colon + 1 + before.min(value.len() - trimmed.len());
    let place = |from: usize, len: usize| -> (u32, u32) {
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        (number(from), number(from + len))
    };
    Ok(Span { name: place(at, colon), value: place(start, trimmed.len()) })
}

/// RFC 9110, section 5.6.2: what names and methods are made of.
pub(super) fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
