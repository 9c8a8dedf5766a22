//! What every message must have inside: a small JSON Schema for the params and the result of each method.
//!
//! Only what a revision requires stands in them, and only as deep as every receiver has to look. What a
//! tool, a resource or a content block must be beyond that has rules of its own.

mod methods;

pub(super) use methods::{method, named, near};

use super::finding::Said;
use super::near::{misnamed, rename};
use crate::json::{Value, parse};
use crate::schema::{Failure, Kind, Schema};
use std::sync::OnceLock;

/// A small schema, compiled when the first value is held against it.
#[derive(Debug)]
pub(super) struct Shape {
    /// The schema as JSON text; empty when there is nothing to require.
    text: &'static str,
    compiled: OnceLock<Option<Schema>>,
}

/// The first thing that does not fit.
#[derive(Debug)]
pub(super) struct Unfit {
    /// JSON Pointer to the place in the value; empty for the value as a whole.
    pub(super) pointer: String,
    /// What is wrong there, place first.
    pub(super) what: Said,
}

impl Shape {
    const fn of(text: &'static str) -> Self {
        Self { text, compiled: OnceLock::new() }
    }

    /// The first thing in a value that does not fit.
    pub(super) fn unfit(&self, value: &Value<'_>) -> Option<Unfit> {
        let schema = self.schema()?;
        let failure = schema.check(value).into_iter().next()?;
        Some(misspelt(value, &failure).unwrap_or_else(|| Unfit {
            what: sentence(&failure),
            pointer: failure.pointer.clone(),
        }))
    }

    fn schema(&self) -> Option<&Schema> {
        let compile = || Schema::compile(&parse(self.text).ok()?).ok();
        self.compiled.get_or_init(compile).as_ref()
    }
}

/// A member that is missing because it stands there under another name.
fn misspelt(value: &Value<'_>, failure: &Failure) -> Option<Unfit> {
    let Kind::Missing { name, .. } = &failure.kind else { return None };
    let name = name.trim_matches('"');
    let tokens = failure.pointer.split('/').skip(1);
    let here = tokens.into_iter().try_fold(value, |here, token| match here.as_array() {
        Some(elements) => elements.get(token.parse::<usize>().ok()?),
        None => here.get(token),
    })?;
    let wrong = misnamed(here, name)?;
    let (said, more) = (sentence(failure), rename(Some(wrong), name));
    let (en, zh) = (format!("{}{}", said.en, more.en), format!("{}{}", said.zh, more.zh));
    let pointer = format!("{}/{}", failure.pointer, wrong.excerpt());
    Some(Unfit { what: Said::new(en, zh), pointer })
}

/// What is wrong, in both languages; the kinds that no small schema has stay in English.
fn sentence(failure: &Failure) -> Said {
    let (kind, place) = (&failure.kind, failure.pointer.as_str());
    let en = kind.to_string();
    let zh = match kind {
        Kind::Missing { name, .. } => format!("缺少成员 {name}"),
        Kind::Type { expected, found } => {
            format!("类型应为 {}，却是 {found}", expected.to_string().replace(" or ", " 或 "))
        }
        Kind::Value { allowed, found } => format!("只能是 {allowed} 之一，却是 {found}"),
        Kind::Number { .. }
        | Kind::MultipleOf { .. }
        | Kind::Size { .. }
        | Kind::Pattern { .. }
        | Kind::Equal { .. }
        | Kind::Member { .. }
        | Kind::Element { .. }
        | Kind::Name { .. }
        | Kind::NoneFits { .. }
        | Kind::TwoFit { .. }
        | Kind::Fits
        | Kind::Nothing
        | Kind::More { .. }
        | Kind::Steps
        | Kind::Levels => en.clone(),
    };
    if place.is_empty() {
        return Said::new(en, zh);
    }
    Said::new(format!("{place}: {en}"), format!("{place} 处{zh}"))
}

#[cfg(test)]
mod tests {
    use super::methods::METHODS;
    use super::*;

    #[test]
    fn every_small_schema_compiles() {
        for method in &METHODS {
            for shape in [&method.params, &method.result] {
                assert!(shape.text.is_empty() || shape.schema().is_some(), "{}", method.name);
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_place() {
        let shape = |name| &method(name).unwrap().params;
        let told = |name, text| shape(name).unfit(&parse(text).unwrap()).map(|it| it.what.en);
        assert_eq!(told("tools/call", "{}").as_deref(), Some(r#"missing required member "name""#));
        assert_eq!(
            told(
                "initialize",
                r#"{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"a"}}"#
            )
            .as_deref(),
            Some(r#"/clientInfo: missing required member "version""#)
        );
        assert_eq!(told("tools/list", "{}"), None);
    }
}
