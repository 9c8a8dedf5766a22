//! The two drafts, and where each holds schemas inside schemas.

use crate::json::{Str, Value};
use std::collections::BTreeMap;

/// A published version of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Draft {
    /// `https://json-schema.org/draft/2020-12/schema`
    #[default]
    Draft202012,
    /// `http://json-schema.org/draft-07/schema#`
    Draft07,
}

/// A draft, and which of its vocabularies assert something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) draft: Draft,
    /// `properties`, `allOf` …: schemas inside schemas.
    pub(super) applicators: bool,
    /// `type`, `maximum` …
    pub(super) validation: bool,
    /// `unevaluatedItems`, `unevaluatedProperties`.
    pub(super) unevaluated: bool,
}

impl From<Draft> for Dialect {
    fn from(draft: Draft) -> Self {
        Self { draft, applicators: true, validation: true, unevaluated: draft == Draft::default() }
    }
}

impl Draft {
    /// The draft that a `$schema` names.
    pub(super) fn named(uri: &str) -> Option<Self> {
        match uri.strip_suffix('#').unwrap_or(uri) {
            "https://json-schema.org/draft/2020-12/schema" => Some(Self::Draft202012),
            "http://json-schema.org/draft-07/schema"
            | "https://json-schema.org/draft-07/schema" => Some(Self::Draft07),
            _ => None,
        }
    }
}

impl Dialect {
    /// Switches on what a vocabulary brings; false when we do not know it.
    pub(super) fn add(&mut self, vocabulary: &str) -> bool {
        match vocabulary.strip_prefix("https://json-schema.org/draft/2020-12/vocab/") {
            Some("applicator") => self.applicators = true,
            Some("validation") => self.validation = true,
            Some("unevaluated") => self.unevaluated = true,
            Some("core" | "meta-data" | "format-annotation" | "content") => {}
            _ => return false,
        }
        true
    }
}

/// How schemas stand below a keyword.
#[derive(Clone, Copy)]
enum Shape {
    /// It is one.
    One,
    /// A list of them.
    List,
    /// An object of them, by names.
    Map,
}

/// The keywords that hold schemas, asserting or not. `items` may be a list and `dependencies` may
/// hold lists of names: what is no schema is passed over here and judged where it is read.
const HOLDERS: [(&str, Shape); 23] = [
    ("$defs", Shape::Map),
    ("additionalItems", Shape::One),
    ("additionalProperties", Shape::One),
    ("allOf", Shape::List),
    ("anyOf", Shape::List),
    ("contains", Shape::One),
    ("contentSchema", Shape::One),
    ("definitions", Shape::Map),
    ("dependencies", Shape::Map),
    ("dependentSchemas", Shape::Map),
    ("else", Shape::One),
    ("if", Shape::One),
    ("items", Shape::One),
    ("items", Shape::List),
    ("not", Shape::One),
    ("oneOf", Shape::List),
    ("patternProperties", Shape::Map),
    ("prefixItems", Shape::List),
    ("properties", Shape::Map),
    ("propertyNames", Shape::One),
    ("then", Shape::One),
    ("unevaluatedItems", Shape::One),
    ("unevaluatedProperties", Shape::One),
];

/// A schema directly inside another: the keyword that holds it, its name or place below that, if it
/// is one of several, and the schema.
pub(super) type Inside<'a> = (&'static str, Option<String>, &'a Value<'a>);

/// The schemas that stand directly inside a schema.
pub(super) fn inside<'a>(schema: &'a Value<'a>) -> Vec<Inside<'a>> {
    let mut found = Vec::new();
    for (keyword, shape) in HOLDERS {
        let Some(value) = schema.get(keyword) else { continue };
        match (shape, value) {
            (Shape::One, _) if is_schema(value) => found.push((keyword, None, value)),
            (Shape::List, Value::Array(schemas)) => {
                let places = schemas.iter().enumerate();
                found.extend(places.map(|(place, it)| (keyword, Some(place.to_string()), it)));
            }
            (Shape::Map, Value::Object(schemas)) => {
                // Of duplicates the last counts.
                let last: BTreeMap<_, _> =
                    schemas.members().iter().map(|it| (name(&it.name), &it.value)).collect();
                let schemas = last.into_iter().filter(|(_, value)| is_schema(value));
                found.extend(schemas.map(|(name, value)| (keyword, Some(name), value)));
            }
            _ => {}
        }
    }
    found
}

/// A member's name as text; half a surrogate pair is shown as U+FFFD.
pub(super) fn name(name: &Str<'_>) -> String {
    let points = name.code_points().map(char::from_u32);
    points.map(|point| point.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn is_schema(value: &Value<'_>) -> bool {
    matches!(value, Value::Bool(_) | Value::Object(_))
}
