//! What a handler that takes its time can say while it works.

use crate::json::{Number, Object, Value};
use crate::jsonrpc::{Message, Notification};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Server → client, a notification: this far has the request come whose token it carries.
pub const PROGRESS: &str = "notifications/progress";

/// Where lines go that are no answer.
pub(super) type Outbox = Box<dyn Fn(String) + Send + Sync>;

/// A running call, as its handler sees it: it can report progress and see a cancellation.
///
/// A call made through [`Server::answer`](super::Server::answer) has nobody to report to: its
/// exchange swallows progress and is never cancelled.
#[derive(Default)]
pub struct Exchange {
    token: Option<Value<'static>>,
    outbox: Option<Outbox>,
    cancelled: Option<Arc<AtomicBool>>,
    /// The progress reported last: the next must be greater.
    last: Mutex<Option<f64>>,
}

impl Exchange {
    pub(super) fn new(
        token: Option<Value<'static>>,
        outbox: Outbox,
        cancelled: Arc<AtomicBool>,
    ) -> Self {
        Self { token, outbox: Some(outbox), cancelled: Some(cancelled), last: Mutex::default() }
    }

    /// Whether the client has sent `notifications/cancelled`: nobody waits for the answer any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Reports progress, if the client asked for it with a `progressToken`. A value that is not
    /// greater than the one before is not sent, because it must not be.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let (Some(token), Some(outbox)) = (&self.token, &self.outbox) else { return };
        // MUST (2025-06-18, utilities/progress): the value rises with every notification.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let rises = progress.is_finite() && last.is_none_or(|last| progress > last);
        if !rises || self.is_cancelled() {
            return;
        }
        *last = Some(progress);
        let number = |value: f64| Number::from_f64(value).map(Value::Number);
        let members = [
            ("progressToken", Some(token.clone())),
            ("progress", number(progress)),
            ("total", total.and_then(number)),
            ("message", message.map(Value::from)),
        ];
        let params: Object<'_> =
            members.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let notification = Notification { method: PROGRESS.into(), params: Some(params.into()) };
        outbox(Message::Notification(notification).to_line());
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}
