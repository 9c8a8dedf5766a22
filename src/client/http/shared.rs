//! What the exchanges of one transport share.

use super::inbox::Inbox;
use crate::transport::http::{Clock, Closer, HttpClient, Url};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an answer may keep its exchange waiting without a byte: a stream may well be silent for
/// long, and whoever has less patience closes it.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// How many idle connections are kept.
const MAX_IDLE: usize = 4;

/// Waits so long. A test hands in one that only counts.
pub type Wait = Arc<dyn Fn(Duration) + Send + Sync>;

/// Where the server is, what came in, and the connections.
pub(super) struct Shared {
    pub(super) url: Url,
    clock: Clock,
    wait: Option<Wait>,
    pub(super) inbox: Inbox,
    idle: Mutex<Vec<HttpClient>>,
    /// What ends an exchange from outside, by its number; of one that was ended before it had a connection
    /// there is none yet.
    closers: Mutex<BTreeMap<u64, Option<Closer>>>,
}

impl Shared {
    pub(super) fn new(url: Url, clock: Clock, wait: Option<Wait>) -> Self {
        let (idle, closers) = (Mutex::default(), Mutex::default());
        Self { url, clock, wait, inbox: Inbox::default(), idle, closers }
    }

    pub(super) fn target(&self) -> &str {
        &self.url.path
    }

    /// A connection that is not in use.
    pub(super) fn client(&self) -> HttpClient {
        let idle = lock(&self.idle).pop();
        idle.unwrap_or_else(|| {
            HttpClient::new(self.url.clone(), self.clock).with_patience(PATIENCE)
        })
    }

    pub(super) fn give_back(&self, client: HttpClient) {
        let mut idle = lock(&self.idle);
        if idle.len() < MAX_IDLE && !self.inbox.is_closed() {
            idle.push(client);
        }
    }

    pub(super) fn wait(&self, long: Duration) {
        match &self.wait {
            Some(wait) => wait(long),
            None => self.inbox.pause(long),
        }
    }

    pub(super) fn keep_closer(&self, exchange: u64, closer: &Closer) {
        let ended = lock(&self.closers).insert(exchange, Some(closer.clone()));
        // It may be a fresh connection for something that nobody wants any more.
        if matches!(ended, Some(None)) || self.inbox.is_closed() {
            closer.close();
        }
    }

    pub(super) fn forget_closer(&self, exchange: u64) {
        lock(&self.closers).remove(&exchange);
    }

    /// Ends one exchange: its connection is shut.
    pub(super) fn close_one(&self, exchange: u64) {
        if let Some(Some(closer)) = lock(&self.closers).insert(exchange, None) {
            closer.close();
        }
    }

    /// Ends all of them.
    pub(super) fn close(&self) {
        self.inbox.close();
        for closer in std::mem::take(&mut *lock(&self.closers)).into_values().flatten() {
            closer.close();
        }
        lock(&self.idle).clear();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("url", &self.url).finish_non_exhaustive()
    }
}
