//! Long lists, a page at a time: `cursor` in, `nextCursor` out.
//!
//! ```text
//! → {"method":"tools/list"}                              ← {"tools":[…],"nextCursor":"YWRk"}
//! → {"method":"tools/list","params":{"cursor":"YWRk"}}   ← {"tools":[…]}             the last page
//! ```
//!
//! A cursor holds the name of the last thing that was shown, so it needs no memory, and a list may
//! change between two pages. To a client it is opaque: it may only send it back.
//!
//! Source: MCP 2025-06-18 and 2026-07-28, `server/utilities/pagination`.

use crate::digest::base64url;
use crate::json::{Object, Value};
use crate::mcp::{Misfit, members};
use crate::server::Server;
use crate::server::methods::Outcome;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

impl Server {
    /// How many things stand on one page of a list. When nothing is said, all of them.
    #[must_use]
    pub fn page_size(mut self, size: NonZeroUsize) -> Self {
        self.features.page_size = Some(size);
        self
    }
}

/// The page that `params` ask for, its list under `member`.
pub(in crate::server) fn page<'a>(
    server: &Server,
    params: Value<'a>,
    member: &'static str,
    all: impl Iterator<Item = Value<'static>>,
) -> Outcome<'a> {
    let [cursor] = members(params, ["cursor"])?;
    let mut left = all.collect::<Vec<_>>();
    if server.features.page_size.is_some() {
        // What is listed twice would lead back to where it stood first, again and again.
        let mut seen = BTreeSet::new();
        left.retain(|item| seen.insert(name(item)));
    }
    if let Some(cursor) = cursor.filter(|cursor| !matches!(cursor, Value::Null)) {
        let misfit = Misfit { member: "cursor", expected: "one this server gave out" };
        let last = cursor.as_string().and_then(|it| base64url::decode(&it.text().ok()?));
        let last = last.ok_or(misfit)?;
        let shown = left.iter().position(|item| name(item).as_bytes() == last).ok_or(misfit)?;
        left.drain(..=shown);
    }
    let size = server.features.page_size.map_or(usize::MAX, NonZeroUsize::get);
    let more = left.len() > size;
    left.truncate(size);
    let next = left.last().filter(|_| more).map(|last| base64url::encode(name(last).as_bytes()));
    let list = [(member, left.into_iter().collect())];
    let next = next.map(|next| ("nextCursor", next.into()));
    Ok(list.into_iter().chain(next).collect::<Object<'_>>().into())
}

/// What tells a thing from the others of its list.
fn name(item: &Value<'_>) -> String {
    let named = ["uri", "uriTemplate", "name"].into_iter().find_map(|member| item.get(member));
    let text = named.and_then(Value::as_string).and_then(|name| name.text().ok());
    text.unwrap_or_default().into_owned()
}
