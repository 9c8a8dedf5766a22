//! What differs between systems when a process is to end: the one place of this chapter with `cfg`.
//!
//! On Unix a server and all it starts are one process group. `std` cannot send a signal to a group
//! without unsafe code, but every shell can: so a shell waits beside each server. It signals the group
//! when it is told to, and by itself when the client is gone, however that went. Elsewhere the server is
//! killed directly, and has to notice by itself that its client is gone. So has, everywhere, what has left the
//! group for a session of its own.

use std::process::{Command, ExitStatus};

/// What can be done to a group.
#[derive(Debug, Clone, Copy)]
pub(super) enum Signal {
    /// Asks it to end: SIGTERM.
    Terminate,
    /// Ends it: SIGKILL.
    Kill,
}

/// Puts a process that is about to start, and all it will start, into a group of its own, so that
/// the whole group can be ended: a runner such as `npx` starts the real server as its child.
pub(super) fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// The exit code that says the same as an exit status: a shell's 128 and the signal's number where there
/// was no code.
pub fn exit_code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    let code = status.code().or(signal.map(|signal| 128 + signal)).unwrap_or(1);
    // Elsewhere a code may be larger; what is no success must not become one.
    u8::try_from(code).unwrap_or(1)
}

/// The shell beside a server.
#[derive(Debug)]
#[cfg(unix)]
pub(super) struct Watchdog {
    shell: std::process::Child,
}

/// Reads the number of the group and then what to do to it. The end of the input is the client's
/// death: the server gets a second to notice the end of its own input, is asked to end, and is ended.
/// Signal 0 only asks whether anybody of the group is left.
#[cfg(unix)]
const WATCH: &str = r#"read -r group || exit 0
while read -r word; do
    case $word in goodbye) exit 0 ;; esac
    kill -s "$word" -- "-$group"
done
for signal in 0 0 0 0 0 0 0 0 0 0 TERM 0 0 0 0 0 0 0 0 0 0 KILL; do
    kill -s "$signal" -- "-$group" || exit 0
    sleep 0.1
done"#;

#[cfg(unix)]
impl Watchdog {
    /// Starts one, before its server; `None` when the system has no shell: then there is none.
    pub(super) fn start() -> Option<Self> {
        use std::process::Stdio;
        let mut command = Command::new("sh");
        command.args(["-c", WATCH]).stdin(Stdio::piped());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        // In a group of its own, so that Ctrl-C at the terminal does not end it with the client.
        own_group(&mut command);
        command.spawn().ok().map(|shell| Self { shell })
    }

    /// Tells it whom to watch.
    pub(super) fn watch(&mut self, id: u32) {
        self.say(&id.to_string());
    }

    /// Signals the whole group.
    pub(super) fn signal(&mut self, signal: Signal) {
        self.say(match signal {
            Signal::Terminate => "TERM",
            Signal::Kill => "KILL",
        });
    }

    fn say(&mut self, word: &str) {
        use std::io::Write;
        if let Some(stdin) = &mut self.shell.stdin {
            // One that is gone does nothing, and nothing else can be done about it.
            let _ = stdin.write_all(format!("{word}\n").as_bytes());
        }
    }
}

#[cfg(unix)]
impl Drop for Watchdog {
    /// The server has ended: there is nothing left to watch.
    fn drop(&mut self) {
        self.say("goodbye");
        let _ = self.shell.wait();
    }
}

/// Where there are no groups, nobody watches.
#[derive(Debug)]
#[cfg(not(unix))]
pub(super) struct Watchdog;

#[cfg(not(unix))]
impl Watchdog {
    pub(super) fn start() -> Option<Self> {
        None
    }

    pub(super) fn watch(&mut self, _: u32) {}

    pub(super) fn signal(&mut self, _: Signal) {}
}
