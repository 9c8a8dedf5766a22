//! Checking a value against a compiled schema.
//!
//! A value is checked twice at most: first only whether it fits, which needs no memory and stops at
//! the first thing that is wrong; and only if it does not, once more for all that is wrong.

mod path;
mod values;
mod arrays;
mod objects;
mod combine;

use super::failure::{Failure, Kind};
use super::node::{Node, NodeId, Rule};
use super::pattern::Threads;
use super::{MAX_FAILURES, MAX_LEVELS, MAX_POINTER_BYTES, MAX_STEPS, Schema};
use crate::json::Value;
use path::Path;
use values::length;

/// Which members or elements of the value at hand some rule has looked at, where a rule of
/// `unevaluated*` wants to know; the others are the rest it speaks of.
type Marks<'m> = Option<&'m mut [bool]>;

/// All ways in which a value does not fit, in the order of the places; none if it fits. What it costs is
/// taken from the steps that are left.
pub(super) fn check(schema: &Schema, value: &Value<'_>, left: &mut u64) -> Vec<Failure> {
    let mut run = |quiet| {
        let given = (*left).min(MAX_STEPS);
        let mut checker = Checker::new(schema, quiet, given);
        let fits = checker.node(0, value, &Path::ROOT, None);
        *left -= given.saturating_sub(checker.steps).min(*left);
        (checker, fits)
    };
    let (mut checker, fits) = run(true);
    if checker.given_up.is_none() {
        if fits {
            return Vec::new();
        }
        (checker, _) = run(false);
    }
    let Checker { given_up, found: Found { mut failures, more, .. }, .. } = checker;
    // A value that was not checked to the end has no verdict, so nothing else is said about it.
    if let Some(kind) = given_up {
        return vec![about_the_check(kind)];
    }
    failures.sort_by(|one, two| one.way.cmp(&two.way));
    failures.dedup_by(|next, last| next.pointer == last.pointer && next.kind == last.kind);
    if more {
        let listed = failures.len();
        failures.push(about_the_check(Kind::More { listed }));
    }
    failures
}

/// A failure that is not about any one place.
fn about_the_check(kind: Kind) -> Failure {
    let (pointer, schema_place) = (String::new(), "#".to_owned());
    Failure { pointer, keyword: "", schema_place, kind, way: Vec::new() }
}

/// One run through a value.
struct Checker<'s> {
    schema: &'s Schema,
    /// Only whether it fits is asked.
    quiet: bool,
    found: Found,
    /// How many may still be taken.
    steps: u64,
    /// What is left of [`MAX_LEVELS`].
    levels: usize,
    /// Which limit was reached; nothing that is said then counts.
    given_up: Option<Kind>,
    /// The resources that were entered and not yet left, for `$dynamicRef`.
    scope: Vec<usize>,
    threads: Threads,
}

/// What was found wrong so far.
#[derive(Default)]
struct Found {
    failures: Vec<Failure>,
    pointer_bytes: usize,
    /// There was more, for which there was no room.
    more: bool,
}

impl Found {
    fn is_full(&self) -> bool {
        self.failures.len() >= MAX_FAILURES || self.pointer_bytes > MAX_POINTER_BYTES
    }
}

impl<'s> Checker<'s> {
    fn new(schema: &'s Schema, quiet: bool, steps: u64) -> Self {
        Self {
            schema,
            quiet,
            found: Found::default(),
            steps,
            levels: MAX_LEVELS,
            given_up: None,
            scope: Vec::new(),
            threads: Threads::default(),
        }
    }

    /// Whether a value fits a node.
    fn node(&mut self, id: NodeId, value: &Value<'_>, at: &Path<'_>, marks: Marks<'_>) -> bool {
        let Some(node) = self.schema.nodes.get(id) else { return false };
        if !self.spend(NODE_STEPS + length(value) / 64) {
            return false;
        }
        if self.levels == 0 {
            self.given_up = Some(Kind::Levels);
            return false;
        }
        self.levels -= 1;
        let entered = !self.schema.dynamic.is_empty() && self.scope.last() != Some(&node.resource);
        if entered {
            self.scope.push(node.resource);
        }
        let fits = match size(value) {
            Some(size) if node.tracks => self.tracked(node, value, size, at, marks),
            _ => self.rules(node, value, at, marks),
        };
        if entered {
            self.scope.pop();
        }
        self.levels += 1;
        fits
    }

    /// Like [`Checker::rules`], for a node that wants to know what its own rules have looked at.
    fn tracked(
        &mut self,
        node: &'s Node,
        value: &Value<'_>,
        size: usize,
        at: &Path<'_>,
        marks: Marks<'_>,
    ) -> bool {
        if !self.spend(size as u64) {
            return false;
        }
        let mut own = vec![false; size];
        let fits = self.rules(node, value, at, Some(&mut own));
        merge(marks, &own);
        fits
    }

    fn rules(
        &mut self,
        node: &'s Node,
        value: &Value<'_>,
        at: &Path<'_>,
        mut marks: Marks<'_>,
    ) -> bool {
        let mut fits = true;
        for rule in &node.rules {
            fits &= self.rule(node, rule, value, at, marks.as_deref_mut());
            if !fits && self.is_hasty() {
                return false;
            }
        }
        fits
    }

    #[inline]
    fn rule(
        &mut self,
        node: &'s Node,
        rule: &'s Rule,
        value: &Value<'_>,
        at: &Path<'_>,
        marks: Marks<'_>,
    ) -> bool {
        let rule = Asked { node, rule, at, marks };
        match (rule.rule, value) {
            (Rule::Type(types), _) => types.hold(value) || self.wrong_type(&rule, *types, value),
            (Rule::Enum(listed), _) => self.listed(&rule, listed, value),
            (Rule::Limit(limit), Value::Number(number)) => self.limit(&rule, limit, number),
            (Rule::MultipleOf(divisor), Value::Number(number)) => {
                self.multiple(&rule, divisor, number)
            }
            (Rule::Size(limit), _) => self.size(&rule, *limit, value),
            (Rule::Pattern(pattern), Value::String(text)) => self.pattern(&rule, pattern, text),
            (Rule::Unique, Value::Array(elements)) => self.unique(&rule, elements),
            (Rule::Elements(inside), Value::Array(elements)) => {
                self.elements(rule, inside, elements)
            }
            (Rule::Contains(wanted), Value::Array(elements)) => {
                self.contains(rule, wanted, elements)
            }
            (Rule::Members(inside), Value::Object(object)) => {
                self.members(rule, inside, object, value)
            }
            (Rule::PropertyNames(names), Value::Object(object)) => {
                self.names(&rule, *names, object)
            }
            (Rule::UnevaluatedItems(rest), Value::Array(elements)) => {
                self.rest_of_elements(rule, *rest, elements)
            }
            (Rule::UnevaluatedProperties(rest), Value::Object(object)) => {
                self.rest_of_members(rule, *rest, object)
            }
            _ => self.combined(rule, value),
        }
    }

    /// Takes steps; false when there are none left.
    fn spend(&mut self, steps: u64) -> bool {
        match self.steps.checked_sub(steps) {
            Some(left) => self.steps = left,
            None => self.given_up = Some(Kind::Steps),
        }
        self.given_up.is_none()
    }

    /// Whether the first failure decides.
    fn is_hasty(&self) -> bool {
        self.quiet || self.given_up.is_some() || (self.found.is_full() && self.found.more)
    }

    /// Notes a failure, if failures are wanted. Always false: the value does not fit.
    fn fail(
        &mut self,
        rule: &Asked<'_, '_>,
        keyword: &'static str,
        kind: impl FnOnce() -> Kind,
    ) -> bool {
        self.fail_at(rule.node, rule.at, keyword, kind)
    }

    fn fail_at(
        &mut self,
        node: &Node,
        at: &Path<'_>,
        keyword: &'static str,
        kind: impl FnOnce() -> Kind,
    ) -> bool {
        if self.quiet || self.found.is_full() {
            self.found.more |= !self.quiet;
            return false;
        }
        let (pointer, way) = at.written();
        self.found.pointer_bytes += pointer.len();
        let schema_place = match keyword {
            "false" => node.place.to_string(),
            keyword => super::pointer::joined(&node.place, keyword),
        };
        self.found.failures.push(Failure { pointer, keyword, schema_place, kind: kind(), way });
        false
    }

    /// Asks something without noting failures.
    fn quietly(&mut self, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = std::mem::replace(&mut self.quiet, true);
        let answer = ask(self);
        self.quiet = before;
        answer
    }
}

/// A rule, whose it is, where it is asked, and the marks to make.
struct Asked<'q, 's> {
    node: &'s Node,
    rule: &'s Rule,
    at: &'q Path<'q>,
    marks: Marks<'q>,
}

/// Asking a node costs about as much as eight steps of a pattern.
const NODE_STEPS: u64 = 8;

/// How many others a value holds.
fn size(value: &Value<'_>) -> Option<usize> {
    match value {
        Value::Array(elements) => Some(elements.len()),
        Value::Object(object) => Some(object.members().len()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Notes that a rule has looked at a member or element.
fn mark(marks: &mut Marks<'_>, place: usize) {
    if let Some(mark) = marks.as_deref_mut().and_then(|marks| marks.get_mut(place)) {
        *mark = true;
    }
}

/// Adds marks to those of whoever asked.
fn merge(marks: Marks<'_>, own: &[bool]) {
    if let Some(marks) = marks {
        marks.iter_mut().zip(own).for_each(|(mark, own)| *mark |= own);
    }
}
