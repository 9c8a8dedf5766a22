//! What a server promises beside its tools.
//!
//! ```text
//! {"tools":{},"resources":{"subscribe":true,"listChanged":true},"completions":{}}
//! ```
//!
//! Source: MCP 2025-06-18, `basic/lifecycle`.

use super::lifecycle::ServerCapabilities;
use crate::json::{Member, Object, Value};

impl ServerCapabilities<'_> {
    /// Promises this feature too, with these details set to `true`. What was said of it before is
    /// replaced.
    ///
    /// ```
    /// use mcp_lab::mcp::ServerCapabilities;
    /// let promised = ServerCapabilities::tools().with("resources", &["subscribe"]);
    /// assert!(promised.has("resources") && promised.flag("resources", "subscribe"));
    /// assert!(promised.has("tools") && !promised.flag("tools", "listChanged"));
    /// ```
    #[must_use]
    pub fn with(self, feature: &'static str, flags: &[&'static str]) -> Self {
        let details: Object<'_> = flags.iter().map(|flag| (*flag, true.into())).collect();
        let promise = Member { name: feature.into(), value: details.into() };
        let others = self.0.into_iter().filter(|member| member.name != *feature);
        Self(others.chain([promise]).collect())
    }

    /// Whether a detail of a feature is promised, such as `subscribe` of `resources`.
    pub fn flag(&self, feature: &str, flag: &str) -> bool {
        let detail = self.0.get(feature).and_then(|details| details.get(flag));
        detail.and_then(Value::as_bool).unwrap_or(false)
    }
}

impl<'a> From<Object<'a>> for ServerCapabilities<'a> {
    fn from(promised: Object<'a>) -> Self {
        Self(promised)
    }
}

impl<'a> From<ServerCapabilities<'a>> for Object<'a> {
    fn from(promised: ServerCapabilities<'a>) -> Self {
        promised.0
    }
}
