//! Why a tool cannot be declared.

use crate::json::ParseError;
use crate::schema::SchemaError;
use std::fmt;

/// Why a tool cannot be declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolError {
    /// The schema is not JSON.
    NotJson(ParseError),
    /// The schema does not say `"type":"object"`.
    NotObject,
    /// The schema is wrong, or says something that is not supported.
    Schema(SchemaError),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => write!(f, "inputSchema is not JSON: {error}"),
            Self::Schema(error) => write!(f, "inputSchema: {error}"),
            Self::NotObject => {
                f.write_str("inputSchema must be an object with \"type\":\"object\"")
            }
        }
    }
}

impl std::error::Error for ToolError {}
