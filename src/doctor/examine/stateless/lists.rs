//! What was listed, to tell whether it changes by itself.

use crate::doctor::examine::{Asked, Seen};
use crate::json::{Str, Value};
use crate::mcp::stateless::{CLIENT_CAPABILITIES, PROTOCOL_VERSION};
use crate::mcp::{
    PROMPTS_LIST, PROMPTS_LIST_CHANGED, RESOURCES_LIST, RESOURCES_LIST_CHANGED,
    RESOURCES_TEMPLATES_LIST, TOOLS_LIST, TOOLS_LIST_CHANGED,
};
use crate::transport::Side;
use std::collections::BTreeMap;

/// The lists: the method, the member that holds the list, what tells its entries apart, and the notification
/// that it has changed.
pub(in crate::doctor) const LISTS: [(&str, &str, &str, &str); 4] = [
    (TOOLS_LIST, "tools", "name", TOOLS_LIST_CHANGED),
    (PROMPTS_LIST, "prompts", "name", PROMPTS_LIST_CHANGED),
    (RESOURCES_LIST, "resources", "uri", RESOURCES_LIST_CHANGED),
    (RESOURCES_TEMPLATES_LIST, "resourceTemplates", "uriTemplate", RESOURCES_LIST_CHANGED),
];

/// Of longer lists nothing is remembered, in entries.
const MAX_ENTRIES: usize = 2000;

/// For how many pages it is remembered who may keep them.
const MAX_PAGES: usize = 1000;

/// A longer cursor is not remembered, in bytes.
const MAX_CURSOR: usize = 1000;

/// A list as it was shown last, on one page.
#[derive(Debug)]
pub struct Shown {
    /// Where.
    pub at: usize,
    /// To a request that said this of itself: version and capabilities.
    pub to: String,
    /// What tells the entries apart, in their order.
    pub entries: Vec<String>,
}

/// What was listed.
#[derive(Debug, Default)]
pub struct Lists {
    shown: BTreeMap<&'static str, Shown>,
    changed: BTreeMap<&'static str, usize>,
    /// The `cacheScope` of the page before the one that a cursor leads to.
    scopes: BTreeMap<(&'static str, String), String>,
}

impl Lists {
    /// How this list was shown last to whoever asks in the same way.
    pub fn before(&self, asked: &Asked) -> Option<&Shown> {
        self.shown.get(asked.method.as_str()).filter(|shown| shown.to == way(asked))
    }

    /// Where the server said last that this list has changed.
    pub fn changed(&self, method: &str) -> Option<usize> {
        let (.., notification) = LISTS.iter().find(|(name, ..)| *name == method)?;
        self.changed.get(notification).copied()
    }

    /// Who may keep the page before this one.
    pub fn scope_before(&self, asked: &Asked) -> Option<&String> {
        let (method, ..) = LISTS.iter().find(|(name, ..)| *name == asked.method)?;
        self.scopes.get(&(*method, asked.string("cursor")?.as_written().to_owned()))
    }

    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        if seen.side != Side::Server {
            return;
        }
        if let Some(told) = seen.notification() {
            let found = LISTS.iter().find(|(.., changed)| told.method == **changed);
            if let Some((.., changed)) = found {
                self.changed.insert(changed, at);
            }
            return;
        }
        let Some(asked) = seen.asked else { return };
        let Some((method, ..)) = LISTS.iter().find(|(name, ..)| *name == asked.method) else {
            return;
        };
        let Some(result) = seen.result_of(method) else { return };
        if let Some(entries) = entries(asked, result) {
            self.shown.insert(method, Shown { at, to: way(asked), entries });
        }
        let string = |name| result.get(name).and_then(Value::as_string);
        if let (Some(next), Some(scope)) = (string("nextCursor"), string("cacheScope"))
            && next.as_written().len() <= MAX_CURSOR
            && self.scopes.len() < MAX_PAGES
        {
            self.scopes.insert((method, next.as_written().to_owned()), scope.excerpt());
        }
    }
}

/// What tells the entries of a list apart, in their order; `None` unless it is whole on one page.
pub(in crate::doctor) fn entries(asked: &Asked, result: &Value<'_>) -> Option<Vec<String>> {
    let (_, member, key, _) = LISTS.iter().find(|(name, ..)| *name == asked.method)?;
    let more = result.get("nextCursor").is_some_and(|it| !matches!(it, Value::Null));
    if asked.forgotten || asked.param("cursor").is_some() || more {
        return None;
    }
    let entries = result.get(member)?.as_array().filter(|it| it.len() <= MAX_ENTRIES)?;
    entries.iter().map(|it| it.get(key)?.as_string().map(Str::excerpt)).collect()
}

/// What a request says of itself that may make a difference.
fn way(asked: &Asked) -> String {
    let text = |name| asked.meta(name).map(Value::canonical).unwrap_or_default();
    format!("{} {}", text(PROTOCOL_VERSION), text(CLIENT_CAPABILITIES))
}
