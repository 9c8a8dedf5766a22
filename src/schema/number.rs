//! What a number must fulfil, without rounding.

use super::failure::Bound;
use crate::json::Number;
use std::cmp::Ordering;

/// `maximum` and the like.
#[derive(Debug)]
pub(super) struct Limit {
    pub(super) keyword: &'static str,
    pub(super) bound: Bound,
    pub(super) number: Number<'static>,
    /// The limit, when it is small enough to be compared with at once.
    small: Option<i64>,
}

impl Limit {
    pub(super) fn new(keyword: &'static str, bound: Bound, limit: &Number<'_>) -> Self {
        let small = limit.to_i64().ok();
        Self { keyword, bound, number: limit.clone().into_owned(), small }
    }

    pub(super) fn allows(&self, number: &Number<'_>) -> bool {
        let order = match (self.small, number.as_written().parse::<i64>()) {
            (Some(small), Ok(number)) => number.cmp(&small),
            _ => number.compare(&self.number),
        };
        match self.bound {
            Bound::AtMost => order != Ordering::Greater,
            Bound::LessThan => order == Ordering::Less,
            Bound::AtLeast => order != Ordering::Less,
            Bound::MoreThan => order == Ordering::Greater,
        }
    }
}

/// How many significant digits a `multipleOf` may have: with one more they still fit a `u128`.
pub const MAX_DIVISOR_DIGITS: usize = 36;

/// `multipleOf`: a number above 0, as digits × 10^exponent, the last digit not 0.
#[derive(Debug)]
pub(super) struct Divisor {
    pub(super) written: String,
    digits: u128,
    exponent: i128,
    /// The same, when it is small enough to be divided by at once.
    small: Option<i64>,
}

impl Divisor {
    /// `None` for too many digits. The number must be more than 0.
    pub(super) fn new(number: &Number<'_>) -> Option<Self> {
        let decimal = number.decimal();
        if decimal.digits().nth(MAX_DIVISOR_DIGITS).is_some() {
            return None;
        }
        let digits = decimal.digits().fold(0, |sum, digit| sum * 10 + u128::from(digit));
        let written = number.as_written().to_owned();
        Some(Self { written, digits, exponent: decimal.exponent(), small: number.to_i64().ok() })
    }

    pub(super) fn divides(&self, number: &Number<'_>) -> bool {
        if let (Some(small), Ok(number)) = (self.small, number.as_written().parse::<i64>()) {
            return number.checked_rem(small) == Some(0);
        }
        let decimal = number.decimal();
        let zeros = decimal.exponent().saturating_sub(self.exponent);
        // A number whose last digit is not 0 cannot be a multiple of ten times something.
        if decimal.is_zero() || zeros < 0 {
            return decimal.is_zero();
        }
        let next =
            |rest: u128, digit: u128| (rest * 10 + digit).checked_rem(self.digits).unwrap_or(0);
        let rest = decimal.digits().map(u128::from).fold(0, next);
        // Every further zero can only take a factor 2 or 5 out of the divisor, and 2^128 is the
        // end of those.
        (0..zeros.min(128))
            .try_fold(rest, |rest, _| Some(rest).filter(|it| *it > 0).map(|it| next(it, 0)))
            .is_none_or(|rest| rest == 0)
    }
}
