//! Reading and writing what travels under `params` and `result`.

use super::misfit::Misfit;
use crate::json::{Object, Str, Value};

/// A type of the specification that travels as a JSON value.
pub trait Payload<'a>: Sized {
    /// Reads it off the wire; members it does not know are ignored.
    ///
    /// # Errors
    /// The first member that is missing or of the wrong kind.
    fn from_value(value: &Value<'a>) -> Result<Self, Misfit>;

    /// Puts it on the wire; members stand in the order the specification shows them in.
    fn into_value(self) -> Value<'a>;
}

/// The member of this name, which must be a string.
pub(super) fn string<'a>(value: &Value<'a>, member: &'static str) -> Result<Str<'a>, Misfit> {
    let found = value.get(member).and_then(Value::as_string).cloned();
    found.ok_or(Misfit { member, expected: "a string" })
}

/// The member of this name, which must be an object.
pub(super) fn object<'a>(value: &Value<'a>, member: &'static str) -> Result<Object<'a>, Misfit> {
    let found = value.get(member).and_then(Value::as_object).cloned();
    found.ok_or(Misfit { member, expected: "an object" })
}

/// The member of this name, which must be an array.
pub(super) fn array<'v, 'a>(
    value: &'v Value<'a>,
    member: &'static str,
) -> Result<&'v [Value<'a>], Misfit> {
    let found = value.get(member).and_then(Value::as_array);
    found.ok_or(Misfit { member, expected: "an array" })
}
