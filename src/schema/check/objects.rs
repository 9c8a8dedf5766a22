//! Rules about the members of an object.

use super::{Asked, Checker, Marks, Path, mark};
use crate::json::{Member, Object, Value};
use crate::schema::failure::{Kind, Listed};
use crate::schema::node::{Members, NodeId, Rest};
use crate::schema::quote::{named, quoted};

/// Which of the names a rule knows were seen.
enum Seen {
    /// As bits, without memory of their own.
    Few(u128),
    Many(Vec<bool>),
}

impl Seen {
    fn none(names: usize) -> Self {
        if names <= 128 { Self::Few(0) } else { Self::Many(vec![false; names]) }
    }

    fn has(&self, place: usize) -> bool {
        match self {
            Self::Few(bits) => bits >> place & 1 == 1,
            Self::Many(seen) => seen.get(place) == Some(&true),
        }
    }

    fn add(&mut self, place: usize) {
        match self {
            Self::Few(bits) => *bits |= 1 << place,
            Self::Many(seen) => mark(&mut Some(seen), place),
        }
    }
}

impl Checker<'_> {
    /// Everything about members by their names.
    pub(super) fn members(
        &mut self,
        mut rule: Asked<'_, '_>,
        inside: &Members,
        object: &Object<'_>,
        value: &Value<'_>,
    ) -> bool {
        if !self.spend(inside.required.len() as u64 / 8) {
            return false;
        }
        let mut seen = Seen::none(inside.names.len());
        let mut likely = inside.names.len();
        let mut fits = true;
        // From the last: of duplicates that one counts, and whoever comes after it was seen before.
        for (place, member) in object.members().iter().enumerate().rev() {
            let name = inside.names.find(&member.name, likely.wrapping_sub(1));
            let mut node = None;
            let mut known = false;
            if let Some(name) = name {
                likely = name;
                node = inside.properties.get(name).copied().flatten();
                known = node.is_some();
                node = node.filter(|_| !seen.has(name));
                seen.add(name);
            }
            let at = Path::member(rule.at, place, &member.name);
            if let Some(node) = node {
                fits &= self.node(node, &member.value, &at, None);
            }
            if !inside.patterns.is_empty() || inside.rest.is_some() {
                known = self.others(&rule, inside, member, &at, known, &mut fits);
            }
            if known {
                mark(&mut rule.marks, place);
            }
            if !fits && self.is_hasty() {
                return false;
            }
        }
        fits &= self.required(&rule, inside, &seen);
        if !inside.schemas.is_empty() && (fits || !self.is_hasty()) {
            fits &= self.dependent_schemas(inside, &seen, value, rule.at, rule.marks);
        }
        fits
    }

    /// `patternProperties` and `additionalProperties`. Returns whether the member is known now.
    fn others(
        &mut self,
        rule: &Asked<'_, '_>,
        inside: &Members,
        member: &Member<'_>,
        at: &Path<'_>,
        mut known: bool,
        fits: &mut bool,
    ) -> bool {
        for (pattern, node) in &inside.patterns {
            if self.matches(pattern, &member.name) {
                known = true;
                *fits &= self.node(*node, &member.value, at, None);
            }
        }
        match inside.rest {
            Some(rest) if !known && rest.closed => {
                let kind = || Kind::Member { allowed: Some(allowed(inside)) };
                *fits &= self.fail_at(rule.node, at, rest.keyword, kind);
            }
            Some(rest) if !known => *fits &= self.node(rest.node, &member.value, at, None),
            _ => {}
        }
        known || inside.rest.is_some()
    }

    /// `required`, `dependentRequired`.
    fn required(&mut self, rule: &Asked<'_, '_>, inside: &Members, seen: &Seen) -> bool {
        let mut fits = true;
        let name = |place| named(inside.names.text(place));
        for &place in inside.required.iter().filter(|place| !seen.has(**place)) {
            fits =
                self.fail(rule, "required", || Kind::Missing { name: name(place), because: None });
            if self.is_hasty() {
                return false;
            }
        }
        for (cause, needed, keyword) in inside.dependent.iter().filter(|it| seen.has(it.0)) {
            if !self.spend(needed.len() as u64) {
                return false;
            }
            for &place in needed.iter().filter(|place| !seen.has(**place)) {
                let because = || Some(name(*cause));
                fits = self.fail(rule, keyword, || Kind::Missing {
                    name: name(place),
                    because: because(),
                });
            }
        }
        fits
    }

    fn dependent_schemas(
        &mut self,
        inside: &Members,
        seen: &Seen,
        value: &Value<'_>,
        at: &Path<'_>,
        mut marks: Marks<'_>,
    ) -> bool {
        let mut fits = true;
        for (_, node) in inside.schemas.iter().filter(|(cause, _)| seen.has(*cause)) {
            fits &= self.node(*node, value, at, marks.as_deref_mut());
        }
        fits
    }

    /// `propertyNames`: each name is asked about as if it were a value.
    pub(super) fn names(
        &mut self,
        rule: &Asked<'_, '_>,
        node: NodeId,
        object: &Object<'_>,
    ) -> bool {
        let mut fits = true;
        for member in object.members() {
            let name = Value::String(member.name.clone());
            let outer = std::mem::take(&mut self.found);
            let fit = self.node(node, &name, rule.at, None);
            let found = std::mem::replace(&mut self.found, outer);
            fits &= fit;
            for failure in found.failures {
                let why = Box::new(super::combine::brief(failure.kind));
                self.fail(rule, "propertyNames", || Kind::Name { name: quoted(&name), why });
            }
            if !fits && self.is_hasty() {
                break;
            }
        }
        fits
    }

    pub(super) fn rest_of_members(
        &mut self,
        mut rule: Asked<'_, '_>,
        rest: Rest,
        object: &Object<'_>,
    ) -> bool {
        let mut fits = true;
        for (place, member) in object.members().iter().enumerate() {
            if rule.marks.as_deref().and_then(|marks| marks.get(place)) == Some(&true) {
                continue;
            }
            mark(&mut rule.marks, place);
            let at = Path::member(rule.at, place, &member.name);
            fits &= if rest.closed {
                self.fail_at(rule.node, &at, rest.keyword, || Kind::Member { allowed: None })
            } else {
                self.node(rest.node, &member.value, &at, None)
            };
            if !fits && self.is_hasty() {
                break;
            }
        }
        fits
    }
}

/// The names that may be there. Those that are only required elsewhere are not among them.
fn allowed(inside: &Members) -> Listed {
    let places = 0..inside.properties.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let patterns = inside
        .patterns
        .iter()
        .map(|(pattern, _)| format!("those matching {}", named(pattern.as_written())));
    let more = (places.len() + inside.patterns.len()).saturating_sub(Listed::MOST);
    let names = places.map(|place| named(inside.names.text(place)));
    Listed { shown: names.chain(patterns).take(Listed::MOST).collect(), more }
}
