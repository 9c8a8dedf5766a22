//! A request that waits for its answer.

use crate::doctor::rule::Revisions;
use crate::json::{Str, Value};
use crate::jsonrpc::{Id, Request};
use crate::mcp::Era;

/// Params of more bytes are not remembered: a recording may hold thousands of open requests.
const MAX_PARAMS: usize = 64 * 1024;

/// A request that was sent.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it stands, as the recording counts.
    pub at: usize,
    /// Its id.
    pub id: Id<'static>,
    /// What it asks; of a very long name only the beginning.
    pub method: String,
    /// Its params; `None` when it has none, or very many.
    pub params: Option<Value<'static>>,
    /// Whether it had params that were too long to be remembered.
    pub forgotten: bool,
    /// The era it belongs to.
    pub era: Era,
    /// The revision it is written in.
    pub revisions: Revisions,
    /// At which step it was asked.
    pub step: usize,
    /// Where its sender gave it up, as the recording counts.
    pub cancelled: Option<usize>,
    /// About how much room its params take, in bytes of the line.
    pub(super) room: usize,
}

impl Asked {
    pub(super) fn new(
        at: usize,
        line: &str,
        request: &Request<'_>,
        (era, revisions, step): (Era, Revisions, usize),
    ) -> Self {
        let forgotten = line.len() > MAX_PARAMS;
        let params = request.params.as_ref().filter(|_| !forgotten);
        Self {
            at,
            id: request.id.clone().into_owned(),
            method: request.method.excerpt(),
            params: params.map(|params| params.clone().into_owned()),
            forgotten,
            era,
            revisions,
            step,
            cancelled: None,
            room: if forgotten { 0 } else { line.len() },
        }
    }

    /// Its params take room that others need.
    pub(super) fn forget(&mut self) {
        (self.params, self.forgotten, self.room) = (None, true, 0);
    }

    /// A member of its params.
    pub fn param(&self, name: &str) -> Option<&Value<'static>> {
        self.params.as_ref()?.get(name)
    }

    /// A string of its params, such as the name of a tool.
    pub fn string(&self, name: &str) -> Option<&Str<'static>> {
        self.param(name)?.as_string()
    }

    /// A member of its `_meta`.
    pub fn meta(&self, name: &str) -> Option<&Value<'static>> {
        self.param("_meta")?.get(name)
    }
}
