//! A client that opens real processes of which it does not know how old they are.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

use mcp_lab::client::{Connection, Opened, open};
use mcp_lab::mcp::Implementation;
use mcp_lab::transport::{Child, Launch};
use std::cell::Cell;
use std::time::Duration;

const INITIALIZED: &str = r#"printf '%s\n' '{"jsonrpc":"2.0","id":ID,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}'; cat >/dev/null"#;

/// Opens a program; how, and how often it was started.
fn opens(program: &str, args: &[&str], patience: Duration) -> (Opened<Child>, usize) {
    let starts = Cell::new(0);
    let launch = Launch {
        program: program.into(),
        args: args.iter().map(Into::into).collect(),
        ..Launch::default()
    };
    let start = || {
        starts.set(starts.get() + 1);
        let mut child = Child::start(&launch)?;
        child.set_patience(Some(patience));
        Ok(Connection::new(child))
    };
    (open(start, Implementation::new("me", "1")).unwrap(), starts.get())
}

/// Opens an old server that is a shell script: it has to end in a handshake.
#[track_caller]
fn falls_back(script: &str, patience: Duration, starts: usize) {
    let (opened, started) = opens("sh", &["-c", script], patience);
    let Opened::Handshake(_, result) = opened else { panic!("{opened:?}") };
    assert_eq!(result.protocol_version.text().unwrap(), "2025-06-18");
    assert_eq!(started, starts, "{script}");
}

const LONG: Duration = Duration::from_secs(20);

#[test]
fn our_own_server_is_spoken_to_without_a_handshake() {
    let (opened, started) = opens(env!("CARGO_BIN_EXE_mcp-lab"), &["serve", "mini"], LONG);
    let Opened::Stateless(mut client, result) = opened else { panic!("{opened:?}") };
    assert!(result.capabilities.has("tools"));
    assert_eq!(client.list_tools().unwrap().tools.len(), 2);
    assert_eq!(started, 1);
}

#[cfg(unix)]
#[test]
fn an_old_server_that_refuses_is_asked_to_initialize() {
    let refuses =
        r#"printf '%s\n' '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'"#;
    let script = format!("read -r it; {refuses}; read -r it; {}", INITIALIZED.replace("ID", "2"));
    falls_back(&script, LONG, 1);
}

#[cfg(unix)]
#[test]
fn an_old_server_that_stays_silent_is_asked_to_initialize_in_the_same_process() {
    let script = format!("read -r it; read -r it; {}", INITIALIZED.replace("ID", "2"));
    falls_back(&script, Duration::from_secs(1), 1);
}

#[cfg(unix)]
#[test]
fn an_old_server_that_exits_is_started_once_more() {
    let initialize = INITIALIZED.replace("ID", "1");
    let script = format!("read -r it; case $it in *discover*) exit 1;; esac; {initialize}");
    falls_back(&script, LONG, 2);
}
