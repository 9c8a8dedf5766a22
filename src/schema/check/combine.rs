//! Rules that ask other nodes about the same value.

use super::{Asked, Checker, Found, Marks, Path, merge};
use crate::json::Value;
use crate::schema::failure::{Failure, Kind};
use crate::schema::node::{If, NodeId, Rule};
use std::mem;

/// For how many alternatives a failure says what is wrong.
const MAX_ALTERNATIVES: usize = 4;

impl<'s> Checker<'s> {
    pub(super) fn combined(&mut self, mut rule: Asked<'_, 's>, value: &Value<'_>) -> bool {
        match rule.rule {
            Rule::Nothing => self.fail(&rule, "false", || Kind::Nothing),
            Rule::Ref(node) => self.node(*node, value, rule.at, rule.marks),
            Rule::DynamicRef(node, name) => {
                let node = self.dynamic(*name).unwrap_or(*node);
                self.node(node, value, rule.at, rule.marks)
            }
            Rule::AllOf(nodes) => {
                let mut fits = true;
                for node in nodes {
                    fits &= self.node(*node, value, rule.at, rule.marks.as_deref_mut());
                    if !fits && self.is_hasty() {
                        return false;
                    }
                }
                fits
            }
            Rule::AnyOf(nodes) => self.alternatives(rule, nodes, value, "anyOf"),
            Rule::OneOf(nodes) => self.alternatives(rule, nodes, value, "oneOf"),
            Rule::Not(node) => {
                let fits = self.quietly(|it| it.node(*node, value, rule.at, None));
                !fits || self.fail(&rule, "not", || Kind::Fits)
            }
            Rule::If(condition) => self.condition(rule, condition, value),
            // These are asked elsewhere, or are about values of another type.
            Rule::Type(_)
            | Rule::Enum(_)
            | Rule::Limit(_)
            | Rule::MultipleOf(_)
            | Rule::Size(_)
            | Rule::Pattern(_)
            | Rule::Unique
            | Rule::Elements(_)
            | Rule::Contains(_)
            | Rule::Members(_)
            | Rule::PropertyNames(_)
            | Rule::UnevaluatedItems(_)
            | Rule::UnevaluatedProperties(_) => true,
        }
    }

    /// The outermost node of this name, of the resources that were entered.
    fn dynamic(&self, name: usize) -> Option<NodeId> {
        let dynamic = &self.schema.dynamic;
        self.scope.iter().find_map(|resource| dynamic.get(&(*resource, name)).copied())
    }

    /// Asks a node whose marks count only if the value fits.
    fn branch(&mut self, node: NodeId, value: &Value<'_>, at: &Path<'_>, marks: Marks<'_>) -> bool {
        let Some(marks) = marks else { return self.node(node, value, at, None) };
        if !self.spend(marks.len() as u64) {
            return false;
        }
        let mut own = vec![false; marks.len()];
        let fits = self.node(node, value, at, Some(&mut own));
        if fits {
            merge(Some(marks), &own);
        }
        fits
    }

    fn condition(&mut self, mut rule: Asked<'_, '_>, condition: &If, value: &Value<'_>) -> bool {
        let If { condition, then, otherwise } = condition;
        let (at, marks) = (rule.at, rule.marks.as_deref_mut());
        let answer = self.quietly(|it| it.branch(*condition, value, at, marks));
        match if answer { then } else { otherwise } {
            Some(node) => self.node(*node, value, rule.at, rule.marks),
            None => true,
        }
    }

    /// `anyOf` and `oneOf`.
    fn alternatives(
        &mut self,
        mut rule: Asked<'_, '_>,
        nodes: &[NodeId],
        value: &Value<'_>,
        keyword: &'static str,
    ) -> bool {
        let is_any = keyword == "anyOf";
        let mut why = Vec::new();
        let mut fitting = None;
        for (place, node) in nodes.iter().enumerate() {
            let outer = mem::take(&mut self.found);
            let fits = self.branch(*node, value, rule.at, rule.marks.as_deref_mut());
            let found = mem::replace(&mut self.found, outer);
            if self.given_up.is_some() {
                return false;
            }
            match fitting {
                Some(first) if fits && !is_any => {
                    return self.fail(&rule, keyword, || Kind::TwoFit { first, second: place });
                }
                _ if fits => fitting = Some(place),
                _ => why.extend(first(found)),
            }
            // Every alternative that fits may have something to mark.
            if fits && is_any && rule.marks.is_none() {
                return true;
            }
        }
        fitting.is_some()
            || self.fail(&rule, keyword, || none_fits(why, rule.at.depth(), nodes.len()))
    }
}

/// The first failure in the order of the places: what a person would stumble over first.
fn first(found: Found) -> Option<Failure> {
    let first = found.failures.into_iter().min_by(|one, two| one.way.cmp(&two.way))?;
    Some(Failure { kind: brief(first.kind), ..first })
}

/// A failure to be told inside another: what it would itself list is left out, so that no sentence
/// grows with the depth of a schema.
pub(super) fn brief(mut kind: Kind) -> Kind {
    if let Kind::NoneFits { why, .. } = &mut kind {
        why.clear();
    }
    kind
}

/// What is wrong for each alternative. Where that is always the type of the value itself, one failure
/// that names all the types says it better.
fn none_fits(mut why: Vec<Failure>, way: usize, alternatives: usize) -> Kind {
    let types = |failure: &Failure| {
        let Kind::Type { expected, found } = &failure.kind else { return None };
        (failure.way.len() == way).then(|| (*expected, found.clone()))
    };
    let all: Option<Vec<_>> = why.iter().map(types).collect();
    let joined = all.and_then(|all| {
        // A number in digits says more than its type.
        all.into_iter().reduce(|(one, found), (two, other)| {
            (one.with(two), if other.starts_with(char::is_alphabetic) { found } else { other })
        })
    });
    if let Some((expected, found)) = joined {
        return Kind::Type { expected, found };
    }
    why.truncate(MAX_ALTERNATIVES);
    Kind::NoneFits { why, alternatives }
}
