//! What a server remembers between two lines of one client.

use crate::mcp::Revision;

/// One client's conversation, from its first line to its last.
///
/// ```text
/// new ── initialize ──► revision agreed ── notifications/initialized ──► ready
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Session {
    revision: Option<Revision>,
    ready: bool,
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

    pub(super) fn agree(&mut self, revision: Revision) {
        self.revision = Some(revision);
    }

    pub(super) fn initialized(&mut self) {
        self.ready = self.revision.is_some();
    }
}
