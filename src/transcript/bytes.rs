//! Bytes that cannot stand verbatim on a line of a transcript, and how to get them back.

use crate::text::is_hidden;
use crate::transport::{Crossing, Side};

const UNENDED: &str = " no-newline";

/// `server ~> "raw \xb4\xf3\r" no-newline`
pub(super) fn print(side: Side, bytes: &[u8], ended: bool) -> String {
    let mut line = format!("{} ~> ", side.word());
    quote(&mut line, bytes);
    line.push_str(if ended { "" } else { UNENDED });
    line
}

/// A text that stands on a line as it is, unless something in it is hidden or it begins with a quote:
/// then in quotes and escaped. A tab does no harm.
pub(super) fn text(text: &str) -> String {
    if text.starts_with('"') || text.contains(|it| it != '\t' && is_hidden(it)) {
        let mut line = String::new();
        quote(&mut line, text.as_bytes());
        return line;
    }
    text.to_owned()
}

/// Such a text back from its line. What is not written as we write it stands for itself.
pub(super) fn read_text(written: &str) -> String {
    let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let meant = inside.and_then(unescape).and_then(|bytes| String::from_utf8(bytes).ok());
    meant.filter(|meant| text(meant) == written).unwrap_or_else(|| written.to_owned())
}

fn quote(line: &mut String, bytes: &[u8]) {
    line.push('"');
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '"' | '\\' => line.extend(['\\', character]),
                '\r' => line.push_str("\\r"),
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                _ if is_hidden(character) => {
                    hex(line, character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => line.push(character),
            }
        }
        hex(line, chunk.invalid());
    }
    line.push('"');
}

fn hex(line: &mut String, bytes: &[u8]) {
    let digit = |half: u8| if half < 10 { b'0' + half } else { b'a' - 10 + half };
    for byte in bytes {
        let escape = [b'\\', b'x', digit(byte >> 4), digit(byte & 15)];
        line.push_str(str::from_utf8(&escape).unwrap_or_default());
    }
}

/// What stands behind `~> `, back into a crossing; `None` when it is not of that form.
pub(super) fn read(side: Side, escaped: &str) -> Option<Crossing> {
    let (inside, flag) = escaped.strip_prefix('"')?.rsplit_once('"')?;
    let ended = match flag {
        "" => true,
        UNENDED => false,
        _ => return None,
    };
    let bytes = unescape(inside)?;
    // One spelling for one crossing: what we would not print so was not printed by us.
    if !print(side, &bytes, ended).ends_with(escaped) {
        return None;
    }
    Some(match String::from_utf8(bytes) {
        Ok(line) if ended => Crossing::Line(side, line),
        Ok(text) => Crossing::Bytes { side, bytes: text.into_bytes(), ended },
        Err(error) => Crossing::Bytes { side, bytes: error.into_bytes(), ended },
    })
}

fn unescape(inside: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let mut characters = escape.chars();
        let byte = match characters.next()? {
            'x' => {
                let (digits, after) = escape.get(1..)?.split_at_checked(2)?;
                // `from_str_radix` would take a sign as well.
                digits.chars().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
                rest = after;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                continue;
            }
            'r' => b'\r',
            't' => b'\t',
            'n' => b'\n',
            '"' => b'"',
            '\\' => b'\\',
            _ => return None,
        };
        bytes.push(byte);
        rest = characters.as_str();
    }
    bytes.extend_from_slice(rest.as_bytes());
    Some(bytes)
}
