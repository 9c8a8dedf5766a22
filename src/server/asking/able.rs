//! What a client can be asked, before anything is asked.
//!
//! ```text
//! → tools/call, clientCapabilities {}   ← {"error":{"code":-32021,"data":{"requiredCapabilities":{"sampling":{}}}}}
//! ```
//!
//! In the handshake era the client has said it once, in `initialize`, and what it cannot do is told to the
//! model under `isError`.
//!
//! Source: MCP 2026-07-28, `basic/index`, `basic/patterns/mrtr`.

use super::Pause;
use crate::json::Object;
use crate::server::exchange::Exchange;
use crate::server::why::{Asks, Why, needs};

impl Exchange {
    /// Whether the client has said that it can be asked this, such as `sampling/createMessage`. A
    /// handler with more than one way to find out picks what its client can do.
    pub fn can_ask(&self, method: &'static str) -> bool {
        self.lacks(method).is_none()
    }

    /// Goes no further when the client has not said that it can be asked this. Nothing is asked yet.
    ///
    /// # Errors
    /// The client lacks the capability.
    pub fn must_be_able(&self, method: &'static str) -> Result<(), Pause> {
        self.lacks(method).map_or(Ok(()), |lacks| Err(self.pause(Why::Lacks(lacks))))
    }

    /// The capability the client would need.
    fn lacks(&self, method: &'static str) -> Option<Object<'static>> {
        let capabilities = self.asks().map(Asks::capabilities).unwrap_or_default();
        needs(&method.into(), &capabilities)
    }
}
