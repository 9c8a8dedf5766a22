//! Cases for a schema, as text: on a line a value, below it what is said about it.
//!
//! ```text
//! "a"
//! 1
//! ! (root): expected string, found number
//! # A remark.
//! ```
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::json::parse;
use mcp_lab::schema::{Compiler, Draft, Schema};

/// A schema of draft 2020-12, if nothing in it says otherwise.
#[track_caller]
pub(crate) fn compile(schema: &str) -> Schema {
    let written = parse(schema).unwrap();
    Schema::compile(&written).unwrap_or_else(|error| panic!("{schema}\n{error}"))
}

#[track_caller]
pub(crate) fn compile_07(schema: &str) -> Schema {
    let written = parse(schema).unwrap();
    let compiler = Compiler::default().draft(Draft::Draft07);
    compiler.compile(&written).unwrap_or_else(|error| panic!("{schema}\n{error}"))
}

/// Why a schema is refused.
#[track_caller]
pub(crate) fn refused(schema: &str, error: &str) {
    let found = Schema::compile(&parse(schema).unwrap());
    assert_eq!(
        found.map(drop).map_err(|error| error.to_string()),
        Err(error.to_owned()),
        "{schema}"
    );
}

/// What is said about a value.
#[track_caller]
pub(crate) fn sentences(schema: &Schema, value: &str) -> Vec<String> {
    schema.check(&parse(value).unwrap()).iter().map(ToString::to_string).collect()
}

#[track_caller]
pub(crate) fn check(schema: &str, cases: &str) {
    said(&compile(schema), cases);
}

#[track_caller]
pub(crate) fn said(schema: &Schema, cases: &str) {
    let lines = cases.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.filter(|line| !line.starts_with('#')).peekable();
    assert!(lines.peek().is_some(), "no cases");
    while let Some(value) = lines.next() {
        let mut expected = Vec::new();
        while let Some(sentence) = lines.peek().and_then(|line| line.strip_prefix("! ")) {
            expected.push(sentence);
            lines.next();
        }
        assert_eq!(sentences(schema, value), expected, "{value}");
    }
}
