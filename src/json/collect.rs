//! Objects and arrays from their parts, and back.

use super::{Member, Object, Value};

impl<'a> FromIterator<Value<'a>> for Value<'a> {
    fn from_iter<I: IntoIterator<Item = Value<'a>>>(elements: I) -> Self {
        Self::Array(elements.into_iter().collect())
    }
}

impl<'a> FromIterator<(&'a str, Value<'a>)> for Object<'a> {
    fn from_iter<I: IntoIterator<Item = (&'a str, Value<'a>)>>(members: I) -> Self {
        Self(members.into_iter().map(|(name, value)| Member { name: name.into(), value }).collect())
    }
}

impl<'a> FromIterator<Member<'a>> for Object<'a> {
    fn from_iter<I: IntoIterator<Item = Member<'a>>>(members: I) -> Self {
        Self(members.into_iter().collect())
    }
}

impl<'a> From<Vec<Member<'a>>> for Object<'a> {
    fn from(members: Vec<Member<'a>>) -> Self {
        Self(members.into_boxed_slice())
    }
}

impl<'a> IntoIterator for Object<'a> {
    type Item = Member<'a>;
    type IntoIter = <Box<[Member<'a>]> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
