//! The README: every sample in it is generated, and checked here. `BLESS=1` writes them anew.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod world;

use mcp_lab::lessons::LESSONS;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a command prints.
fn output(line: &str) -> String {
    // Behind `--` our own program is started as somebody else's server.
    let line = line.replace("-- mcp-lab", concat!("-- ", env!("CARGO_BIN_EXE_mcp-lab")));
    let ran = world::runs(&line);
    // A broken session is a finding, and that is what it is shown for.
    assert_eq!(ran.code, u8::from(line.contains("transcripts/broken/")), "{line}");
    ran.out
}

/// The block a comment of the README asks for, or `None` when it asks for nothing we make.
fn block(comment: &str) -> Option<String> {
    if comment == "chapters" {
        return Some(chapters());
    }
    if comment == "lessons" {
        return Some(lessons());
    }
    let (line, lines) = comment.strip_prefix("mcp-lab ")?.rsplit_once(", ")?;
    let output = output(line);
    let (first, last) = match lines.strip_prefix("lines ") {
        None => (1, usize::MAX),
        Some(range) => {
            let (first, last) = range.split_once(" to ").unwrap();
            (first.parse().unwrap(), last.parse().unwrap())
        }
    };
    let kept: Vec<_> = output.lines().skip(first - 1).take(last - first + 1).collect();
    Some(format!("```text\n{}\n```\n", kept.join("\n")))
}

/// The chapters as `lib.rs` lists them, in the same words.
fn chapters() -> String {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let lines: Vec<&str> = lib.lines().collect();
    let rows = lines.windows(2).filter_map(|pair| match pair {
        [about, module] => {
            let name = module.strip_prefix("pub mod ")?.strip_suffix(';')?;
            let (number, about) = about.strip_prefix("/// ")?.split_once(". ")?;
            Some(format!("{number}. `{name}/` {about}\n"))
        }
        _ => None,
    });
    rows.collect()
}

fn lessons() -> String {
    let rows = LESSONS.iter().map(|lesson| {
        let question = lesson.question.en;
        format!("| `{}` | {} min | {question} |\n", lesson.slug, lesson.minutes)
    });
    format!("| lesson | time | the question |\n|---|---|---|\n{}", rows.collect::<String>())
}

/// The README with every generated block made anew: it stands right behind its comment and ends with
/// its fence or, having none, with an empty line.
fn made_anew(readme: &str) -> String {
    let mut made = String::new();
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        made += line;
        made += "\n";
        let comment = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
        let Some(block) = comment.and_then(block) else { continue };
        let mut fenced = false;
        for old in lines.by_ref() {
            fenced ^= old.starts_with("```");
            if !fenced && (old.is_empty() || old.starts_with("```")) {
                break;
            }
        }
        made += &block;
        if !block.starts_with("```") {
            made += "\n";
        }
    }
    made
}

#[expect(clippy::disallowed_methods, reason = "whether to rewrite goldens is asked from outside")]
fn blessing() -> bool {
    std::env::var("BLESS").is_ok_and(|value| value == "1")
}

#[test]
fn every_sample_of_the_readme_is_what_the_program_prints() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let made = made_anew(&readme);
    if blessing() {
        fs::write(&path, &made).unwrap();
        return;
    }
    for (line, (is, should)) in readme.lines().zip(made.lines()).enumerate() {
        assert_eq!(is, should, "README.md line {}; BLESS=1 cargo test rewrites it", line + 1);
    }
    assert_eq!(readme.lines().count(), made.lines().count());
}
