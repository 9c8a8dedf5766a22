//! Prompts: messages that a server has ready for people to pick.
//!
//! ```text
//! prompts/list  ► {"prompts":[{"name":"review","arguments":[{"name":"code","required":true}]}]}
//! prompts/get   ► {"messages":[{"role":"user","content":{"type":"text","text":"…"}}]}
//! ```
//!
//! Source: MCP 2025-06-18, `server/prompts`.

use super::misfit::Misfit;
use super::optional::{given, optional};
use super::payload::{Payload, array, members, object, string};
use super::tools::ContentBlock;
use crate::json::{Object, Str, Value};

/// Client → server: which prompts are there? Answered by [`ListPromptsResult`].
pub const PROMPTS_LIST: &str = "prompts/list";

/// Client → server: fill this one in. Its `params` are [`GetPromptParams`], the answer is
/// [`GetPromptResult`].
pub const PROMPTS_GET: &str = "prompts/get";

/// Server → client, a notification: the list has changed, ask for it again.
pub const PROMPTS_LIST_CHANGED: &str = "notifications/prompts/list_changed";

/// A prompt as it is listed.
#[derive(Debug, Clone)]
pub struct Prompt<'a> {
    /// What a `prompts/get` names.
    pub name: Str<'a>,
    /// For people.
    pub title: Option<Str<'a>>,
    /// What it is good for.
    pub description: Option<Str<'a>>,
    /// What can be filled in.
    pub arguments: Vec<PromptArgument<'a>>,
}

/// Something to fill in: always a string.
#[derive(Debug, Clone)]
pub struct PromptArgument<'a> {
    /// The member of `arguments` it is handed over in.
    pub name: Str<'a>,
    /// What belongs there, for people.
    pub description: Option<Str<'a>>,
    /// Whether it has to be there.
    pub required: bool,
}

/// One message of a prompt.
#[derive(Debug, Clone)]
pub struct PromptMessage<'a> {
    /// Who says it.
    pub role: Role,
    /// What is said: one block, not an array.
    pub content: ContentBlock<'a>,
}

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// `"user"`
    User,
    /// `"assistant"`: the model.
    Assistant,
}

/// The `params` of `prompts/get`.
#[derive(Debug, Clone)]
pub struct GetPromptParams<'a> {
    /// Which prompt.
    pub name: Str<'a>,
    /// What to fill in: strings only; a missing member means `{}`.
    pub arguments: Object<'a>,
}

/// The `result` of `prompts/get`.
#[derive(Debug, Clone)]
pub struct GetPromptResult<'a> {
    /// What the prompt is good for.
    pub description: Option<Str<'a>>,
    /// What the model gets to read, in this order.
    pub messages: Vec<PromptMessage<'a>>,
}

/// The `result` of `prompts/list`.
#[derive(Debug, Clone)]
pub struct ListPromptsResult<'a> {
    /// One page of them.
    pub prompts: Vec<Prompt<'a>>,
    /// What to ask the next page with; `None` on the last.
    pub next_cursor: Option<Str<'a>>,
}

impl<'a> Prompt<'a> {
    /// A prompt with nothing to fill in yet.
    pub fn new(name: impl Into<Str<'a>>, description: impl Into<Str<'a>>) -> Self {
        let description = Some(description.into());
        Self { name: name.into(), title: None, description, arguments: Vec::new() }
    }

    /// With one more argument, which has to be there.
    #[must_use]
    pub fn required(self, name: &'a str, description: &'a str) -> Self {
        self.argument(name, description, true)
    }

    /// With one more argument, which may be missing.
    #[must_use]
    pub fn optional(self, name: &'a str, description: &'a str) -> Self {
        self.argument(name, description, false)
    }

    fn argument(mut self, name: &'a str, description: &'a str, required: bool) -> Self {
        let (name, description) = (name.into(), Some(description.into()));
        self.arguments.push(PromptArgument { name, description, required });
        self
    }
}

impl<'a> PromptMessage<'a> {
    /// The user says so.
    pub fn user(content: ContentBlock<'a>) -> Self {
        Self { role: Role::User, content }
    }
}

impl<'a> Payload<'a> for Prompt<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [name, title, about, arguments] =
            members(value, ["name", "title", "description", "arguments"])?;
        let arguments = arguments.filter(|found| !matches!(found, Value::Null));
        Ok(Self {
            name: string(name, "name")?,
            title: optional(title, "title")?,
            description: optional(about, "description")?,
            arguments: match arguments {
                None => Vec::new(),
                found => array(found, "arguments")?,
            },
        })
    }

    fn into_value(self) -> Value<'a> {
        let arguments = self.arguments.into_iter().map(PromptArgument::into_value);
        let arguments = (arguments.len() > 0).then(|| arguments.collect());
        let members = [
            ("name", Some(self.name.into())),
            ("title", self.title.map(Value::from)),
            ("description", self.description.map(Value::from)),
            ("arguments", arguments),
        ];
        given(members, Object::default())
    }
}

impl<'a> Payload<'a> for PromptArgument<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [name, about, required] = members(value, ["name", "description", "required"])?;
        let required = required.and_then(|it| it.as_bool()).unwrap_or(false);
        let description = optional(about, "description")?;
        Ok(Self { name: string(name, "name")?, description, required })
    }

    fn into_value(self) -> Value<'a> {
        let members = [
            ("name", Some(self.name.into())),
            ("description", self.description.map(Value::from)),
            ("required", Some(self.required.into())),
        ];
        given(members, Object::default())
    }
}

impl<'a> Payload<'a> for PromptMessage<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [role, content] = members(value, ["role", "content"])?;
        let role = Role::from_value(role.unwrap_or_default())?;
        let content = object(content, "content")?;
        Ok(Self { role, content: ContentBlock::from_value(content.into())? })
    }

    fn into_value(self) -> Value<'a> {
        let members = [("role", self.role.into_value()), ("content", self.content.into_value())];
        Object::from(members).into()
    }
}

impl<'a> Payload<'a> for Role {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        match value.as_string() {
            Some(role) if *role == *"user" => Ok(Self::User),
            Some(role) if *role == *"assistant" => Ok(Self::Assistant),
            _ => Err(Misfit { member: "role", expected: "`user` or `assistant`" }),
        }
    }

    fn into_value(self) -> Value<'a> {
        Value::from(match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        })
    }
}

impl<'a> Payload<'a> for GetPromptParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [name, arguments] = members(value, ["name", "arguments"])?;
        let name = string(name, "name")?;
        let arguments = object(arguments.or_else(|| Some(Object::default().into())), "arguments")?;
        let strings = arguments.members().iter().all(|it| it.value.as_string().is_some());
        let misfit = Misfit { member: "arguments", expected: "an object of strings" };
        if strings { Ok(Self { name, arguments }) } else { Err(misfit) }
    }

    fn into_value(self) -> Value<'a> {
        Object::from([("name", self.name.into()), ("arguments", self.arguments.into())]).into()
    }
}

impl<'a> Payload<'a> for GetPromptResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [about, messages] = members(value, ["description", "messages"])?;
        let description = optional(about, "description")?;
        Ok(Self { description, messages: array(messages, "messages")? })
    }

    fn into_value(self) -> Value<'a> {
        let messages = self.messages.into_iter().map(PromptMessage::into_value).collect();
        let description = self.description.map(Value::from);
        given([("description", description), ("messages", Some(messages))], Object::default())
    }
}

impl<'a> Payload<'a> for ListPromptsResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [prompts, next] = members(value, ["prompts", "nextCursor"])?;
        let next_cursor = optional(next, "nextCursor")?;
        Ok(Self { prompts: array(prompts, "prompts")?, next_cursor })
    }

    fn into_value(self) -> Value<'a> {
        let prompts = self.prompts.into_iter().map(Prompt::into_value).collect();
        let next = self.next_cursor.map(Value::from);
        given([("prompts", Some(prompts)), ("nextCursor", next)], Object::default())
    }
}

/// A handler may answer with the messages alone.
impl<'a> From<Vec<PromptMessage<'a>>> for GetPromptResult<'a> {
    fn from(messages: Vec<PromptMessage<'a>>) -> Self {
        Self { description: None, messages }
    }
}

/// A handler may answer in plain words, which the user then says.
impl From<String> for GetPromptResult<'_> {
    fn from(text: String) -> Self {
        vec![PromptMessage::user(ContentBlock::Text(text.into()))].into()
    }
}
