//! Word of changes, from whoever made one to every session that wants to hear of it.
//!
//! ```text
//! a tool's handler ── changes.resource("note:///a") ──► every listener ──► a line to its client
//! ```
//!
//! Source: MCP 2025-06-18, `server/tools`, `server/resources`, `server/prompts`.

use crate::jsonrpc::Notification;
use crate::mcp::{
    PROMPTS_LIST_CHANGED, Payload, RESOURCES_LIST_CHANGED, RESOURCES_UPDATED,
    ResourceRequestParams, TOOLS_LIST_CHANGED,
};
use crate::server::Server;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A change that a client can be told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// `notifications/tools/list_changed`
    Tools,
    /// `notifications/prompts/list_changed`
    Prompts,
    /// `notifications/resources/list_changed`
    Resources,
    /// `notifications/resources/updated`, of this URI.
    Resource(String),
}

/// Where changes are told and heard. A clone tells the same listeners.
#[derive(Clone, Default)]
pub struct Changes(Arc<Mutex<Listeners>>);

/// Who hears of changes.
type Listener = dyn Fn(&Change) + Send + Sync;

/// Hears of changes as long as it is kept.
#[must_use = "nothing is heard any more when it is dropped"]
pub struct Listening {
    listeners: Weak<Mutex<Listeners>>,
    number: u64,
}

#[derive(Default)]
struct Listeners {
    /// Each with its number, in the order they came.
    all: Vec<(u64, Arc<Listener>)>,
    /// How many there have ever been.
    count: u64,
}

impl Changes {
    /// The list of tools has changed.
    pub fn tools(&self) {
        self.tell(&Change::Tools);
    }

    /// The list of prompts has changed.
    pub fn prompts(&self) {
        self.tell(&Change::Prompts);
    }

    /// The list of resources has changed.
    pub fn resources(&self) {
        self.tell(&Change::Resources);
    }

    /// The content of this resource has changed.
    pub fn resource(&self, uri: impl Into<String>) {
        self.tell(&Change::Resource(uri.into()));
    }

    /// Calls this at every change, on the thread of whoever made it, until the guard is dropped. A
    /// change that is being told while the guard is dropped may still arrive.
    pub fn listen(&self, listener: Box<dyn Fn(&Change) + Send + Sync>) -> Listening {
        let mut listeners = lock(&self.0);
        listeners.count += 1;
        let number = listeners.count;
        listeners.all.push((number, listener.into()));
        Listening { listeners: Arc::downgrade(&self.0), number }
    }

    fn tell(&self, change: &Change) {
        // A listener may be slow, listen anew or stop listening: nobody holds the lock meanwhile.
        let all = lock(&self.0).all.clone();
        for (_, listener) in all {
            listener(change);
        }
    }
}

impl Change {
    /// The notification that tells a client.
    pub fn notification(&self) -> Notification<'_> {
        let (method, params) = match self {
            Self::Tools => (TOOLS_LIST_CHANGED, None),
            Self::Prompts => (PROMPTS_LIST_CHANGED, None),
            Self::Resources => (RESOURCES_LIST_CHANGED, None),
            Self::Resource(uri) => {
                let params = ResourceRequestParams { uri: uri.as_str().into() };
                (RESOURCES_UPDATED, Some(params.into_value()))
            }
        };
        Notification { method: method.into(), params }
    }
}

impl Server {
    /// Where the parts of this server tell what has changed. Whoever is to tell gets a clone.
    #[must_use]
    pub fn changes(mut self, changes: Changes) -> Self {
        self.features.changes = changes;
        self
    }

    /// Hears of the changes that this server has promised to tell: `listChanged` of tools, prompts
    /// and resources, `subscribe` of resources; `None` when it has promised none of them. Whether a session
    /// has subscribed is not asked here.
    pub fn listen(&self, listener: Box<dyn Fn(&Change) + Send + Sync>) -> Option<Listening> {
        let flag = |feature, flag| self.capabilities.flag(feature, flag);
        let (tools, prompts) = (flag("tools", "listChanged"), flag("prompts", "listChanged"));
        let lists = flag("resources", "listChanged");
        let each = flag("resources", "subscribe");
        let any = tools || prompts || lists || each;
        any.then(|| {
            self.features.changes.listen(Box::new(move |change| {
                // MUST (2025-06-18, basic/lifecycle): only what was promised is sent.
                let promised = match change {
                    Change::Tools => tools,
                    Change::Prompts => prompts,
                    Change::Resources => lists,
                    Change::Resource(_) => each,
                };
                if promised {
                    listener(change);
                }
            }))
        })
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let Some(listeners) = self.listeners.upgrade() else { return };
        let removed = {
            let all = &mut lock(&listeners).all;
            let place = all.iter().position(|(number, _)| *number == self.number);
            place.map(|place| all.remove(place))
        };
        // Only now, without the lock: it may hold a guard of its own.
        drop(removed);
    }
}

fn lock(listeners: &Mutex<Listeners>) -> MutexGuard<'_, Listeners> {
    listeners.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes").field("listeners", &lock(&self.0).all.len()).finish()
    }
}

impl fmt::Debug for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listening").field("number", &self.number).finish_non_exhaustive()
    }
}
