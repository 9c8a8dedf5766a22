//! The log of a tap: its form, its files, and what becomes of it when it cannot be written.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod tapping;

use mcp_lab::text::Lang;
use mcp_lab::transcript::{Log, Transcript, is_wire};
use mcp_lab::transport::{Crossing, Side};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;
use tapping::{Tapped, beside, command, folder, said, through};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

fn line(side: Side, line: &str) -> Crossing {
    Crossing::Line(side, line.to_owned())
}

/// A log of these crossings, each at so many milliseconds.
fn written(mut log: Log<&mut Vec<u8>>, crossings: &[(Crossing, u64)]) {
    for (crossing, at) in crossings {
        log.entry(crossing, Duration::from_millis(*at)).unwrap();
    }
}

#[test]
fn a_log_says_how_long_nothing_happened() {
    let crossings = [
        (Crossing::Event("server started: x".to_owned()), 5),
        (line(Side::Client, "a"), 1005),
        (line(Side::Client, "b"), 2006),
        (line(Side::Server, "c"), 62_349),
        (line(Side::Server, "d"), 62_000),
        (line(Side::Server, "e"), 63_350),
    ];
    let mut wire = Vec::new();
    written(Log::wire(&mut wire), &crossings);
    let expected = "-- server started: x\nclient -> a\n-- 1.0 s later\nclient -> b\n-- 60.3 s later\nserver -> c\nserver -> d\n-- 1.0 s later\nserver -> e\n";
    assert_eq!(String::from_utf8(wire).unwrap(), expected);
}

#[test]
fn the_annotated_log_is_the_same_with_remarks_under_it() {
    let crossings = [
        (line(Side::Client, PING), 0),
        (line(Side::Server, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), 2000),
        (Crossing::Bytes { side: Side::Server, bytes: vec![0xff], ended: false }, 2001),
        (Crossing::Event("client closed stdin".to_owned()), 2002),
    ];
    let mut wire = Vec::new();
    written(Log::wire(&mut wire), &crossings);
    for (lang, remark) in [(Lang::En, "   | request       "), (Lang::Zh, "   | 请求          ")] {
        let mut page = Vec::new();
        written(Log::annotated(&mut page, lang), &crossings);
        let page = String::from_utf8(page).unwrap();
        let kept: String = page.split_inclusive('\n').filter(|line| is_wire(line)).collect();
        assert_eq!(kept.as_bytes(), wire);
        assert_eq!(page.lines().count(), kept.lines().count() + 2);
        assert!(page.starts_with(&format!("client -> {PING}\n{remark}")), "{page}");
    }
}

#[test]
fn what_would_cost_too_much_to_explain_stands_without_a_remark() {
    let id = "x".repeat(10_000);
    let blank = " ".repeat(300_000);
    for request in [
        format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"ping"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,{blank}"method":"ping"}}"#),
    ] {
        let mut page = Vec::new();
        written(Log::annotated(&mut page, Lang::En), &[(line(Side::Client, &request), 0)]);
        assert_eq!(String::from_utf8(page).unwrap(), format!("client -> {request}\n"));
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Lines of a client's, so many bytes in all.
fn lines(bytes: usize) -> Vec<u8> {
    let lines = (0..).flat_map(|number| format!("line {number}\n").into_bytes());
    lines.take(bytes).collect()
}

#[test]
fn a_full_log_keeps_the_beginning_and_the_latest() {
    let log = folder().join("tap.wire");
    let page = log.with_file_name("tap.annotated");
    let options = ["--max-log", "64KiB", "--annotated", page.to_str().unwrap()];
    let output = through(command(&log, &options, &["cat"]), &lines(400_000));
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout == lines(400_000));
    for log in [log, page] {
        let files = ["0", "1"].map(|it| beside(&log, it));
        let [began, before] = files.each_ref().map(|it| read(it));
        let latest = read(&log);
        for file in [&began, &before, &latest] {
            assert!(file.len() <= 64 * 1024, "{} bytes", file.len());
        }
        assert!(began.starts_with("-- server started: cat\nclient -> line 0\n"), "{began}");
        assert!(latest.contains("\n-- server exited with code 0 after "), "{latest}");
        let name = log.file_name().unwrap().to_str().unwrap();
        let note = format!(
            "# the log goes on: what came before stands in {name}.1, how the session began in {name}.0, and what was between them is gone\n"
        );
        assert!(latest.starts_with(&note), "{latest}");
        // Nothing is missing between the last two files.
        let theirs = said(Side::Server, &[before, latest]);
        assert!(lines(400_000).ends_with(&theirs));
        let count = fs::read_dir(log.parent().unwrap()).unwrap().count();
        assert_eq!(count, 6, "three files each");
    }
}

#[test]
fn a_log_that_is_turned_over_once_is_whole_in_two_files() {
    let log = folder().join("tap.wire");
    fs::write(beside(&log, "1"), "of another session").unwrap();
    let input = lines(40_000);
    through(command(&log, &["--max-log=100KB"], &["cat"]), &input);
    let wires = [read(&beside(&log, "0")), read(&log)];
    assert!(said(Side::Client, &wires) == input);
    assert!(said(Side::Server, &wires) == input);
    let note = "# the log goes on: how the session began stands in tap.wire.0\n";
    assert!(wires[1].starts_with(note), "{}", wires[1]);
    assert!(!beside(&log, "1").exists(), "it is no part of this session");
}

#[test]
fn bytes_that_are_escaped_fit_into_a_small_log_too() {
    let log = folder().join("tap.wire");
    let input = vec![0xff; 60_000];
    through(command(&log, &["--max-log", "64KiB"], &["sh", "-c", "cat >/dev/null"]), &input);
    for ending in ["0", "1"] {
        let file = read(&beside(&log, ending));
        assert!(file.len() <= 64 * 1024 && Transcript::from_wire(&file).is_ok());
    }
}

#[test]
fn the_log_of_the_session_before_is_kept() {
    let log = folder().join("tap.wire");
    for word in ["first", "second", "third"] {
        through(command(&log, &[], &["echo", word]), b"");
    }
    assert!(read(&log).contains("server -> third\n"));
    assert!(read(&beside(&log, "old")).contains("server -> second\n"));
    assert_eq!(fs::read_dir(log.parent().unwrap()).unwrap().count(), 2);
}

fn complaint(output: &Output) -> String {
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b"hi\nyou\n"[..]));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_log_that_cannot_be_written_is_said_once_and_the_session_lives_on() {
    let server = ["sh", "-c", "echo hi; cat; exit 3"];
    let place = folder();
    let nowhere = place.join("no/such/place");
    let output = through(command(&nowhere, &[], &server), b"you\n");
    let expected = format!(
        "mcp-lab: the log {} cannot be written (No such file or directory (os error 2)): the session goes on, and nothing more is recorded there\n",
        nowhere.display()
    );
    assert_eq!(complaint(&output), expected);
    let output = through(command(&place, &["--lang", "zh"], &server), b"you\n");
    let expected = format!(
        "mcp-lab: 日志 {} 写不了（Is a directory (os error 21)）：会话照常进行，只是不再往里记录\n",
        place.display()
    );
    assert_eq!(complaint(&output), expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_takes_one_log_and_leaves_the_other() {
    let page = folder().join("tap.annotated");
    let options = ["--annotated", page.to_str().unwrap()];
    let server = ["sh", "-c", "echo hi; cat; exit 3"];
    let output = through(command(Path::new("/dev/full"), &options, &server), b"you\n");
    let expected = "mcp-lab: the log /dev/full cannot be written (No space left on device (os error 28)): the session goes on, and nothing more is recorded there\n";
    assert_eq!(complaint(&output), expected);
    assert!(Path::new("/dev/full").exists(), "a device is not turned over");
    assert!(read(&page).contains("server -> you\n"));
}

/// What is said at the end of a log that was stuck.
fn late(log: &Path) -> String {
    let log = log.display();
    format!("mcp-lab: the end of the log {log} is missing: it could not be written in time\n")
}

#[test]
fn a_log_that_is_stuck_stops_nobody() {
    let pipe = folder().join("pipe");
    Command::new("mkfifo").arg(&pipe).status().unwrap();
    // Nobody reads from the pipe: opening it never returns.
    let input = lines(6_000_000);
    let output = through(command(&pipe, &[], &["cat"]), &input);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout == input);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), late(&pipe));
}

#[test]
fn a_pipe_as_a_log_is_never_turned_over() {
    let pipe = folder().join("pipe");
    Command::new("mkfifo").arg(&pipe).status().unwrap();
    let kept = folder().join("kept");
    let file = fs::File::create(&kept).unwrap();
    let mut reader = Command::new("cat").arg(&pipe).stdout(file).spawn().unwrap();
    let input = lines(200_000);
    let output = through(command(&pipe, &["--max-log", "64KiB"], &["cat"]), &input);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    reader.wait().unwrap();
    let wire = read(&kept);
    assert!(said(Side::Server, &[wire]) == input);
    assert_eq!(fs::read_dir(pipe.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_stuck_log_with_remarks_does_not_keep_the_other_one() {
    let log = folder().join("tap.wire");
    let pipe = log.with_file_name("pipe");
    Command::new("mkfifo").arg(&pipe).status().unwrap();
    let input = lines(200_000);
    let options = ["--annotated", pipe.to_str().unwrap()];
    let output = through(command(&log, &options, &["cat"]), &input);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), late(&pipe));
    let wire = read(&log);
    assert!(wire.contains("\n-- server exited with code 0 after "), "{wire}");
    assert!(said(Side::Client, &[wire]) == input);
}

#[test]
fn a_log_that_is_taken_away_is_begun_again_when_it_would_be_full() {
    let mut tap = Tapped::with(&["--max-log", "64KiB"], &["cat"]);
    tap.says("one\n");
    assert_eq!(tap.hears(), "one\n");
    tap.logs("server -> one\n");
    fs::remove_file(&tap.log).unwrap();
    for number in 0..3000 {
        let line = format!("line {number:030}\n");
        tap.says(&line);
        assert_eq!(tap.hears(), line);
    }
    assert_eq!(tap.ends(), (Some(0), String::new(), String::new()));
    assert!(tap.wire().starts_with("# the log goes on: "), "{}", tap.wire());
    assert!(tap.wire().contains("\n-- server exited with code 0 after "), "{}", tap.wire());
}

#[test]
fn a_link_to_a_log_stays_a_link() {
    let link = folder().join("link");
    std::os::unix::fs::symlink("real", &link).unwrap();
    for _ in 0..2 {
        through(command(&link, &["--max-log=64KiB"], &["seq", "20000"]), b"");
    }
    assert!(link.is_symlink());
    let files = fs::read_dir(link.parent().unwrap()).unwrap();
    let mut names: Vec<_> = files.map(|it| it.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["link", "real", "real.0", "real.1", "real.old"]);
}

#[test]
fn a_log_that_gets_stuck_in_the_middle_stops_nobody() {
    let pipe = folder().join("pipe");
    Command::new("mkfifo").arg(&pipe).status().unwrap();
    let reader = Command::new("sh").args(["-c", "exec sleep 1000 <\"$0\""]).arg(&pipe).spawn();
    // Line by line, so that each is written down before the next one comes, until the pipe is full.
    let mut tap = Tapped::command(command(&pipe, &[], &["cat"]), &pipe);
    for number in 0..3000 {
        let line = format!("line {number:030}\n");
        tap.says(&line);
        assert_eq!(tap.hears(), line);
    }
    assert_eq!(tap.ends(), (Some(0), String::new(), late(&pipe)));
    let mut reader = reader.unwrap();
    reader.kill().unwrap();
    reader.wait().unwrap();
}
