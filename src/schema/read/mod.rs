//! From a schema as it is written to the rules it makes.

mod values;
mod containers;
mod combine;

use super::MAX_PROGRAMS;
use super::compile::Build;
use super::draft::{Dialect, Draft};
use super::error::{Problem, SchemaError};
use super::library::Spot;
use super::node::{NodeId, Rest, Rule};
use super::pattern::Pattern;
use super::pointer;
use crate::json::{Number, NumberError, Object, Str, Value};
use std::collections::BTreeMap;

/// What a keyword's reader may use.
pub(super) struct Reader<'r, 'a> {
    build: &'r mut Build<'a>,
    spot: &'r Spot<'a>,
    object: &'a Object<'a>,
    dialect: Dialect,
    rules: Vec<Rule>,
}

/// The rules of the schema at a place, in the order in which they are checked.
pub(super) fn rules<'a>(build: &mut Build<'a>, spot: &Spot<'a>) -> Result<Vec<Rule>, SchemaError> {
    let object = match spot.value {
        Value::Bool(true) => return Ok(Vec::new()),
        Value::Bool(false) => return Ok(vec![Rule::Nothing]),
        Value::Object(object) => object,
        Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            let place = build.library.place(spot);
            return Err(SchemaError { place, problem: Problem::Expected(SCHEMA) });
        }
    };
    let dialect = build.library.dialect(spot.resource);
    let mut reader = Reader { build, spot, object, dialect, rules: Vec::new() };
    if dialect.draft == Draft::Draft07 && object.get("$ref").is_some() {
        reader.reference("$ref")?;
        return Ok(reader.rules);
    }
    if dialect.validation {
        reader.values()?;
    }
    reader.containers()?;
    reader.combine()?;
    if dialect.unevaluated {
        reader.unevaluated()?;
    }
    Ok(reader.rules)
}

const SCHEMA: &str = "a schema: an object, `true` or `false`";

impl<'a> Reader<'_, 'a> {
    /// The value of a keyword that asserts something about a value.
    fn validation(&self, keyword: &str) -> Option<&'a Value<'a>> {
        self.object.get(keyword).filter(|_| self.dialect.validation)
    }

    /// The value of a keyword that holds schemas.
    fn applicator(&self, keyword: &str) -> Option<&'a Value<'a>> {
        self.object.get(keyword).filter(|_| self.dialect.applicators)
    }

    fn is_new(&self) -> bool {
        self.dialect.draft == Draft::Draft202012
    }

    fn error(&self, keyword: &str, problem: Problem) -> SchemaError {
        self.build.library.error(self.spot, keyword, problem)
    }

    fn expected<T>(&self, keyword: &str, what: &'static str) -> Result<T, SchemaError> {
        Err(self.error(keyword, Problem::Expected(what)))
    }

    /// The schema that is a keyword's value.
    fn schema(&mut self, keyword: &str) -> Result<Option<NodeId>, SchemaError> {
        match self.applicator(keyword) {
            None => Ok(None),
            Some(value) => self.below(value, &[keyword]).map(Some),
        }
    }

    /// The schema some steps below this one.
    fn below(&mut self, value: &'a Value<'a>, steps: &[&str]) -> Result<NodeId, SchemaError> {
        let mut pointer = self.spot.pointer.clone();
        for step in steps {
            pointer::push(&mut pointer, step);
        }
        let Spot { document, resource, .. } = *self.spot;
        self.build.node(Spot { value, document, resource, pointer })
    }

    /// A list of schemas that must not be empty.
    fn list(&mut self, keyword: &str) -> Result<Option<Vec<NodeId>>, SchemaError> {
        let Some(value) = self.applicator(keyword) else { return Ok(None) };
        let schemas = value.as_array().filter(|schemas| !schemas.is_empty());
        let Some(schemas) = schemas else {
            return self.expected(keyword, "a list of at least one schema");
        };
        let places = schemas.iter().enumerate();
        places
            .map(|(index, it)| self.below(it, &[keyword, &index.to_string()]))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// The members of a keyword's value, which must be an object: names and values, of duplicates
    /// the last.
    fn map(
        &self,
        keyword: &str,
        value: &'a Value<'a>,
    ) -> Result<Vec<(String, &'a Value<'a>)>, SchemaError> {
        let Some(object) = value.as_object() else { return self.expected(keyword, "an object") };
        let mut members: Vec<(String, &Value<'_>)> = Vec::new();
        let mut places = BTreeMap::new();
        for member in object.members() {
            let name = self.text(keyword, &member.name)?;
            let place = *places.entry(name.clone()).or_insert(members.len());
            match members.get_mut(place) {
                Some(earlier) => earlier.1 = &member.value,
                None => members.push((name, &member.value)),
            }
        }
        Ok(members)
    }

    /// What holds for the rest: a keyword's schema, and whether it is `false`.
    fn rest(&mut self, keyword: &'static str) -> Result<Option<Rest>, SchemaError> {
        let closed = self.object.get(keyword).and_then(Value::as_bool) == Some(false);
        Ok(self.schema(keyword)?.map(|node| Rest { keyword, node, closed }))
    }

    fn text(&self, keyword: &str, string: &Str<'_>) -> Result<String, SchemaError> {
        match string.text() {
            Ok(text) => Ok(text.into_owned()),
            Err(_) => self.expected(keyword, "a text without half a surrogate pair"),
        }
    }

    /// A list of names.
    fn names(&self, keyword: &str, value: &Value<'_>) -> Result<Vec<String>, SchemaError> {
        let Some(names) = value.as_array() else {
            return self.expected(keyword, "a list of names");
        };
        let name = |name: &Value<'_>| match name.as_string() {
            Some(name) => self.text(keyword, name),
            None => self.expected(keyword, "a list of names"),
        };
        names.iter().map(name).collect()
    }

    fn number(&self, keyword: &str) -> Result<Option<&'a Number<'a>>, SchemaError> {
        match self.validation(keyword) {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number)),
            Some(_) => self.expected(keyword, "a number"),
        }
    }

    /// A whole number that is not negative; one that is too large is as good as the largest.
    fn count(&self, keyword: &str) -> Result<Option<u64>, SchemaError> {
        let Some(number) = self.number(keyword)? else { return Ok(None) };
        match (number.to_i64(), number.decimal().is_negative()) {
            (Ok(count), false) => Ok(u64::try_from(count).ok()),
            (Err(NumberError::TooLarge), false) => Ok(Some(u64::MAX)),
            _ => self.expected(keyword, "a whole number, 0 or more"),
        }
    }

    fn pattern(&mut self, keyword: &str, written: &str) -> Result<Pattern, SchemaError> {
        let pattern = Pattern::compile(written)
            .map_err(|error| self.error(keyword, Problem::Pattern(error)))?;
        self.build.programs += pattern.size();
        if self.build.programs > MAX_PROGRAMS {
            return Err(self.error(keyword, Problem::Patterns));
        }
        Ok(pattern)
    }
}
