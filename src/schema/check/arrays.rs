//! Rules about the elements of an array.

use super::{Asked, Checker, Path, mark};
use crate::json::Value;
use crate::schema::failure::{Bound, Kind, Unit};
use crate::schema::node::{Contains, Elements, Rest};

impl Checker<'_> {
    /// `prefixItems` and `items`.
    pub(super) fn elements(
        &mut self,
        mut rule: Asked<'_, '_>,
        inside: &Elements,
        elements: &[Value<'_>],
    ) -> bool {
        let mut fits = true;
        for (place, element) in elements.iter().enumerate() {
            let at = Path::element(rule.at, place);
            fits &= match (inside.prefix.get(place), inside.rest) {
                (Some(node), _) => self.node(*node, element, &at, None),
                (None, Some(Rest { closed: true, keyword, .. })) => {
                    let allowed = Some(inside.prefix.len());
                    self.fail_at(rule.node, &at, keyword, || Kind::Element { allowed })
                }
                (None, Some(rest)) => self.node(rest.node, element, &at, None),
                (None, None) => break,
            };
            mark(&mut rule.marks, place);
            if !fits && self.is_hasty() {
                break;
            }
        }
        fits
    }

    pub(super) fn contains(
        &mut self,
        mut rule: Asked<'_, '_>,
        wanted: &Contains,
        elements: &[Value<'_>],
    ) -> bool {
        let mut found = 0;
        for (place, element) in elements.iter().enumerate() {
            let at = Path::element(rule.at, place);
            if self.quietly(|it| it.node(wanted.node, element, &at, None)) {
                mark(&mut rule.marks, place);
                found += 1;
            }
            // Without a limit above, enough is enough, unless all that fit are to be marked.
            if wanted.most.is_none() && found >= wanted.least && rule.marks.is_none() {
                return true;
            }
        }
        if found < wanted.least {
            let (unit, bound, limit) = (Unit::Fitting, Bound::AtLeast, wanted.least);
            return self.fail(&rule, wanted.least_keyword, || Kind::Size {
                unit,
                bound,
                limit,
                found,
            });
        }
        let Some(limit) = wanted.most.filter(|most| found > *most) else { return true };
        let (unit, bound) = (Unit::Fitting, Bound::AtMost);
        self.fail(&rule, "maxContains", || Kind::Size { unit, bound, limit, found })
    }

    /// `uniqueItems`. Equal values have equal canonical texts, so sorting those brings them together.
    pub(super) fn unique(&mut self, rule: &Asked<'_, '_>, elements: &[Value<'_>]) -> bool {
        if elements.len() < 2 {
            return true;
        }
        let mut texts = Vec::with_capacity(elements.len());
        for (place, element) in elements.iter().enumerate() {
            let text = element.canonical();
            if !self.spend(text.len() as u64) {
                return false;
            }
            texts.push((text, place));
        }
        texts.sort_unstable();
        let pairs = texts.windows(2).filter_map(|pair| match pair {
            [one, two] if one.0 == two.0 => Some((two.1, one.1)),
            _ => None,
        });
        // The first element that repeats an earlier one.
        match pairs.min() {
            None => true,
            Some((second, first)) => {
                self.fail(rule, "uniqueItems", || Kind::Equal { first, second })
            }
        }
    }

    pub(super) fn rest_of_elements(
        &mut self,
        mut rule: Asked<'_, '_>,
        rest: Rest,
        elements: &[Value<'_>],
    ) -> bool {
        let mut fits = true;
        for (place, element) in elements.iter().enumerate() {
            if rule.marks.as_deref().and_then(|marks| marks.get(place)) == Some(&true) {
                continue;
            }
            mark(&mut rule.marks, place);
            let at = Path::element(rule.at, place);
            fits &= if rest.closed {
                self.fail_at(rule.node, &at, rest.keyword, || Kind::Element { allowed: None })
            } else {
                self.node(rest.node, element, &at, None)
            };
            if !fits && self.is_hasty() {
                break;
            }
        }
        fits
    }
}
