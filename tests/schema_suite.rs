//! The public JSON Schema test suite: every required test of the two drafts.
//!
//! `JSON_SCHEMA_TEST_SUITE=path/to/suite cargo test --test schema_suite -- --nocapture` runs it. The
//! folder holds `tests` and `remotes`; the latter are handed in as documents, because nothing is
//! fetched.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

use mcp_lab::json::{Value, parse};
use mcp_lab::schema::{Compiler, Draft};
use std::fs;
use std::path::{Path, PathBuf};

/// What is known to fail: draft, file, the beginning of the group's description, and the reason.
const KNOWN: [(&str, &str, &str, &str); 0] = [];

/// The drafts, by their folders.
const DRAFTS: [(&str, Draft); 2] =
    [("draft2020-12", Draft::Draft202012), ("draft7", Draft::Draft07)];

fn drafts(name: &str) -> Draft {
    DRAFTS.iter().find(|row| row.0 == name).unwrap().1
}

#[expect(clippy::disallowed_methods, reason = "where the suite lies is asked from outside")]
fn suite() -> Option<PathBuf> {
    std::env::var_os("JSON_SCHEMA_TEST_SUITE").filter(|it| !it.is_empty()).map(PathBuf::from)
}

/// Every JSON file below a folder, with its path from there.
fn files(folder: &Path, below: &str, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap())
        .collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{below}{}", entry.file_name().into_string().unwrap());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else if entry.path().extension().is_some_and(|it| it == "json") {
            found.push((name, fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

fn text(value: &Value<'_>, name: &str) -> String {
    value.get(name).and_then(Value::as_string).unwrap().text().unwrap().into_owned()
}

/// What one draft's tests came to.
#[derive(Default)]
struct Score {
    passed: usize,
    all: usize,
    known: usize,
    /// How many pass without the remotes too.
    alone: usize,
    surprises: Vec<String>,
}

/// Runs the tests of one group.
fn group(draft: &str, file: &str, compiler: &Compiler<'_>, group: &Value<'_>, score: &mut Score) {
    let about = text(group, "description");
    let known = |row: &&(&str, &str, &str, &str)| {
        row.0 == draft && row.1 == file && about.starts_with(row.2)
    };
    let known = KNOWN.iter().find(known);
    let written = group.get("schema").unwrap();
    let schema = compiler.compile(written);
    let alone = Compiler::default().draft(drafts(draft)).compile(written).is_ok();
    for test in group.get("tests").and_then(Value::as_array).unwrap() {
        let valid = test.get("valid").and_then(Value::as_bool).unwrap();
        let answer = match &schema {
            Err(error) => Err(format!("refused: {error}")),
            Ok(schema) => {
                let failures = schema.check(test.get("data").unwrap());
                let sentences: Vec<_> = failures.iter().map(ToString::to_string).collect();
                let fits = failures.is_empty() == valid;
                if fits { Ok(()) } else { Err(format!("valid is {valid}: {sentences:?}")) }
            }
        };
        score.all += 1;
        match (answer, known) {
            (Ok(()), _) => {
                score.passed += 1;
                score.alone += usize::from(alone);
            }
            (Err(_), Some(_)) => score.known += 1,
            (Err(why), None) => {
                let name = text(test, "description");
                score.surprises.push(format!("{draft}/{file}: {about}: {name}: {why}"));
            }
        }
    }
}

/// Runs the tests that lie directly in a folder.
fn run(folder: &Path, name: &str, draft: Draft) -> Score {
    let mut remotes = Vec::new();
    files(&folder.join("remotes"), "", &mut remotes);
    let remotes: Vec<_> = remotes.iter().map(|(name, text)| (name, parse(text).unwrap())).collect();
    let mut compiler = Compiler::default().draft(draft);
    for (name, remote) in &remotes {
        compiler = compiler.document(&format!("http://localhost:1234/{name}"), remote);
    }
    let mut tests = Vec::new();
    files(&folder.join("tests").join(name), "", &mut tests);
    let mut score = Score::default();
    for (file, text) in tests.iter().filter(|(file, _)| !file.contains('/')) {
        for it in parse(text).unwrap().as_array().unwrap() {
            group(name, file, &compiler, it, &mut score);
        }
    }
    score
}

#[test]
fn the_required_tests_of_both_drafts_pass() {
    let Some(folder) = suite() else {
        println!("JSON_SCHEMA_TEST_SUITE: not run, the variable does not name a folder");
        return;
    };
    let scores = DRAFTS.map(|(name, draft)| (name, run(&folder, name, draft)));
    let lines: Vec<_> = scores
        .iter()
        .map(|(name, score)| {
            let Score { passed, all, alone, .. } = score;
            format!("{name} {passed} of {all} ({alone} without its remotes)")
        })
        .collect();
    println!("JSON_SCHEMA_TEST_SUITE: {}", lines.join(", "));
    for (name, score) in scores {
        assert!(score.surprises.is_empty(), "{}", score.surprises.join("\n"));
        assert!(score.all > 800, "{name} holds only {} tests", score.all);
        assert!(score.passed * 100 >= score.all * 98, "{name} passes less than 98 %");
        assert_eq!(score.passed + score.known, score.all);
    }
}
