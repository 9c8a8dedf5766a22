//! Values that outlive their line.

use super::{Member, Number, Object, Spelling, Str, Value};

impl Value<'_> {
    /// The same value, no longer pointing into a line.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(truth) => Value::Bool(truth),
            Self::Number(number) => Value::Number(number.into_owned()),
            Self::String(string) => Value::String(string.into_owned()),
            Self::Array(elements) => {
                Value::Array(elements.into_iter().map(Value::into_owned).collect())
            }
            Self::Object(object) => Value::Object(object.into_owned()),
        }
    }
}

impl Object<'_> {
    /// The same object, no longer pointing into a line.
    pub fn into_owned(self) -> Object<'static> {
        let owned =
            |m: Member<'_>| Member { name: m.name.into_owned(), value: m.value.into_owned() };
        Object(self.0.into_iter().map(owned).collect())
    }
}

impl Str<'_> {
    /// The same string, no longer pointing into a line.
    pub fn into_owned(self) -> Str<'static> {
        Str(self.0.into_owned())
    }
}

impl Number<'_> {
    /// The same number, no longer pointing into a line.
    pub fn into_owned(self) -> Number<'static> {
        Number(self.0.into_owned())
    }
}

impl Spelling<'_> {
    fn into_owned(self) -> Spelling<'static> {
        Spelling::Made(match self {
            Self::Line(text) => Box::new(text.to_owned()),
            Self::Made(text) => text,
        })
    }
}
