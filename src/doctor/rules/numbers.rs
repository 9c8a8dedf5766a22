//! A rule about numbers that do not survive their reader.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Parsed};
use crate::doctor::finding::start_of;
use crate::doctor::place::byte_of;
use crate::doctor::rule::Check::Value as OnValue;
use crate::doctor::rule::Owner;
use crate::json::Value;

rules! {
    BIG_NUMBER = "big-number", ANY, Server, Should, Likely, ALL, OnValue(big_number), "RFC 8259, section 6",
        "a whole number is one that every reader can hold",
        "整数不超过所有解析器都装得下的范围",
        "many readers, all those of JavaScript among them, read a number as a double: beyond 2^53 the last digits change, and an id becomes another",
        "很多解析器（JavaScript 的全都是）把数字读成双精度浮点数：超过 2^53，末尾几位就变了，这个 id 就成了另一个 id",
        "send such a number as a string",
        "这样的数字用字符串发送";
}

/// The first power of ten that has neighbours a double cannot tell apart has this many digits.
const DIGITS: usize = 16;

/// How much of a long number is quoted, in characters.
const QUOTED: usize = 40;

/// Members that hold a schema, whose limits nobody counts with.
const SCHEMAS: [&str; 3] = ["inputSchema", "outputSchema", "requestedSchema"];

/// The first whole number that a double changes. Most lines have no run of digits that long.
fn big_number(_: &Facts, parsed: &Parsed<'_>) -> Vec<Found> {
    let long = |run: &[u8]| run.len() >= DIGITS;
    if !parsed.line.as_bytes().split(|byte| !byte.is_ascii_digit()).any(long) {
        return Vec::new();
    }
    let mut open = vec![parsed.value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(elements) => open.extend(elements.iter().rev()),
            Value::Object(object) => {
                let members = object.members().iter().rev();
                let counted = members.filter(|it| !SCHEMAS.iter().any(|name| it.name == **name));
                open.extend(counted.map(|member| &member.value));
            }
            Value::Number(number) => {
                let literal = number.as_written();
                if let Some(read) = changed(literal) {
                    let literal_start = start_of(literal, QUOTED);
                    let en = format!(
                        "the number {literal_start} is beyond 2^53: read as a double, it becomes {read}"
                    );
                    let zh = format!(
                        "数字 {literal_start} 超过了 2^53：当成双精度浮点数来读，会变成 {read}"
                    );
                    let byte = byte_of(parsed.line, literal);
                    return Found::new(en, zh).byte(byte).of(Owner::of(parsed.side)).alone();
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    Vec::new()
}

/// What a double makes of a whole number, if that is another.
pub(super) fn changed(literal: &str) -> Option<String> {
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    if digits.len() < DIGITS || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let double: f64 = literal.parse().ok()?;
    let read = format!("{double:.0}");
    (read != literal).then(|| start_of(&read, QUOTED))
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn a_double_changes_what_it_cannot_hold() {
        assert_eq!(changed("9007199254740993").as_deref(), Some("9007199254740992"));
        assert_eq!(changed("-9007199254740993").as_deref(), Some("-9007199254740992"));
        for same in ["9007199254740992", "9007199254740991", "1152921504606846976", "1.5", "7"] {
            assert_eq!(changed(same), None, "{same}");
        }
    }
}
