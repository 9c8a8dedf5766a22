//! Rules about a value by itself.

use super::{Asked, Checker};
use crate::json::{Number, Str, Value};
use crate::schema::failure::{Bound, Kind, Listed, Unit};
use crate::schema::node::{Enum, Size};
use crate::schema::number::{Divisor, Limit};
use crate::schema::pattern::Pattern;
use crate::schema::quote::{quoted, shortened};
use crate::schema::types::Types;

/// How much of a pattern a sentence shows, in characters.
const MAX_PATTERN: usize = 200;

impl Checker<'_> {
    #[cold]
    pub(super) fn wrong_type(
        &mut self,
        rule: &Asked<'_, '_>,
        expected: Types,
        value: &Value<'_>,
    ) -> bool {
        self.fail(rule, "type", || {
            let fraction = value.as_number().filter(|_| expected.with_integer() == expected);
            let found = fraction.map_or_else(|| value.kind().to_owned(), |_| quoted(value));
            Kind::Type { expected, found }
        })
    }

    pub(super) fn listed(
        &mut self,
        rule: &Asked<'_, '_>,
        listed: &Enum,
        value: &Value<'_>,
    ) -> bool {
        let text = value.as_string().map(Str::text);
        let fits = match text {
            Some(Ok(text)) => listed.texts.binary_search_by(|other| (**other).cmp(&*text)).is_ok(),
            // Nothing can be said without writing the value out, which is cheap when it is small.
            _ if listed.others.is_empty() => false,
            _ => {
                let canonical = value.canonical();
                if !self.spend(canonical.len() as u64) {
                    return false;
                }
                listed.others.binary_search_by(|other| (**other).cmp(&*canonical)).is_ok()
            }
        };
        fits || self.fail(rule, listed.keyword, || {
            let allowed = Listed { shown: listed.shown.clone(), more: listed.more };
            Kind::Value { allowed, found: quoted(value) }
        })
    }

    pub(super) fn limit(
        &mut self,
        rule: &Asked<'_, '_>,
        limit: &Limit,
        number: &Number<'_>,
    ) -> bool {
        limit.allows(number)
            || self.fail(rule, limit.keyword, || Kind::Number {
                bound: limit.bound,
                limit: quoted(&Value::Number(limit.number.clone())),
                found: quoted(&Value::Number(number.clone())),
            })
    }

    pub(super) fn multiple(
        &mut self,
        rule: &Asked<'_, '_>,
        divisor: &Divisor,
        number: &Number<'_>,
    ) -> bool {
        if !self.spend(number.as_written().len() as u64) {
            return false;
        }
        divisor.divides(number)
            || self.fail(rule, "multipleOf", || Kind::MultipleOf {
                divisor: shortened(&divisor.written, MAX_PATTERN),
                found: quoted(&Value::Number(number.clone())),
            })
    }

    /// `maxLength`, `minItems` and the like.
    pub(super) fn size(&mut self, rule: &Asked<'_, '_>, size: Size, value: &Value<'_>) -> bool {
        let found = match (size.unit, value) {
            (Unit::Characters, Value::String(text)) => match self.characters(size, text) {
                Some(found) => found,
                None => return self.given_up.is_none(),
            },
            (Unit::Elements, Value::Array(elements)) => elements.len() as u64,
            (Unit::Members, Value::Object(object)) => object.members().len() as u64,
            _ => return true,
        };
        let fits = match size.bound {
            Bound::AtMost | Bound::LessThan => found <= size.limit,
            Bound::AtLeast | Bound::MoreThan => found >= size.limit,
        };
        let Size { keyword, unit, bound, limit } = size;
        fits || self.fail(rule, keyword, || Kind::Size { unit, bound, limit, found })
    }

    /// How many characters a text has. No more are counted than matter: `None` when there cannot be
    /// too many, or counting took too long.
    fn characters(&mut self, size: Size, text: &Str<'_>) -> Option<u64> {
        let bytes = text.as_written().len() as u64;
        if size.bound == Bound::AtMost && bytes <= size.limit {
            return None;
        }
        self.spend(bytes / 8).then(|| text.code_points().count() as u64)
    }

    pub(super) fn pattern(
        &mut self,
        rule: &Asked<'_, '_>,
        pattern: &Pattern,
        text: &Str<'_>,
    ) -> bool {
        self.matches(pattern, text)
            || self.fail(rule, "pattern", || Kind::Pattern {
                pattern: shortened(pattern.as_written(), MAX_PATTERN),
                found: quoted(&Value::String(text.clone())),
            })
    }

    /// Whether a pattern is found in a text; false as well when that took too long.
    pub(super) fn matches(&mut self, pattern: &Pattern, text: &Str<'_>) -> bool {
        let answer = pattern.search(text.code_points(), &mut self.threads, &mut self.steps);
        if answer.is_none() {
            self.given_up = Some(Kind::Steps);
        }
        answer.unwrap_or_default()
    }
}

/// How long a value is written that holds no others, in bytes.
pub(super) fn length(value: &Value<'_>) -> u64 {
    match value {
        Value::String(text) => text.as_written().len() as u64,
        Value::Number(number) => number.as_written().len() as u64,
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => 0,
    }
}
