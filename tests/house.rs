//! The house rules that a compiler does not check.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

use std::fs;
use std::path::Path;

/// No file of the source is longer, in lines.
const FILE_CEILING: usize = 300;
/// What a class reads is no longer, in lines.
const CLASS_CEILING: usize = 3000;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every `.rs` file below a folder, as paths from the root with `/`.
fn sources(folder: &str) -> Vec<String> {
    let mut open = vec![root().join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(relative(&path));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no source below {folder}");
    found
}

fn relative(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap();
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The chapters in the order `lib.rs` lists them.
fn chapters() -> Vec<String> {
    let lib = read("src/lib.rs");
    lib.lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect()
}

/// The files `lib.rs` lists for a class.
fn class() -> Vec<String> {
    let lib = read("src/lib.rs");
    let listed =
        lib.lines().filter(|line| line.starts_with("//! ")).flat_map(str::split_whitespace);
    listed
        .filter(|word| word.starts_with("src/") && word.contains(".rs"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_chapter_uses_only_chapters_above_it() {
    let chapters = chapters();
    assert_eq!(chapters.first().map(String::as_str), Some("json"));
    let place = |chapter: &str| chapters.iter().position(|other| other == chapter);
    let mut checked = 0;
    for file in sources("src") {
        let Some(chapter) = file.split('/').nth(1).and_then(place) else { continue };
        assert!(!read(&file).contains("crate::{"), "{file}: one `use crate::` for each chapter");
        for used in read(&file).split("crate::").skip(1) {
            let name: String =
                used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let Some(other) = place(&name) else { continue };
            checked += 1;
            assert!(other <= chapter, "{file} imports the later chapter \"{name}\"");
        }
    }
    assert!(checked > 50, "only {checked} imports were seen");
}

#[test]
fn every_folder_of_the_source_is_a_chapter_and_numbered_in_order() {
    let mut folders: Vec<_> = sources("src")
        .iter()
        .filter_map(|file| file.strip_prefix("src/")?.split_once('/').map(|it| it.0.to_owned()))
        .collect();
    folders.dedup();
    let mut chapters = chapters();
    for (index, chapter) in chapters.iter().enumerate() {
        let opening = read(format!("src/{chapter}/mod.rs"));
        let number = format!("//! Chapter {}. ", index + 1);
        assert!(opening.starts_with(&number), "src/{chapter}/mod.rs does not open with `{number}`");
        let lib = read("src/lib.rs");
        assert!(lib.contains(&format!("/// {}. ", index + 1)), "lib.rs does not number {chapter}");
    }
    chapters.sort();
    assert_eq!(folders, chapters);
}

#[test]
fn no_file_is_longer_than_a_chapter_can_bear() {
    for file in sources("src").into_iter().chain(sources("tests")) {
        let lines = read(&file).lines().count();
        assert!(lines <= FILE_CEILING, "{file} has {lines} lines, {FILE_CEILING} is the ceiling");
    }
}

#[test]
fn what_a_class_reads_fits_in_three_thousand_lines() {
    let files = class();
    assert!(files.len() > 30, "lib.rs lists only {} files", files.len());
    let lines: usize = files.iter().map(|file| read(file).lines().count()).sum();
    println!("a class reads {} files, {lines} lines", files.len());
    assert!(lines <= CLASS_CEILING, "a class reads {lines} lines, {CLASS_CEILING} is the ceiling");
}

#[test]
fn what_a_class_reads_opens_with_what_it_is() {
    for file in sources("src") {
        assert!(read(&file).starts_with("//! "), "{file} does not say what it is");
    }
}

#[test]
fn there_is_no_dependency_of_any_kind() {
    let manifest = read("Cargo.toml");
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.contains("dependencies");
            assert!(!line.contains("dependencies."), "Cargo.toml: {line}");
        } else if inside {
            assert!(
                line.trim().is_empty() || line.starts_with('#'),
                "Cargo.toml depends on: {line}"
            );
        }
    }
    let lock = read("Cargo.lock");
    assert_eq!(lock.matches("[[package]]").count(), 1, "Cargo.lock names another package");
}

#[test]
fn the_top_level_is_fixed() {
    const FIXED: [&str; 7] =
        ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE", "src", "transcripts", "tests"];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let allowed = FIXED.contains(&name.as_str()) || name.starts_with('.') || name == "target";
        assert!(allowed, "the top level holds `{name}`");
    }
    for name in FIXED {
        assert!(root().join(name).exists(), "the top level lacks `{name}`");
    }
}

#[test]
fn stdout_is_written_by_nobody_but_the_command_line() {
    for file in sources("src") {
        if file == "src/main.rs" || file.starts_with("src/cli/") {
            continue;
        }
        for word in ["io::stdout", "io::stderr", "io::stdin", "env::", "Instant", "SystemTime"] {
            assert!(!read(&file).contains(word), "{file} uses {word}, which belongs to cli");
        }
    }
}
