//! What all tables of the linter must hold, whatever part of the specification they are about.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::doctor::{Rule, rules};
use std::fs;

/// A point: its name, the slugs of the rules that notice it, and why there is none.
pub(crate) type Row = (&'static str, &'static str, &'static str);

/// Each has rules that exist or a reason, stands there once, and without a rule it is in the README.
pub(crate) fn check(rows: &[Row], fits: impl Fn(&Rule) -> bool) {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    for (index, (point, slugs, reason)) in rows.iter().enumerate() {
        assert!(rows.iter().take(index).all(|(other, ..)| other != point), "{point} stands twice");
        if *slugs == "-" {
            assert!(
                reason.len() > 20 && reason.ends_with('.'),
                "{point} has no rule and no reason"
            );
            assert!(readme.contains(&format!("`{point}`")), "{point} is not in README.md");
            assert!(readme.contains(reason), "{point}: README.md does not say why: {reason}");
            continue;
        }
        assert_eq!(*reason, "", "{point} has a rule and a reason");
        for slug in slugs.split(' ') {
            let rule = rules().find(|rule| rule.slug == slug);
            assert!(rule.is_some_and(&fits), "{point}: there is no rule {slug}");
        }
    }
}
