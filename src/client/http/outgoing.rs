//! What a line that is to be sent is: what HTTP has to know of it.

use crate::json::{Object, Str, Value, parse};
use crate::jsonrpc::{Id, Message};
use crate::mcp::stateless::{PROTOCOL_VERSION, named_by};
use crate::mcp::{CANCELLED, TOOLS_CALL};

/// What an answer may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Owed {
    /// The answer to this request.
    Answer(Id<'static>),
    /// Nothing: it was only told, or answers something itself.
    Nothing,
    /// The line was no message, and whatever comes is handed on.
    Anything,
}

/// A line that is to be sent, understood.
#[derive(Debug, Clone)]
pub(super) struct Outgoing {
    pub(super) owed: Owed,
    /// Empty when it has none.
    pub(super) method: String,
    pub(super) params: Value<'static>,
    /// The version in its `_meta`: it has one in the stateless era.
    pub(super) version: Option<String>,
}

impl Outgoing {
    pub(super) fn read(line: &str) -> Self {
        let message = parse(line).ok().and_then(|value| Message::from_value(value).ok());
        let (owed, method, params) = match message {
            Some(Message::Request(it)) => {
                (Owed::Answer(it.id.into_owned()), Some(it.method), it.params)
            }
            Some(Message::Notification(it)) => (Owed::Nothing, Some(it.method), it.params),
            Some(Message::Response(_)) => (Owed::Nothing, None, None),
            None => (Owed::Anything, None, None),
        };
        let params = params.map(Value::into_owned).unwrap_or_default();
        let meta = params.get("_meta");
        let version = meta.and_then(|meta| meta.get(PROTOCOL_VERSION)?.as_string());
        let version = version.map(text);
        let method = method.as_ref().map(text).unwrap_or_default();
        Self { owed, method, params, version }
    }

    /// What `Mcp-Name` repeats.
    pub(super) fn name(&self) -> Option<String> {
        self.params.get(named_by(&self.method)?).and_then(Value::as_string).map(text)
    }

    /// The arguments, if this is a call of a tool.
    pub(super) fn arguments(&self) -> Option<&Object<'static>> {
        let calls = self.method == TOOLS_CALL;
        self.params.get("arguments").filter(|_| calls)?.as_object()
    }

    /// The request that this ends, if it is a cancellation.
    pub(super) fn cancels(&self) -> Option<Id<'static>> {
        let id = self.params.get("requestId").filter(|_| self.method == CANCELLED)?;
        Id::from_value(id.clone()).ok()
    }
}

pub(super) fn text(words: &Str<'_>) -> String {
    words.text().map_or_else(|_| words.as_written().to_owned(), std::borrow::Cow::into_owned)
}
