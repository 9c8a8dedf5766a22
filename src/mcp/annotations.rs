//! What a server says about a tool beside its schema: hints, which nobody has to believe.

use super::misfit::Misfit;
use super::optional::{given, optional};
use super::payload::{Payload, members};
use super::tools::Tool;
use crate::json::{Object, Str, Value};

/// Server → client, a notification: the list has changed, ask for it again.
pub const TOOLS_LIST_CHANGED: &str = "notifications/tools/list_changed";

/// What a tool may do to the world, under `annotations`. `None` is not written, and means what the
/// specification says.
#[derive(Debug, Clone, Default)]
pub struct ToolAnnotations<'a> {
    /// For people.
    pub title: Option<Str<'a>>,
    /// `readOnlyHint`: it changes nothing. `None` is false.
    pub read_only: Option<bool>,
    /// `destructiveHint`: it may take away what is there, not only add. `None` is true; means nothing
    /// for a tool that only reads, like the next.
    pub destructive: Option<bool>,
    /// `idempotentHint`: to call it twice is as if it were called once. `None` is false.
    pub idempotent: Option<bool>,
    /// `openWorldHint`: it deals with more than what the server knows, as a web search does. `None`
    /// is true.
    pub open_world: Option<bool>,
}

impl<'a> Tool<'a> {
    /// The same tool with hints on what it does.
    #[must_use]
    pub fn annotated(mut self, annotations: ToolAnnotations<'a>) -> Self {
        let said = Object::from([("annotations", annotations.into_value())]);
        let others = self.more.into_iter().filter(|member| member.name != *"annotations");
        self.more = others.chain(said).collect();
        self
    }
}

impl<'a> Payload<'a> for ToolAnnotations<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [title, read_only, destructive, idempotent, open_world] = members(
            value,
            ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"],
        )?;
        let hint = |found: Option<Value<'_>>| found.and_then(|it| it.as_bool());
        Ok(Self {
            title: optional(title, "title")?,
            read_only: hint(read_only),
            destructive: hint(destructive),
            idempotent: hint(idempotent),
            open_world: hint(open_world),
        })
    }

    fn into_value(self) -> Value<'a> {
        let members = [
            ("title", self.title.map(Value::from)),
            ("readOnlyHint", self.read_only.map(Value::from)),
            ("destructiveHint", self.destructive.map(Value::from)),
            ("idempotentHint", self.idempotent.map(Value::from)),
            ("openWorldHint", self.open_world.map(Value::from)),
        ];
        given(members, Object::default())
    }
}
