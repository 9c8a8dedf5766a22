//! Arguments held against a schema of twenty members.

use super::stats::{Times, repeat};
use crate::cli::failure::Failure;
use crate::json::parse;
use crate::schema::Schema;
use std::time::Duration;

/// How many members there are.
const MEMBERS: usize = 20;

/// What it takes to check a value that fits, the schema compiled once.
pub(super) fn measure(each: Duration) -> Result<Times, Failure> {
    // Four kinds in turn, as a tool with many arguments has them.
    let (mut properties, mut required, mut members) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..MEMBERS {
        let (schema, value) = match number % 4 {
            0 => (r#"{"type":"integer","minimum":0,"maximum":1000}"#, "512"),
            1 => (r#"{"type":"string","minLength":1,"maxLength":64}"#, r#""a short text""#),
            2 => (r#"{"enum":["low","middle","high"]}"#, r#""high""#),
            _ => (r#"{"type":"array","items":{"type":"number"},"maxItems":8}"#, "[1,2.5,3]"),
        };
        properties.push(format!(r#""member{number}":{schema}"#));
        required.push(format!(r#""member{number}""#));
        members.push(format!(r#""member{number}":{value}"#));
    }
    let schema = format!(
        r#"{{"type":"object","properties":{{{}}},"required":[{}],"additionalProperties":false}}"#,
        properties.join(","),
        required.join(",")
    );
    let value = format!("{{{}}}", members.join(","));
    let said = |error: &dyn std::fmt::Display| Failure::Said(error.to_string());
    let schema = Schema::compile(&parse(&schema).map_err(|error| said(&error))?);
    let schema = schema.map_err(|error| said(&error))?;
    let value = parse(&value).map_err(|error| said(&error))?;
    Ok(repeat(each, || schema.check(std::hint::black_box(&value))))
}
