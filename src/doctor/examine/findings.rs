//! The findings of an examination, in the order of their lines.

use super::facts::Facts;
use super::seen::Found;
use crate::doctor::finding::{Finding, Quote};
use crate::doctor::rule::{Owner, Rule};
use std::collections::BTreeMap;

/// How many findings of one rule are kept.
const MAX_FINDINGS: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Findings {
    all: Vec<Finding>,
    of_rule: BTreeMap<&'static str, usize>,
}

impl Findings {
    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        facts: &Facts,
        found: Found,
        line: Option<&str>,
    ) {
        let at = found.at.unwrap_or(facts.at);
        let rule = found.rule.unwrap_or(rule);
        let before = found.instead.and_then(|(place, slugs)| self.withdraw(place, slugs));
        let owner = found.owner.unwrap_or(rule.owner);
        // What a client does on purpose is no fault of its own.
        if owner == Owner::Client && facts.trials.way(at).is_some() {
            return;
        }
        let count = self.of_rule.entry(rule.slug).or_default();
        *count += 1;
        if *count > MAX_FINDINGS {
            return;
        }
        let (byte, quote) = match (line, found.byte, found.at, before) {
            (Some(line), Some(byte), None, _) => (Some(byte), Some(Quote::of(line, byte))),
            // The same place, pointed at when its line was there to be quoted.
            (_, None, Some(_), Some(before)) => (before.byte, before.quote),
            (_, byte, ..) => (byte, None),
        };
        self.all.push(Finding {
            rule,
            step: found.step.or(rule.step).unwrap_or(facts.step),
            owner,
            certainty: found.certainty.unwrap_or(rule.certainty),
            crossing: Some(at),
            byte,
            quote,
            what: found.what,
            mild: found.mild,
            remedy: found.remedy,
        });
    }

    /// Takes back what one of these rules has found at this place.
    fn withdraw(&mut self, place: usize, slugs: &[&str]) -> Option<Finding> {
        let there = |it: &Finding| it.crossing == Some(place) && slugs.contains(&it.rule.slug);
        self.all.iter().position(there).map(|index| self.all.remove(index))
    }

    /// Those there are by now.
    pub(super) fn so_far(&self) -> &[Finding] {
        &self.all
    }

    /// All of them, the first fault first. What never came has no place: it stands behind whatever did, and
    /// behind it what a client does that has waited for nothing; and so does what harms nobody.
    pub(super) fn into_vec(mut self) -> Vec<Finding> {
        let waits = self.all.iter().any(|finding| finding.rule.slug == "silent");
        let later = |slug| slug != "misspelt-method";
        self.all.sort_by_key(|finding| {
            let slug = finding.rule.slug;
            (rank(slug, waits), finding.crossing, later(slug))
        });
        self.all
    }
}

/// Who asks for what was not declared gets an error, and many clients do so with every server: of two faults
/// it is hardly ever the one that is looked for.
fn rank(slug: &str, waits: bool) -> usize {
    match slug {
        "silent" => 1,
        "initialize-cancelled" if waits => 2,
        "undeclared-feature-used" => 3,
        _ => 0,
    }
}
