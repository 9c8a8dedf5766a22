//! Waiting inside of a call, without keeping a cancellation waiting.

use crate::server::Exchange;
use std::thread;
use std::time::Duration;

/// How long it goes on before it is asked whether anybody still waits, in milliseconds.
const LOOK_UP: u64 = 10;

/// Waits this long, in milliseconds, or until nobody waits any more.
pub(super) fn pause(exchange: &Exchange, wanted: u64) {
    let mut left = wanted;
    while left > 0 && !exchange.is_cancelled() {
        let step = left.min(LOOK_UP);
        thread::park_timeout(Duration::from_millis(step));
        left -= step;
    }
    thread::yield_now();
}
