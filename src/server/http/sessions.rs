//! The sessions of the handshake era: who has which id, and when it ends.
//!
//! Source: MCP 2025-06-18, `basic/transports`, session management.

use super::Chance;
use super::streams::Streams;
use crate::server::exchange::Outbox;
use crate::server::live::{Conversation, Threads};
use crate::server::{Server, Session};
use crate::transport::http::Clock;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

/// How many sessions there may be. For one more, the one that has been idle longest is ended.
pub const MAX_SESSIONS: usize = 1024;

/// How long a session is kept of which nothing is heard: 30 minutes.
pub const SESSION_IDLE: Duration = Duration::from_secs(30 * 60);

/// All sessions of an endpoint.
pub(super) struct Sessions {
    open: RwLock<BTreeMap<String, Arc<Held>>>,
    clock: Clock,
    chance: Chance,
}

/// One session.
pub(super) struct Held {
    state: Mutex<Session>,
    pub(super) conversation: Conversation,
    pub(super) streams: Arc<Streams>,
    /// How many requests are being answered.
    visitors: AtomicUsize,
    /// When the last one was, in milliseconds of the clock.
    seen: AtomicU64,
}

/// A request of a session that is being answered.
pub(super) struct Visit {
    held: Arc<Held>,
    clock: Clock,
}

impl Sessions {
    pub(super) fn new(clock: Clock, chance: Chance) -> Self {
        Self { open: RwLock::default(), clock, chance }
    }

    /// Keeps a session that has been agreed on, and gives it an id; `None` when all others are busy.
    pub(super) fn open(
        &self,
        server: &Arc<Server>,
        session: Session,
        threads: &Arc<Threads>,
    ) -> Option<String> {
        let streams = Arc::<Streams>::default();
        let outbox: Outbox = Arc::<Streams>::clone(&streams);
        let conversation = Conversation::new(Arc::clone(server), &session.peer, outbox, threads);
        let (state, visitors) = (Mutex::new(session), AtomicUsize::new(0));
        let seen = AtomicU64::new(millis(self.clock));
        let held = Arc::new(Held { state, conversation, streams, visitors, seen });
        let id = id((self.chance)());
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        let ended = make_room(&mut open, millis(self.clock))?;
        open.insert(id.clone(), held);
        drop(open);
        // Only now, without the lock.
        for held in ended {
            held.end();
        }
        Some(id)
    }

    /// The session of this id, if there is one.
    pub(super) fn find(&self, id: &str) -> Option<Visit> {
        let held = {
            let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(open.get(id)?)
        };
        if held.is_over(millis(self.clock)) {
            self.end(id);
            return None;
        }
        held.visitors.fetch_add(1, Ordering::Relaxed);
        Some(Visit { held, clock: self.clock })
    }

    /// Ends a session: whether there was one.
    pub(super) fn end(&self, id: &str) -> bool {
        let held = self.open.write().unwrap_or_else(PoisonError::into_inner).remove(id);
        held.inspect(|held| held.end()).is_some()
    }
}

/// Takes out the sessions that are over, and the idlest one if there is still no room.
fn make_room(open: &mut BTreeMap<String, Arc<Held>>, now: u64) -> Option<Vec<Arc<Held>>> {
    let over = |(id, held): (&String, &Arc<Held>)| held.is_over(now).then(|| id.clone());
    let mut going: Vec<String> = open.iter().filter_map(over).collect();
    if open.len() - going.len() >= MAX_SESSIONS {
        let idle = open.iter().filter(|(_, held)| held.visitors.load(Ordering::Relaxed) == 0);
        let idlest = idle.min_by_key(|(_, held)| held.seen.load(Ordering::Relaxed));
        going.push(idlest?.0.clone());
    }
    Some(going.iter().filter_map(|id| open.remove(id)).collect())
}

/// SHOULD (2025-06-18, basic/transports): nobody can guess it. 128 bits, as 32 letters.
fn id(chance: [u8; 32]) -> String {
    let mut id = String::with_capacity(32);
    for byte in chance.iter().take(16) {
        // Writing to a `String` does not fail.
        let _ = write!(id, "{byte:02x}");
    }
    id
}

fn millis(clock: Clock) -> u64 {
    u64::try_from(clock().as_millis()).unwrap_or(u64::MAX)
}

impl Held {
    /// What was agreed on.
    pub(super) fn state(&self) -> MutexGuard<'_, Session> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self, now: u64) -> bool {
        let idle = now.saturating_sub(self.seen.load(Ordering::Relaxed));
        self.visitors.load(Ordering::Relaxed) == 0 && u128::from(idle) > SESSION_IDLE.as_millis()
    }

    fn end(&self) {
        self.conversation.abandon();
        self.streams.end();
    }
}

impl Deref for Visit {
    type Target = Held;

    fn deref(&self) -> &Held {
        &self.held
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.held.seen.store(millis(self.clock), Ordering::Relaxed);
        self.held.visitors.fetch_sub(1, Ordering::Relaxed);
    }
}
