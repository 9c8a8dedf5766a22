//! The seven types of JSON Schema.

use crate::json::Value;
use std::fmt;

/// Some of the seven types that `type` can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Types(u8);

/// In the order of the bits, and of sentences.
const NAMES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];

const INTEGER: u8 = 1 << 1;

impl Types {
    /// None yet.
    pub(super) const NONE: Self = Self(0);

    /// The type of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        NAMES.iter().position(|other| *other == name).map(|bit| Self(1 << bit))
    }

    /// These and `integer`.
    pub(super) const fn with_integer(self) -> Self {
        Self(self.0 | INTEGER)
    }

    /// These and those.
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a value is of one of these types. A whole number is an integer however it is
    /// written: `1.0` is one.
    pub(super) fn hold(self, value: &Value<'_>) -> bool {
        let bit = match value {
            Value::String(_) => 0,
            Value::Number(number) => {
                return self.0 & 1 << 2 != 0 || (self.0 & INTEGER != 0 && number.is_integer());
            }
            Value::Bool(_) => 3,
            Value::Array(_) => 4,
            Value::Object(_) => 5,
            Value::Null => 6,
        };
        self.0 & 1 << bit != 0
    }

    /// Their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().enumerate().filter(move |(bit, _)| self.0 & 1 << bit != 0).map(|it| it.1)
    }
}

impl fmt::Display for Types {
    /// `integer`, `string or null`, `integer, array or null`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = self.names().count();
        for name in self.names() {
            left -= 1;
            f.write_str(name)?;
            f.write_str(match left {
                0 => "",
                1 => " or ",
                _ => ", ",
            })?;
        }
        Ok(())
    }
}
