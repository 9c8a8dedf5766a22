//! Keywords about a value by itself: `type`, `enum`, `const`, and what numbers, texts, arrays and
//! objects are counted or measured by.

use super::Reader;
use crate::json::{Str, Value};
use crate::schema::error::{Problem, SchemaError};
use crate::schema::failure::{Bound, Listed, Unit};
use crate::schema::node::{Enum, Rule, Size};
use crate::schema::number::{Divisor, Limit};
use crate::schema::quote::quoted;
use crate::schema::types::Types;

const LIMITS: [(&str, Bound); 4] = [
    ("maximum", Bound::AtMost),
    ("exclusiveMaximum", Bound::LessThan),
    ("minimum", Bound::AtLeast),
    ("exclusiveMinimum", Bound::MoreThan),
];

const SIZES: [(&str, Unit, Bound); 6] = [
    ("maxLength", Unit::Characters, Bound::AtMost),
    ("minLength", Unit::Characters, Bound::AtLeast),
    ("maxItems", Unit::Elements, Bound::AtMost),
    ("minItems", Unit::Elements, Bound::AtLeast),
    ("maxProperties", Unit::Members, Bound::AtMost),
    ("minProperties", Unit::Members, Bound::AtLeast),
];

impl Reader<'_, '_> {
    pub(super) fn values(&mut self) -> Result<(), SchemaError> {
        self.types()?;
        self.listed()?;
        self.numbers()?;
        for (keyword, unit, bound) in SIZES {
            if let Some(limit) = self.count(keyword)? {
                self.rules.push(Rule::Size(Size { keyword, unit, bound, limit }));
            }
        }
        if let Some(pattern) = self.object.get("pattern") {
            let Some(written) = pattern.as_string() else {
                return self.expected("pattern", "a pattern as text");
            };
            let written = self.text("pattern", written)?;
            let pattern = self.pattern("pattern", &written)?;
            self.rules.push(Rule::Pattern(Box::new(pattern)));
        }
        match self.object.get("uniqueItems") {
            None | Some(Value::Bool(false)) => {}
            Some(Value::Bool(true)) => self.rules.push(Rule::Unique),
            Some(_) => return self.expected("uniqueItems", "`true` or `false`"),
        }
        Ok(())
    }

    fn types(&mut self) -> Result<(), SchemaError> {
        const WHAT: &str =
            "null, boolean, object, array, number, integer or string, or a list of these";
        let Some(value) = self.object.get("type") else { return Ok(()) };
        let names = value.as_array().unwrap_or(std::slice::from_ref(value));
        let mut types = Types::NONE;
        for name in names {
            let text = name.as_string().and_then(|name| name.text().ok());
            let Some(one) = text.and_then(|name| Types::named(&name)) else {
                return self.expected("type", WHAT);
            };
            types = types.with(one);
        }
        if types == Types::NONE {
            return self.expected("type", WHAT);
        }
        self.rules.push(Rule::Type(types));
        Ok(())
    }

    /// `enum` and `const`.
    fn listed(&mut self) -> Result<(), SchemaError> {
        if let Some(values) = self.object.get("enum") {
            let Some(values) = values.as_array() else {
                return self.expected("enum", "a list of values");
            };
            self.rules.push(Rule::Enum(Box::new(one_of("enum", values))));
        }
        if let Some(value) = self.object.get("const") {
            let rule = one_of("const", std::slice::from_ref(value));
            self.rules.push(Rule::Enum(Box::new(rule)));
        }
        Ok(())
    }

    fn numbers(&mut self) -> Result<(), SchemaError> {
        for (keyword, bound) in LIMITS {
            if let Some(limit) = self.number(keyword)? {
                self.rules.push(Rule::Limit(Box::new(Limit::new(keyword, bound, limit))));
            }
        }
        let Some(number) = self.number("multipleOf")? else { return Ok(()) };
        if number.decimal().is_zero() || number.decimal().is_negative() {
            return self.expected("multipleOf", "a number more than 0");
        }
        let Some(divisor) = Divisor::new(number) else {
            return Err(self.error("multipleOf", Problem::Divisor));
        };
        self.rules.push(Rule::MultipleOf(Box::new(divisor)));
        Ok(())
    }
}

fn one_of(keyword: &'static str, values: &[Value<'_>]) -> Enum {
    let Listed { shown, more } = Listed::new(values.iter().map(quoted));
    let (mut texts, mut others) = (Vec::new(), Vec::new());
    for value in values {
        match value.as_string().map(Str::text) {
            Some(Ok(text)) => texts.push(text.into()),
            _ => others.push(value.canonical().into()),
        }
    }
    texts.sort_unstable();
    others.sort_unstable();
    Enum { keyword, texts, others, shown, more }
}
