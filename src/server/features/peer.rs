//! What a server knows of the client at the other end of a session.

use crate::json::Object;
use std::sync::OnceLock;

/// One client, as far as it has told.
#[derive(Debug, Default)]
pub(in crate::server) struct Peer {
    capabilities: OnceLock<Object<'static>>,
}

impl Peer {
    /// Notes what the client says it can do. It says so once.
    pub(in crate::server) fn can(&self, capabilities: Object<'_>) {
        // A second `initialize` was refused before it came here.
        let _ = self.capabilities.set(capabilities.into_owned());
    }

    /// What the client said it can do.
    pub(in crate::server) fn capabilities(&self) -> Object<'static> {
        self.capabilities.get().cloned().unwrap_or_default()
    }
}
