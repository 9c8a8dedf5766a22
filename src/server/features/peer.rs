//! What a server knows of the client at the other end of a session, and the methods that tell it.

use crate::json::{Object, Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{
    LoggingLevel, Misfit, Payload, RESOURCES_SUBSCRIBE, RESOURCES_UNSUBSCRIBE,
    ResourceRequestParams, SetLevelParams,
};
use crate::server::methods::Outcome;
use crate::server::{Server, Session};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// How many resources one client may subscribe to. Every change is looked up among them.
pub const MAX_SUBSCRIPTIONS: usize = 256;

/// The longest URI that is subscribed to, in bytes: more than any system knows.
pub const MAX_URI_BYTES: usize = 8192;

/// One client, as far as it has told. Shared with the threads that tell it of changes.
#[derive(Debug, Default)]
pub(in crate::server) struct Peer {
    capabilities: OnceLock<Object<'static>>,
    subscriptions: Mutex<BTreeSet<String>>,
    level: Mutex<Option<LoggingLevel>>,
}

impl Peer {
    /// Notes what the client says it can do. It says so once.
    pub(in crate::server) fn can(&self, capabilities: Object<'_>) {
        // A second `initialize` was refused before it came here.
        let _ = self.capabilities.set(capabilities.into_owned());
    }

    /// What the client said it can do.
    pub(in crate::server) fn capabilities(&self) -> Object<'static> {
        self.capabilities.get().cloned().unwrap_or_default()
    }

    /// Whether the client has subscribed to this resource. Simplified: a subscription to a folder
    /// says nothing about what lies in it.
    pub(in crate::server) fn wants(&self, uri: &str) -> bool {
        lock(&self.subscriptions).contains(uri)
    }

    /// The lowest level of log messages the client wants; `None` until it has said so.
    pub(in crate::server) fn level(&self) -> Option<LoggingLevel> {
        *lock(&self.level)
    }
}

/// Answers `resources/subscribe`. Whether there is such a resource is not asked: it may come later.
pub(super) fn subscribe<'a>(
    server: &Server,
    session: &mut Session,
    params: Value<'a>,
) -> Outcome<'a> {
    let uri = uri(server, params, RESOURCES_SUBSCRIBE)?;
    let mut subscriptions = lock(&session.peer.subscriptions);
    if subscriptions.len() >= MAX_SUBSCRIPTIONS && !subscriptions.contains(&uri) {
        let message = format!("Invalid Request: more than {MAX_SUBSCRIPTIONS} subscriptions");
        return Err(ErrorObject::new(code::INVALID_REQUEST, message));
    }
    subscriptions.insert(uri);
    Ok(Object::default().into())
}

/// Answers `resources/unsubscribe`, also to who has not subscribed.
pub(super) fn unsubscribe<'a>(
    server: &Server,
    session: &mut Session,
    params: Value<'a>,
) -> Outcome<'a> {
    let uri = uri(server, params, RESOURCES_UNSUBSCRIBE)?;
    lock(&session.peer.subscriptions).remove(&uri);
    Ok(Object::default().into())
}

/// Answers `logging/setLevel`.
pub(super) fn set_level<'a>(_: &Server, session: &mut Session, params: Value<'a>) -> Outcome<'a> {
    let SetLevelParams { level } = SetLevelParams::from_value(params)?;
    *lock(&session.peer.level) = Some(level);
    Ok(Object::default().into())
}

/// The URI it is about, if this server lets anybody subscribe.
fn uri<'a>(
    server: &Server,
    params: Value<'a>,
    method: &'static str,
) -> Result<String, ErrorObject<'a>> {
    // MUST (2025-06-18, basic/lifecycle): only what was negotiated is served.
    if !server.capabilities.flag("resources", "subscribe") {
        return Err(ErrorObject::method_not_found(method));
    }
    let ResourceRequestParams { uri } = ResourceRequestParams::from_value(params)?;
    let short = Some(&uri).filter(|uri| uri.as_written().len() <= MAX_URI_BYTES);
    let text = short.and_then(|uri: &Str<'_>| uri.text().ok());
    let misfit = Misfit { member: "uri", expected: "a URI of no more than 8192 bytes" };
    text.map(std::borrow::Cow::into_owned).ok_or(misfit.into())
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
