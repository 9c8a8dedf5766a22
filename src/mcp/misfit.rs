//! Params and results whose inside does not fit their method.

use crate::jsonrpc::{ErrorObject, code};
use std::fmt;

/// Which member does not fit, and what belongs there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misfit {
    /// The member's name.
    pub member: &'static str,
    /// What it must be, such as `a string`.
    pub expected: &'static str,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` must be {}", self.member, self.expected)
    }
}

impl std::error::Error for Misfit {}

impl From<Misfit> for ErrorObject<'_> {
    fn from(misfit: Misfit) -> Self {
        Self::new(code::INVALID_PARAMS, format!("Invalid params: {misfit}"))
    }
}
