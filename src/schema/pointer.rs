//! JSON Pointers: `/properties/a~1b`.
//!
//! Source: RFC 6901.

use crate::json::Value;

/// Writes one step behind a pointer.
pub(super) fn push(pointer: &mut String, step: &str) {
    pointer.push('/');
    for character in step.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// A pointer with one more step.
pub(super) fn joined(pointer: &str, step: &str) -> String {
    let mut joined = pointer.to_owned();
    push(&mut joined, step);
    joined
}

/// What a step of a pointer means.
pub(super) fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// One step down: the member of this name, or the element at this place.
pub(super) fn step<'a>(value: &'a Value<'a>, name: &str) -> Option<&'a Value<'a>> {
    match value {
        Value::Object(object) => object.get(name),
        Value::Array(elements) => elements.get(name.parse::<usize>().ok()?),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Decodes the `%41` of a fragment; what is not UTF-8 then is no name of ours.
pub(super) fn percent_decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut hex = || char::from(rest.next()?).to_digit(16);
        bytes.push(u8::try_from(hex()? * 16 + hex()?).ok()?);
    }
    String::from_utf8(bytes).ok()
}
