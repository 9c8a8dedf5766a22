//! What crosses over HTTP beside the messages: each request with its head, and the head of its answer.
//!
//! ```text
//! client >> POST /mcp HTTP/1.1 | …     an exchange begins
//! client -> {…}                        its body
//! server >> 200 application/json       its answer, if no other exchange can be meant
//! server -> {…}                        what the answer says
//! ```

use super::seen::Seen;
use crate::doctor::finding::start_of;
use crate::doctor::rule::Revisions;
use crate::json::{Str, Value};
use crate::jsonrpc::Message;
use crate::mcp::INITIALIZE;
use crate::mcp::stateless::{PROTOCOL_VERSION, named_by};
use crate::transport::http::HeadLine;
use std::borrow::Cow;

/// How many fields of a head are remembered.
const MAX_FIELDS: usize = 32;

/// How much of a name in a head or a body is remembered, in characters.
const MAX_NAME: usize = 300;

/// The type of a stream of events.
pub(in crate::doctor) const STREAM: &str = "text/event-stream";

/// The header of a session.
pub(in crate::doctor) const SESSION: &str = "Mcp-Session-Id";

/// What a request over HTTP carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// A message that is owed an answer; of an array, one of its messages is.
    Request,
    /// A notification or a response.
    Told,
}

/// The body of a request, as far as its head repeats it.
#[derive(Debug, Clone)]
pub struct Body {
    /// The place of its line, as the recording counts.
    pub at: usize,
    /// What it is.
    pub carried: Carried,
    /// Its method; `None` for a response.
    pub method: Option<String>,
    /// What `Mcp-Name` repeats; `None` for a method that has no such thing.
    pub name: Option<String>,
    /// The version in its `_meta`.
    pub version: Option<String>,
    /// The revision it is written in.
    pub revisions: Revisions,
}

/// The head of an answer.
#[derive(Debug, Clone)]
pub struct Replied {
    /// Its place, as the recording counts.
    pub at: usize,
    /// Such as 200.
    pub status: u16,
    /// The type of its body, in small letters.
    pub kind: Option<String>,
    /// Whether it can belong to no other request.
    pub sure: bool,
    fields: Vec<(String, String)>,
}

/// A request over HTTP, and what came of it.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The place of its head, as the recording counts.
    pub at: usize,
    /// `POST`, `GET` or `DELETE`.
    pub verb: String,
    /// Where it went.
    pub target: String,
    /// Its message, once that has come.
    pub body: Option<Body>,
    /// The head of its answer, once that has come.
    pub replied: Option<Replied>,
    /// The session id that the server had given before it was sent.
    pub given: Option<String>,
    /// At which step it was sent.
    pub step: usize,
    /// Whether it is unusual on purpose.
    pub on_purpose: bool,
    fields: Vec<(String, String)>,
}

impl Exchange {
    /// Begins with its head.
    pub(super) fn new(at: usize, head: &HeadLine<'_>, step: usize, on_purpose: bool) -> Self {
        let (verb, target) = head.request().unwrap_or_default();
        Self {
            at,
            verb: start_of(verb, MAX_NAME),
            target: start_of(target, MAX_NAME),
            body: None,
            replied: None,
            given: None,
            step,
            on_purpose,
            fields: fields(head),
        }
    }

    /// The value of a field of its head.
    pub fn sent(&self, name: &str) -> Option<&str> {
        find(&self.fields, name)
    }

    /// The fields of its head.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether it is a POST.
    pub fn posts(&self) -> bool {
        self.verb == "POST"
    }

    /// Whether it carries a request.
    pub fn asks(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.carried == Carried::Request)
    }

    /// Whether it begins a session.
    pub fn opens(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.method.as_deref() == Some(INITIALIZE))
    }

    /// What it is called in a sentence: `POST tools/list`, `GET /mcp`.
    pub fn called(&self) -> String {
        let method = self.body.as_ref().and_then(|body| body.method.as_deref());
        format!("{} {}", self.verb, method.unwrap_or(&self.target))
    }

    /// What it carries.
    pub(super) fn carry(&mut self, at: usize, seen: &Seen<'_>) {
        if let Some(body) = &mut self.body {
            // The next message of an array.
            if body.at == at && matches!(seen.message, Message::Request(_)) {
                body.carried = Carried::Request;
            }
            return;
        }
        let told = seen.told();
        let params = told.and_then(|(_, params)| params);
        let method = told.map(|(method, _)| text(method));
        let string = |value: Option<&Value<'_>>| value.and_then(Value::as_string).map(text);
        let named = method.as_deref().and_then(named_by);
        let version = params.and_then(|params| params.get("_meta")?.get(PROTOCOL_VERSION));
        let asks = matches!(seen.message, Message::Request(_));
        self.body = Some(Body {
            at,
            carried: if asks { Carried::Request } else { Carried::Told },
            name: named.and_then(|member| string(params?.get(member))),
            version: string(version),
            method,
            revisions: seen.revisions,
        });
    }
}

impl Replied {
    pub(super) fn new(at: usize, head: &HeadLine<'_>) -> Option<Self> {
        let (status, kind) = head.answer()?;
        let kind = kind.map(|kind| start_of(&kind.to_ascii_lowercase(), MAX_NAME));
        Some(Self { at, status, kind, sure: false, fields: fields(head) })
    }

    /// The value of a field of its head.
    pub fn got(&self, name: &str) -> Option<&str> {
        find(&self.fields, name)
    }

    /// Whether it is a success.
    pub fn is_success(&self) -> bool {
        (200..=299).contains(&self.status)
    }

    /// Whether a stream of events follows.
    pub fn is_stream(&self) -> bool {
        self.is_success() && self.kind.as_deref() == Some(STREAM)
    }
}

fn fields(head: &HeadLine<'_>) -> Vec<(String, String)> {
    let fields = head.fields.iter().take(MAX_FIELDS);
    fields.map(|(name, value)| (start_of(name, MAX_NAME), start_of(value, MAX_NAME))).collect()
}

fn find<'f>(fields: &'f [(String, String)], name: &str) -> Option<&'f str> {
    fields.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

fn text(words: &Str<'_>) -> String {
    let text = words.text().map_or_else(|_| words.as_written().to_owned(), Cow::into_owned);
    start_of(&text, MAX_NAME)
}
