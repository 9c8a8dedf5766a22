//! Resources: what a server lets a client read.
//!
//! ```text
//! resources/list            ► {"resources":[{"uri":"file:///a.md","name":"a"}]}
//! resources/templates/list  ► {"resourceTemplates":[{"uriTemplate":"file:///{path}","name":"files"}]}
//! resources/read            ► {"contents":[{"uri":"file:///a.md","text":"…"}]}
//! ```
//!
//! Source: MCP 2025-06-18, `server/resources`.

mod inside;

use super::misfit::Misfit;
use super::optional::{given, optional};
use super::payload::{Payload, array, members, string};
use crate::json::{Object, Str, Value};

/// Client → server: what can be read? Answered by [`ListResourcesResult`].
pub const RESOURCES_LIST: &str = "resources/list";

/// Client → server: how are the URIs made that are not listed? Answered by
/// [`ListResourceTemplatesResult`].
pub const RESOURCES_TEMPLATES_LIST: &str = "resources/templates/list";

/// Client → server: give me this one. Its `params` are [`ResourceRequestParams`], the answer is
/// [`ReadResourceResult`].
pub const RESOURCES_READ: &str = "resources/read";

/// Client → server: tell me when this one changes. Its `params` are [`ResourceRequestParams`],
/// the answer is `{}`.
pub const RESOURCES_SUBSCRIBE: &str = "resources/subscribe";

/// Client → server: tell me no more. Its `params` are [`ResourceRequestParams`], the answer is `{}`.
pub const RESOURCES_UNSUBSCRIBE: &str = "resources/unsubscribe";

/// Server → client, a notification: this one has changed. Its `params` are
/// [`ResourceRequestParams`]; sent only to who has subscribed.
pub const RESOURCES_UPDATED: &str = "notifications/resources/updated";

/// Server → client, a notification: the list has changed, ask for it again.
pub const RESOURCES_LIST_CHANGED: &str = "notifications/resources/list_changed";

/// The code of the error that a URI nobody knows gets in the revisions with a handshake.
pub const RESOURCE_NOT_FOUND: i64 = -32002;

/// A resource as it is listed.
#[derive(Debug, Clone)]
pub struct Resource<'a> {
    /// What a read names.
    pub uri: Str<'a>,
    /// For programs, and for people where there is no `title`.
    pub name: Str<'a>,
    /// For people.
    pub title: Option<Str<'a>>,
    /// What it is, for the model.
    pub description: Option<Str<'a>>,
    /// Such as `text/markdown`.
    pub mime_type: Option<Str<'a>>,
    /// What else is said about it, such as `size`. Simplified: not read back.
    pub more: Object<'a>,
}

/// Resources whose URIs are made of parts, as they are listed.
#[derive(Debug, Clone)]
pub struct ResourceTemplate<'a> {
    /// A URI with names in braces where the parts go (RFC 6570).
    pub uri_template: Str<'a>,
    /// For programs, and for people where there is no `title`.
    pub name: Str<'a>,
    /// For people.
    pub title: Option<Str<'a>>,
    /// What they are, for the model.
    pub description: Option<Str<'a>>,
    /// Said only if all of them have the same.
    pub mime_type: Option<Str<'a>>,
    /// What else is said about it. Simplified: not read back.
    pub more: Object<'a>,
}

/// A piece of what was read.
#[derive(Debug, Clone)]
pub struct ResourceContents<'a> {
    /// Whose it is.
    pub uri: Str<'a>,
    /// Such as `text/markdown`.
    pub mime_type: Option<Str<'a>>,
    /// What stands in it.
    pub contents: Contents<'a>,
}

/// What stands in a resource: one of the two, never both.
#[derive(Debug, Clone)]
pub enum Contents<'a> {
    /// `"text":…`
    Text(Str<'a>),
    /// `"blob":…`: bytes, written in base64 (RFC 4648, section 4).
    Blob(Str<'a>),
}

/// The `result` of `resources/list`.
#[derive(Debug, Clone)]
pub struct ListResourcesResult<'a> {
    /// One page of them.
    pub resources: Vec<Resource<'a>>,
    /// What to ask the next page with; `None` on the last.
    pub next_cursor: Option<Str<'a>>,
}

/// The `result` of `resources/templates/list`.
#[derive(Debug, Clone)]
pub struct ListResourceTemplatesResult<'a> {
    /// One page of them.
    pub resource_templates: Vec<ResourceTemplate<'a>>,
    /// What to ask the next page with; `None` on the last.
    pub next_cursor: Option<Str<'a>>,
}

/// The `params` of whatever is about one resource.
#[derive(Debug, Clone)]
pub struct ResourceRequestParams<'a> {
    /// Which one.
    pub uri: Str<'a>,
}

/// The `result` of `resources/read`.
#[derive(Debug, Clone)]
pub struct ReadResourceResult<'a> {
    /// Several, if the URI stands for several, as a folder may.
    pub contents: Vec<ResourceContents<'a>>,
}

impl<'a> Resource<'a> {
    /// A resource of which no more is said.
    pub fn new(uri: impl Into<Str<'a>>, name: impl Into<Str<'a>>) -> Self {
        let (uri, name, more) = (uri.into(), name.into(), Object::default());
        Self { uri, name, title: None, description: None, mime_type: None, more }
    }
}

impl<'a> ResourceTemplate<'a> {
    /// A template of which no more is said.
    pub fn new(uri_template: impl Into<Str<'a>>, name: impl Into<Str<'a>>) -> Self {
        let (uri_template, name, more) = (uri_template.into(), name.into(), Object::default());
        Self { uri_template, name, title: None, description: None, mime_type: None, more }
    }
}

impl<'a> Payload<'a> for Resource<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [uri, name, title, about, mime] =
            members(value, ["uri", "name", "title", "description", "mimeType"])?;
        Ok(Self {
            uri: string(uri, "uri")?,
            name: string(name, "name")?,
            title: optional(title, "title")?,
            description: optional(about, "description")?,
            mime_type: optional(mime, "mimeType")?,
            more: Object::default(),
        })
    }

    fn into_value(self) -> Value<'a> {
        let members = [
            ("uri", Some(self.uri.into())),
            ("name", Some(self.name.into())),
            ("title", self.title.map(Value::from)),
            ("description", self.description.map(Value::from)),
            ("mimeType", self.mime_type.map(Value::from)),
        ];
        given(members, self.more)
    }
}

impl<'a> Payload<'a> for ResourceTemplate<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [uri, name, title, about, mime] =
            members(value, ["uriTemplate", "name", "title", "description", "mimeType"])?;
        Ok(Self {
            uri_template: string(uri, "uriTemplate")?,
            name: string(name, "name")?,
            title: optional(title, "title")?,
            description: optional(about, "description")?,
            mime_type: optional(mime, "mimeType")?,
            more: Object::default(),
        })
    }

    fn into_value(self) -> Value<'a> {
        let members = [
            ("uriTemplate", Some(self.uri_template.into())),
            ("name", Some(self.name.into())),
            ("title", self.title.map(Value::from)),
            ("description", self.description.map(Value::from)),
            ("mimeType", self.mime_type.map(Value::from)),
        ];
        given(members, self.more)
    }
}

impl<'a> Payload<'a> for ResourceContents<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [uri, mime, text, blob] = members(value, ["uri", "mimeType", "text", "blob"])?;
        let contents = match (text, blob) {
            (Some(_), Some(_)) => {
                return Err(Misfit { member: "blob", expected: "missing where `text` is written" });
            }
            (None, blob @ Some(_)) => Contents::Blob(string(blob, "blob")?),
            (text, None) => Contents::Text(string(text, "text")?),
        };
        Ok(Self { uri: string(uri, "uri")?, mime_type: optional(mime, "mimeType")?, contents })
    }

    fn into_value(self) -> Value<'a> {
        let (name, contents) = match self.contents {
            Contents::Text(text) => ("text", text),
            Contents::Blob(blob) => ("blob", blob),
        };
        let members = [
            ("uri", Some(self.uri.into())),
            ("mimeType", self.mime_type.map(Value::from)),
            (name, Some(contents.into())),
        ];
        given(members, Object::default())
    }
}

impl<'a> Payload<'a> for ListResourcesResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [resources, next] = members(value, ["resources", "nextCursor"])?;
        let next_cursor = optional(next, "nextCursor")?;
        Ok(Self { resources: array(resources, "resources")?, next_cursor })
    }

    fn into_value(self) -> Value<'a> {
        let resources = self.resources.into_iter().map(Resource::into_value).collect();
        let next = self.next_cursor.map(Value::from);
        given([("resources", Some(resources)), ("nextCursor", next)], Object::default())
    }
}

impl<'a> Payload<'a> for ListResourceTemplatesResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [templates, next] = members(value, ["resourceTemplates", "nextCursor"])?;
        let next_cursor = optional(next, "nextCursor")?;
        Ok(Self { resource_templates: array(templates, "resourceTemplates")?, next_cursor })
    }

    fn into_value(self) -> Value<'a> {
        let templates = self.resource_templates.into_iter();
        let templates = templates.map(ResourceTemplate::into_value).collect();
        let next = self.next_cursor.map(Value::from);
        given([("resourceTemplates", Some(templates)), ("nextCursor", next)], Object::default())
    }
}

impl<'a> Payload<'a> for ResourceRequestParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [uri] = members(value, ["uri"])?;
        Ok(Self { uri: string(uri, "uri")? })
    }

    fn into_value(self) -> Value<'a> {
        Object::from([("uri", self.uri.into())]).into()
    }
}

impl<'a> Payload<'a> for ReadResourceResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [contents] = members(value, ["contents"])?;
        Ok(Self { contents: array(contents, "contents")? })
    }

    fn into_value(self) -> Value<'a> {
        let contents = self.contents.into_iter().map(ResourceContents::into_value).collect();
        Object::from([("contents", contents)]).into()
    }
}
