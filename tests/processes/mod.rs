//! Whether processes are gone, and a shell as a server.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::transport::{Child, Launch};
use std::process::Command;
use std::time::Duration;

/// Longer than anything that does happen takes.
pub(crate) const LONG: Duration = Duration::from_secs(20);
/// Long enough for a signal to arrive on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);
/// Shorter than anybody wants to wait for what does not happen.
pub(crate) const SHORT: Duration = Duration::from_millis(50);

/// How to start a server that is a shell script.
pub(crate) fn shell(script: &str) -> Launch {
    Launch { program: "sh".into(), args: vec!["-c".into(), script.into()], ..Launch::default() }
}

pub(crate) fn start(script: &str) -> Child {
    let mut child = Child::start(&shell(script)).unwrap();
    child.set_patience(Some(LONG));
    child
}

/// Whether a process is left, or with a minus sign before its number, anybody of its group.
pub(crate) fn is_left(id: &str) -> bool {
    let asked = Command::new("sh").args(["-c", &format!("kill -s 0 -- {id}")]).output();
    asked.unwrap().status.success()
}

/// Looks until it is gone; it has ten seconds. An orphan is gone when the system has noticed.
#[track_caller]
pub(crate) fn is_gone_soon(id: &str) {
    for _ in 0..500 {
        if !is_left(id) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!is_left(id), "process {id} was left behind");
}
