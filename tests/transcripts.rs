//! Goldens: what a lesson prints, byte for byte, and nothing on the shelf that no lesson claims.
//!
//! `BLESS=1 cargo test` rewrites those that are ours; the pinned one cannot be rewritten.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

use mcp_lab::lessons::{LESSONS, Lesson};
use mcp_lab::servers::demo::Demo;
use mcp_lab::text::{Lang, caret};
use mcp_lab::transcript::{Entry, FORMATS, Paint, Transcript, is_wire};
use mcp_lab::transport::Crossing;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Given by the user: code changes to fit it, never the other way round.
const PINNED: (&str, &str) = ("six-step", "six-step.wire");

/// FNV-1a of its bytes, so that golden and code cannot be changed together.
const PINNED_HASH: u64 = 0xf6ea_9b4d_d945_fa98;

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn shelf() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts")
}

fn record(lesson: &Lesson) -> Transcript {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let name = format!("goldens-{}-{run}", std::process::id());
    let demo = Demo::lay_out(Path::new(env!("CARGO_TARGET_TMPDIR")), &name).unwrap();
    (lesson.run)(demo.base(), Path::new(env!("CARGO_BIN_EXE_mcp-lab"))).unwrap()
}

/// Every golden of a lesson: its path on the shelf, and what it has to hold.
fn goldens(lesson: &Lesson) -> Vec<(PathBuf, String)> {
    let transcript = record(lesson);
    let mut goldens = Vec::new();
    for format in FORMATS {
        let langs: &[(&str, Lang)] =
            if format.spoken { &[(".en", Lang::En), (".zh", Lang::Zh)] } else { &[("", Lang::En)] };
        for (suffix, lang) in langs {
            let name = format!("{}{suffix}.{}", lesson.slug, format.slug);
            let pinned = (lesson.slug, name.as_str()) == PINNED;
            let path = shelf().join(if pinned { "" } else { "lessons" }).join(name);
            goldens.push((path, (format.print)(&transcript, &lesson.guide, *lang, Paint::Plain)));
        }
    }
    goldens
}

#[expect(clippy::disallowed_methods, reason = "whether to rewrite goldens is asked from outside")]
fn blessing() -> bool {
    std::env::var("BLESS").is_ok_and(|value| value == "1")
}

/// Equal means equal bytes; a difference is shown with the line, both texts and a caret.
#[track_caller]
fn assert_same(path: &Path, expected: &str, got: &str) {
    if expected == got {
        return;
    }
    let pairs = expected.split_inclusive('\n').zip(got.split_inclusive('\n'));
    let same = pairs.take_while(|(old, new)| old == new).count();
    let old = expected.split_inclusive('\n').nth(same).unwrap_or("(end of file)");
    let new = got.split_inclusive('\n').nth(same).unwrap_or("(end of file)");
    let byte = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    panic!(
        "{} line {}\nexpected\n{}got\n{}BLESS=1 cargo test rewrites goldens that are ours",
        path.display(),
        same + 1,
        caret(old.trim_end(), byte, "here"),
        caret(new.trim_end(), byte, "here"),
    );
}

#[test]
fn the_six_step_session_equals_the_pinned_transcript() {
    let lesson = LESSONS.iter().find(|lesson| lesson.slug == PINNED.0).unwrap();
    let path = shelf().join(PINNED.1);
    let pinned = fs::read_to_string(&path).unwrap();
    assert_eq!(pinned.len(), 1917);
    assert_eq!(pinned.lines().count(), 14);
    assert_eq!(fnv(pinned.as_bytes()), PINNED_HASH, "the pinned transcript was changed");
    assert_same(&path, &pinned, &record(lesson).to_wire());
}

#[test]
fn every_lesson_prints_its_goldens_in_every_format_and_language() {
    for (path, got) in LESSONS.iter().flat_map(goldens) {
        if blessing() && !path.ends_with(PINNED.1) {
            fs::write(&path, &got).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert_same(&path, &expected, &got);
    }
}

#[test]
fn every_file_on_the_shelf_belongs_to_a_lesson() {
    let claimed: BTreeSet<_> = LESSONS.iter().flat_map(goldens).map(|(path, _)| path).collect();
    let mut open = vec![shelf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // What lies there belongs to the doctor, and its test holds that.
                open.extend((!path.ends_with("broken")).then_some(path));
            } else {
                assert!(claimed.contains(&path), "nobody claims {}", path.display());
            }
        }
    }
}

#[test]
fn remarks_only_add_lines_to_the_wire() {
    for lesson in LESSONS {
        let transcript = record(lesson);
        for format in FORMATS.iter().filter(|format| format.spoken) {
            for lang in [Lang::En, Lang::Zh] {
                let page = (format.print)(&transcript, &lesson.guide, lang, Paint::Plain);
                let kept = page.split_inclusive('\n').filter(|line| is_wire(line));
                assert_eq!(kept.collect::<String>(), transcript.to_wire(), "{}", format.slug);
            }
        }
    }
}

#[test]
fn colours_change_nothing_but_the_colour() {
    for lesson in LESSONS {
        let transcript = record(lesson);
        for format in FORMATS {
            for lang in [Lang::En, Lang::Zh] {
                let plain = (format.print)(&transcript, &lesson.guide, lang, Paint::Plain);
                let colour = (format.print)(&transcript, &lesson.guide, lang, Paint::Colour);
                assert!(!plain.contains('\u{1b}'), "{}", format.slug);
                assert_eq!(without_colours(&colour), plain, "{}", format.slug);
            }
        }
    }
}

/// Takes out every `ESC [ … m`.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap().to_owned();
    pieces.fold(first, |kept, piece| kept + piece.split_once('m').unwrap().1)
}

#[test]
fn a_lesson_says_the_same_every_time() {
    for lesson in LESSONS {
        let first = record(lesson);
        for _ in 0..1000 {
            assert_eq!(record(lesson), first, "{}", lesson.slug);
        }
    }
}

#[test]
fn a_guide_covers_its_session_and_explains_every_message() {
    for lesson in LESSONS {
        let transcript = record(lesson);
        let entries = transcript.entries();
        let covered: usize = lesson.guide.steps.iter().map(|step| step.lines).sum();
        assert_eq!(covered, entries.len(), "{}", lesson.slug);
        let heads = |entry: &Entry<'_>| matches!(entry.crossing, Some(Crossing::Head(..)));
        let headed = entries.iter().any(heads);
        let mut entries = entries.iter();
        for step in lesson.guide.steps {
            for (index, entry) in entries.by_ref().take(step.lines).enumerate() {
                let notes = step.notes.iter().filter(|note| note.line == index + 1);
                let labels: Vec<_> = notes.map(|note| note.label.text().en).collect();
                let all = ["next", "notice", "rule"];
                // What is no message, such as the start of a process, may speak for itself, or need only a word.
                match entry.crossing {
                    // Over HTTP the lines are those of other lessons: what is new stands under the heads.
                    Some(Crossing::Head(..)) => {
                        assert!(labels.contains(&"notice"), "{}", entry.wire);
                    }
                    Some(Crossing::Line(..)) if headed => {
                        assert!(labels.len() <= 1, "{}", entry.wire);
                    }
                    Some(Crossing::Event(_)) if labels.is_empty() || labels == ["notice"] => {}
                    Some(_) => assert_eq!(labels, all, "{}", entry.wire),
                    None => assert_eq!(labels, [""; 0], "{}", entry.wire),
                }
            }
        }
    }
}
