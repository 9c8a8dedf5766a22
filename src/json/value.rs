//! The six kinds of JSON value, and how to look inside them.

use super::number::Number;
use super::string::Str;

/// A JSON value; `'a` is the line it points into.
#[derive(Clone, Default)]
#[repr(u64)] // A tag as wide as its payload is moved in whole words.
pub enum Value<'a> {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// `7`, `-1.5e3`: digits as they were written
    Number(Number<'a>),
    /// `"text"`: escapes as they were written
    String(Str<'a>),
    /// `[…]`
    Array(Box<[Value<'a>]>),
    /// `{…}`
    Object(Object<'a>),
}

/// The members of a JSON object in the order they were written, duplicates included.
#[derive(Clone, Default)]
pub struct Object<'a>(pub(super) Box<[Member<'a>]>);

/// What [`Object::take`] finds under each name, and a name that is written more than once.
pub type Taken<'a, const N: usize> = ([Option<Value<'a>>; N], Option<&'static str>);

/// One `"name":value` of an object.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// What stands before the colon.
    pub name: Str<'a>,
    /// What stands after it.
    pub value: Value<'a>,
}

impl<'a> Value<'a> {
    /// The member of this name, if this is an object that has one.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.as_object()?.get(name)
    }

    /// The members, if this is an object.
    pub fn as_object(&self) -> Option<&Object<'a>> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The elements, if this is an array.
    pub fn as_array(&self) -> Option<&[Value<'a>]> {
        if let Self::Array(elements) = self { Some(elements) } else { None }
    }

    /// The string, if this is one; its text may still be unreadable, see [`Str::text`].
    pub fn as_string(&self) -> Option<&Str<'a>> {
        if let Self::String(string) = self { Some(string) } else { None }
    }

    /// The number, if this is one; it may still be too large to count with, see [`Number::to_i64`].
    pub fn as_number(&self) -> Option<&Number<'a>> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// The truth value, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self { Some(*truth) } else { None }
    }
}

impl<'a> Object<'a> {
    /// The member of this name. Of duplicates it is the last, as in every browser; who must not be
    /// fooled asks for [`Object::duplicates`].
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.0.iter().rfind(|member| member.name == *name).map(|member| &member.value)
    }

    /// The members of these names, taken out of the object, and the first of the names that is
    /// written more than once: two readers of it would see two values.
    pub fn take<const N: usize>(self, names: [&'static str; N]) -> Taken<'a, N> {
        let (mut taken, mut again) = ([const { None }; N], [false; N]);
        for member in self.0 {
            let mut slots = names.iter().zip(taken.iter_mut().zip(&mut again));
            if let Some((_, (slot, again))) = slots.find(|(name, _)| member.name == ***name) {
                *again |= slot.replace(member.value).is_some();
            }
        }
        (taken, names.into_iter().zip(again).find_map(|(name, again)| again.then_some(name)))
    }

    /// The members as they were written.
    pub fn members(&self) -> &[Member<'a>] {
        &self.0
    }
}

impl<'a, const N: usize> From<[(&'a str, Value<'a>); N]> for Object<'a> {
    fn from(members: [(&'a str, Value<'a>); N]) -> Self {
        Self(Box::new(members.map(|(name, value)| Member { name: name.into(), value })))
    }
}

impl<'a> From<Object<'a>> for Value<'a> {
    fn from(object: Object<'a>) -> Self {
        Self::Object(object)
    }
}

/// Any text: a `&str`, a `String`, a [`Str`].
impl<'a, T: Into<Str<'a>>> From<T> for Value<'a> {
    fn from(text: T) -> Self {
        Self::String(text.into())
    }
}

impl From<bool> for Value<'_> {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}
