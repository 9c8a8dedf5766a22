//! What a request over HTTP says a second time in its head, so that a proxy need not read the body.
//!
//! ```text
//! MCP-Protocol-Version: 2026-07-28      _meta, the version
//! Mcp-Method: tools/call                method
//! Mcp-Name: execute_sql                 params.name of tools/call and prompts/get, params.uri of resources/read
//! Mcp-Param-Region: us-west1            params.arguments.region, where the tool's inputSchema says "x-mcp-header":"Region"
//! ```
//!
//! A head is ASCII: `Mcp-Name` and `Mcp-Param-…` wrap what is not into `=?base64?…?=`.
//!
//! Source: MCP 2026-07-28, `basic/transports/streamable-http`.

use crate::digest::base64;
use crate::json::{Object, Value};
use crate::mcp::{PROMPTS_GET, RESOURCES_READ, TOOLS_CALL};
use std::borrow::Cow;

/// In which revision the request is written.
pub const MCP_PROTOCOL_VERSION: &str = "MCP-Protocol-Version";

/// The method, letter by letter.
pub const MCP_METHOD: &str = "Mcp-Method";

/// Which tool, prompt or resource it is about.
pub const MCP_NAME: &str = "Mcp-Name";

/// What the name of every mirrored argument begins with.
pub const MCP_PARAM: &str = "Mcp-Param-";

/// The member of an inputSchema that names a header.
pub const X_MCP_HEADER: &str = "x-mcp-header";

const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// The member of `params` that `Mcp-Name` repeats, for the methods that have one.
pub fn named_by(method: &str) -> Option<&'static str> {
    match method {
        TOOLS_CALL | PROMPTS_GET => Some("name"),
        RESOURCES_READ => Some("uri"),
        _ => None,
    }
}

/// A text as the value of a header: as it is if it is plain ASCII, otherwise wrapped.
pub fn encode(text: &str) -> Cow<'_, str> {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let edged = text.starts_with(' ') || text.ends_with(' ');
    // A text that looks wrapped is wrapped, or it would be taken for something else.
    let wrapped = text.starts_with(BEGIN) && text.ends_with(END);
    if plain && !edged && !wrapped {
        return text.into();
    }
    format!("{BEGIN}{}{END}", base64::encode(text.as_bytes())).into()
}

/// The text that the value of a header stands for; `None` when it is wrapped wrongly.
pub fn decode(value: &str) -> Option<Cow<'_, str>> {
    match value.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)) {
        Some(inside) => Some(String::from_utf8(base64::decode(inside)?).ok()?.into()),
        None => Some(value.into()),
    }
}

/// An argument of a tool that is repeated in a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mirror {
    /// The name of the header behind `Mcp-Param-`.
    pub header: String,
    /// The members that lead to the argument.
    path: Vec<String>,
}

impl Mirror {
    /// The argument as text, not yet wrapped; nothing when it is absent, null, or no plain value.
    pub fn value(&self, arguments: &Object<'_>) -> Option<String> {
        let (first, rest) = self.path.split_first()?;
        let found = rest.iter().try_fold(arguments.get(first)?, |value, name| value.get(name))?;
        match found {
            Value::Bool(flag) => Some(flag.to_string()),
            Value::Number(number) => Some(number.as_written().to_owned()),
            Value::String(text) => Some(text.text().ok()?.into_owned()),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// The argument in words, such as `address.region`.
    pub fn place(&self) -> String {
        self.path.join(".")
    }

    /// Whether a header that was sent says what this argument says. Numbers are compared as numbers:
    /// `42.0` is `42`.
    pub fn agrees(&self, header: &str, arguments: &Object<'_>) -> bool {
        let (Some(said), Some(meant)) = (decode(header), self.value(arguments)) else {
            return false;
        };
        said == meant || whole(&said).is_some_and(|number| Some(number) == whole(&meant))
    }
}

/// A whole number, however it is written.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(".0").unwrap_or(text);
    digits.parse().ok()
}

/// Why an `x-mcp-header` makes its tool unusable over HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadMirror {
    /// Where it stands, such as `address.region`.
    pub place: String,
    /// What is wrong with it.
    pub why: &'static str,
}

/// The arguments that a tool wants repeated in headers, in the order of its inputSchema.
///
/// # Errors
/// The first one that breaks a rule. A client then leaves the whole tool out.
pub fn mirrors(input_schema: &Value<'_>) -> Result<Vec<Mirror>, BadMirror> {
    let mut found = Found::default();
    found.look(input_schema, true)?;
    Ok(found.mirrors)
}

#[derive(Default)]
struct Found {
    mirrors: Vec<Mirror>,
    path: Vec<String>,
}

/// Members that hold values and no schemas: whatever looks like an annotation in there is none.
const VALUES: [&str; 4] = ["default", "const", "enum", "examples"];

impl Found {
    /// `reachable` as long as only `properties` lead here: elsewhere an argument has no fixed place.
    fn look(&mut self, schema: &Value<'_>, reachable: bool) -> Result<(), BadMirror> {
        for inner in schema.as_array().unwrap_or_default() {
            self.look(inner, false)?;
        }
        let Some(schema) = schema.as_object() else { return Ok(()) };
        if let Some(header) = schema.get(X_MCP_HEADER) {
            self.enter(header, schema, reachable)?;
        }
        for member in schema.members() {
            let name = member.name.text().unwrap_or_default();
            if name == "properties" {
                for property in member.value.as_object().map(Object::members).unwrap_or_default() {
                    self.within(
                        &property.name.text().unwrap_or_default(),
                        &property.value,
                        reachable,
                    )?;
                }
            } else if name != X_MCP_HEADER && !VALUES.contains(&name.as_ref()) {
                self.within(&name, &member.value, false)?;
            }
        }
        Ok(())
    }

    fn within(&mut self, name: &str, schema: &Value<'_>, reachable: bool) -> Result<(), BadMirror> {
        self.path.push(name.to_owned());
        self.look(schema, reachable)?;
        self.path.pop();
        Ok(())
    }

    fn enter(
        &mut self,
        header: &Value<'_>,
        schema: &Object<'_>,
        reachable: bool,
    ) -> Result<(), BadMirror> {
        let name = header.as_string().and_then(|name| name.text().ok()).unwrap_or_default();
        let kind = schema.get("type").and_then(Value::as_string);
        let simple = ["string", "integer", "boolean"];
        let twice = || self.mirrors.iter().any(|it| it.header.eq_ignore_ascii_case(&name));
        let why = if self.path.is_empty() || !reachable {
            "x-mcp-header may only stand where `properties` alone lead to"
        } else if name.is_empty() || !name.bytes().all(is_token) {
            "x-mcp-header must be the name of a header: letters, digits and !#$%&'*+-.^_`|~"
        } else if !kind.is_some_and(|kind| simple.iter().any(|it| *kind == **it)) {
            "x-mcp-header may only stand beside the type string, integer or boolean"
        } else if twice() {
            "x-mcp-header names a header that another argument has already"
        } else {
            let path = self.path.clone();
            self.mirrors.push(Mirror { header: name.into_owned(), path });
            return Ok(());
        };
        Err(BadMirror { place: self.path.join("."), why })
    }
}

/// RFC 9110, section 5.6.2: what the name of a header is made of.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
