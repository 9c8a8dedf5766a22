//! Who speaks: a program, by name and version.

use super::misfit::Misfit;
use super::payload::{Payload, members, string};
use crate::json::{Object, Str, Value};

/// The name and version of a program, under `clientInfo` and `serverInfo`.
#[derive(Debug, Clone)]
pub struct Implementation<'a> {
    /// For programs and logs.
    pub name: Str<'a>,
    /// The program's own version, not the protocol's.
    pub version: Str<'a>,
}

impl<'a> Implementation<'a> {
    /// A program of this name and version.
    pub fn new(name: impl Into<Str<'a>>, version: impl Into<Str<'a>>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

impl<'a> Payload<'a> for Implementation<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [name, version] = members(value, ["name", "version"])?;
        Ok(Self { name: string(name, "name")?, version: string(version, "version")? })
    }

    fn into_value(self) -> Value<'a> {
        Object::from([("name", self.name.into()), ("version", self.version.into())]).into()
    }
}
