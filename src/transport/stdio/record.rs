//! What has crossed a child's pipes, in the order in which it did.

use crate::transport::Crossing;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Told of each crossing when it happens, from whichever thread has seen it.
#[derive(Clone)]
pub struct Sink(Arc<dyn Fn(&Crossing) + Send + Sync>);

/// A list of crossings that several threads add to.
#[derive(Debug, Default)]
pub(super) struct Log {
    crossings: Mutex<Vec<Crossing>>,
    sink: Option<Sink>,
}

impl Sink {
    /// Tells this function.
    pub fn new(tell: impl Fn(&Crossing) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    /// Tells of a crossing.
    pub fn tell(&self, crossing: &Crossing) {
        (self.0)(crossing);
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sink")
    }
}

impl Log {
    pub(super) fn new(sink: Option<Sink>) -> Self {
        Self { crossings: Mutex::default(), sink }
    }

    /// Adds to it, and tells; both at once, so that what is told keeps the order.
    pub(super) fn push(&self, crossing: Crossing) {
        let mut crossings = self.lock();
        if let Some(sink) = &self.sink {
            sink.tell(&crossing);
        }
        crossings.push(crossing);
    }

    pub(super) fn all(&self) -> Vec<Crossing> {
        self.lock().clone()
    }

    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Crossing>> {
        self.crossings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
