//! Values back into text: no white space, no newline, every spelling as it was.

use super::value::{Object, Value};
use std::fmt::{Display, Formatter, Result};

impl Value<'_> {
    /// The text of this value: what `to_string()` gives, one copy sooner.
    pub fn to_line(&self) -> String {
        let mut line = String::with_capacity(128);
        value(self, &mut line);
        line
    }
}

fn value(this: &Value<'_>, line: &mut String) {
    match this {
        Value::Null => line.push_str("null"),
        Value::Bool(true) => line.push_str("true"),
        Value::Bool(false) => line.push_str("false"),
        Value::Number(number) => line.push_str(number.as_written()),
        Value::String(string) => quoted(string.as_written(), line),
        Value::Array(elements) => array(elements, line),
        Value::Object(members) => object(members, line),
    }
}

fn quoted(written: &str, line: &mut String) {
    line.push('"');
    line.push_str(written);
    line.push('"');
}

fn array(elements: &[Value<'_>], line: &mut String) {
    line.push('[');
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        value(element, line);
    }
    line.push(']');
}

fn object(object: &Object<'_>, line: &mut String) {
    line.push('{');
    for (index, member) in object.members().iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        quoted(member.name.as_written(), line);
        line.push(':');
        value(&member.value, line);
    }
    line.push('}');
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.to_line())
    }
}
