//! What the era without a handshake needs to be remembered for.

use super::seen::Seen;
use crate::json::{Str, Value};
use crate::mcp::Era;
use crate::mcp::stateless::{DISCOVER, SERVER_INFO};
use crate::transport::Side;

/// Discovery, questions in results, open subscriptions.
#[derive(Debug, Default)]
pub struct Stateless {
    /// Whether a request of this era was seen.
    pub spoken: bool,
    /// Where `server/discover` was asked before anything else.
    pub first: Option<usize>,
    /// Where `server/discover` was answered with a result.
    pub discovered: Option<usize>,
    /// What the server can do, as that result says.
    pub capabilities: Option<Value<'static>>,
    /// Name and version of the server, as the last result says.
    pub name: Option<(String, String)>,
}

/// More of what somebody says that he can do is not remembered, in bytes of the line.
const MAX_LINE: usize = 256 * 1024;

impl Stateless {
    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        if seen.era != Era::Stateless {
            return;
        }
        self.spoken |= seen.request(Side::Client).is_some();
        let result = seen.response().and_then(|it| it.outcome.as_ref().ok());
        if self.name.is_none()
            && let Some(info) = result.and_then(|it| it.get("_meta")?.get(SERVER_INFO))
        {
            let text = |name| info.get(name).and_then(Value::as_string).map(Str::excerpt);
            self.name = text("name").map(|name| (name, text("version").unwrap_or_default()));
        }
        if let Some(result) = seen.result_of(DISCOVER) {
            self.discovered = Some(at);
            let capabilities = result.get("capabilities").filter(|_| seen.line.len() <= MAX_LINE);
            self.capabilities = capabilities.cloned().map(Value::into_owned);
        }
    }

    /// Whether the server has declared a capability; a dot leads inside, as in `resources.subscribe`.
    /// `None` while it has declared nothing at all.
    pub fn declared(&self, capability: &str) -> Option<bool> {
        let capabilities = self.capabilities.as_ref()?;
        let found = capability.split('.').try_fold(capabilities, |value, name| value.get(name));
        Some(found.is_some_and(|found| found.as_bool() != Some(false)))
    }
}
