//! `tap`: what passes through it, and how it ends.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod processes;
mod tapping;

use mcp_lab::transport::Side;
use processes::{is_gone_soon, is_left};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use tapping::{Dice, LAB, Tapped, command, folder, said, through};

/// What one side said in the pinned session, as it goes over a pipe.
fn golden(side: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts/six-step.wire");
    let wire = fs::read_to_string(path).unwrap();
    let lines = wire.lines().filter_map(|line| line.strip_prefix(side));
    lines.filter(|line| line.starts_with('{')).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn a_session_is_the_same_with_a_tap_in_it_and_stands_in_its_log() {
    let log = folder().join("tap.wire");
    let server = [LAB, "serve", "mini"];
    let output = through(command(&log, &[], &server), golden("client -> ").as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), golden("server -> "));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let wire = [fs::read_to_string(&log).unwrap()];
    assert_eq!(said(Side::Client, &wire), golden("client -> ").into_bytes());
    assert_eq!(said(Side::Server, &wire), golden("server -> ").into_bytes());
    let [wire] = wire;
    assert!(wire.starts_with(&format!("-- server started: {LAB} serve mini\nclient -> {{")));
    assert!(wire.contains("\n-- client closed stdin\n"), "{wire}");
    let last = wire.lines().last().unwrap();
    assert!(last.starts_with("-- server exited with code 0 after "), "{last}");
}

/// Says all of this to an echo and listens at the same time.
fn echoed(tap: &mut Tapped, bytes: &[u8]) -> Vec<u8> {
    let mut stdin = tap.stdin.take().unwrap();
    let mut heard = vec![0; bytes.len()];
    std::thread::scope(|scope| {
        let speaker = scope.spawn(move || {
            let (mut dice, mut rest) = (Dice(5), bytes);
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(dice.up_to(100_000).min(rest.len()));
                stdin.write_all(piece).unwrap();
                rest = after;
            }
            stdin
        });
        tap.stdout.read_exact(&mut heard).unwrap();
        tap.stdin = Some(speaker.join().unwrap());
    });
    heard
}

/// The most memory that a process ever held, in KiB; `None` where the system does not say.
fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn eight_mebibytes_of_anything_pass_both_ways_at_once_and_can_be_read_back_from_the_log() {
    let bytes = Dice(1).bytes(8 * 1024 * 1024);
    let mut tap = Tapped::start(&["cat"]);
    assert!(echoed(&mut tap, &bytes) == bytes, "what came back is not what was said");
    let peak = peak(tap.process.id()).unwrap_or_default();
    assert!(peak < 32 * 1024, "the tap held {peak} KiB");
    assert_eq!(tap.ends(), (Some(0), String::new(), String::new()));
    for side in [Side::Client, Side::Server] {
        assert!(said(side, &[tap.wire()]) == bytes, "the log of the {} differs", side.word());
    }
}

#[test]
fn a_line_of_twenty_mebibytes_without_a_newline_passes_in_little_memory() {
    let bytes = vec![b'x'; 20 * 1024 * 1024];
    let mut tap = Tapped::start(&["cat"]);
    assert!(echoed(&mut tap, &bytes) == bytes, "what came back is not what was said");
    let peak = peak(tap.process.id()).unwrap_or_default();
    assert!(peak < 32 * 1024, "the tap held {peak} KiB");
    assert_eq!(tap.ends().0, Some(0));
}

#[test]
fn stderr_is_passed_on_as_it_is_and_logged_line_by_line() {
    let log = folder().join("tap.wire");
    let script = r"cat; printf 'one\r\ntw\377o\nthree' >&2";
    let output = through(command(&log, &[], &["sh", "-c", script]), b"");
    assert_eq!(output.stderr, b"one\r\ntw\xffo\nthree");
    let wire = fs::read_to_string(&log).unwrap();
    assert!(wire.contains("server !! one\nserver !! tw\u{fffd}o\nserver !! three\n"), "{wire}");
}

#[test]
fn stderr_is_passed_on_at_once() {
    let mut tap = Tapped::shell("printf 'ready?' >&2; read -r line; echo got $line");
    let mut prompt = [0; 6];
    tap.process.stderr.as_mut().unwrap().read_exact(&mut prompt).unwrap();
    assert_eq!(&prompt, b"ready?");
    tap.says("yes\n");
    assert_eq!(tap.hears(), "got yes\n");
    assert_eq!(tap.ends().0, Some(0));
}

#[test]
fn the_end_of_the_input_goes_through_and_what_the_server_says_then_comes_back() {
    let mut tap = Tapped::shell("cat >/dev/null; echo bye; echo logged >&2; exit 7");
    assert_eq!(tap.ends(), (Some(7), "bye\n".into(), "logged\n".into()));
    let wire = tap.wire();
    let at = |what: &str| wire.find(what).unwrap_or_else(|| panic!("no {what} in {wire}"));
    assert!(at("-- client closed stdin") < at("server -> bye"));
    assert!(at("server -> bye") < at("-- server exited with code 7 after "));
    assert!(at("server !! logged") < at("-- server exited with code 7 after "));
}

#[test]
fn a_server_that_exits_first_ends_the_tap_though_its_client_says_nothing() {
    let mut tap = Tapped::shell("seq 1 20000; exit 3");
    let numbers = (1..=20000).flat_map(|number| [number.to_string(), "\n".to_owned()]);
    let numbers: String = numbers.collect();
    assert_eq!(tap.is_left(), (Some(3), numbers.clone(), String::new()));
    assert_eq!(said(Side::Server, &[tap.wire()]), numbers.into_bytes());
    assert!(!tap.wire().contains("server closed"), "it has exited, and that is all");
}

#[test]
fn a_signal_is_an_exit_code_as_in_a_shell() {
    let mut tap = Tapped::shell("kill -s KILL $$");
    assert_eq!(tap.is_left().0, Some(128 + 9));
    tap.logs("-- server exited with signal: 9 (SIGKILL) after ");
}

#[test]
fn a_server_that_closes_its_stdin_is_said_and_the_client_is_heard_to_its_end() {
    let mut tap = Tapped::shell("exec <&-; echo deaf; exec sleep 1000");
    assert_eq!(tap.hears(), "deaf\n");
    tap.says("anybody?\n");
    tap.logs("-- server closed its stdin: what the client says from here on reaches nobody\n");
    tap.says(vec![b'x'; 1_000_000]);
    tap.says("\nlast\n");
    tap.logs("x\nclient -> last\n");
    tap.process.kill().unwrap();
    tap.process.wait().unwrap();
    assert!(said(Side::Client, &[tap.wire()]).starts_with(b"anybody?\nxxx"));
}

#[test]
fn a_server_that_closes_its_stdout_and_lives_is_said() {
    let mut tap = Tapped::shell("exec >&-; cat >&2");
    tap.logs("-- server closed its stdout\n");
    tap.says("still there\n");
    assert_eq!(tap.ends(), (Some(0), String::new(), "still there\n".into()));
}

#[test]
fn a_client_that_no_longer_reads_is_a_broken_pipe_to_the_server() {
    let log = folder().join("tap.wire");
    let mut process = command(&log, &[], &["yes"]).spawn().unwrap();
    let stdin = process.stdin.take();
    drop(process.stdout.take());
    assert_eq!(process.wait().unwrap().code(), Some(128 + 13));
    drop(stdin);
    let wire = fs::read_to_string(&log).unwrap();
    assert!(wire.contains("-- client closed its end of the server's stdout\n"), "{wire}");
}

#[test]
fn somebody_who_holds_on_to_the_pipes_of_a_server_that_has_exited_is_not_waited_for() {
    let mut tap = Tapped::shell("sleep 1000 & echo $!");
    let number = tap.hears();
    assert_eq!(tap.process.wait().unwrap().code(), Some(0));
    tap.logs("-- somebody else holds on to the server's stdout or stderr\n-- server exited");
    // It was left alone, as it would have been without a tap.
    let number = number.trim();
    assert!(is_left(number));
    Command::new("sh").args(["-c", &format!("kill {number}")]).status().unwrap();
}

#[test]
fn a_tap_that_is_killed_takes_its_server_with_it() {
    std::thread::scope(|scope| {
        for signal in ["TERM", "KILL"] {
            for server in
                ["echo $$; exec sleep 1000", "trap '' TERM; echo $$; while :; do sleep 1; done"]
            {
                scope.spawn(move || {
                    let mut tap = Tapped::shell(server);
                    let number = tap.hears();
                    let kill = format!("kill -s {signal} {}", tap.process.id());
                    Command::new("sh").args(["-c", &kill]).status().unwrap();
                    tap.process.wait().unwrap();
                    is_gone_soon(number.trim());
                });
            }
        }
    });
}

#[test]
fn what_was_said_before_a_tap_is_killed_stands_in_its_log() {
    let mut tap = Tapped::start(&[LAB, "serve", "mini"]);
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    tap.says(format!("{ping}\n"));
    let answer = tap.hears();
    // It is written down after it was passed on, which takes less than a millisecond.
    tap.logs(&format!("client -> {ping}\nserver -> {answer}"));
    tap.process.kill().unwrap();
    tap.process.wait().unwrap();
    let started = format!("-- server started: {LAB} serve mini\n");
    assert_eq!(tap.wire(), format!("{started}client -> {ping}\nserver -> {answer}"));
}

#[test]
fn what_comes_without_a_newline_is_logged_when_it_stays_so() {
    let mut tap = Tapped::shell("printf half; read -r line; echo; cat");
    tap.logs("server ~> \"half\" no-newline\n");
    tap.says("go on\nmore");
    tap.logs("client ~> \"more\" no-newline\n");
    assert_eq!(tap.ends(), (Some(0), "half\nmore".into(), String::new()));
    assert_eq!(said(Side::Server, &[tap.wire()]), b"half\nmore");
    assert_eq!(said(Side::Client, &[tap.wire()]), b"go on\nmore");
    // The answer to "go on" came later than a second after the half.
    assert!(tap.wire().contains(" s later\nclient -> go on\n"), "{}", tap.wire());
}
