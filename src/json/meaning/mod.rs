//! What a value means, apart from how it was written.

mod compare;
mod points;

use super::{Number, Object, Str, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Value<'_> {
    /// Whether two values are equal in the sense of JSON Schema: `1.0` is `1`, the order of members
    /// does not matter, and of duplicates the last counts.
    ///
    /// ```
    /// let line = mcp_lab::json::parse(r#"[{"a":1,"b":"A"}, {"b":"\u0041","a":1.0}]"#)?;
    /// let [one, two] = line.as_array().unwrap() else { panic!() };
    /// assert!(one.same(two));
    /// # Ok::<(), mcp_lab::json::ParseError>(())
    /// ```
    pub fn same(&self, other: &Value<'_>) -> bool {
        self.canonical() == other.canonical()
    }

    /// A text that all equal values share and no others: for comparing one value with many.
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        self.mean(&mut text);
        text
    }

    fn mean(&self, text: &mut String) {
        match self {
            Self::Null => text.push_str("null"),
            Self::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
            Self::Number(number) => number.mean(text),
            Self::String(string) => string.mean(text),
            Self::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    text.push(if index == 0 { '[' } else { ',' });
                    element.mean(text);
                }
                text.push_str(if elements.is_empty() { "[]" } else { "]" });
            }
            Self::Object(object) => object.mean(text),
        }
    }
}

impl Object<'_> {
    fn mean(&self, text: &mut String) {
        let mut members = BTreeMap::new();
        for member in self.members() {
            let mut name = String::new();
            member.name.mean(&mut name);
            members.insert(name, &member.value);
        }
        text.push('{');
        for (name, value) in members {
            text.push_str(&name);
            text.push(':');
            value.mean(text);
            text.push(',');
        }
        text.push('}');
    }
}

impl Number<'_> {
    fn mean(&self, text: &mut String) {
        let decimal = self.decimal();
        text.push_str(if decimal.is_negative() { "-" } else { "" });
        text.extend(decimal.digits().map(|digit| char::from(b'0' + digit)));
        let exponent = if decimal.is_zero() { 0 } else { decimal.exponent() };
        // Writing into a String cannot fail.
        let _ = write!(text, "e{exponent}");
    }
}

impl Str<'_> {
    fn mean(&self, text: &mut String) {
        text.push('"');
        for point in self.code_points() {
            match char::from_u32(point) {
                Some(mark @ ('"' | '\\')) => text.extend(['\\', mark]),
                Some(character) => text.push(character),
                // Writing into a String cannot fail.
                None => write!(text, "\\u{point:x}").unwrap_or_default(),
            }
        }
        text.push('"');
    }
}
