//! Requests of the server, in a session that began with a handshake: who waits for which answer.

use super::calls::Calls;
use crate::json::{Object, Value};
use crate::jsonrpc::{ErrorObject, Message, Notification, Request, Response};
use crate::mcp::stateless::InputRequest;
use crate::mcp::{CANCELLED, LoggingLevel};
use crate::server::exchange::Outbox;
use crate::server::features::Peer;
use crate::server::why::{Asks, Why, needs};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the client may take to answer: 10 minutes. There is a human in it.
pub const ANSWER_WITHIN: Duration = Duration::from_secs(600);

type Answer = Result<Value<'static>, ErrorObject<'static>>;

/// The questions of one connection that are still open.
#[derive(Debug, Default)]
pub(super) struct Questions(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    asked: i64,
    waiting: Vec<Waiting>,
    /// The client has hung up: nothing will be answered any more.
    closed: bool,
}

#[derive(Debug)]
struct Waiting {
    id: i64,
    /// Dropped when nobody will answer, which wakes up whoever waits.
    answer: Sender<Answer>,
    cancelled: Arc<AtomicBool>,
}

/// How a handler asks the client of its session.
pub(super) struct SessionAsking {
    pub(super) peer: Arc<Peer>,
    pub(super) calls: Arc<Calls>,
    pub(super) outbox: Outbox,
    /// Set when nobody waits for the answer of the call any more.
    pub(super) cancelled: Arc<AtomicBool>,
    /// Whether the client had said that it is ready when it called.
    pub(super) ready: bool,
}

impl Asks for SessionAsking {
    /// Asks one after the other, and waits for each answer.
    fn ask(&self, questions: Vec<InputRequest<'static>>) -> Result<Vec<Value<'static>>, Why> {
        questions.into_iter().map(|question| self.ask_one(question)).collect()
    }

    fn capabilities(&self) -> Object<'static> {
        self.peer.capabilities()
    }

    fn level(&self) -> Option<LoggingLevel> {
        self.peer.level()
    }
}

impl SessionAsking {
    fn ask_one(&self, question: InputRequest<'static>) -> Result<Value<'static>, Why> {
        // MUST (2025-06-18, basic/lifecycle): only what the client has said it can do.
        if let Some(lacks) = needs(&question.method, &self.peer.capabilities()) {
            return Err(Why::Lacks(lacks));
        }
        // SHOULD (2025-06-18, basic/lifecycle): before that a server asks nothing but `ping`.
        if !self.ready {
            return Err(Why::Early);
        }
        let questions = &self.calls.questions;
        let (id, answer) = questions.open(&self.cancelled).ok_or_else(|| self.unheard())?;
        let request = Request { id: id.into(), method: question.method, params: question.params };
        self.outbox.send(Message::Request(request).to_line());
        let heard = answer.recv_timeout(ANSWER_WITHIN);
        questions.lock().waiting.retain(|waiting| waiting.id != id);
        if heard.is_err() && !questions.lock().closed {
            // SHOULD (2025-06-18, basic/lifecycle): whoever gives up waiting says so, and the human is
            // not asked any longer.
            let params = Object::from([("requestId", id.into())]);
            let cancelled = Notification { method: CANCELLED.into(), params: Some(params.into()) };
            self.outbox.send(Message::Notification(cancelled).to_line());
        }
        heard.map_err(|_| self.unheard())?.map_err(Why::Refused)
    }

    fn unheard(&self) -> Why {
        if self.cancelled.load(Ordering::Relaxed) { Why::Cancelled } else { Why::Unanswered }
    }
}

impl fmt::Debug for SessionAsking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionAsking").field("peer", &self.peer).finish_non_exhaustive()
    }
}

impl Questions {
    fn open(&self, cancelled: &Arc<AtomicBool>) -> Option<(i64, Receiver<Answer>)> {
        let mut open = self.lock();
        if open.closed || cancelled.load(Ordering::Relaxed) {
            return None;
        }
        open.asked += 1;
        let id = open.asked;
        let (answer, heard) = channel();
        open.waiting.push(Waiting { id, answer, cancelled: Arc::clone(cancelled) });
        Some((id, heard))
    }

    /// Hands an answer to whoever waits for it. One that nobody waits for came too late.
    pub(super) fn answered(&self, response: Response<'_>) {
        let Some(id) = response.id else { return };
        let mut open = self.lock();
        let place = open.waiting.iter().position(|waiting| id == waiting.id);
        if let Some(place) = place {
            let waiting = open.waiting.swap_remove(place);
            let outcome = response.outcome.map(Value::into_owned).map_err(ErrorObject::into_owned);
            // Whoever asked may have given up this very moment.
            let _ = waiting.answer.send(outcome);
        }
    }

    /// Wakes up whoever waits on behalf of a call that was cancelled.
    pub(super) fn sweep(&self) {
        self.lock().waiting.retain(|waiting| !waiting.cancelled.load(Ordering::Relaxed));
    }

    /// Nothing will be answered any more.
    pub(super) fn close(&self) {
        let mut open = self.lock();
        open.closed = true;
        open.waiting.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
