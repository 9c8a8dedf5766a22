//! What a server remembers between two lines of one client.

use super::features::Peer;
use crate::json::Object;
use crate::mcp::Revision;
use std::sync::Arc;

/// One client's conversation, from its first line to its last.
///
/// ```text
/// new ── initialize ──► revision agreed ── notifications/initialized ──► ready
/// ```
#[derive(Debug, Clone, Default)]
pub struct Session {
    revision: Option<Revision>,
    ready: bool,
    /// What it can do and wants to hear of: nothing, in the six steps.
    pub(super) peer: Arc<Peer>,
}

impl Session {
    /// The revision agreed on; `None` before `initialize` was answered.
    pub fn revision(&self) -> Option<Revision> {
        self.revision
    }

    /// Whether the client has sent `notifications/initialized`: from then on a server may send
    /// more than `ping` and log messages of its own.
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    pub(super) fn agree(&mut self, revision: Revision, capabilities: Object<'_>) {
        self.revision = Some(revision);
        self.peer.can(capabilities);
    }

    pub(super) fn initialized(&mut self) {
        self.ready = self.revision.is_some();
    }
}
