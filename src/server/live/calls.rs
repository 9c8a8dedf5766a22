//! The long calls that are running: who may still be cancelled, and who is still waited for.

use super::questions::Questions;
use crate::jsonrpc::Id;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many long calls one connection may have running; each has a thread of its own.
pub const MAX_LONG_CALLS: usize = 64;

/// How many long calls all conversations of one endpoint may have running. A handler that does not look
/// whether it is cancelled runs on when its client is long gone.
pub const MAX_LONG_CALLS_IN_ALL: usize = 1024;

/// The long calls that several conversations have running together.
#[derive(Debug, Default)]
pub(in crate::server) struct Threads(AtomicUsize);

/// Why a call cannot be started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Busy {
    /// [`MAX_LONG_CALLS`] are running, or [`MAX_LONG_CALLS_IN_ALL`].
    TooMany,
    /// A call with this id is running.
    SameId,
}

/// The long calls of one connection.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// What those calls have asked the client.
    pub(super) questions: Questions,
    running: Mutex<Running>,
    one_less: Condvar,
    all: Arc<Threads>,
}

#[derive(Debug, Default)]
struct Running {
    /// The calls that may still be cancelled. They are few, so they are looked for one by one.
    flags: Vec<(Id<'static>, Arc<AtomicBool>)>,
    /// The threads, those included that are just sending their answer.
    threads: usize,
}

impl Calls {
    /// No calls yet; those of others are counted with them.
    pub(super) fn among(threads: &Arc<Threads>) -> Self {
        Self { all: Arc::clone(threads), ..Self::default() }
    }

    /// Enters a call; the flag is set when it is cancelled.
    pub(super) fn enter(&self, id: &Id<'_>) -> Result<Arc<AtomicBool>, Busy> {
        let mut running = self.lock();
        if running.threads >= MAX_LONG_CALLS
            || self.all.0.load(Ordering::Relaxed) >= MAX_LONG_CALLS_IN_ALL
        {
            return Err(Busy::TooMany);
        }
        if running.flags.iter().any(|(other, _)| other == id) {
            return Err(Busy::SameId);
        }
        let flag = Arc::<AtomicBool>::default();
        running.flags.push((id.clone().into_owned(), Arc::clone(&flag)));
        running.threads += 1;
        self.all.0.fetch_add(1, Ordering::Relaxed);
        Ok(flag)
    }

    /// Whether a call of this id is running and not cancelled.
    pub(super) fn is_open(&self, id: &Id<'_>) -> bool {
        self.lock().flags.iter().any(|(other, _)| other == id)
    }

    /// Sets the flag of a call; its id may be used again. Unknown and finished ids are ignored: such
    /// races are normal.
    pub(super) fn cancel(&self, id: &Id<'_>) {
        self.lock().flags.retain(|(other, flag)| {
            let cancelled = other == id;
            if cancelled {
                flag.store(true, Ordering::Relaxed);
            }
            !cancelled
        });
        self.questions.sweep();
    }

    /// Nobody is there any more to hear an answer.
    pub(super) fn cancel_all(&self) {
        self.lock().flags.iter().for_each(|(_, flag)| flag.store(true, Ordering::Relaxed));
        self.questions.close();
    }

    /// The call is done and can no longer be cancelled: whether its answer is still wanted.
    pub(super) fn finish(&self, call: &Arc<AtomicBool>) -> bool {
        // Told apart by its flag: the id of a cancelled call may be another one's by now.
        self.lock().flags.retain(|(_, flag)| !Arc::ptr_eq(flag, call));
        !call.load(Ordering::Relaxed)
    }

    /// The thread has sent what it had to send.
    pub(super) fn leave(&self) {
        self.lock().threads -= 1;
        self.all.0.fetch_sub(1, Ordering::Relaxed);
        self.one_less.notify_all();
    }

    /// Waits until no call is running, but no longer than this.
    pub(super) fn wait(&self, patience: Duration) {
        let busy = |running: &mut Running| running.threads > 0;
        // Whether time ran out makes no difference: the connection ends either way.
        drop(self.one_less.wait_timeout_while(self.lock(), patience, busy));
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
