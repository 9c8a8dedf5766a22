//! The pages of lists: which cursors were given.

use super::asked::Asked;
use super::offers::key;
use super::seen::Seen;
use crate::json::{Str, Value};
use crate::mcp::{PROMPTS_LIST, RESOURCES_LIST, RESOURCES_TEMPLATES_LIST, TOOLS_LIST};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The methods that answer in pages, and the member that holds what stands on a page.
const LISTS: [(&str, &str); 5] = [
    (TOOLS_LIST, "tools"),
    (RESOURCES_LIST, "resources"),
    (RESOURCES_TEMPLATES_LIST, "resourceTemplates"),
    (PROMPTS_LIST, "prompts"),
    ("tasks/list", "tasks"),
];

/// How many cursors of one list are remembered.
const MAX_CURSORS: usize = 10_000;

/// How many pages are followed back to see whether they go round in a circle.
const MAX_BACK: usize = 100;

/// The cursors of every list.
#[derive(Debug, Default)]
pub struct Pages {
    lists: [Cursors; LISTS.len()],
}

/// The cursors of one list.
#[derive(Debug, Default)]
pub struct Cursors {
    /// Each cursor that was given, and the one of the page it stood on; none for the first page.
    given: BTreeMap<String, Option<String>>,
    /// More were given than are remembered.
    full: bool,
    /// What stood on the first page, as a digest.
    first: Option<u64>,
}

impl Pages {
    /// The cursors of a method that answers in pages.
    pub fn of(&self, method: &str) -> Option<&Cursors> {
        let place = LISTS.iter().position(|(name, _)| *name == method)?;
        self.lists.get(place)
    }

    pub(super) fn learn(&mut self, seen: &Seen<'_>) {
        let Some(asked) = seen.asked else { return };
        let Some(result) = seen.result_of(&asked.method) else { return };
        let place = LISTS.iter().position(|(name, _)| *name == asked.method);
        let Some(cursors) = place.and_then(|place| self.lists.get_mut(place)) else { return };
        if asked.param("cursor").is_none() && !asked.forgotten {
            cursors.first = page(asked, result);
        }
        let Some(next) = result.get("nextCursor").and_then(Value::as_string) else { return };
        if cursors.given.len() >= MAX_CURSORS {
            cursors.full = true;
        } else {
            cursors.given.entry(key(next)).or_insert_with(|| asked.string("cursor").map(key));
        }
    }
}

impl Cursors {
    /// Whether a cursor was given, or may have been.
    pub fn gave(&self, cursor: &Str<'_>) -> bool {
        self.full || self.given.contains_key(&key(cursor))
    }

    /// Whether a list came, and none of it had a next page.
    pub fn has_one_page(&self) -> bool {
        self.first.is_some() && self.given.is_empty() && !self.full
    }

    /// Whether this is the first page over again.
    pub fn is_first(&self, asked: &Asked, result: &Value<'_>) -> bool {
        self.first.is_some() && self.first == page(asked, result)
    }

    /// Whether the page asked for with `cursor` lies behind the one that `next` leads to.
    pub fn leads_back(&self, cursor: &Str<'_>, next: &Str<'_>) -> bool {
        let (goal, mut here) = (key(next), Some(key(cursor)));
        for _ in 0..MAX_BACK {
            let Some(cursor) = here else { return false };
            if cursor == goal {
                return true;
            }
            here = self.given.get(&cursor).cloned().flatten();
        }
        false
    }
}

/// What tells a page from others: it is compared within one recording, and nothing depends on its being secure.
fn page(asked: &Asked, result: &Value<'_>) -> Option<u64> {
    let (_, member) = LISTS.iter().find(|(name, _)| *name == asked.method)?;
    let mut hasher = DefaultHasher::new();
    result.get(member)?.to_line().hash(&mut hasher);
    Some(hasher.finish())
}

/// Whether there is nothing on a page.
pub(in crate::doctor) fn is_empty(method: &str, result: &Value<'_>) -> bool {
    let list = LISTS.iter().find(|(name, _)| *name == method);
    let things = list.and_then(|(_, member)| result.get(member)?.as_array());
    things.is_some_and(<[Value<'_>]>::is_empty)
}
