//! The one place that looks at a clock.

use std::time::{Duration, Instant};

/// How long it takes to do something.
#[expect(clippy::disallowed_methods, reason = "the bench measures time, and here is where it may")]
pub(super) fn time<R>(work: impl FnOnce() -> R) -> (Duration, R) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}
