//! Reading and writing what travels under `params` and `result`.

use super::misfit::Misfit;
use crate::json::{Object, Str, Value};

/// A type of the specification that travels as a JSON value.
pub trait Payload<'a>: Sized {
    /// Reads it off the wire; members it does not know are ignored.
    ///
    /// # Errors
    /// The first member that is missing or of the wrong kind.
    fn from_value(value: Value<'a>) -> Result<Self, Misfit>;

    /// Puts it on the wire; members stand in the order the specification shows them in.
    fn into_value(self) -> Value<'a>;
}

/// The members of these names; a value that is no object has none.
///
/// # Errors
/// A name that is written more than once.
pub fn members<'a, const N: usize>(
    value: Value<'a>,
    names: [&'static str; N],
) -> Result<[Option<Value<'a>>; N], Misfit> {
    let object = if let Value::Object(object) = value { object } else { Object::default() };
    let (taken, again) = object.take(names);
    again.map_or(Ok(taken), |member| Err(Misfit { member, expected: "written only once" }))
}

/// What was found under this name, which must be a string.
pub(super) fn string<'a>(
    found: Option<Value<'a>>,
    member: &'static str,
) -> Result<Str<'a>, Misfit> {
    let misfit = Misfit { member, expected: "a string" };
    if let Some(Value::String(string)) = found { Ok(string) } else { Err(misfit) }
}

/// What was found under this name, which must be an object.
pub(super) fn object<'a>(
    found: Option<Value<'a>>,
    member: &'static str,
) -> Result<Object<'a>, Misfit> {
    let misfit = Misfit { member, expected: "an object" };
    if let Some(Value::Object(object)) = found { Ok(object) } else { Err(misfit) }
}

/// What was found under this name, which must be an array of one kind of thing.
pub(super) fn array<'a, T: Payload<'a>>(
    found: Option<Value<'a>>,
    member: &'static str,
) -> Result<Vec<T>, Misfit> {
    match found {
        Some(Value::Array(elements)) => elements.into_iter().map(T::from_value).collect(),
        _ => Err(Misfit { member, expected: "an array" }),
    }
}
