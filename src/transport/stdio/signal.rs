//! What differs between systems when a process is to end: the one place with `cfg`.

use std::process::Command;

/// Puts a process that is about to start, and all it will start, into a group of its own, so that
/// the whole group can be ended: a runner such as `npx` starts the real server as its child.
pub(super) fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Asks a process and its group to end (SIGTERM); `false` where a system has no such thing.
pub(super) fn terminate(id: u32) -> bool {
    signal("TERM", id)
}

/// Ends the group of a process at once (SIGKILL); `false` where a system has no groups.
pub(super) fn kill_group(id: u32) -> bool {
    signal("KILL", id)
}

/// `std` cannot send signals without unsafe code, but every Unix has a program that can.
#[cfg(unix)]
fn signal(name: &str, id: u32) -> bool {
    let quiet = std::process::Stdio::null;
    let group = format!("-{id}");
    let mut kill = Command::new("kill");
    kill.args(["-s", name, "--", &group]).stdin(quiet()).stdout(quiet()).stderr(quiet());
    kill.status().is_ok_and(|status| status.success())
}

#[cfg(not(unix))]
fn signal(_: &str, _: u32) -> bool {
    false
}
