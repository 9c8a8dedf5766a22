//! What the lists of a server offered: tools, prompts, resources.

use super::asked::Asked;
use crate::digest::sha256;
use crate::json::{Str, Value};
use crate::schema::Schema;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// How many things of one list are remembered.
const MAX_OFFERED: usize = 10_000;

/// How many bytes of schemas of all tools together are remembered, as they were written.
pub(super) const MAX_SCHEMAS: usize = 8 * 1024 * 1024;

/// A schema of more bytes is not remembered.
const MAX_SCHEMA: usize = 64 * 1024;

/// How many required arguments of one prompt are remembered.
const MAX_REQUIRED: usize = 32;

/// A name or a cursor of more bytes is known by its digest.
const MAX_KEY: usize = 100;

/// What a list offered, page by page.
#[derive(Debug)]
pub struct Offered<T> {
    /// Each thing under its name; a long one under its digest.
    pub things: BTreeMap<String, T>,
    /// Whether a page of it came.
    pub listed: bool,
    /// Where it was said that the list has changed, if no list was asked for since.
    pub changed: Option<usize>,
    /// Where its last page came, if every page did and no more stood on them than could be remembered.
    whole: Option<usize>,
    /// The cursor that leads on, if every page until now was turned in order.
    next: Option<String>,
}

/// A tool as far as a call is held against it.
#[derive(Debug, Default)]
pub struct Listed {
    /// Where it was listed.
    pub at: usize,
    /// What its arguments have to fit.
    pub input: Promise,
    /// What its structured result has to fit.
    pub output: Promise,
    /// What it says of `execution.taskSupport`.
    pub task: Option<String>,
}

/// A schema that was published, made ready when it is first needed.
#[derive(Debug, Default)]
pub struct Promise {
    value: Option<Value<'static>>,
    /// In bytes, as it was written.
    length: usize,
    ready: OnceCell<Option<Schema>>,
}

impl<T> Default for Offered<T> {
    fn default() -> Self {
        let things = BTreeMap::new();
        Self { things, listed: false, changed: None, whole: None, next: None }
    }
}

impl<T> Offered<T> {
    /// What is offered under this name.
    pub fn get(&self, name: &Str<'_>) -> Option<&T> {
        self.things.get(&key(name))
    }

    /// Whether it was known at this place that nothing is offered under this name: every page had come,
    /// and nothing has changed since.
    pub fn lacks(&self, name: &Str<'_>, at: usize) -> bool {
        let known = self.whole.is_some_and(|whole| whole < at) && self.changed.is_none();
        known && self.get(name).is_none()
    }

    /// Whether the page that answers this request is the next one of a list that is being read in order.
    pub fn goes_on(&self, asked: &Asked) -> bool {
        let cursor = asked.string("cursor").map(key);
        cursor.is_some() && cursor == self.next && self.changed.is_none()
    }

    /// Takes note of a page: what it answers, where it leads, and what stands on it.
    pub(super) fn page(
        &mut self,
        at: usize,
        asked: &Asked,
        result: &Value<'_>,
        things: impl Iterator<Item = (String, T)>,
    ) {
        let next = result.get("nextCursor").and_then(Value::as_string).map(key);
        if asked.param("cursor").is_none() && !asked.forgotten {
            self.things.clear();
            self.changed = self.changed.filter(|changed| *changed > asked.at);
            self.whole = next.is_none().then_some(at);
            self.next = next;
        } else if self.goes_on(asked) {
            self.whole = next.is_none().then_some(at);
            self.next = next;
        } else {
            self.next = None;
        }
        self.listed = true;
        for (name, thing) in things {
            if self.things.len() < MAX_OFFERED {
                self.things.insert(name, thing);
            } else {
                self.whole = None;
            }
        }
    }
}

/// What stands on a page of tools. Schemas are remembered as long as there is room, in bytes.
pub(super) fn tools(at: usize, result: &Value<'_>, room: &mut usize) -> Vec<(String, Listed)> {
    let tools = elements(result, "tools").iter().filter_map(|tool| {
        let name = tool.get("name").and_then(Value::as_string)?;
        let mut schema = |member| {
            let schema = Promise::of(tool.get(member), *room);
            *room = room.saturating_sub(schema.length);
            schema
        };
        let (input, output) = (schema("inputSchema"), schema("outputSchema"));
        let task = tool.get("execution").and_then(|it| it.get("taskSupport")?.as_string());
        let task = task.map(Str::excerpt);
        Some((key(name), Listed { at, input, output, task }))
    });
    tools.collect()
}

/// What stands on a page of prompts: of each the names of the arguments it cannot do without.
pub(super) fn prompts<'r>(
    result: &'r Value<'_>,
) -> impl Iterator<Item = (String, Vec<String>)> + use<'r> {
    elements(result, "prompts").iter().filter_map(|prompt| {
        let name = prompt.get("name").and_then(Value::as_string)?;
        let required = elements(prompt, "arguments").iter().filter_map(|argument| {
            let needed = argument.get("required").and_then(Value::as_bool) == Some(true);
            argument.get("name").filter(|_| needed)?.as_string().map(Str::excerpt)
        });
        Some((key(name), required.take(MAX_REQUIRED).collect()))
    })
}

/// What stands on a page of resources.
pub(super) fn resources<'r>(result: &'r Value<'_>) -> impl Iterator<Item = (String, ())> + use<'r> {
    let uri = |it: &Value<'_>| Some((key(it.get("uri")?.as_string()?), ()));
    elements(result, "resources").iter().filter_map(uri)
}

impl Promise {
    fn of(schema: Option<&Value<'_>>, room: usize) -> Self {
        let most = room.min(MAX_SCHEMA);
        let length = schema.map_or(0, |schema| schema.to_line().len());
        let value = schema.filter(|_| length <= most).cloned().map(Value::into_owned);
        Self { length: if value.is_some() { length } else { 0 }, value, ready: OnceCell::new() }
    }

    /// Whether there is one that is remembered.
    pub fn is_made(&self) -> bool {
        self.value.is_some()
    }

    /// The schema; `None` when there is none, or none that can be checked.
    pub fn schema(&self) -> Option<&Schema> {
        let compile = || Schema::compile(self.value.as_ref()?).ok();
        self.ready.get_or_init(compile).as_ref()
    }
}

/// The elements of an array that is a member; none when it is no array.
pub(in crate::doctor) fn elements<'v, 'l>(value: &'v Value<'l>, member: &str) -> &'v [Value<'l>] {
    value.get(member).and_then(Value::as_array).unwrap_or_default()
}

/// A name or a cursor, as it is remembered and compared: long ones by their digest.
pub(in crate::doctor) fn key(text: &Str<'_>) -> String {
    let meant = text.text();
    let meant = meant.as_deref().unwrap_or_else(|_| text.as_written());
    if meant.len() <= MAX_KEY {
        meant.to_owned()
    } else {
        format!("{:?}", sha256(meant.as_bytes()))
    }
}
