//! Subscriptions: what a client wants to be told of, and what the server has agreed to.

use crate::doctor::examine::Seen;
use crate::doctor::examine::party::key;
use crate::json::Value;
use crate::jsonrpc::Id;
use crate::mcp::CANCELLED;
use crate::mcp::stateless::{SUBSCRIPTION_ID, SUBSCRIPTIONS_ACKNOWLEDGED, SUBSCRIPTIONS_LISTEN};
use crate::transport::Side;
use std::collections::BTreeMap;

/// How many are remembered.
const MAX_LISTENS: usize = 1000;

/// A longer filter is not remembered, in bytes of its line.
const MAX_LINE: usize = 64 * 1024;

/// A `subscriptions/listen`.
#[derive(Debug)]
pub struct Listen {
    /// Where it was asked.
    pub at: usize,
    /// What was asked for; `None` when that is not remembered.
    pub wanted: Option<Value<'static>>,
    /// What the server has agreed to; `None` before it did, or when that is not remembered.
    pub agreed: Option<Value<'static>>,
    /// Where it was acknowledged.
    pub acknowledged: Option<usize>,
    /// Whether anything came under its id.
    pub begun: bool,
    /// Where either side has ended it.
    pub ended: Option<usize>,
    /// Where the client has.
    pub cancelled: Option<usize>,
}

/// All of them.
#[derive(Debug, Default)]
pub struct Listens {
    all: BTreeMap<String, Listen>,
    /// Whether one is not remembered.
    pub forgotten: bool,
}

impl Listens {
    /// The one of this id.
    pub fn of(&self, id: &Id<'_>) -> Option<&Listen> {
        self.all.get(&key(id))
    }

    /// Those that nobody has ended.
    pub fn open(&self) -> impl DoubleEndedIterator<Item = (&String, &Listen)> {
        self.all.iter().filter(|(_, listen)| listen.ended.is_none())
    }

    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        let filter = |params: Option<&Value<'_>>| {
            let filter = params?.get("notifications")?;
            (seen.line.len() <= MAX_LINE).then(|| filter.clone().into_owned())
        };
        let listens = |it: &&_| {
            let it: &crate::jsonrpc::Request<'_> = it;
            it.method == *SUBSCRIPTIONS_LISTEN
        };
        if let Some(request) = seen.request(Side::Client).filter(listens) {
            self.ask(at, &request.id, filter(request.params.as_ref()));
        }
        if let Some(response) = seen.response().filter(|_| seen.side == Side::Server) {
            let listen = response.id.as_ref().and_then(|id| self.all.get_mut(&key(id)));
            if let Some(listen) = listen.filter(|_| seen.asked.is_some()) {
                listen.ended = listen.ended.or(Some(at));
            }
        }
        let Some(told) = seen.notification() else { return };
        let params = told.params.as_ref();
        let id = subscription(params).filter(|_| seen.side == Side::Server);
        if let Some(listen) = id.and_then(|id| self.all.get_mut(&key(&id))) {
            listen.begun = true;
            if told.method == *SUBSCRIPTIONS_ACKNOWLEDGED {
                listen.acknowledged = listen.acknowledged.or(Some(at));
                listen.agreed = filter(params);
            }
        }
        if told.method == *CANCELLED {
            let id = params.and_then(|it| Id::from_value(it.get("requestId")?.clone()).ok());
            if let Some(listen) = id.and_then(|id| self.all.get_mut(&key(&id))) {
                listen.ended = listen.ended.or(Some(at));
                let mine = (seen.side == Side::Client).then_some(at);
                listen.cancelled = listen.cancelled.or(mine);
            }
        }
    }

    fn ask(&mut self, at: usize, id: &Id<'_>, wanted: Option<Value<'static>>) {
        if self.all.len() >= MAX_LISTENS {
            self.all.retain(|_, listen| listen.ended.is_none());
            self.forgotten = true;
        }
        let listen = Listen {
            at,
            wanted,
            agreed: None,
            acknowledged: None,
            begun: false,
            ended: None,
            cancelled: None,
        };
        if self.all.len() < MAX_LISTENS {
            self.all.insert(key(id), listen);
        }
    }
}

/// The id of the subscription that a message says it belongs to.
pub(in crate::doctor) fn subscription<'l>(params: Option<&Value<'l>>) -> Option<Id<'l>> {
    Id::from_value(params?.get("_meta")?.get(SUBSCRIPTION_ID)?.clone()).ok()
}
