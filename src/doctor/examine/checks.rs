//! Which rules are asked about what: sorted once, because every line asks.

use super::facts::Facts;
use super::findings::Findings;
use super::http::Exchanged;
use super::process::End;
use super::seen::{Found, Misshapen, Parsed, Raw, Seen};
use crate::doctor::rule::{Check, Revisions, Rule};
use crate::doctor::rules::rules;
use std::sync::LazyLock;

/// A rule, and how it is noticed.
pub(super) type Asks<C> = (&'static Rule, C);

/// What looks at a line, a value, a shape, a message, an exchange, the end.
pub(super) type OnLine = fn(&Facts, &Raw<'_>) -> Vec<Found>;
pub(super) type OnValue = fn(&Facts, &Parsed<'_>) -> Vec<Found>;
pub(super) type OnShape = fn(&Facts, &Misshapen<'_>) -> Vec<Found>;
pub(super) type OnMessage = fn(&Facts, &Seen<'_>) -> Vec<Found>;
pub(super) type OnExchange = fn(&Facts, &Exchanged<'_>) -> Vec<Found>;
pub(super) type AtEnd = fn(&Facts, &End) -> Vec<Found>;

/// The rules, by what they look at, in their order.
#[derive(Debug)]
pub(super) struct Checks {
    pub(super) line: Vec<Asks<OnLine>>,
    pub(super) value: Vec<Asks<OnValue>>,
    pub(super) shape: Vec<Asks<OnShape>>,
    pub(super) message: Vec<(Revisions, Asks<OnMessage>)>,
    pub(super) exchange: Vec<Asks<OnExchange>>,
    pub(super) end: Vec<Asks<AtEnd>>,
}

/// Sorted when the first line asks: a recording may hold thousands of sessions.
pub(super) static CHECKS: LazyLock<Checks> = LazyLock::new(Checks::sorted);

impl Checks {
    fn sorted() -> Self {
        let mut checks = Self {
            line: Vec::new(),
            value: Vec::new(),
            shape: Vec::new(),
            message: Vec::new(),
            exchange: Vec::new(),
            end: Vec::new(),
        };
        for rule in rules() {
            match rule.check {
                Check::Asked => {}
                Check::Line(check) => checks.line.push((rule, check)),
                Check::Value(check) => checks.value.push((rule, check)),
                Check::Shape(check) => checks.shape.push((rule, check)),
                Check::Message(check) => checks.message.push((rule.revisions, (rule, check))),
                Check::Exchange(check) => checks.exchange.push((rule, check)),
                Check::End(check) => checks.end.push((rule, check)),
            }
        }
        checks
    }
}

/// Asks each of these rules, and keeps what they find.
pub(super) fn ask<T>(
    asked: &[Asks<impl Fn(&Facts, &T) -> Vec<Found>>],
    facts: &Facts,
    about: &T,
    findings: &mut Findings,
    line: Option<&str>,
) {
    for (rule, check) in asked {
        for found in check(facts, about) {
            findings.add(rule, facts, found, line);
        }
    }
}
