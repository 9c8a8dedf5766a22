//! Questions that need no note: a handler that asks once has nothing to remember.
//!
//! ```text
//! ← {"resultType":"input_required","inputRequests":{"who":…}}      no `requestState`
//! → tools/call, inputResponses {"who":…}                            believed as it comes
//! ```
//!
//! What a seal would prove is only that the server has asked. The answer itself comes from the client
//! either way, so where nothing depends on the order of two questions, nothing is lost.
//!
//! Source: MCP 2026-07-28, `basic/patterns/mrtr`: `requestState` may be missing.

use super::asked::Asked;
use crate::json::Value;
use crate::server::Server;

impl Server {
    /// The tools and prompts of these names ask without `requestState`, and their answers are believed
    /// as they come, also when they come first; all others get notes under the [seals](Server::seals)
    /// of the server. What was said before is replaced.
    #[must_use]
    pub fn asked_once(mut self, names: &'static [&'static str]) -> Self {
        self.features.asked_once = names;
        self
    }
}

impl Asked<'_> {
    /// Whether it is about one of those.
    pub(super) fn is_asked_once(&self, server: &Server) -> bool {
        let name = self.params.get("name").and_then(Value::as_string);
        name.is_some_and(|name| server.features.asked_once.iter().any(|it| *name == **it))
    }
}
