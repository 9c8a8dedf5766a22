//! The findings of an examination, in the order of their lines.

use super::facts::Facts;
use super::seen::Found;
use crate::doctor::finding::{Finding, Quote};
use crate::doctor::rule::Rule;
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
        let count = self.of_rule.entry(rule.slug).or_default();
        *count += 1;
        if *count > MAX_FINDINGS {
            return;
        }
        let quote = match (line, found.byte, found.at) {
            (Some(line), Some(byte), None) => Some(Quote::of(line, byte)),
            _ => None,
        };
        self.all.push(Finding {
            rule,
            step: found.step.or(rule.step).unwrap_or(facts.step),
            owner: found.owner.unwrap_or(rule.owner),
            certainty: found.certainty.unwrap_or(rule.certainty),
            crossing: Some(found.at.unwrap_or(facts.at)),
            byte: found.byte,
            quote,
            what: found.what,
        });
    }

    /// Those there are by now.
    pub(super) fn so_far(&self) -> &[Finding] {
        &self.all
    }

    /// All of them, the first fault first. What never came has no place: it stands behind whatever did, and
    /// behind it what a client does that has waited for nothing.
    pub(super) fn into_vec(mut self) -> Vec<Finding> {
        let waits = self.all.iter().any(|finding| finding.rule.slug == "silent");
        let rank = |finding: &Finding| match finding.rule.slug {
            "silent" => 1,
            "initialize-cancelled" if waits => 2,
            _ => 0,
        };
        self.all.sort_by_key(|finding| (rank(finding), finding.crossing));
        self.all
    }
}
