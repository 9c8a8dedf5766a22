//! `mcp-lab doctor` as a person and as a program meet it: pages, formats, exit codes.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod world;

use mcp_lab::json::{Str, Value, parse};
use std::io::{self, Write};
use std::path::PathBuf;
use world::{Person, Ran, runs, runs_words};

const HEALTHY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/transcripts/six-step.wire");
const BROKEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/transcripts/broken/malformed-line.wire");

/// A file of this name for as long as the tests run.
fn file(name: &str, text: &[u8]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("doctor-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn piped(text: &str, line: &str) -> Ran {
    Person { types: text, ..Person::default() }.runs(line)
}

#[test]
fn a_broken_session_is_told_step_by_step_with_its_place() {
    let ran = runs_words(&["doctor", BROKEN]);
    let golden = std::fs::read_to_string(BROKEN.replace(".wire", ".en.report")).unwrap();
    let expected = format!(
        "{}\n{}",
        golden.trim_start_matches('\n'),
        concat!(
            "   1 | -- server started: ward\n",
            "   2 | client -> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clie…\n",
            " > 3 | server -> Weather server ready\n",
            "   4 | server -> {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"na…\n",
        )
    );
    assert_eq!(ran, Ran { code: 1, out: expected, err: String::new() });
}

#[test]
fn a_healthy_session_ends_with_code_0() {
    let ran = runs_words(&["doctor", HEALTHY]);
    let end = "\nhealthy: mini-mcp-server 0.1.0 · 2025-06-18 · tools: 2\n";
    assert!(ran.out.ends_with(end), "{}", ran.out);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let chinese = runs_words(&["doctor", HEALTHY, "--lang", "zh"]);
    assert!(chinese.out.ends_with("\n健康：mini-mcp-server 0.1.0 · 2025-06-18 · 工具：2 个\n"));
}

#[test]
fn a_dash_is_standard_input() {
    let text = std::fs::read_to_string(BROKEN).unwrap();
    assert_eq!(piped(&text, "doctor -"), runs_words(&["doctor", BROKEN]));
    assert_eq!(piped("", "doctor -").code, 2);
}

#[test]
fn what_cannot_be_read_is_said_in_both_languages_and_ends_with_code_2() {
    let empty = file("empty", b"");
    let random = file("random", &[0, 200, 7, 159, 0, 1, 2, 3, 255, 254, 0, 128, 129, 130, 1, 2, 3]);
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (path, en, zh) in [
        (empty.as_str(), "it is empty", "文件是空的"),
        (&random, "it is no text", "它不是文本"),
        (folder, "it is a directory, not a file", "它是目录，不是文件"),
        ("/nobody/here", "it cannot be read: ", "读不了："),
    ] {
        let ran = runs_words(&["doctor", path]);
        let head = format!("unreadable: {path}\n   {en}");
        assert!(ran.code == 2 && ran.out.starts_with(&head), "{}", ran.out);
        assert!(ran.out.contains("; the doctor reads what mcp-lab tap, probe and lesson write"));
        let ran = runs_words(&["doctor", path, "--lang", "zh"]);
        assert!(ran.out.starts_with(&format!("无法读取：{path}\n   {zh}")), "{}", ran.out);
        let ran = runs_words(&["doctor", path, "--json"]);
        assert!(ran.code == 2 && ran.out.starts_with(r#"{"verdict":"unreadable","what":{"en":""#));
    }
}

#[test]
fn wrong_use_is_refused() {
    let hint = "\nmcp-lab help shows what there is\n";
    let refused = |line: &str, why: &str| {
        let err = format!("mcp-lab: {why}{hint}");
        assert_eq!(runs(line), Ran { code: 2, out: String::new(), err }, "{line}");
    };
    refused("doctor", "`doctor` needs a file: mcp-lab doctor FILE…, or - for standard input");
    let formats = "`--json`, `--sarif` and `--junit` are three formats: choose one";
    refused("doctor --json --sarif x", formats);
    refused("doctor --junit --sarif x", formats);
    refused("doctor --jsn x", "unknown option `--jsn`; did you mean `--json`?");
}

fn string(value: &Value<'_>, name: &str) -> String {
    value.get(name).and_then(Value::as_string).map(Str::as_written).unwrap_or_default().to_owned()
}

#[test]
fn json_is_one_object_and_of_several_files_it_holds_one_for_each() {
    let ran = runs_words(&["doctor", BROKEN, "--json"]);
    assert!(ran.out.starts_with(r#"{"verdict":"broken","step":1,"rule":"malformed-line","owner":"server","certainty":"certain","line":3,"byte":0,"what":{"en":"a line on stdout is not JSON: Weather server ready","zh":"#));
    let all = runs_words(&["doctor", HEALTHY, BROKEN, "/nobody/here", "--json"]);
    assert_eq!((all.code, all.out.lines().count()), (2, 1));
    let value = parse(all.out.trim_end()).unwrap();
    assert_eq!(string(&value, "verdict"), "unreadable");
    let files = value.get("files").and_then(Value::as_array).unwrap();
    let told: Vec<_> = files.iter().map(|it| (string(it, "file"), string(it, "verdict"))).collect();
    let expected = [(HEALTHY, "healthy"), (BROKEN, "broken"), ("/nobody/here", "unreadable")];
    assert_eq!(told, expected.map(|(file, verdict)| (file.to_owned(), verdict.to_owned())));
    assert_eq!(runs_words(&["doctor", HEALTHY, BROKEN, "--json"]).code, 1);
    let (_, rest) = ran.out.split_once('{').unwrap();
    assert!(all.out.contains(rest.trim_end()), "the object of a file is the same among others");
}

#[test]
fn several_files_are_told_one_after_the_other() {
    let ran = runs_words(&["doctor", HEALTHY, BROKEN]);
    let alone = |path| runs_words(&["doctor", path]).out;
    let expected = format!("{HEALTHY}\n{}\n{BROKEN}\n{}", alone(HEALTHY), alone(BROKEN));
    assert_eq!(ran, Ran { code: 1, out: expected, err: String::new() });
}

#[test]
fn a_later_finding_says_whether_it_follows_from_the_first() {
    let hello = r#"client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    let text = format!("{hello}\nserver -> ready\nserver -> {{\n-- client waited 10 s\n");
    let out = piped(&text, "doctor -").out;
    let others = "also found\n   broken-json: a line on stdout is not one whole JSON text (expected a member name in double quotes, or `}` at byte 1): { · independent of the first\n   silent: no answer to initialize of line 1: the client waited 10 s · follows from the first\n";
    assert!(out.contains(others), "{out}");
}

#[test]
fn sarif_holds_every_rule_and_points_at_the_column() {
    let text = std::fs::read_to_string(BROKEN).unwrap().replace("Weather server", "北京😀 {");
    let path = file("sarif 1.wire", text.as_bytes());
    let ran = runs_words(&["doctor", &path, "--sarif"]);
    assert_eq!(ran.code, 1);
    let log = parse(ran.out.trim_end()).unwrap();
    assert_eq!(string(&log, "version"), "2.1.0");
    let run = log.get("runs").and_then(Value::as_array).unwrap().first().unwrap();
    assert_eq!(string(run, "columnKind"), "utf16CodeUnits");
    let driver = run.get("tool").unwrap().get("driver").unwrap();
    let rules = driver.get("rules").and_then(Value::as_array).unwrap();
    assert_eq!(rules.len(), mcp_lab::doctor::rules().count() + 1);
    let results = run.get("results").unwrap().to_string();
    let uri = format!("file://{}", path.replace(' ', "%20"));
    let expected = format!(
        r#"[{{"ruleId":"malformed-line","ruleIndex":{},"level":"error","message":{{"text":"a line on stdout is not JSON: 北京😀 {{ ready"}},"locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":"{uri}"}},"region":{{"startLine":3,"startColumn":11}}}}}}],"properties":{{"step":1,"owner":"server","certainty":"certain"}}}}]"#,
        rules.iter().position(|rule| string(rule, "id") == "malformed-line").unwrap()
    );
    assert_eq!(results, expected);
    let healthy = runs_words(&["doctor", HEALTHY, "--sarif"]);
    assert!(healthy.code == 0 && healthy.out.ends_with("\"results\":[]}]}\n"), "{}", healthy.out);
    let none = runs_words(&["doctor", "/nobody/here", "--sarif"]);
    assert!(none.code == 2 && none.out.contains(r#""executionSuccessful":false,"toolExecutionNotifications":[{"level":"error","message":"#));
}

#[test]
fn junit_has_a_suite_for_each_file_and_a_case_for_each_step() {
    let text =
        std::fs::read_to_string(BROKEN).unwrap().replace("Weather server", "<a&\u{fffe}\"b\u{85}>");
    let path = file("junit.wire", text.as_bytes());
    let ran = runs_words(&["doctor", &path, HEALTHY, "/nobody/here", "--junit"]);
    assert_eq!(ran.code, 2);
    let suite = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{path}\" tests=\"8\" failures=\"1\" errors=\"0\" skipped=\"0\">\n    <testcase classname=\"{path}\" name=\"0 start\"/>\n    <testcase classname=\"{path}\" name=\"1 initialize\">\n      <failure type=\"malformed-line\" message=\"a line on stdout is not JSON: &lt;a&amp;\u{fffd}&quot;b\\u{{85}}&gt; ready\">broken: step 1 of 7 · malformed-line · line 3, byte 0 · owner: server · certain\n"
    );
    assert!(ran.out.starts_with(&suite), "{}", ran.out);
    assert_eq!(ran.out.matches("<testsuite ").count(), 3);
    assert_eq!(ran.out.matches("<testcase ").count(), 17);
    assert_eq!(
        ran.out.matches("<skipped message=\"not asked\"/>").count(),
        3,
        "the lesson asks no more"
    );
    assert!(ran.out.contains("<error type=\"unreadable\" message=\"it cannot be read: "));
    assert!(ran.out.ends_with("  </testsuite>\n</testsuites>\n"));
}

#[test]
fn nothing_of_a_log_reaches_a_terminal_raw() {
    let text = "server -> \u{1b}[31m\u{202e}red\nserver !! \u{1b}]0;title\u{7}\n-- server exited with \u{1b}c\n→ \u{9b}1m\n";
    let path = file("escape.wire", text.as_bytes());
    for format in ["--color=never", "--json", "--sarif", "--junit"] {
        let ran = runs_words(&["doctor", &path, format]);
        let raw = |it: char| it != '\n' && (it.is_control() || it == '\u{202e}');
        assert!(ran.code == 1 && !ran.out.contains(raw), "{format}: {:?}", ran.out);
    }
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
    for format in ["", "--json", "--sarif", "--junit"] {
        let line = format!("doctor {format} -");
        let person = Person { types: "server -> ready\n", ..Person::default() };
        assert_eq!(person.runs_into(&mut Closed, &line), (0, String::new()), "{line}");
    }
}
