//! Medians over many small batches.

use crate::cli::clock::time;
use std::hint::black_box;
use std::time::Duration;

/// Times of one piece of work, in nanoseconds, sorted.
pub(super) struct Times(Vec<f64>);

impl Times {
    pub(super) fn new(mut nanoseconds: Vec<f64>) -> Self {
        nanoseconds.sort_by(f64::total_cmp);
        Self(nanoseconds)
    }

    /// The time that this share of all times does not exceed: 0.5 is the median.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "a place in a list: small and not negative"
        )]
        let place = ((self.0.len() as f64 * share) as usize).min(self.0.len().saturating_sub(1));
        self.0.get(place).copied().unwrap_or(f64::NAN)
    }

    pub(super) fn median(&self) -> f64 {
        self.quantile(0.5)
    }
}

/// Repeats a piece of work for a while, in batches long enough for the clock; nanoseconds for one.
pub(super) fn repeat<R>(each: Duration, mut work: impl FnMut() -> R) -> Times {
    let mut batch = 1_u32;
    let mut run = |times: u32| {
        let (taken, ()) = time(|| (0..times).for_each(|_| drop(black_box(work()))));
        taken
    };
    while run(batch) < Duration::from_millis(1) && batch < 1 << 24 {
        batch *= 2;
    }
    let mut spent = Duration::ZERO;
    let mut times = Vec::new();
    while spent < each || times.len() < 3 {
        let taken = run(batch);
        spent += taken;
        times.push(taken.as_secs_f64() * 1e9 / f64::from(batch));
    }
    Times::new(times)
}
