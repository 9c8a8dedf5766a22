//! The doctor against the gallery: for each broken session the report, word for word.
//!
//! `BLESS=1 cargo test --test doctor` writes the goldens anew; the difference is reviewed like code.
#![expect(
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a broken test should stop; BLESS comes from outside"
)]

use mcp_lab::doctor::{Report, examine_wire, rules};
use mcp_lab::servers::broken::Edit::{self, Drop, Swap, Until};
use mcp_lab::servers::broken::{
    Broken, FEATURES, HANDSHAKE, HTTP, HTTP_STATELESS, MODERN, STATELESS, broken,
};
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
fn every_rule_has_a_broken_session_and_every_broken_session_a_rule() {
    let sorted = |mut slugs: Vec<&'static str>| {
        slugs.sort_unstable();
        slugs
    };
    let known = sorted(rules().map(|rule| rule.slug).collect());
    let shown = sorted(broken().map(|row| row.slug).collect());
    assert_eq!(shown, known);
    let twice: Vec<_> = known.windows(2).filter(|two| two.first() == two.get(1)).collect();
    assert!(twice.is_empty(), "{twice:?}");
    for slug in known {
        for kind in ["wire", "en.report", "zh.report"] {
            let file = folder().join(format!("{slug}.{kind}"));
            assert!(file.is_file(), "{}", file.display());
        }
    }
}

#[test]
fn whatever_else_is_found_in_a_broken_session_follows_from_its_fault() {
    for row in broken() {
        let report = report(&wire(row));
        let follows: Vec<_> = report.consequences().iter().map(|it| it.rule.slug).collect();
        for finding in report.findings.iter().skip(1) {
            let slug = finding.rule.slug;
            // One fault may spoil several lines.
            assert!(slug == row.slug || follows.contains(&slug), "{}: {slug}", row.slug);
        }
    }
}

/// What is found in a healthy session with these edits; what follows from the first is in brackets.
fn faults(edits: &'static [Edit]) -> Vec<String> {
    let (slug, side, probe, riddle) = ("", Side::Server, [].as_slice(), Text::new("", ""));
    let session = Broken { slug, side, base: HANDSHAKE, edits, probe, riddle };
    let report = report(&wire(&session));
    let follows: Vec<_> = report.consequences().iter().map(|it| it.rule.slug).collect();
    let shown = report.verdict(Lang::En, Paint::Plain);
    let slugs = report.findings.iter().enumerate().map(|(index, it)| {
        let slug = it.rule.slug;
        let follows = follows.contains(&slug);
        let said =
            if follows { " · follows from the first" } else { " · independent of the first" };
        let line = shown.lines().find(|line| line.starts_with(&format!("   {slug}: ")));
        assert!(index == 0 || line.is_some_and(|line| line.ends_with(said)), "{shown}");
        if follows { format!("({slug})") } else { slug.to_owned() }
    });
    slugs.collect()
}

#[test]
fn a_banner_explains_why_the_server_was_gone() {
    const BANNER: &str = "server -> Weather server ready\n-- server exited with code 1";
    let found = faults(&[Until(r#"server -> {"jsonrpc":"2.0","id":1,"result""#, BANNER)]);
    assert_eq!(found, ["malformed-line", "(exited)"]);
}

#[test]
fn of_two_faults_that_have_nothing_to_do_with_each_other_both_are_the_first() {
    const TOOLS: &str = r#""tools":[{"name":"add","inputSchema":{"type":"object"}},{"name":"add","inputSchema":{"type":"object"}}]"#;
    let found = faults(&[
        Swap(
            r#""tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]"#,
            TOOLS,
        ),
        Swap(
            r#""error":{"code":-32602,"message":"Unknown tool: nobody"}"#,
            r#""result":{"content":[{"type":"text","text":"7"}]}"#,
        ),
    ]);
    assert_eq!(found, ["duplicate-tool", "unknown-tool-accepted"]);
}

#[test]
fn a_refusal_follows_from_what_the_client_has_left_out() {
    let found = faults(&[
        Drop("notifications/initialized"),
        Swap(
            r#""id":2,"result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]}"#,
            r#""id":2,"error":{"code":-32600,"message":"not initialized"}"#,
        ),
    ]);
    assert_eq!(found, ["not-initialized", "(initialized-missing)"]);
}

#[test]
fn a_healthy_session_has_no_finding() {
    for base in [HANDSHAKE, STATELESS, FEATURES, MODERN, HTTP, HTTP_STATELESS] {
        let riddle = Text::new("", "");
        let (slug, side, edits, probe) = ("", Side::Server, [].as_slice(), [].as_slice());
        let healthy = wire(&Broken { slug, side, base, edits, probe, riddle });
        let found: Vec<_> = report(&healthy).findings.iter().map(|it| it.rule.slug).collect();
        assert_eq!(found, [""; 0], "{healthy}");
    }
}
