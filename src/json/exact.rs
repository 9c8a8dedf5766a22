//! Numbers that are not written as plain integers, counted without rounding.

use super::{Number, Spelling};
use std::fmt;

/// Why a number cannot be had in the asked kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// It has a fraction, and an integer was asked.
    NotInteger,
    /// It lies beyond what the asked kind can hold.
    TooLarge,
}

impl Number<'_> {
    /// The shortest spelling of a number; JSON has none for infinity and not-a-number.
    pub fn from_f64(number: f64) -> Option<Self> {
        number.is_finite().then(|| Self(Spelling::Made(number.to_string().into())))
    }

    /// The nearest `f64`.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`] when it would be infinite.
    pub fn to_f64(&self) -> Result<f64, NumberError> {
        match self.as_written().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(NumberError::TooLarge),
        }
    }
}

/// Counts a number that is written with a point or an exponent, without rounding: the point is
/// moved by the exponent, and what stands behind it must be zeros.
pub(super) fn exact(written: &str) -> Result<i64, NumberError> {
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_end_matches('0');
    if digits.is_empty() {
        return Ok(0);
    }
    // An exponent too long to count is as good as the largest one.
    let far = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    let moved = exponent.parse::<i64>().unwrap_or(far);
    let point = i64::try_from(whole.len()).unwrap_or(i64::MAX).saturating_add(moved);
    let zeros = point.saturating_sub(i64::try_from(digits.len()).unwrap_or(i64::MAX));
    match usize::try_from(zeros) {
        Err(_) => Err(NumberError::NotInteger),
        Ok(zeros) if zeros > 20 => Err(NumberError::TooLarge),
        Ok(zeros) => format!("{sign}{digits}{}", "0".repeat(zeros))
            .parse()
            .map_err(|_| NumberError::TooLarge),
    }
}

impl PartialEq for Number<'_> {
    /// Equal in spelling, or equal as whole numbers.
    fn eq(&self, other: &Self) -> bool {
        self.as_written() == other.as_written()
            || self.to_i64().is_ok_and(|number| other.to_i64() == Ok(number))
    }
}

impl Eq for Number<'_> {}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotInteger => "the number has a fraction",
            Self::TooLarge => "the number is too large",
        })
    }
}

impl std::error::Error for NumberError {}
