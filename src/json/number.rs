//! Numbers: digits kept as written, counted when somebody asks.

use super::Spelling;
use super::exact::{NumberError, exact};
use std::fmt;

/// A JSON number as it was written: `1`, `1.0` and `1e0` stay apart, and no digit is lost.
#[derive(Clone)]
pub struct Number<'a>(pub(super) Spelling<'a>);

impl<'a> Number<'a> {
    /// What the grammar has already checked.
    pub(super) fn written(digits: &'a str) -> Self {
        Self(Spelling::Line(digits))
    }

    /// The digits, sign, point and exponent as they stand on the line.
    pub fn as_written(&self) -> &str {
        self.0.as_str()
    }

    /// Whether this is a whole number in the sense of JSON Schema: `1.0` and `1e2` are, at any size.
    pub fn is_integer(&self) -> bool {
        self.to_i64() != Err(NumberError::NotInteger)
    }

    /// The whole number this stands for, exactly.
    ///
    /// ```
    /// use mcp_lab::json::{NumberError, parse};
    /// let ask = |text| parse(text).unwrap().as_number().unwrap().to_i64();
    /// assert_eq!(ask("9007199254740993"), Ok(9_007_199_254_740_993)); // past 2^53, no digit lost
    /// assert_eq!(ask("1.0"), Ok(1));
    /// assert_eq!(ask("1.5"), Err(NumberError::NotInteger));
    /// assert_eq!(ask("9223372036854775808"), Err(NumberError::TooLarge));
    /// ```
    ///
    /// # Errors
    /// [`NumberError::NotInteger`] for a fraction, [`NumberError::TooLarge`] beyond `i64`.
    pub fn to_i64(&self) -> Result<i64, NumberError> {
        let written = self.as_written();
        written.parse().or_else(|_| exact(written))
    }
}

impl From<i64> for Number<'_> {
    fn from(number: i64) -> Self {
        Self(Spelling::Made(number.to_string().into()))
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_written())
    }
}
