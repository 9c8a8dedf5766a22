//! What the lessons about broken sessions claim.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use std::fs;
use std::path::Path;

/// What the doctor says in a lesson, in order: of each session the first line.
fn verdicts(lesson: &str) -> Vec<String> {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts/lessons");
    let wire = fs::read_to_string(shelf.join(lesson).with_extension("wire")).unwrap();
    let said = wire.lines().filter_map(|line| line.strip_prefix("-- doctor: "));
    said.filter(|it| it.starts_with("broken") || *it == "healthy").map(str::to_owned).collect()
}

#[test]
fn one_line_on_stdout_is_the_fault_whoever_listens_and_on_stderr_it_is_none() {
    let broken = "broken, step 1 of 7, malformed-line, line 3, owner server, certain";
    assert_eq!(verdicts("stdout-is-the-wire"), [broken, broken, broken, "healthy"]);
}

#[test]
fn a_process_that_died_is_told_apart_from_one_that_is_slow() {
    let broken = "broken, step 0 of 7, exited, line 5, owner server, likely";
    assert_eq!(verdicts("connection-closed"), [broken, "healthy"]);
}
