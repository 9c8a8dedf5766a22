//! No process is left behind, whichever side dies, and however.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod processes;

use mcp_lab::transport::{After, Crossing, Side, Transport};
use processes::{LONG, PATIENCE, is_gone_soon, is_left, start};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// A server that says its number and that of a child of its own, and can be told by nobody to leave.
const STUBBORN: &str = r"trap '' TERM; sleep 1000 & echo $$ $!; while :; do sleep 1; done";

#[test]
fn a_server_that_ignores_the_end_of_its_input_is_terminated() {
    let mut child = start("echo ready; exec sleep 1000");
    child.recv().unwrap();
    let ended = child.end(PATIENCE).unwrap();
    assert_eq!((ended.after, ended.status.code()), (After::Terminate, None));
    assert!(!is_left(&child.id().to_string()));
}

#[test]
fn a_server_that_ignores_that_too_is_killed_and_its_children_with_it() {
    let mut child = start(STUBBORN);
    let numbers = child.recv().unwrap().unwrap();
    assert_eq!(child.end(PATIENCE).unwrap().after, After::Kill);
    numbers.split(' ').for_each(is_gone_soon);
}

#[test]
fn a_runner_that_leaves_its_server_behind_is_cleaned_up_after() {
    let mut child = start("sleep 1000 & echo $!");
    let number = child.recv().unwrap().unwrap();
    let ended = child.end(LONG).unwrap();
    assert_eq!(ended.status.code(), Some(0));
    is_gone_soon(&number);
}

#[cfg(target_os = "linux")]
#[test]
fn a_grandchild_that_left_the_group_and_holds_the_pipes_is_not_waited_for() {
    let mut child = start("setsid sleep 1000 & echo $!; printf half; cat >/dev/null");
    let number = child.recv().unwrap().unwrap();
    assert_eq!(child.end(LONG).unwrap().after, After::EndOfInput);
    let half = Crossing::Bytes { side: Side::Server, bytes: b"half".into(), ended: false };
    assert_eq!(child.crossings().last(), Some(&half), "what it said so far is not lost");
    // Nothing can be done about it but to say so; here the test cleans up.
    Command::new("sh").args(["-c", &format!("kill -s KILL -- {number}")]).status().unwrap();
}

#[test]
fn what_is_said_after_the_end_of_the_input_is_recorded() {
    let mut child = start("cat >/dev/null; echo bye; echo logged >&2; exit 7");
    let ended = child.end(LONG).unwrap();
    assert_eq!((ended.after, ended.status.code()), (After::EndOfInput, Some(7)));
    let crossings = child.crossings();
    assert!(crossings.contains(&Crossing::Line(Side::Server, "bye".into())));
    assert!(crossings.contains(&Crossing::Stderr("logged".into())));
}

#[test]
fn a_forgotten_server_is_ended() {
    let child = start("exec sleep 1000");
    let id = child.id().to_string();
    drop(child);
    assert!(!is_left(&id));
}

/// Not a test by itself: the client that the next test kills.
#[test]
#[ignore = "started by the next test"]
fn client() {
    #[expect(clippy::disallowed_methods, reason = "the next test says what to do by it")]
    let (script, state) = (std::env::var("SERVER").unwrap(), std::env::var("STATE").unwrap());
    let mut child = start(&script);
    let numbers = child.recv().unwrap().unwrap();
    // The library's test harness would keep stdout to itself.
    eprintln!("{numbers}");
    child.set_patience(None);
    match state.as_str() {
        "waiting" => drop(child.recv()),
        "writing" => drop(child.send("x".repeat(10_000_000))),
        "ending" => drop(child.end(LONG)),
        _ => loop {
            std::thread::park();
        },
    }
}

/// Starts a client of such a server, kills it, and looks for what is left.
fn kill_a_client(server: &str, state: &str) {
    let mut client = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "client", "--ignored", "--nocapture"])
        .env("SERVER", server)
        .env("STATE", state)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(client.stderr.take().unwrap()).lines();
    let numbers = lines.next().unwrap().unwrap();
    client.kill().unwrap();
    client.wait().unwrap();
    numbers.split(' ').for_each(is_gone_soon);
}

#[test]
fn a_client_that_is_killed_takes_its_server_with_it_in_any_state() {
    let polite = r"sleep 1000 & echo $$ $!; exec 3<&0; cat <&3 >/dev/null; kill $!";
    std::thread::scope(|scope| {
        for server in [STUBBORN, polite, "echo $$ $$; exec sleep 1000"] {
            for state in ["idle", "waiting", "writing", "ending"] {
                scope.spawn(move || kill_a_client(server, state));
            }
        }
    });
}
