//! Tools: what a server lets a model do.

use super::misfit::Misfit;
use super::payload::{Payload, array, members, object, string};
use super::tool_error::ToolError;
use crate::json::{self, Object, Str, Value};

/// Client → server: which tools do you offer? Answered by [`ListToolsResult`].
pub const TOOLS_LIST: &str = "tools/list";

/// Client → server: run this tool. Its `params` are [`CallToolParams`], the answer is [`CallToolResult`].
pub const TOOLS_CALL: &str = "tools/call";

/// A tool as it is listed.
#[derive(Debug, Clone)]
pub struct Tool<'a> {
    /// What a call names.
    pub name: Str<'a>,
    /// What it does and when to use it, for the model.
    pub description: Str<'a>,
    /// The JSON Schema its arguments have to fit; always of `"type":"object"`.
    pub input_schema: Object<'a>,
    /// What else is said about it, such as `annotations`. Simplified: not read back.
    pub more: Object<'a>,
}

/// The `result` of `tools/list`.
#[derive(Debug, Clone)]
pub struct ListToolsResult<'a> {
    /// In the order they were declared.
    pub tools: Vec<Tool<'a>>,
}

/// The `params` of `tools/call`.
#[derive(Debug, Clone)]
pub struct CallToolParams<'a> {
    /// Which tool.
    pub name: Str<'a>,
    /// What to give it; a missing member means `{}`.
    pub arguments: Object<'a>,
}

/// The `result` of `tools/call`: the tool ran. Whether it got anywhere, `isError` says.
#[derive(Debug, Clone)]
pub struct CallToolResult<'a> {
    /// What the model gets to read.
    pub content: Vec<ContentBlock<'a>>,
    /// The tool said no. The text says why, so that the model can try again.
    pub is_error: bool,
}

/// One piece of a result.
#[derive(Debug, Clone)]
pub enum ContentBlock<'a> {
    /// `{"type":"text","text":…}`
    Text(Str<'a>),
    /// A kind this crate does not look into, as it stands on the line.
    Other(Value<'a>),
}

impl<'a> Tool<'a> {
    /// A tool, its schema given as JSON text.
    ///
    /// # Errors
    /// [`ToolError`] when the schema is no JSON object with `"type":"object"`.
    pub fn new(
        name: &'a str,
        description: &'a str,
        input_schema: &'a str,
    ) -> Result<Self, ToolError> {
        let schema = json::parse(input_schema).map_err(ToolError::NotJson)?;
        let kind = schema.get("type").and_then(Value::as_string);
        // MUST (2025-06-18, server/tools): the root of an inputSchema is of type object.
        if !kind.is_some_and(|kind| *kind == *"object") {
            return Err(ToolError::NotObject);
        }
        let input_schema = schema.as_object().cloned().ok_or(ToolError::NotObject)?;
        let (name, description) = (name.into(), description.into());
        Ok(Self { name, description, input_schema, more: Object::default() })
    }
}

impl<'a> CallToolResult<'a> {
    /// The tool did it.
    pub fn text(text: impl Into<Str<'a>>) -> Self {
        Self { content: vec![ContentBlock::Text(text.into())], is_error: false }
    }

    /// The tool said no, in a sentence that lets the model correct itself.
    pub fn error(text: impl Into<Str<'a>>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }
}

impl<'a> Payload<'a> for Tool<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [name, about, schema] = members(value, ["name", "description", "inputSchema"])?;
        Ok(Self {
            name: string(name, "name")?,
            // The one member of the three that may be missing.
            description: string(about, "description").unwrap_or_else(|_| "".into()),
            input_schema: object(schema, "inputSchema")?,
            more: Object::default(),
        })
    }

    fn into_value(self) -> Value<'a> {
        let members = Object::from([
            ("name", self.name.into()),
            ("description", self.description.into()),
            ("inputSchema", self.input_schema.into()),
        ]);
        members.into_iter().chain(self.more).collect::<Object<'_>>().into()
    }
}

impl<'a> Payload<'a> for ListToolsResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [tools] = members(value, ["tools"])?;
        Ok(Self { tools: array(tools, "tools")? })
    }

    fn into_value(self) -> Value<'a> {
        let tools = self.tools.into_iter().map(Tool::into_value).collect();
        Object::from([("tools", tools)]).into()
    }
}

impl<'a> Payload<'a> for CallToolParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [name, arguments] = members(value, ["name", "arguments"])?;
        let arguments = arguments.or_else(|| Some(Object::default().into()));
        Ok(Self { name: string(name, "name")?, arguments: object(arguments, "arguments")? })
    }

    fn into_value(self) -> Value<'a> {
        Object::from([("name", self.name.into()), ("arguments", self.arguments.into())]).into()
    }
}

impl<'a> Payload<'a> for CallToolResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [content, is_error] = members(value, ["content", "isError"])?;
        let is_error = is_error.and_then(|it| it.as_bool()).unwrap_or(false);
        Ok(Self { content: array(content, "content")?, is_error })
    }

    fn into_value(self) -> Value<'a> {
        let content = self.content.into_iter().map(ContentBlock::into_value).collect();
        Object::from([("content", content), ("isError", self.is_error.into())]).into()
    }
}

impl<'a> Payload<'a> for ContentBlock<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        match value.get("type").and_then(Value::as_string) {
            Some(kind) if *kind == *"text" => {
                let [text] = members(value, ["text"])?;
                Ok(Self::Text(string(text, "text")?))
            }
            Some(_) => Ok(Self::Other(value)),
            None => Err(Misfit { member: "type", expected: "a string" }),
        }
    }

    fn into_value(self) -> Value<'a> {
        match self {
            Self::Text(text) => {
                Object::from([("type", "text".into()), ("text", text.into())]).into()
            }
            Self::Other(block) => block,
        }
    }
}

/// A handler may answer in plain words: `Ok` is what it found, `Err` why it said no.
impl<'a, T: Into<Str<'a>>, E: Into<Str<'a>>> From<Result<T, E>> for CallToolResult<'a> {
    fn from(outcome: Result<T, E>) -> Self {
        match outcome {
            Ok(text) => Self::text(text),
            Err(text) => Self::error(text),
        }
    }
}
