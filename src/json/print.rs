//! Values back into text: no white space, no newline, every spelling as it was.

use super::{Object, Str, Value};
use std::fmt::{Display, Formatter, Result};

impl Value<'_> {
    /// The text of this value: what `to_string()` gives, one copy sooner.
    pub fn to_line(&self) -> String {
        let mut line = String::with_capacity(128);
        self.print(&mut line);
        line
    }

    /// Writes the text of this value behind what is there.
    pub fn print(&self, line: &mut String) {
        match self {
            Self::Null => line.push_str("null"),
            Self::Bool(true) => line.push_str("true"),
            Self::Bool(false) => line.push_str("false"),
            Self::Number(number) => line.push_str(number.as_written()),
            Self::String(string) => string.print(line),
            Self::Array(elements) => array(elements, line),
            Self::Object(members) => object(members, line),
        }
    }
}

impl Str<'_> {
    /// Writes this string, in its quotes, behind what is there.
    pub fn print(&self, line: &mut String) {
        line.push('"');
        line.push_str(self.as_written());
        line.push('"');
    }
}

fn array(elements: &[Value<'_>], line: &mut String) {
    line.push('[');
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        element.print(line);
    }
    line.push(']');
}

fn object(object: &Object<'_>, line: &mut String) {
    line.push('{');
    for (index, member) in object.members().iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        member.name.print(line);
        line.push(':');
        member.value.print(line);
    }
    line.push('}');
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.to_line())
    }
}
