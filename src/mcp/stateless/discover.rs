//! What a server is, asked for without a handshake.

use super::meta::SERVER_INFO;
use crate::json::{Object, Str, Value};
use crate::mcp::{Implementation, Misfit, Payload, ServerCapabilities, members};

/// Client → server: who are you, and what do you speak and offer? A server must answer it, a client
/// need not ask. Answered by [`DiscoverResult`].
pub const DISCOVER: &str = "server/discover";

/// The `result` of `server/discover`.
#[derive(Debug, Clone)]
pub struct DiscoverResult<'a> {
    /// The revisions that may stand in a request's `_meta`.
    pub supported_versions: Vec<Str<'a>>,
    /// What the server promises to answer.
    pub capabilities: ServerCapabilities<'a>,
    /// Who is answering, from the result's `_meta`.
    pub server_info: Option<Implementation<'a>>,
}

impl<'a> Payload<'a> for DiscoverResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [versions, capabilities, meta] =
            members(value, ["supportedVersions", "capabilities", "_meta"])?;
        let misfit = Misfit { member: "supportedVersions", expected: "an array of strings" };
        let Some(Value::Array(versions)) = versions else { return Err(misfit) };
        let version = |it: Value<'a>| it.as_string().cloned().ok_or(misfit);
        let Some(Value::Object(capabilities)) = capabilities else {
            return Err(Misfit { member: "capabilities", expected: "an object" });
        };
        let info = meta.and_then(|meta| meta.get(SERVER_INFO).cloned());
        Ok(Self {
            supported_versions: versions.into_iter().map(version).collect::<Result<_, _>>()?,
            capabilities: ServerCapabilities::from(capabilities),
            server_info: info.and_then(|info| Implementation::from_value(info).ok()),
        })
    }

    /// Without the members that every result of this era has.
    fn into_value(self) -> Value<'a> {
        let versions = self.supported_versions.into_iter().map(Value::from).collect();
        Object::from([
            ("supportedVersions", versions),
            ("capabilities", Object::from(self.capabilities).into()),
        ])
        .into()
    }
}
