//! What goes on beyond one request: subscriptions, tasks, and pages that a user was sent to.

use super::offers::{elements, key};
use super::seen::Seen;
use crate::json::{Str, Value};
use crate::jsonrpc::Message;
use crate::mcp::{ELICITATION_CREATE, RESOURCES_SUBSCRIBE, RESOURCES_UNSUBSCRIBE};
use std::collections::{BTreeMap, BTreeSet};

/// How many tasks are remembered, and how many elicitations.
const MAX: usize = 10_000;

/// How many subscriptions.
const MAX_SUBSCRIPTIONS: usize = 1000;

/// The resources a client wants to hear of.
#[derive(Debug, Default)]
pub struct Subscriptions {
    /// Each URI, and where it was said that nothing more is wanted.
    by: BTreeMap<String, Option<usize>>,
    /// There were more than are remembered.
    pub full: bool,
}

/// What is known of a resource of which a server says that it has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The client has asked to hear of it, or of what it lies in.
    Yes,
    /// It has, and has taken that back.
    NoLonger,
    /// It never has.
    Never,
}

/// The ids of elicitations that lead to a page.
#[derive(Debug, Default)]
pub struct Elicitations {
    ids: BTreeSet<String>,
    /// There were more than are remembered.
    pub full: bool,
}

/// How each task stands.
#[derive(Debug, Default)]
pub struct Tasks {
    by: BTreeMap<String, (String, usize)>,
}

impl Subscriptions {
    /// Whether a change of this resource was to be told.
    pub fn want(&self, uri: &Str<'_>) -> Wanted {
        let uri = plain(uri);
        if self.by.get(&uri) == Some(&None) {
            return Wanted::Yes;
        }
        let above = |mine: &str| uri.starts_with(mine);
        let mut last = Wanted::Never;
        for (mine, ended) in &self.by {
            match ended {
                None if above(mine) => return Wanted::Yes,
                Some(_) if above(mine) => last = Wanted::NoLonger,
                None | Some(_) => {}
            }
        }
        last
    }

    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        if let Message::Request(request) = seen.message
            && request.method == *RESOURCES_SUBSCRIBE
            && let Some(uri) = request.params.as_ref().and_then(|it| it.get("uri")?.as_string())
        {
            if self.by.len() < MAX_SUBSCRIPTIONS {
                self.by.insert(plain(uri), None);
            } else {
                self.full = true;
            }
        }
        let ended = seen.result_of(RESOURCES_UNSUBSCRIBE).and(seen.asked);
        let uri = ended.and_then(|asked| asked.string("uri")).map(plain);
        if let Some(ended) = uri.and_then(|uri| self.by.get_mut(&uri)) {
            *ended = Some(at);
        }
    }
}

impl Elicitations {
    /// Whether this id was sent, or may have been.
    pub fn sent(&self, id: &Str<'_>) -> bool {
        self.full || self.ids.contains(&key(id))
    }

    pub(super) fn learn(&mut self, seen: &Seen<'_>) {
        match seen.message {
            Message::Request(request) if request.method == *ELICITATION_CREATE => {
                self.add(request.params.as_ref());
            }
            Message::Response(response) => {
                let data = response.outcome.as_ref().err().and_then(|error| error.data.as_ref());
                for elicitation in data.map(|it| elements(it, "elicitations")).unwrap_or_default() {
                    self.add(Some(elicitation));
                }
            }
            Message::Request(_) | Message::Notification(_) => {}
        }
    }

    fn add(&mut self, elicitation: Option<&Value<'_>>) {
        let id = elicitation.and_then(|it| it.get("elicitationId")?.as_string());
        if self.ids.len() < MAX {
            self.ids.extend(id.map(key));
        } else {
            self.full |= id.is_some();
        }
    }
}

impl Tasks {
    /// How a task stood when its status was last told, and where that was.
    pub fn of(&self, id: &Str<'_>) -> Option<(&str, usize)> {
        self.by.get(&key(id)).map(|(status, at)| (status.as_str(), *at))
    }

    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        for task in tasks(seen) {
            let (Some(id), Some(status)) = told(task) else { continue };
            let known = self.by.contains_key(&key(id));
            // The end of a task stays the end, whatever is said afterwards.
            let over = self.of(id).is_some_and(|(status, _)| is_over(status));
            if !over && (known || self.by.len() < MAX) {
                self.by.insert(key(id), (status.excerpt(), at));
            }
        }
    }
}

/// The tasks of which a message says how they stand.
pub(in crate::doctor) fn tasks<'l>(seen: &Seen<'l>) -> Vec<&'l Value<'l>> {
    match seen.message {
        Message::Notification(told) if told.method == *"notifications/tasks/status" => {
            told.params.as_ref().into_iter().collect()
        }
        Message::Response(response) => {
            let (Ok(result), Some(asked)) = (&response.outcome, seen.asked) else {
                return Vec::new();
            };
            match asked.method.as_str() {
                "tasks/get" | "tasks/cancel" => vec![result],
                "tasks/list" => elements(result, "tasks").iter().collect(),
                _ if asked.param("task").is_some() => result.get("task").into_iter().collect(),
                _ => Vec::new(),
            }
        }
        Message::Request(_) | Message::Notification(_) => Vec::new(),
    }
}

/// Id and status of a task.
pub(in crate::doctor) fn told<'v, 'l>(
    task: &'v Value<'l>,
) -> (Option<&'v Str<'l>>, Option<&'v Str<'l>>) {
    let text = |name| task.get(name).and_then(Value::as_string);
    (text("taskId"), text("status"))
}

/// Whether a task in this status has come to its end.
pub(in crate::doctor) fn is_over(status: &str) -> bool {
    ["completed", "failed", "cancelled"].contains(&status)
}

/// A URI as it is compared: some write a slash at the end, or other letters.
fn plain(uri: &Str<'_>) -> String {
    let uri = uri.text();
    let uri = uri.as_deref().unwrap_or_default();
    // What a client can subscribe to is not that long.
    uri.trim_end_matches('/').to_ascii_lowercase().chars().take(2000).collect()
}
