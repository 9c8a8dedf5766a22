//! Asking where to work.

use crate::json::{Object, Str, Value};
use crate::mcp::{Misfit, Payload, members};

/// Server → client: in which directories may I work? It takes nothing, the answer is
/// [`ListRootsResult`]. Since 2026-07-28 new programs should not begin to use it.
pub const ROOTS_LIST: &str = "roots/list";

/// A directory of the user's.
#[derive(Debug, Clone)]
pub struct Root<'a> {
    /// Where it is; must begin with `file://`.
    pub uri: Str<'a>,
    /// What a person calls it.
    pub name: Option<Str<'a>>,
}

/// The `result` of `roots/list`.
#[derive(Debug, Clone)]
pub struct ListRootsResult<'a> {
    /// The directories, most important first.
    pub roots: Vec<Root<'a>>,
}

impl<'a> Payload<'a> for Root<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [uri, name] = members(value, ["uri", "name"])?;
        let Some(Value::String(uri)) = uri else {
            return Err(Misfit { member: "uri", expected: "a string" });
        };
        Ok(Self { uri, name: name.as_ref().and_then(Value::as_string).cloned() })
    }

    fn into_value(self) -> Value<'a> {
        let name = self.name.map(|name| ("name", name.into()));
        [("uri", self.uri.into())].into_iter().chain(name).collect::<Object<'_>>().into()
    }
}

impl<'a> Payload<'a> for ListRootsResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [roots] = members(value, ["roots"])?;
        let Some(Value::Array(roots)) = roots else {
            return Err(Misfit { member: "roots", expected: "an array" });
        };
        let roots = roots.into_iter().map(Root::from_value).collect::<Result<_, _>>()?;
        Ok(Self { roots })
    }

    fn into_value(self) -> Value<'a> {
        let roots = self.roots.into_iter().map(Root::into_value).collect();
        Object::from([("roots", roots)]).into()
    }
}
