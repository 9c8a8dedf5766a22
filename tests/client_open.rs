//! How a client opens a connection to a server that is slow, short of breath or odd.
#![expect(clippy::panic, reason = "a broken test should stop")]

mod scripted;

use mcp_lab::client::{ClientError, Connection, Opened, open};
use scripted::{Fake, Says, me};
use std::io::ErrorKind;

/// Opens a connection to servers that say this, one for each start.
fn opens(servers: &[&[Says<'_>]]) -> (Result<Opened<Fake>, ClientError>, Vec<Fake>) {
    let mut started = Vec::new();
    let start = || {
        let says = servers.get(started.len()).unwrap_or_else(|| panic!("started too often"));
        let wire = Fake::new(says);
        started.push(wire.clone());
        Ok(Connection::new(wire))
    };
    let opened = open(start, me());
    (opened, started)
}

#[track_caller]
fn falls_back(servers: &[&[Says<'_>]]) {
    let (opened, started) = opens(servers);
    assert!(matches!(opened, Ok(Opened::Handshake(..))), "{opened:?}");
    assert_eq!(started.len(), servers.len(), "starts");
}

/// What an old server answers to the request of this number.
fn old(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"2025-11-25","capabilities":{{}},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
    )
}

const REFUSED: &str =
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"expected initialize"}}"#;
const UNREAD: &str =
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not initialized"}}"#;

#[test]
fn an_old_server_that_answers_and_hangs_up_is_started_again() {
    falls_back(&[&[Ok(REFUSED)], &[Ok(&old(1))]]);
    falls_back(&[&[Ok(REFUSED), Err(ErrorKind::BrokenPipe)], &[Ok(&old(1))]]);
    falls_back(&[&[Err(ErrorKind::TimedOut)], &[Ok(&old(1))]]);
}

#[test]
fn it_is_started_again_once() {
    for servers in [[&[Ok(REFUSED)][..], &[]], [&[], &[]], [&[Err(ErrorKind::WouldBlock)], &[]]] {
        let (opened, started) = opens(&servers);
        assert!(matches!(opened, Err(ClientError::Closed)), "{opened:?}");
        assert_eq!(started.len(), 2);
    }
}

#[test]
fn a_server_that_stays_silent_to_the_handshake_too_is_not_started_again() {
    for kind in [ErrorKind::TimedOut, ErrorKind::WouldBlock] {
        let (opened, started) = opens(&[&[Ok(REFUSED), Err(kind)]]);
        assert!(matches!(opened, Err(ClientError::Wire(_))), "{opened:?}");
        assert_eq!(started.len(), 1);
    }
}

#[test]
fn a_wire_that_would_block_is_a_silent_one() {
    falls_back(&[&[Err(ErrorKind::WouldBlock), Ok(&old(2))]]);
}

#[test]
fn a_late_error_without_an_id_does_not_refuse_the_handshake() {
    falls_back(&[&[Err(ErrorKind::TimedOut), Ok(UNREAD), Ok(&old(2))]]);
    falls_back(&[&[Err(ErrorKind::TimedOut), Ok(REFUSED), Ok(&old(2))]]);
    falls_back(&[&[Ok(UNREAD), Ok(&old(2))]]);
}

#[test]
fn an_error_without_an_id_refuses_the_handshake_when_the_first_question_has_its_answer() {
    let late = Err(ErrorKind::TimedOut);
    for says in [
        &[late, Ok(REFUSED), Ok(UNREAD), Ok(&old(2))][..],
        &[late, Ok(UNREAD), Ok(UNREAD), Ok(&old(2))],
        &[Ok(REFUSED), Ok(UNREAD), Ok(&old(2))],
    ] {
        let (opened, _) = opens(&[says]);
        assert!(matches!(opened, Err(ClientError::Refused(_))), "{opened:?}");
    }
}

#[test]
fn an_answer_that_asks_for_input_or_is_of_an_unknown_kind_opens_nothing() {
    let answer = |kind: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"{kind}","requestState":"x","supportedVersions":["2026-07-28"],"capabilities":{{}}}}}}"#
        )
    };
    for kind in ["input_required", "task", ""] {
        let (opened, started) = opens(&[&[Ok(&answer(kind))]]);
        assert!(matches!(opened, Err(ClientError::Misfit(_))), "{opened:?}");
        assert_eq!(started.first().unwrap().sent().len(), 1, "it was asked something more");
    }
    let (opened, _) = opens(&[&[Ok(&answer("complete"))]]);
    assert!(matches!(opened, Ok(Opened::Stateless(..))), "{opened:?}");
}
