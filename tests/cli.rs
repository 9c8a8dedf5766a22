//! The command line, as a person meets it.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod world;

use mcp_lab::cli::{COMMANDS, UNLISTED};
use mcp_lab::lessons::LESSONS;
use mcp_lab::transcript::FORMATS;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;
use world::{Person, Ran, runs};

#[track_caller]
fn refused(line: &str, complaint: &str) {
    let ran = runs(line);
    let hint = "mcp-lab help shows what there is";
    let err = format!("mcp-lab: {complaint}\n{hint}\n");
    assert_eq!(ran, Ran { code: 2, out: String::new(), err }, "{line}");
}

fn golden(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("transcripts").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn done(out: String) -> Ran {
    Ran { code: 0, out, err: String::new() }
}

#[test]
fn no_argument_is_the_six_step_lesson_annotated() {
    let expected = done(golden("lessons/six-step.en.annotated"));
    for line in ["", "lesson", "lesson six-step", "lesson --format annotated", "--lang en"] {
        assert_eq!(runs(line), expected, "{line}");
    }
}

#[test]
fn every_format_prints_its_golden() {
    assert_eq!(runs("lesson --format wire"), done(golden("six-step.wire")));
    assert_eq!(runs("lesson --format=jsonl"), done(golden("lessons/six-step.jsonl")));
    let chinese = done(golden("lessons/six-step.zh.markdown"));
    assert_eq!(runs("lesson six-step --format markdown --lang zh"), chinese);
}

#[test]
fn the_formats_offered_are_the_formats_there_are() {
    let lesson = COMMANDS.iter().find(|command| command.name == "lesson").unwrap();
    let option = lesson.options.iter().find(|option| option.name == "--format").unwrap();
    let there: Vec<_> = FORMATS.iter().map(|format| format.slug).collect();
    assert_eq!(option.choices, there);
}

#[test]
fn the_language_comes_from_the_option_else_from_the_locale() {
    let (en, zh) =
        (golden("lessons/six-step.en.annotated"), golden("lessons/six-step.zh.annotated"));
    for (line, env, expected) in [
        ("", &[("LANG", "zh_CN.UTF-8")][..], &zh),
        ("", &[("LC_ALL", "zh_TW"), ("LANG", "en_GB.UTF-8")], &zh),
        ("", &[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")], &en),
        ("", &[("LC_MESSAGES", "zh"), ("LANG", "de_DE")], &zh),
        ("", &[("LANG", "zhuang")], &en),
        ("--lang en", &[("LANG", "zh_CN.UTF-8")], &en),
        ("--lang=zh", &[], &zh),
    ] {
        let ran = Person { env, ..Person::default() }.runs(line);
        assert_eq!(ran.out, *expected, "{line} {env:?}");
    }
}

#[test]
fn a_wrong_word_is_answered_with_the_nearest_right_one() {
    refused("lesosn", "unknown command `lesosn`; did you mean `lesson`?");
    refused("lesson six-stpe", "unknown lesson `six-stpe`; did you mean `six-step`?");
    refused("lesson --fromat wire", "unknown option `--fromat`; did you mean `--format`?");
    refused("lesson --format wir", "unknown --format `wir`; did you mean `wire`?");
    refused("--lang xx", "`--lang` takes en, zh, not `xx`");
    refused("--colour never", "unknown option `--colour`; did you mean `--color`?");
    refused("--versoin", "unknown option `--versoin`; did you mean `--version`?");
    refused("lesson --ms 3", "`--ms` belongs to `bench`");
    refused("bench --step", "`--step` belongs to `lesson`");
    refused("help nosuch", "unknown command `nosuch`");
    refused("--quick probe -- x", "options stand behind the command: mcp-lab probe --quick …");
    refused("--lang en serve mini", "options stand behind the command: mcp-lab serve --lang …");
    refused("help banch", "unknown command `banch`; did you mean `bench`?");
    refused("-x", "unknown option `-x`");
    refused("\u{1b}[31m", r"unknown command `\u{1b}[31m`");
}

#[test]
fn a_wrong_use_says_what_is_wrong() {
    refused("lesson --format", "`--format` needs a value");
    refused("lesson --step=1", "`--step` takes no value");
    refused("lesson six-step again", "`again` is one word too many for `lesson`");
    refused("lessons x", "`x` is one word too many for `lessons`");
    refused("bench --ms 0", "`--ms` takes 1 to 60000 milliseconds, not `0`");
    let alone = "`--step` walks through the annotated log on the screen: leave out `--format` and `--output`";
    refused("lesson --step --format wire", alone);
    refused("lesson --step -o x", alone);
}

#[test]
fn complaints_are_in_the_asked_language() {
    let ran = runs("lesosn --lang zh");
    assert_eq!(
        ran.err,
        "mcp-lab: 没有 `lesosn` 这个命令；你是不是想写 `lesson`？\n用 mcp-lab help 查看全部用法\n"
    );
    assert_eq!(ran.code, 2);
}

#[test]
fn help_names_every_command_and_option_in_both_languages() {
    for lang in ["en", "zh"] {
        let page = runs(&format!("help --lang {lang}"));
        assert_eq!((page.code, page.err.as_str()), (0, ""));
        for command in COMMANDS {
            let listed = !UNLISTED.contains(&command.name);
            let named = page.out.contains(&format!("  {} ", command.name));
            assert_eq!(named, listed, "{}", command.name);
            let about = if lang == "en" { command.about.en } else { command.about.zh };
            assert_eq!(page.out.contains(about), listed, "{}", command.name);
            let own = runs(&format!("help {} --lang {lang}", command.name));
            let same = runs(&format!("{} --help --lang {lang}", command.name));
            assert_eq!(own, same, "{}", command.name);
            for option in command.options {
                assert!(own.out.contains(option.name), "{} {}", command.name, option.name);
            }
        }
    }
    assert_eq!(runs("--help"), runs("help"));
    assert_eq!(runs("-h"), runs("help"));
}

#[test]
fn the_version_is_the_crates() {
    let expected = done(format!("mcp-lab {}\n", env!("CARGO_PKG_VERSION")));
    for line in ["--version", "-V", "version"] {
        assert_eq!(runs(line), expected);
    }
}

#[test]
fn lessons_are_listed_with_their_minutes_and_question() {
    let expected = "six-step             45 min   Six steps: a whole session on the wire\n   ? What crosses between a client and a server, and who may say no?\ncalculator           30 min   The calculator: a server in a process of its own, and schemas at work\n   ? Who checks that an argument is an integer, and is 1.0 one?\n";
    let ran = runs("lessons");
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 2 * LESSONS.len());
    assert_eq!(ran, done(ran.out.clone()));
}

#[test]
fn step_asks_waits_and_tells() {
    let person = Person { terminal: true, types: "\n\n\n\n\n\n", ..Person::default() };
    let ran = person.runs("lesson --step --color never");
    let prompt = "   (Enter shows the answer) ";
    assert_eq!(ran.out.matches(prompt).count(), 6);
    assert_eq!(ran.out.replace(prompt, ""), golden("lessons/six-step.en.annotated"));
    let place = |text| ran.out.find(text).unwrap();
    assert!(place("Which of them must be answered") < place(prompt), "first the question");
    assert!(place(prompt) < place("client -> {"), "then the wait, then the answer");
    assert_eq!(ran.err, "");
}

#[test]
fn step_stops_waiting_when_the_input_ends() {
    let ran =
        Person { terminal: true, types: "\n", ..Person::default() }.runs("--step --color never");
    assert_eq!(ran.out.matches("(Enter shows the answer)").count(), 2);
    assert!(ran.out.ends_with("which cannot?\n"));
}

#[test]
fn step_without_a_terminal_says_so_and_runs_through() {
    let ran = runs("lesson --step");
    assert_eq!(ran.err, "mcp-lab: no terminal to wait at, so the steps run through\n");
    assert_eq!((ran.code, ran.out), (0, golden("lessons/six-step.en.annotated")));
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let colourful = |terminal, env: &[(&str, &str)], line: &str| {
        Person { terminal, env, types: "" }.runs(line).out.contains('\u{1b}')
    };
    assert!(colourful(true, &[], ""));
    assert!(!colourful(false, &[], ""));
    assert!(!colourful(true, &[("NO_COLOR", "1")], ""));
    assert!(!colourful(true, &[("TERM", "dumb")], ""));
    assert!(!colourful(true, &[], "--color never"));
    assert!(colourful(false, &[], "--color always"));
    assert!(colourful(true, &[("NO_COLOR", "1")], "--color=always"));
    assert!(!colourful(true, &[], "lesson --format wire"), "the wire is never painted");
}

#[test]
fn output_goes_to_a_file_without_colours() {
    let file = format!("{}/cli-output-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    let person = Person { terminal: true, ..Person::default() };
    assert_eq!(person.runs(&format!("lesson -o {file}")), done(String::new()));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), golden("lessons/six-step.en.annotated"));
    let ran = runs(&format!("lesson --output {file}/below"));
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with(&format!("mcp-lab: {file}/below: ")), "{}", ran.err);
    assert_eq!(runs("lesson -o - --format wire"), done(golden("six-step.wire")));
}

#[cfg(unix)]
#[test]
fn a_bench_of_something_that_never_ends_is_refused() {
    let ran = runs("bench /dev/zero");
    assert_eq!(ran.err, "mcp-lab: /dev/zero: not a file of at most 1073741824 bytes\n");
}

#[test]
fn a_bench_of_something_that_is_no_json_points_at_the_place() {
    let file = format!("{}/bench-{}.json", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    std::fs::write(&file, r#"{"城市" "北京"}"#).unwrap();
    let ran = runs(&format!("bench {file}"));
    let drawn = "  {\"城市\" \"北京\"}\n          ^ expected `:` after a member name at byte 10\n";
    assert_eq!(ran.err.split_once(": not JSON\n").unwrap().1, drawn);
    assert_eq!(ran.code, 2);
}

/// A pipe whose reader has had enough.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for line in ["", "help", "lessons", "version", "lesson --step"] {
        let person = Person { terminal: true, types: "\n", ..Person::default() };
        assert_eq!(person.runs_into(&mut Closed, line), (0, String::new()), "{line}");
    }
}

#[test]
fn the_program_prints_the_pinned_transcript_and_leaves_nothing_behind() {
    let temp = format!("{}/empty-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    std::fs::create_dir(&temp).unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_mcp-lab"))
        .args(["lesson", "six-step", "--format", "wire"])
        .envs([("TMPDIR", &temp), ("TMP", &temp), ("TEMP", &temp)])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), golden("six-step.wire"));
    assert_eq!((ran.status.code(), ran.stderr.as_slice()), (Some(0), &b""[..]));
    assert_eq!(std::fs::read_dir(&temp).unwrap().count(), 0);
}
