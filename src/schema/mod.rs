//! Chapter 3. JSON Schema: does a value fit, and if not, where and why.
//!
//! ```text
//! schema  {"properties":{"a":{"type":"integer"}},"required":["a","b"]}
//!            │ compile, once
//! Schema   nodes that refer to each other, each with its rules
//!            │ check, for every value
//! value   {"a":"3"}
//! found   (root): missing required member "b"
//!         /a: expected integer, found string
//! ```
//!
//! A schema is a value like any other. It is compiled once; what it says about names, numbers and
//! patterns is made ready then, so that checking a value that fits takes no memory. What is wrong with
//! a value is found all at once, in the order of the places, a sentence for each.
//!
//! ```
//! use mcp_lab::json::parse;
//! use mcp_lab::schema::Schema;
//! let schema = parse(r#"{"properties":{"a":{"type":"integer"}},"required":["a","b"]}"#)?;
//! let schema = Schema::compile(&schema)?;
//! assert!(schema.check(&parse(r#"{"a":3,"b":4}"#)?).is_empty());
//! let found = schema.check(&parse(r#"{"a":"3"}"#)?);
//! let sentences: Vec<_> = found.iter().map(ToString::to_string).collect();
//! assert_eq!(
//!     sentences,
//!     [r#"(root): missing required member "b""#, "/a: expected integer, found string"],
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two drafts are spoken, 2020-12 and draft-07, each whole. What is not supported is refused when
//! the schema is compiled, and never ignored when a value is checked.
//!
//! Never: this chapter fetches a document, coerces a value, fills in a default, or asserts a
//! `format`.
//!
//! Source: JSON Schema 2020-12, Core and Validation; draft-07 likewise.

mod compile;
mod draft;
mod types;
mod failure;
mod sentence;
mod error;
mod node;
mod names;
mod number;
mod read;
mod check;
mod pattern;
mod library;
mod identify;
mod loops;
mod uri;
mod pointer;
mod quote;
mod meta;

pub use compile::Compiler;
pub use draft::Draft;
pub use error::{Problem, SchemaError};
pub use failure::{Bound, Failure, Kind, Listed, Unit};
pub use number::MAX_DIVISOR_DIGITS;
pub use pattern::{MAX_GROUPS, MAX_PROGRAM, Pattern, PatternError, PatternProblem};
pub use quote::MAX_QUOTED;
pub use types::Types;

use crate::json::Value;
use node::{Node, NodeId};
use std::collections::BTreeMap;

/// How many schemas may be inside one: 100,000. Real ones have up to a few thousand.
pub const MAX_SCHEMAS: usize = 100_000;

/// The pointers to all schemas inside one, each counted when it is found and when it is compiled:
/// 32 MiB, in bytes. A few long names with many schemas below would fill any memory.
pub const MAX_PLACE_BYTES: usize = 32 * 1024 * 1024;

/// The steps of all patterns of a schema together: what a few dozen of the longest need.
pub const MAX_PROGRAMS: usize = 1_000_000;

/// The steps one check may take. One is a code point followed along one way through a pattern, or a
/// byte compared; asking a schema about a value is eight. A check takes a second at most then.
pub const MAX_STEPS: u64 = 100_000_000;

/// How many schemas may be asked inside each other during one check, in levels: each costs stack.
pub const MAX_LEVELS: usize = 800;

/// How many failures are listed: who sent a value with more has to begin anew anyway.
pub const MAX_FAILURES: usize = 100;

/// The pointers of all failures together, in bytes: names may be as long as a line.
pub const MAX_POINTER_BYTES: usize = 1024 * 1024;

/// A compiled schema.
#[derive(Debug)]
pub struct Schema {
    /// The first is the schema itself.
    nodes: Vec<Node>,
    /// Where the names of `$dynamicAnchor` are, by resource and name.
    dynamic: BTreeMap<(usize, usize), NodeId>,
}

impl Schema {
    /// Compiles a schema of draft 2020-12, or of the draft its `$schema` names. See [`Compiler`]
    /// for another draft without `$schema`, and for references to other documents.
    ///
    /// # Errors
    /// The first thing in it that is wrong or not supported, anywhere in the schema, used or not.
    pub fn compile(schema: &Value<'_>) -> Result<Self, SchemaError> {
        Compiler::default().compile(schema)
    }

    /// All ways in which a value does not fit, in the order of the places in it; none if it fits.
    ///
    /// At the same place they stand in the order of the rules. A check that is given up says so in
    /// the only failure, see [`Kind::Steps`] and [`Kind::Levels`].
    pub fn check(&self, value: &Value<'_>) -> Vec<Failure> {
        check::check(self, value, &mut { MAX_STEPS })
    }

    /// The same for who has many values to check and not all the time in the world: the steps it takes are
    /// taken from `left`. A check is given up when none are left, see [`Kind::Steps`].
    pub fn check_within(&self, value: &Value<'_>, left: &mut u64) -> Vec<Failure> {
        check::check(self, value, left)
    }
}
