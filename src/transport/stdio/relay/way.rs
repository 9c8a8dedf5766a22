//! How far one direction of a relay has come.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Shared by whoever passes bytes on and whoever waits until that is done.
#[derive(Debug, Default)]
pub struct Way {
    /// One for each time that bytes were taken in, and one for each time that they were passed on: an odd
    /// number says that some are in the middle.
    steps: AtomicUsize,
    over: Mutex<bool>,
    changed: Condvar,
}

impl Way {
    pub(super) fn step(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
    }

    /// Nothing will come any more.
    pub(super) fn end(&self) {
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Whether it is over; waits so long at most.
    pub(super) fn is_over(&self, patience: Duration) -> bool {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(over, patience, |over| !*over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits until it is over, or until nothing has come for so long and nothing is in the middle: then
    /// somebody holds on to the pipe who has nothing to say.
    pub(super) fn settles(&self, quiet: Duration) -> bool {
        let steps = || self.steps.load(Ordering::Relaxed);
        let mut before = steps();
        while !self.is_over(quiet) {
            let now = steps();
            if now == before && now % 2 == 0 {
                return false;
            }
            before = now;
        }
        true
    }
}
