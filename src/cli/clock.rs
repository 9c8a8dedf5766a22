//! The one place that looks at a clock.

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long it takes to do something.
#[expect(clippy::disallowed_methods, reason = "the bench measures time, and here is where it may")]
pub(super) fn time<R>(work: impl FnOnce() -> R) -> (Duration, R) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

/// The time in seconds since 1970; a system that is set to an earlier time gets 0.
#[expect(clippy::disallowed_methods, reason = "here is where time may be looked at")]
pub(super) fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// How long ago it was first asked: a clock that only goes forward.
#[expect(clippy::disallowed_methods, reason = "here is where time may be looked at")]
pub(super) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A clock that began to run at some time.
#[derive(Debug)]
pub(super) struct Clock(Instant);

impl Clock {
    /// Begins now.
    #[expect(clippy::disallowed_methods, reason = "here is where time may be looked at")]
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    /// How long ago that was.
    pub(super) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
