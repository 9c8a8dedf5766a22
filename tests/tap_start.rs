//! How a tap is told what to start, and what it says when that does not start.
#![cfg(unix)]

mod tapping;
mod world;

use std::fs;
use tapping::{LAB, command, folder, through};
use world::runs_words;

#[test]
fn a_server_that_does_not_start_is_said_and_logged() {
    for (program, lang, code, said, why) in [
        (
            "no-such-program",
            "en",
            127,
            "the server no-such-program was not started, there is no such program: ",
            "No such file or directory (os error 2)",
        ),
        (
            "no-such-program",
            "zh",
            127,
            "服务器 no-such-program 没有启动，没有这个程序：",
            "No such file or directory (os error 2)",
        ),
        (
            "/",
            "en",
            126,
            "the server / was not started, it cannot be run: ",
            "Permission denied (os error 13)",
        ),
    ] {
        let log = folder().join("tap.wire");
        let output = through(command(&log, &["--lang", lang], &[program]), b"");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(code), &b""[..]));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("mcp-lab: {said}{why}\n"));
        let event = format!("-- server could not be started: {program}: {why}\n");
        assert_eq!(fs::read_to_string(&log).unwrap(), event);
    }
}

#[test]
fn a_variable_and_a_directory_are_set_for_the_server() {
    let log = folder().join("tap.wire");
    let dir = log.parent().unwrap().canonicalize().unwrap();
    let options = ["--env", "NAME=值=1", "--cwd", dir.to_str().unwrap()];
    let output = through(command(&log, &options, &["sh", "-c", "echo $NAME; pwd -P"]), b"");
    let expected = format!("值=1\n{}\n", dir.display());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let output = through(command(&log, &["--cwd", "no/such"], &["true"]), b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"mcp-lab: no/such: not a directory\n");
}

#[test]
fn a_wrong_use_says_what_is_wrong() {
    for (words, complaint) in [
        (
            &["tap", "--log", "x"][..],
            "`tap` needs the command that starts the server: mcp-lab tap -- CMD [ARG…]",
        ),
        (
            &["tap", "--", LAB],
            "`tap` needs a file to write to: add --log FILE, --annotated FILE or both",
        ),
        (
            &["tap", "--log", "x", "--annotated", "x", "--", LAB],
            "`--log` and `--annotated` need a file each",
        ),
        (
            &["tap", "--log", "x", "--annotated", "./x", "--", LAB],
            "`--log` and `--annotated` need a file each",
        ),
        (
            &["tap", "--log", "x", "--max-log", "10", "--", LAB],
            "`--max-log` takes 64KiB or more, such as 64MiB or 10MB, not `10`",
        ),
        (
            &["tap", "--log", "x", "--max-log", "1TB", "--", LAB],
            "`--max-log` takes 64KiB or more, such as 64MiB or 10MB, not `1TB`",
        ),
        (&["tap", "--log", "x", "--env", "N", "--", LAB], "`--env` takes NAME=VALUE, not `N`"),
    ] {
        let ran = runs_words(words);
        assert_eq!(ran.err, format!("mcp-lab: {complaint}\nmcp-lab help shows what there is\n"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    }
}
