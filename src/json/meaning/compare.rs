//! Numbers in the order of their values, at any size and without rounding.

use crate::json::Number;
use std::cmp::Ordering;

/// A number taken apart: the sign, the digits behind `0.`, and how far the point then moves right.
///
/// `-0.00120`, `-12e-4` and `-1.2E-3` are all minus, `12`, -2. Zero has no digits.
///
/// Simplified: an exponent of more than 38 digits counts as one of 38.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimal<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    point: i128,
}

impl<'a> Decimal<'a> {
    fn of(written: &'a str) -> Self {
        let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
        let (negative, mantissa) =
            mantissa.strip_prefix('-').map_or((false, mantissa), |m| (true, m));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let far = if exponent.starts_with('-') { i128::MIN / 2 } else { i128::MAX / 2 };
        let moved = exponent.parse().unwrap_or(far).clamp(i128::MIN / 2, i128::MAX / 2);
        if whole.is_empty() {
            let digits = fraction.trim_start_matches('0');
            let point = moved - count(fraction.len() - digits.len());
            return Self { negative, whole, fraction: digits, point };
        }
        let point = moved + count(whole.len());
        let whole = if fraction.is_empty() { whole.trim_end_matches('0') } else { whole };
        Self { negative, whole, fraction, point }
    }

    /// Whether this is 0, however it was written.
    pub(crate) fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    /// Whether this is less than 0.
    pub(crate) fn is_negative(&self) -> bool {
        self.negative && !self.is_zero()
    }

    /// The digits behind `0.`, each 0 to 9; neither the first nor the last is 0.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.whole.bytes().chain(self.fraction.bytes()).map(|digit| digit.wrapping_sub(b'0'))
    }

    /// The power of ten of the last digit: -1 for `1.5`, 2 for `300`.
    pub(crate) fn exponent(&self) -> i128 {
        self.point - count(self.whole.len() + self.fraction.len())
    }

    /// Compares without signs.
    fn size(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (false, false) => {
                self.point.cmp(&other.point).then_with(|| self.digits().cmp(other.digits()))
            }
            (mine, others) => others.cmp(&mine),
        }
    }
}

fn count(digits: usize) -> i128 {
    i128::try_from(digits).unwrap_or(i128::MAX / 4)
}

impl Number<'_> {
    /// This number taken apart.
    pub(crate) fn decimal(&self) -> Decimal<'_> {
        Decimal::of(self.as_written())
    }

    /// Which of two numbers is larger, exactly: 2^53 + 1 is more than 2^53, and `1.0` equals `1`.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// let line = mcp_lab::json::parse("[9007199254740993, 9007199254740992.0]")?;
    /// let [a, b] = line.as_array().unwrap() else { panic!() };
    /// assert_eq!(a.as_number().unwrap().compare(b.as_number().unwrap()), Ordering::Greater);
    /// # Ok::<(), mcp_lab::json::ParseError>(())
    /// ```
    pub fn compare(&self, other: &Number<'_>) -> Ordering {
        if let (Ok(one), Ok(two)) = (self.as_written().parse::<i64>(), other.as_written().parse()) {
            return one.cmp(&two);
        }
        let (one, two) = (self.decimal(), other.decimal());
        match (one.is_negative(), two.is_negative()) {
            (false, false) => one.size(&two),
            (true, true) => two.size(&one),
            (mine, others) => others.cmp(&mine),
        }
    }
}
