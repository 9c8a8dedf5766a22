//! A server as a child process: how it is started, heard, and ended.
#![cfg(unix)]

mod processes;

use mcp_lab::transport::{
    After, Child, Crossing, LAST_WORDS, Launch, MAX_LAST_LINES, MAX_STDERR_LINES, MAX_UNREAD, Side,
    Transport,
};
use processes::{LONG, PATIENCE, SHORT, is_gone_soon, shell, start};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

fn line(side: Side, line: &str) -> Crossing {
    Crossing::Line(side, line.to_owned())
}

#[test]
fn lines_go_in_and_come_out_and_the_server_leaves_at_the_end_of_its_input() {
    let mut child = start(r#"while read -r line; do echo "got $line"; done"#);
    child.send("one".into()).unwrap();
    assert_eq!(child.recv().unwrap().as_deref(), Some("got one"));
    child.send("二".into()).unwrap();
    assert_eq!(child.recv().unwrap().as_deref(), Some("got 二"));
    let ended = child.end(LONG).unwrap();
    assert_eq!((ended.after, ended.status.code()), (After::EndOfInput, Some(0)));
    let crossings = [
        line(Side::Client, "one"),
        line(Side::Server, "got one"),
        line(Side::Client, "二"),
        line(Side::Server, "got 二"),
    ];
    assert_eq!(child.crossings(), crossings);
    is_gone_soon(&format!("-{}", child.id()));
}

#[test]
fn any_command_is_started_with_arguments_environment_and_directory() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).canonicalize().unwrap();
    let mut launch = shell(r#"echo "$0 $1 $NAME"; pwd -P"#);
    launch.args.extend(["zero".into(), "one two".into()]);
    launch.env = vec![("NAME".into(), "值".into())];
    launch.dir = Some(dir.clone());
    let mut child = Child::start(&launch).unwrap();
    child.set_patience(Some(LONG));
    assert_eq!(child.recv().unwrap().as_deref(), Some("zero one two 值"));
    assert_eq!(child.recv().unwrap().as_deref(), dir.to_str());
}

#[test]
fn what_cannot_be_started_says_why() {
    let none = Launch { program: "no-such-program-anywhere".into(), ..Launch::default() };
    assert_eq!(Child::start(&none).unwrap_err().kind(), ErrorKind::NotFound);
    let file = Launch {
        program: concat!(env!("CARGO_MANIFEST_DIR"), "/README.md").into(),
        ..Launch::default()
    };
    assert_eq!(Child::start(&file).unwrap_err().kind(), ErrorKind::PermissionDenied);
    let place = Launch { dir: Some("no/such/place".into()), ..shell("true") };
    let error = Child::start(&place).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotADirectory);
    assert_eq!(error.to_string(), "no/such/place: not a directory");
}

#[test]
fn a_server_that_exits_is_told_from_one_that_is_silent_and_one_that_closes_its_stdout() {
    let mut exits = start("echo last words >&2; exit 3");
    assert_eq!(exits.recv().unwrap(), None);
    assert_eq!(exits.exited(LONG).unwrap().unwrap().code(), Some(3));
    let ended = exits.end(LONG).unwrap();
    assert_eq!((ended.after, ended.status.code()), (After::Itself, Some(3)));
    assert_eq!(exits.last_words(), ["last words"]);

    let mut silent = start("cat >/dev/null");
    silent.set_patience(Some(SHORT));
    assert_eq!(silent.recv().unwrap_err().kind(), ErrorKind::TimedOut);
    assert_eq!(silent.exited(Duration::ZERO).unwrap(), None);

    let mut closes = start("exec >&-; cat >/dev/null");
    assert_eq!(closes.recv().unwrap(), None);
    assert_eq!(closes.exited(Duration::ZERO).unwrap(), None);
}

#[test]
fn lines_that_are_no_lines_of_text_are_recorded_to_the_byte() {
    let mut child = start(r"printf 'a\r\n\n \n\377\nb\nrest'");
    assert_eq!(child.recv().unwrap().as_deref(), Some("a"));
    let error = child.recv().unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::InvalidData, "a line that is not UTF-8")
    );
    assert_eq!(child.recv().unwrap().as_deref(), Some("b"));
    let error = child.recv().unwrap_err();
    assert_eq!(error.to_string(), "a line without a newline");
    assert_eq!(child.recv().unwrap(), None);
    let bytes =
        |bytes: &[u8], ended| Crossing::Bytes { side: Side::Server, bytes: bytes.into(), ended };
    let crossings = [
        line(Side::Server, "a\r"),
        line(Side::Server, ""),
        line(Side::Server, " "),
        bytes(b"\xff", true),
        line(Side::Server, "b"),
        bytes(b"rest", false),
    ];
    assert_eq!(child.crossings(), crossings);
}

#[test]
fn an_answer_without_a_newline_can_be_looked_at() {
    let mut child = start("printf '{\"id\":1}'; printf 1 >&2; cat >/dev/null");
    // stderr says when it is there.
    child.set_patience(Some(SHORT));
    while child.unended().is_empty() {
        assert_eq!(child.recv().unwrap_err().kind(), ErrorKind::TimedOut);
    }
    assert_eq!(child.recv().unwrap_err().kind(), ErrorKind::TimedOut);
    assert_eq!(child.unended(), b"{\"id\":1}");
}

#[test]
fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
    let mut child = start(
        "head -c 16777217 /dev/zero | tr '\\0' x; echo; head -c 16777216 /dev/zero | tr '\\0' y; echo; echo next",
    );
    let mut next = || child.recv().map(|line| line.map(|line| line.len())).map_err(|it| it.kind());
    assert_eq!(next(), Err(ErrorKind::InvalidData));
    assert_eq!(next(), Ok(Some(16 * 1024 * 1024)));
    assert_eq!(next(), Ok(Some("next".len())));
    let crossings = child.crossings();
    let first = Crossing::Bytes { side: Side::Server, bytes: vec![b'x'; 200], ended: false };
    assert_eq!(crossings.first(), Some(&first));
    let note = "a line of more than 16 MiB, of which only the beginning was kept";
    assert_eq!(crossings.get(1), Some(&Crossing::Note(note.to_owned())));
}

#[test]
fn a_flood_on_stdout_fills_neither_memory_nor_the_way_out() {
    let mut child = start("yes a-line-of-output; cat");
    child.set_patience(Some(LONG));
    assert_eq!(child.recv().unwrap().as_deref(), Some("a-line-of-output"));
    assert!(child.unended().len() <= MAX_UNREAD + 64 * 1024);
    let ended = child.end(PATIENCE).unwrap();
    assert_eq!(ended.after, After::Terminate);
    is_gone_soon(&format!("-{}", child.id()));
    // One line before the end, a thousand after it, and a remark.
    assert_eq!(child.crossings().len(), 1 + MAX_LAST_LINES + 1);
}

#[test]
fn a_flood_on_stderr_is_drained_and_its_end_kept() {
    let mut child = start("seq 1 200000 >&2; echo done");
    assert_eq!(child.recv().unwrap().as_deref(), Some("done"));
    assert_eq!(child.end(LONG).unwrap().status.code(), Some(0));
    let last: Vec<_> = (200_001 - LAST_WORDS..=200_000).map(|number| number.to_string()).collect();
    assert_eq!(child.last_words(), last);
    let kept = child.crossings().iter().filter(|it| matches!(it, Crossing::Stderr(_))).count();
    assert_eq!(kept, MAX_STDERR_LINES);
    let note = Crossing::Note("199000 more lines of stderr were left out".to_owned());
    assert!(child.crossings().contains(&note));
}

#[test]
fn a_server_that_does_not_read_is_not_waited_for_for_ever() {
    let mut child = start("sleep 1000");
    child.set_patience(Some(SHORT));
    let long = "x".repeat(1024 * 1024);
    assert_eq!(child.send(long).unwrap_err().kind(), ErrorKind::TimedOut);
    assert_eq!(child.send("more".into()).unwrap_err().kind(), ErrorKind::TimedOut);
    assert_eq!(child.end(PATIENCE).unwrap().after, After::Terminate);
    assert!(child.send("late".into()).is_err());
}

#[test]
fn a_server_that_is_gone_is_a_broken_pipe() {
    let mut child = start("exec 0<&-; echo closed; sleep 1000");
    assert_eq!(child.recv().unwrap().as_deref(), Some("closed"));
    assert_eq!(child.send("anybody?".into()).unwrap_err().kind(), ErrorKind::BrokenPipe);
}

#[test]
fn two_that_both_talk_before_they_listen_do_not_block_each_other() {
    let mut child = start("head -c 3000000 /dev/zero | tr '\\0' z; echo; head -c 3000001 | wc -c");
    child.send("x".repeat(3_000_000)).unwrap();
    assert_eq!(child.recv().unwrap().unwrap().len(), 3_000_000);
    assert_eq!(child.recv().unwrap().unwrap().trim(), "3000001");
}

#[test]
fn a_message_with_a_newline_is_not_sent_as_two() {
    let mut child = start("cat");
    assert_eq!(child.send("one\ntwo".into()).unwrap_err().kind(), ErrorKind::InvalidInput);
    child.send("one".into()).unwrap();
    assert_eq!(child.recv().unwrap().as_deref(), Some("one"));
}

#[test]
fn a_server_that_is_gone_is_not_called_silent_because_somebody_holds_its_pipe() {
    let mut child = start("sleep 1000 & exit 3");
    child.set_patience(Some(PATIENCE));
    assert_eq!(child.recv().unwrap(), None);
    assert_eq!(child.exited(LONG).unwrap().unwrap().code(), Some(3));
}

#[test]
fn a_record_has_an_end() {
    let line = "head -c 16000000 /dev/zero | tr '\\0' x; echo; ";
    let mut child = start(&line.repeat(6));
    for _ in 0..6 {
        assert_eq!(child.recv().unwrap().map(|line| line.len()), Some(16_000_000));
    }
    let crossings = child.crossings();
    assert_eq!(crossings.len(), 5, "four lines fit, and a remark takes the place of the others");
    let note = Crossing::Note("what the server said from here on was left out".to_owned());
    assert_eq!(crossings.last(), Some(&note));
}
