//! The handshake: three lines before anything else.

use super::implementation::Implementation;
use super::misfit::Misfit;
use super::payload::{Payload, members, object, string};
use crate::json::{Object, Str, Value};

/// Client → server, the first line of every session: who I am and which version I would like.
/// Its `params` are [`InitializeParams`], the answer is [`InitializeResult`].
pub const INITIALIZE: &str = "initialize";

/// Client → server, a notification: I have read your answer, we can begin. Never answered.
pub const INITIALIZED: &str = "notifications/initialized";

/// Either side → the other: are you there? Answered at once with `{}`.
pub const PING: &str = "ping";

/// What a server promises to answer: each member is a feature, its value the details.
///
/// ```text
/// {"tools":{}}      tools/list and tools/call; what is not promised is -32601
/// ```
#[derive(Debug, Clone, Default)]
pub struct ServerCapabilities<'a>(pub(super) Object<'a>);

/// The `params` of `initialize`.
#[derive(Debug, Clone)]
pub struct InitializeParams<'a> {
    /// The version the client would like.
    pub protocol_version: Str<'a>,
    /// What the client can do for the server; `{}` is nothing.
    pub capabilities: Object<'a>,
    /// Who is asking.
    pub client_info: Implementation<'a>,
}

/// The `result` of `initialize`.
#[derive(Debug, Clone)]
pub struct InitializeResult<'a> {
    /// The version both sides speak from here on.
    pub protocol_version: Str<'a>,
    /// What the server promises to answer.
    pub capabilities: ServerCapabilities<'a>,
    /// Who is answering.
    pub server_info: Implementation<'a>,
}

impl ServerCapabilities<'_> {
    /// The promise to answer `tools/list` and `tools/call`.
    pub fn tools() -> Self {
        Self(Object::from([("tools", Object::default().into())]))
    }

    /// Whether a feature is promised, by the name of its member.
    pub fn has(&self, feature: &str) -> bool {
        self.0.get(feature).is_some()
    }
}

impl<'a> Payload<'a> for InitializeParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [version, capabilities, info] =
            members(value, ["protocolVersion", "capabilities", "clientInfo"])?;
        Ok(Self {
            protocol_version: string(version, "protocolVersion")?,
            capabilities: object(capabilities, "capabilities")?,
            client_info: Implementation::from_value(object(info, "clientInfo")?.into())?,
        })
    }

    fn into_value(self) -> Value<'a> {
        Value::from(Object::from([
            ("protocolVersion", self.protocol_version.into()),
            ("capabilities", self.capabilities.into()),
            ("clientInfo", self.client_info.into_value()),
        ]))
    }
}

impl<'a> Payload<'a> for InitializeResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [version, capabilities, info] =
            members(value, ["protocolVersion", "capabilities", "serverInfo"])?;
        Ok(Self {
            protocol_version: string(version, "protocolVersion")?,
            capabilities: ServerCapabilities(object(capabilities, "capabilities")?),
            server_info: Implementation::from_value(object(info, "serverInfo")?.into())?,
        })
    }

    fn into_value(self) -> Value<'a> {
        Value::from(Object::from([
            ("protocolVersion", self.protocol_version.into()),
            ("capabilities", self.capabilities.0.into()),
            ("serverInfo", self.server_info.into_value()),
        ]))
    }
}
