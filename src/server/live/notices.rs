//! Word of changes, to whoever has asked for it.
//!
//! ```text
//! handshake    to a session that is ready: list_changed unasked, updated of what it has subscribed to
//! stateless    under the id of a `subscriptions/listen`, which stays open until it is cancelled
//! ```

use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::{ErrorObject, Id, Message, Notification, Response, code};
use crate::mcp::stateless::{
    COMPLETE, SERVER_INFO, SUBSCRIPTION_ID, SUBSCRIPTIONS_ACKNOWLEDGED, SubscriptionFilter,
};
use crate::mcp::{Misfit, Payload, members};
use crate::server::Server;
use crate::server::exchange::Outbox;
use crate::server::features::{Change, MAX_SUBSCRIPTIONS, Peer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many `subscriptions/listen` one connection may have open.
pub const MAX_LISTENS: usize = 64;

/// How many bytes the ids and URIs of all of them may have: 1 MiB. The ids go out with every change.
pub const MAX_LISTEN_BYTES: usize = 1024 * 1024;

/// Who hears of what on one connection.
pub(super) struct Notices {
    outbox: Outbox,
    peer: Arc<Peer>,
    /// The session has come so far that it may be told something.
    ready: AtomicBool,
    listens: Mutex<Vec<Listen>>,
}

struct Listen {
    id: Id<'static>,
    filter: SubscriptionFilter<'static>,
}

impl Notices {
    pub(super) fn new(outbox: Outbox, peer: &Arc<Peer>) -> Self {
        let (peer, ready) = (Arc::clone(peer), AtomicBool::new(false));
        Self { outbox, peer, ready, listens: Mutex::default() }
    }

    /// From now on the session may be told, if it is ready.
    pub(super) fn ready(&self, ready: bool) {
        // One that is never ceases to be: whoever says so late must not take it back.
        self.ready.fetch_or(ready, Ordering::Relaxed);
    }

    /// Tells of a change.
    pub(super) fn tell(&self, change: &Change) {
        let unasked = match change {
            Change::Resource(uri) => self.peer.wants(uri),
            Change::Tools | Change::Prompts | Change::Resources => true,
        };
        if unasked && self.ready.load(Ordering::Relaxed) {
            self.send(&Message::Notification(change.notification()));
        }
        let ids: Vec<_> = {
            let listens = self.lock();
            let wanting = listens.iter().filter(|listen| wants(&listen.filter, change));
            wanting.map(|listen| listen.id.clone()).collect()
        };
        for id in ids {
            let Notification { method, params } = change.notification();
            self.send(&Message::Notification(tagged(id, method, params.unwrap_or_default())));
        }
    }

    /// Opens a `subscriptions/listen`; what is said at once is only why it cannot be.
    pub(super) fn open(
        &self,
        server: &Server,
        id: Id<'static>,
        params: Value<'static>,
    ) -> Result<(), ErrorObject<'static>> {
        let filter = granted(server, filter(params)?);
        let mut listens = self.lock();
        if listens.iter().any(|listen| listen.id == id) {
            let why = "Invalid Request: a request with this id is still open";
            return Err(ErrorObject::new(code::INVALID_REQUEST, why));
        }
        if listens.len() >= MAX_LISTENS {
            let why = format!("Invalid Request: more than {MAX_LISTENS} subscriptions at once");
            return Err(ErrorObject::new(code::INVALID_REQUEST, why));
        }
        let held: usize = listens.iter().map(|listen| size(&listen.id, &listen.filter)).sum();
        if held + size(&id, &filter) > MAX_LISTEN_BYTES {
            let why = "Invalid Request: ids and URIs of all subscriptions are too long together";
            return Err(ErrorObject::new(code::INVALID_REQUEST, why));
        }
        // MUST (2026-07-28, basic/patterns/subscriptions): the first line under this id. So it leaves
        // before anybody can find the new entry.
        let said = Object::from([("notifications", filter.clone().into_value())]);
        let method = SUBSCRIPTIONS_ACKNOWLEDGED.into();
        self.send(&Message::Notification(tagged(id.clone(), method, said.into())));
        listens.push(Listen { id, filter });
        Ok(())
    }

    /// Whether a subscription of this id is open.
    pub(super) fn is_open(&self, id: &Id<'_>) -> bool {
        self.lock().iter().any(|listen| listen.id == *id)
    }

    /// Ends a subscription on the client's word; nothing follows.
    pub(super) fn cancel(&self, id: &Id<'_>) {
        self.lock().retain(|listen| listen.id != *id);
    }

    /// SHOULD (basic/patterns/subscriptions): a server that ends a subscription answers its request.
    pub(super) fn close(&self, server: &Server) {
        let listens = std::mem::take(&mut *self.lock());
        for Listen { id, .. } in listens {
            let meta = Object::from([
                (SUBSCRIPTION_ID, id.clone().into()),
                (SERVER_INFO, server.info.clone().into_value()),
            ]);
            let result = Object::from([("resultType", COMPLETE.into()), ("_meta", meta.into())]);
            self.send(&Message::Response(Response { id: Some(id), outcome: Ok(result.into()) }));
        }
    }

    fn send(&self, message: &Message<'_>) {
        self.outbox.send(message.to_line());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Listen>> {
        self.listens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// MUST (basic/patterns/subscriptions): each notification carries the id of its `subscriptions/listen`.
fn tagged<'a>(id: Id<'a>, method: Str<'a>, params: Value<'a>) -> Notification<'a> {
    let meta = Object::from([(SUBSCRIPTION_ID, id.into())]);
    let meta = Member { name: "_meta".into(), value: meta.into() };
    let params = if let Value::Object(params) = params { params } else { Object::default() };
    let params: Object<'a> = [meta].into_iter().chain(params).collect();
    Notification { method, params: Some(params.into()) }
}

fn filter(params: Value<'static>) -> Result<SubscriptionFilter<'static>, Misfit> {
    let [filter] = members(params, ["notifications"])?;
    let misfit = Misfit { member: "notifications", expected: "an object" };
    let filter = filter.filter(|filter| filter.as_object().is_some()).ok_or(misfit)?;
    let filter = SubscriptionFilter::from_value(filter)?;
    if filter.resource_subscriptions.len() > MAX_SUBSCRIPTIONS {
        return Err(Misfit { member: "resourceSubscriptions", expected: "no more than 256 URIs" });
    }
    Ok(filter)
}

fn size(id: &Id<'_>, filter: &SubscriptionFilter<'_>) -> usize {
    let uris = filter.resource_subscriptions.iter().map(|uri| uri.as_written().len());
    id.to_string().len() + uris.sum::<usize>()
}

/// What of it this server can do.
fn granted(server: &Server, asked: SubscriptionFilter<'static>) -> SubscriptionFilter<'static> {
    let promised = |feature, flag| server.capabilities.flag(feature, flag);
    SubscriptionFilter {
        tools_list_changed: asked.tools_list_changed && promised("tools", "listChanged"),
        prompts_list_changed: asked.prompts_list_changed && promised("prompts", "listChanged"),
        resources_list_changed: asked.resources_list_changed
            && promised("resources", "listChanged"),
        resource_subscriptions: Some(asked.resource_subscriptions)
            .filter(|_| promised("resources", "subscribe"))
            .unwrap_or_default(),
    }
}

fn wants(filter: &SubscriptionFilter<'_>, change: &Change) -> bool {
    match change {
        Change::Tools => filter.tools_list_changed,
        Change::Prompts => filter.prompts_list_changed,
        Change::Resources => filter.resources_list_changed,
        Change::Resource(uri) => filter.resource_subscriptions.iter().any(|it| *it == **uri),
    }
}
