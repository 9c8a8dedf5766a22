//! The doctor against the gallery: for each broken session the report, word for word.
//!
//! `BLESS=1 cargo test --test doctor` writes the goldens anew; the difference is reviewed like code.
#![expect(
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a broken test should stop; BLESS comes from outside"
)]

use mcp_lab::doctor::{Report, examine_wire};
use mcp_lab::servers::broken::{Broken, FEATURES, HANDSHAKE, MODERN, STATELESS, broken};
use mcp_lab::text::{Lang, Text};
use mcp_lab::transcript::Paint;
use mcp_lab::transport::Side;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "transcripts", "broken"].iter().collect()
}

fn wire(row: &Broken) -> String {
    row.wire().unwrap_or_else(|error| panic!("{}: {error}", row.slug))
}

fn report(wire: &str) -> Report {
    examine_wire(wire).unwrap_or_else(|error| panic!("{error}: {wire}"))
}

/// Every file that is to lie in the folder, with what it is to hold.
fn goldens() -> Vec<(String, String)> {
    let files = broken().flat_map(|row| {
        let wire = wire(row);
        let report = report(&wire);
        let told = |lang| report.verdict(lang, Paint::Plain);
        [
            (format!("{}.en.report", row.slug), told(Lang::En)),
            (format!("{}.wire", row.slug), wire.clone()),
            (format!("{}.zh.report", row.slug), told(Lang::Zh)),
        ]
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

#[test]
fn every_broken_session_has_its_report_and_no_report_is_left_over() {
    let (folder, files) = (folder(), goldens());
    if std::env::var("BLESS").is_ok_and(|value| value == "1") {
        fs::remove_dir_all(&folder).unwrap_or_default();
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in &files {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let mut there: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    there.sort();
    let names: Vec<_> = files.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(there, names);
    for (name, text) in &files {
        let golden = fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(&golden, text, "{name}: BLESS=1 cargo test --test doctor writes it anew");
    }
}

#[test]
fn of_every_broken_session_its_own_fault_is_found_first() {
    for row in broken() {
        let report = report(&wire(row));
        let found: Vec<_> = report.findings.iter().map(|it| it.rule.slug).collect();
        assert_eq!(found.first(), Some(&row.slug), "{found:?}");
        let owner = report.findings.first().unwrap().owner.word().en;
        if ["server", "client"].contains(&owner) {
            assert_eq!(owner, row.side.word(), "{}", row.slug);
        }
    }
}

#[test]
fn a_healthy_session_has_no_finding() {
    for base in [HANDSHAKE, STATELESS, FEATURES, MODERN] {
        let riddle = Text::new("", "");
        let (slug, side, edits, probe) = ("", Side::Server, [].as_slice(), [].as_slice());
        let healthy = wire(&Broken { slug, side, base, edits, probe, riddle });
        let found: Vec<_> = report(&healthy).findings.iter().map(|it| it.rule.slug).collect();
        assert_eq!(found, [""; 0], "{healthy}");
    }
}
