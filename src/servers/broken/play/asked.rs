//! What a client's line asks, as far as a player has to know it.

use super::listens::wants;
use crate::json::{Object, Value, parse};
use crate::jsonrpc::{Id, Message};
use crate::mcp::stateless::{CLIENT_CAPABILITIES, LOG_LEVEL, PROTOCOL_VERSION};
use crate::mcp::{INITIALIZE, LoggingLevel};

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    Request,
    Notification,
    Response,
    /// JSON, and no message.
    NoMessage,
    #[default]
    NoJson,
}

/// A line of a client: one of the script's, or one that was really sent. Ids, tokens and names are kept as
/// JSON text.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    pub(super) kind: Kind,
    pub(super) method: String,
    pub(super) id: Option<String>,
    /// What it is about: the tool, the resource, the page of a list, a level that is none.
    pub(super) subject: Option<String>,
    /// All it says, but for `_meta`.
    pub(super) says: String,
    pub(super) token: Option<String>,
    /// The version under `_meta`.
    pub(super) version: Option<String>,
    /// The version that a handshake offers.
    pub(super) offers: Option<String>,
    /// What the client says that it can do.
    pub(super) can: Vec<String>,
    /// The changes it wants to be told of.
    pub(super) wants: Vec<String>,
    /// Whether it wants log messages.
    pub(super) logs: bool,
}

impl Asked {
    pub(super) fn read(line: &[u8]) -> Self {
        let line = str::from_utf8(line).unwrap_or_default().trim_start_matches('\u{feff}');
        let Ok(value) = parse(line) else { return Self::default() };
        match Message::from_value(value) {
            Ok(Message::Request(it)) => {
                let id = Some(id_text(&it.id));
                Self { id, ..Self::told(Kind::Request, it.method.excerpt(), it.params) }
            }
            Ok(Message::Notification(it)) => {
                Self::told(Kind::Notification, it.method.excerpt(), it.params)
            }
            Ok(Message::Response(it)) => {
                Self { kind: Kind::Response, id: it.id.as_ref().map(id_text), ..Self::default() }
            }
            Err(malformed) => {
                let id = malformed.id.as_ref().map(id_text);
                Self { kind: Kind::NoMessage, id, ..Self::default() }
            }
        }
    }

    fn told(kind: Kind, method: String, params: Option<Value<'_>>) -> Self {
        let params = params.unwrap_or_default();
        let meta = params.get("_meta");
        let meta = |name: &str| meta.and_then(|meta| meta.get(name));
        let hello = method == INITIALIZE;
        let can = if hello { params.get("capabilities") } else { meta(CLIENT_CAPABILITIES) };
        let can = can.and_then(Value::as_object).map_or_else(Vec::new, names);
        let level = params.get("level").filter(|level| {
            let valid =
                |name: LoggingLevel| level.as_string().is_some_and(|it| *it == *name.as_str());
            !LoggingLevel::ALL.into_iter().any(valid)
        });
        let subject = ["name", "uri", "cursor", "ref"].iter().find_map(|name| params.get(name));
        let subject = subject.or(level);
        Self {
            kind,
            subject: subject.filter(|_| kind == Kind::Request).map(Value::to_line),
            token: meta("progressToken").map(Value::to_line),
            version: meta(PROTOCOL_VERSION).map(Value::to_line),
            offers: params.get("protocolVersion").map(Value::to_line),
            logs: meta(LOG_LEVEL).is_some(),
            can,
            wants: params.get("notifications").map_or_else(Vec::new, wants),
            says: says(params),
            method,
            id: None,
        }
    }
}

fn id_text(id: &Id<'_>) -> String {
    let mut text = String::new();
    id.print(&mut text);
    text
}

fn names(object: &Object<'_>) -> Vec<String> {
    object.members().iter().map(|member| member.name.excerpt()).collect()
}

fn says(params: Value<'_>) -> String {
    let Value::Object(params) = params else { return String::new() };
    let rest: Object<'_> = params.into_iter().filter(|it| it.name != *"_meta").collect();
    Value::from(rest).canonical()
}
