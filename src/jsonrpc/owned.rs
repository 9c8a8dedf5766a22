//! Messages that outlive their line, and ids that stand elsewhere than under `id`.

use super::{ErrorObject, Id};
use crate::json::Value;

impl Id<'_> {
    /// The same id, no longer pointing into a line.
    pub fn into_owned(self) -> Id<'static> {
        match self {
            Self::Number(number) => Id::Number(number.into_owned()),
            Self::String(string) => Id::String(string.into_owned()),
        }
    }
}

impl<'a> From<Id<'a>> for Value<'a> {
    fn from(id: Id<'a>) -> Self {
        match id {
            Id::Number(number) => Self::Number(number),
            Id::String(string) => Self::String(string),
        }
    }
}

impl ErrorObject<'_> {
    /// The same error, no longer pointing into a line.
    pub fn into_owned(self) -> ErrorObject<'static> {
        ErrorObject {
            code: self.code,
            message: self.message.into_owned(),
            data: self.data.map(Value::into_owned),
        }
    }
}
