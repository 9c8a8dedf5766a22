//! The public JSON test suite: what must be read, what must be refused, and what may be either.
//!
//! `JSON_TEST_SUITE=path/to/test_parsing cargo test --test json_suite -- --nocapture` runs it.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

mod reference;

use mcp_lab::json::{ParseError, parse, utf8};
use mcp_lab::text::{caret, visible};
use std::fs;
use std::path::{Path, PathBuf};

#[expect(clippy::disallowed_methods, reason = "where the suite lies is asked from outside")]
fn suite() -> Option<PathBuf> {
    std::env::var_os("JSON_TEST_SUITE").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The suite's files of one kind, `y_`, `n_` or `i_`: their names and bytes, in order.
fn files(folder: &Path, kind: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .filter(|(name, path)| {
            name.starts_with(kind) && path.extension().is_some_and(|it| it == "json")
        })
        .map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no {kind}*.json", folder.display());
    files
}

/// The line printed for these bytes, after making sure that it is the same the next time.
fn read(name: &str, bytes: &[u8]) -> Result<String, ParseError> {
    let text = utf8(bytes)?;
    let line = parse(text).map(|value| value.to_string());
    assert_eq!(line, reference::read(text), "{name} is read otherwise byte by byte");
    let line = line?;
    assert_eq!(parse(&line).map(|value| value.to_string()), Ok(line.clone()), "{name}");
    Ok(line)
}

#[track_caller]
fn accepted(name: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match read(name, bytes) {
        Ok(line) if text.len() == line.len() => assert_eq!(line, text, "{name} is changed"),
        Ok(line) => assert!(line.len() < text.len(), "{name} grew to {line}"),
        Err(error) => panic!("{name}\n{}", caret(&text, error.offset, &error.to_string())),
    }
}

#[track_caller]
fn refused(name: &str, bytes: &[u8]) {
    if let Ok(line) = read(name, bytes) {
        panic!("{name} is read as {}", visible(&line));
    }
}

#[test]
fn the_public_suite_is_read_refused_and_survived() {
    let Some(folder) = suite() else {
        println!("JSON_TEST_SUITE: not run, the variable does not name a folder");
        return;
    };
    let [yes, no, either] = ["y_", "n_", "i_"].map(|kind| files(&folder, kind));
    for (name, bytes) in &yes {
        accepted(name, bytes);
    }
    for (name, bytes) in &no {
        refused(name, bytes);
    }
    let survived = either.iter().filter(|(name, bytes)| read(name, bytes).is_ok()).count();
    println!(
        "JSON_TEST_SUITE: {} y_ accepted, {} n_ refused, {} i_ survived ({survived} accepted)",
        yes.len(),
        no.len(),
        either.len(),
    );
}
