//! What a handler that takes its time can say, ask and see while it works.

use super::why::{Asks, Why};
use crate::json::{Number, Object, Value};
use crate::jsonrpc::{Message, Notification};
use crate::mcp::{LOGGING_MESSAGE, LoggingLevel, LoggingMessageParams, PROGRESS, Payload};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Somewhere lines go that are no answer.
pub(super) trait Outlet: Send + Sync {
    /// Takes a line.
    fn send(&self, line: String);

    /// Ends the stream of this call for now; its reader comes back after so long. Where there is no
    /// coming back, nothing happens.
    fn hang_up(&self, _back_after: Duration) {}
}

/// One that is shared by all who say something there.
pub(super) type Outbox = Arc<dyn Outlet>;

/// A running call, as its handler sees it: it can report progress, ask, and see a cancellation.
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
    /// Who puts questions to the client; nobody can where there is none.
    asking: Option<Box<dyn Asks>>,
    /// Why the handler could not go on, if it could not.
    paused: Mutex<Option<Why>>,
}

impl Exchange {
    /// An exchange that can ask, and nothing else.
    pub(super) fn with(asking: impl Asks + 'static) -> Self {
        Self { asking: Some(Box::new(asking)), ..Self::default() }
    }

    /// An exchange on a live connection.
    pub(super) fn live(
        token: Option<Value<'static>>,
        outbox: Outbox,
        cancelled: Arc<AtomicBool>,
        asking: Box<dyn Asks>,
    ) -> Self {
        let (outbox, cancelled, asking) = (Some(outbox), Some(cancelled), Some(asking));
        Self { token, outbox, cancelled, asking, ..Self::default() }
    }

    /// Whether the client has sent `notifications/cancelled`: nobody waits for the answer any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Reports progress, if the client asked for it with a `progressToken`. A value that is not
    /// greater than the one before is not sent, because it must not be.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(token) = &self.token else { return };
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
        self.notify(PROGRESS, params);
    }

    /// Says something for the log, if the client wants to read what is as bad as this. `logger` is the
    /// part of the server that says so.
    pub fn log(&self, level: LoggingLevel, logger: &str, data: impl Into<Value<'static>>) {
        let wanted = self.asks().and_then(Asks::level);
        // MUST (2026-07-28, server/utilities/logging): nothing unasked, nothing below what was asked.
        if wanted.is_some_and(|wanted| level >= wanted) && !self.is_cancelled() {
            let params =
                LoggingMessageParams { level, logger: Some(logger.into()), data: data.into() };
            let Value::Object(params) = params.into_value() else { return };
            self.notify(LOGGING_MESSAGE, params);
        }
    }

    /// Lets go of the client's connection; the client comes back after so long for whatever this call
    /// has to say meanwhile, and for its answer. Only over HTTP and since 2025-11-25 a client does so
    /// (`basic/transports`, polling); for any other nothing happens.
    pub fn hang_up(&self, back_after: Duration) {
        if let Some(outbox) = &self.outbox {
            outbox.hang_up(back_after);
        }
    }

    /// Tells the client something, if there is a way to.
    fn notify(&self, method: &str, params: Object<'_>) {
        let notification = Notification { method: method.into(), params: Some(params.into()) };
        if let Some(outbox) = &self.outbox {
            outbox.send(Message::Notification(notification).to_line());
        }
    }

    /// Who puts questions to the client.
    pub(super) fn asks(&self) -> Option<&dyn Asks> {
        self.asking.as_deref()
    }

    /// Notes why the handler cannot go on. The first reason counts.
    pub(super) fn note(&self, why: Why) {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }

    /// Why the handler could not go on, if it could not.
    pub(super) fn paused(&self) -> Option<Why> {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The same as a sentence.
    pub(super) fn why(&self) -> String {
        let paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        paused.as_ref().map(ToString::to_string).unwrap_or_default()
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}
