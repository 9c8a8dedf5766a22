//! Why a schema is refused, and where.

use super::pattern::PatternError;
use super::quote::shortened;
use super::{MAX_DIVISOR_DIGITS, MAX_PLACE_BYTES, MAX_PROGRAMS, MAX_SCHEMAS};
use std::fmt;

/// A schema that cannot be compiled: what is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    /// Where in the schema, as a JSON Pointer behind `#`: `#/properties/a/type`. Before it stands
    /// the address of the document when it is not the schema itself.
    pub place: String,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The value of the keyword is not what it must be, which is this.
    Expected(&'static str),
    /// `$schema` names a dialect we do not speak.
    Dialect(String),
    /// `$vocabulary` requires one we do not know.
    Vocabulary(String),
    /// `$ref` leaves the schema for a document that was not handed in.
    External(String),
    /// `$ref` names a place that does not exist.
    Unresolved(String),
    /// Two schemas carry this `$id`, or two places this anchor.
    Twice(String),
    /// Following `$ref`, `allOf` and the like leads back here, with the same value still in hand.
    Loop,
    /// A pattern that is wrong or not supported.
    Pattern(PatternError),
    /// The patterns of the schema make more than [`MAX_PROGRAMS`] steps together.
    Patterns,
    /// `multipleOf` has more than [`MAX_DIVISOR_DIGITS`] digits.
    Divisor,
    /// There are more than [`MAX_SCHEMAS`] schemas in it.
    Schemas,
    /// The pointers to all schemas in it are longer than [`MAX_PLACE_BYTES`] together.
    Places,
}

/// How much of a place or an address a sentence shows, in characters.
const MAX_SHOWN: usize = 400;

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| shortened(text, MAX_SHOWN);
        match self {
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::Dialect(uri) => write!(
                f,
                "unknown dialect \"{}\", only draft 2020-12 and draft-07 are supported",
                shown(uri)
            ),
            Self::Vocabulary(uri) => {
                write!(f, "the required vocabulary \"{}\" is not supported", shown(uri))
            }
            Self::External(uri) => {
                write!(f, "\"{}\" is outside of this schema, and nothing is fetched", shown(uri))
            }
            Self::Unresolved(reference) => write!(f, "\"{}\" leads nowhere", shown(reference)),
            Self::Twice(name) => write!(f, "\"{}\" names two places", shown(name)),
            Self::Loop => f.write_str("this schema refers to itself without going down the value"),
            Self::Pattern(error) => error.fmt(f),
            Self::Patterns => {
                write!(f, "all patterns together make more than {MAX_PROGRAMS} steps")
            }
            Self::Divisor => {
                write!(f, "expected at most {MAX_DIVISOR_DIGITS} significant digits")
            }
            Self::Places => write!(
                f,
                "the pointers to all schemas inside this one have more than {MAX_PLACE_BYTES} bytes"
            ),
            Self::Schemas => write!(f, "more than {MAX_SCHEMAS} schemas inside this one"),
        }
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", shortened(&self.place, MAX_SHOWN), self.problem)
    }
}

impl std::error::Error for SchemaError {}
