//! What came before what: how far each side is known to have read, what was answered where, and how the
//! session opened.

use super::asked::Asked;
use super::seen::Seen;
use crate::doctor::finding::brief;
use crate::doctor::refusal::supported;
use crate::doctor::shapes::method;
use crate::jsonrpc::{ErrorObject, Id};
use crate::mcp::stateless::{DISCOVER, UNSUPPORTED_PROTOCOL_VERSION};
use crate::mcp::{CANCELLED, Era, INITIALIZE, LOGGING_MESSAGE, PING};
use crate::transport::Side;
use std::collections::VecDeque;

/// How many of the requests answered last are remembered.
const RECENT: usize = 64;

/// How many refusals are remembered that may be a fault.
const REFUSALS: usize = 20;

/// How many versions of a refusal are.
const NAMES: usize = 20;

/// The order of things, as far as later lines are held against it.
#[derive(Debug, Default)]
pub struct Order {
    /// How far client and server have read, as is proven by what they answered: places of the recording.
    heard: [usize; 2],
    /// Answered, newest last.
    answered: VecDeque<Answered>,
    /// Where the client first said anything but `ping`.
    pub begun: Option<usize>,
    /// Whether an `initialize` was answered with a result before the one that `Session` is about.
    pub shaken: bool,
    /// The first request that the client sent after `initialize` was answered, before it said that it is
    /// ready: its place and its method.
    pub unready: Option<(usize, String)>,
    /// A `server/discover` that was refused.
    pub undiscovered: Option<Refusal>,
    /// The last refusal of a version of the stateless era, unless something was answered since.
    pub unsupported: Option<Refusal>,
    /// Whether a result came that only the stateless era has.
    pub stateless: bool,
    /// Where the server first sent a log message.
    pub logged: Option<usize>,
    /// Refusals of a `ping`, and of what nobody knows; the first ones.
    pub refusals: Vec<Refusal>,
    /// A server that ended when it was asked `server/discover`: where, and how.
    pub killed: Option<(usize, String)>,
}

/// A request that was answered.
#[derive(Debug)]
pub struct Answered {
    /// Who had asked.
    pub by: Side,
    /// Its id.
    pub id: Id<'static>,
    /// What was asked.
    pub method: String,
    /// Where it was asked.
    pub asked: usize,
    /// Where it was answered.
    pub at: usize,
}

/// A request that was answered with an error.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// Who refused it.
    pub by: Side,
    /// Where it was asked.
    pub asked: usize,
    /// Where it was refused.
    pub at: usize,
    /// What was asked.
    pub method: String,
    /// The code of the error.
    pub code: i64,
    /// The error as a part of a sentence.
    pub error: String,
    /// The versions it lists in `data.supported`.
    pub supported: Vec<String>,
}

impl Refusal {
    fn of(at: usize, by: Side, asked: &Asked, error: &ErrorObject<'_>) -> Self {
        Self {
            by,
            asked: asked.at,
            at,
            method: asked.method.clone(),
            code: error.code,
            error: brief(error),
            supported: supported(error).unwrap_or_default().into_iter().take(NAMES).collect(),
        }
    }
}

impl Order {
    /// How far this side is known to have read, as a place of the recording.
    pub fn heard(&self, side: Side) -> usize {
        let [client, server] = self.heard;
        if side == Side::Client { client } else { server }
    }

    /// The request of this side and id, if it was answered lately.
    pub fn answered(&self, by: Side, id: &Id<'_>) -> Option<&Answered> {
        self.answered.iter().rev().find(|it| it.by == by && it.id == *id)
    }

    /// Whether this side has asked something and got its answer, and then asked again, all of it behind this
    /// place: hardly anybody who does that has not read what came there.
    pub fn went_round(&self, side: Side, place: usize) -> bool {
        let mine = || self.answered.iter().filter(|it| it.by == side && it.asked > place);
        let first = mine().map(|it| it.at).min();
        first.is_some_and(|first| mine().any(|it| it.asked > first))
    }

    fn refused(&mut self, asked: &Asked, refusal: Refusal) {
        if asked.method == DISCOVER {
            self.undiscovered = Some(refusal.clone());
        }
        if asked.era == Era::Stateless && refusal.code == UNSUPPORTED_PROTOCOL_VERSION {
            self.unsupported = Some(refusal.clone());
        }
        // Where there is no ping any more, whoever sends one is at fault, and not whoever refuses it.
        let ping = asked.method == PING && asked.era == Era::Handshake;
        let told = ping || method(&asked.method).is_none();
        if told && self.refusals.len() < REFUSALS {
            self.refusals.push(refusal);
        }
    }

    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        let client = seen.side == Side::Client;
        let told = seen.told().map(|(method, _)| method);
        if client && told.is_some_and(|method| *method != *PING) {
            self.begun = self.begun.or(Some(at));
        }
        if !client && told.is_some_and(|method| *method == *LOGGING_MESSAGE) {
            self.logged = self.logged.or(Some(at));
        }
        let Some(asked) = seen.asked else { return };
        let [of_client, of_server] = &mut self.heard;
        let heard = if client { of_client } else { of_server };
        *heard = asked.at.max(*heard);
        match seen.response().map(|response| &response.outcome) {
            Some(Err(error)) => self.refused(asked, Refusal::of(at, seen.side, asked, error)),
            Some(Ok(result)) if asked.era == Era::Stateless => {
                self.unsupported = None;
                self.stateless |= result.get("resultType").is_some();
            }
            _ => {}
        }
        self.answered.push_back(Answered {
            by: super::other(seen.side),
            id: asked.id.clone(),
            method: asked.method.clone(),
            asked: asked.at,
            at,
        });
        if self.answered.len() > RECENT {
            self.answered.pop_front();
        }
    }

    /// A request of the client while it owes `notifications/initialized`, or that word under a wrong name.
    pub(super) fn wait(&mut self, at: usize, seen: &Seen<'_>) {
        let asks = seen.request(Side::Client).map(|it| &it.method).filter(|it| **it != *PING);
        // The word under another name is the word that never came.
        let misnamed = seen.notification().map(|it| &it.method);
        let misnamed = misnamed.filter(|it| seen.side == Side::Client && **it == *"initialized");
        if let Some(method) = asks.or(misnamed).filter(|_| self.unready.is_none()) {
            self.unready = Some((at, method.excerpt()));
        }
    }

    /// A new `initialize`: what stood before it belongs to an earlier handshake.
    pub(super) fn again(&mut self, answered: bool) {
        self.shaken |= answered;
        self.unready = None;
    }
}

/// Whether this is a cancellation, and of which request.
pub(in crate::doctor) fn cancels<'l>(seen: &Seen<'l>) -> Option<Id<'l>> {
    let told = seen.notification().filter(|told| told.method == *CANCELLED)?;
    Id::from_value(told.params.as_ref()?.get("requestId")?.clone()).ok()
}

/// Whether this is the request that opens a session.
pub(in crate::doctor) fn opens(seen: &Seen<'_>) -> bool {
    seen.request(Side::Client).is_some_and(|request| request.method == *INITIALIZE)
}
