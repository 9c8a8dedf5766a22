//! Why a tool cannot be declared.

use crate::json::ParseError;
use std::fmt;

/// Why a tool cannot be declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolError {
    /// The schema is not JSON.
    Schema(ParseError),
    /// The schema does not say `"type":"object"`.
    NotObject,
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(error) => write!(f, "inputSchema is not JSON: {error}"),
            Self::NotObject => {
                f.write_str("inputSchema must be an object with \"type\":\"object\"")
            }
        }
    }
}

impl std::error::Error for ToolError {}
