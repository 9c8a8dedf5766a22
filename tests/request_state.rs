//! What a note holds, how long, and for whom: answers count only where they were asked for.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod eras;

use eras::{asks, bare, state};
use mcp_lab::server::{STATE_LIFETIME, Seals, Server, Session};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const NOON: u64 = 1_800_000_000;
const MONA: &str = r#""who":{"action":"accept","content":{"name":"Mona"}}"#;
const RED: &str = r#""how":{"action":"accept","content":{"colour":"red"}}"#;

/// A server that asks who and how, and the clock it goes by.
fn server() -> (Server, Arc<AtomicU64>) {
    let clock = Arc::new(AtomicU64::new(NOON));
    let now = Arc::clone(&clock);
    (bare().seals(Seals::new(|| [7; 32], move || now.load(Ordering::Relaxed))), clock)
}

/// What is answered to the call with these answers and this note.
fn says(server: &Server, answers: &str, note: Option<&str>) -> String {
    let note = note.map(|note| format!(r#""requestState":"{note}","#)).unwrap_or_default();
    let params = format!(r#""name":"greet","inputResponses":{{{answers}}},{note}"#);
    server.answer_in_its_era(&mut Session::default(), &asks(1, "tools/call", &params)).unwrap()
}

/// The note after the first question.
fn first(server: &Server) -> String {
    state(&says(server, "", None))
}

#[test]
fn nothing_is_answered_before_it_is_asked() {
    let (server, _) = server();
    let answer = says(&server, &format!("{MONA},{RED}"), Some(&first(&server)));
    assert!(answer.contains(r#""inputRequests":{"how":"#), "{answer}");
}

#[test]
fn what_was_not_asked_is_not_kept() {
    let (server, _) = server();
    let junk: Vec<_> = (0..1000).map(|number| format!(r#","junk{number}":0"#)).collect();
    let junk = junk.concat();
    let lean = state(&says(&server, MONA, Some(&first(&server))));
    let fat = state(&says(&server, &format!("{MONA}{junk}"), Some(&first(&server))));
    assert_eq!(fat, lean);
}

#[test]
fn an_answer_does_not_outlive_the_note_that_held_it_first() {
    let (server, clock) = server();
    let mut note = state(&says(&server, MONA, Some(&first(&server))));
    // Coming back without an answer makes a new note, and no new time.
    for passed in [STATE_LIFETIME / 2, STATE_LIFETIME] {
        clock.store(NOON + passed, Ordering::Relaxed);
        note = state(&says(&server, "", Some(&note)));
    }
    let answer = says(&server, RED, Some(&note));
    assert!(answer.contains("Hello, "), "{answer}");
    clock.store(NOON + STATE_LIFETIME + 1, Ordering::Relaxed);
    let answer = says(&server, RED, Some(&note));
    assert!(answer.contains("`requestState` has expired"), "{answer}");
}

#[test]
fn a_clock_that_goes_back_does_not_make_notes_last() {
    let (server, clock) = server();
    let note = first(&server);
    clock.store(NOON - 1, Ordering::Relaxed);
    let answer = says(&server, MONA, Some(&note));
    assert!(answer.contains("`requestState` has expired"), "{answer}");
}

#[test]
fn what_is_written_twice_is_no_answer() {
    let (server, _) = server();
    let note = first(&server);
    let twice = format!(r#""who":{{"action":"decline"}},{MONA}"#);
    for (answers, why) in [
        (twice.as_str(), "`inputResponses` must be one answer to each question"),
        (
            r#""who":{"action":"accept","content":{"name":"Eve","name":"Mona"}}"#,
            "the answer `who` does not fit: `name` must be written only once",
        ),
        (
            r#""who":{"action":"decline","action":"accept","content":{"name":"Mona"}}"#,
            "the answer `who` does not fit: `action` must be written only once",
        ),
    ] {
        let answer = says(&server, answers, Some(&note));
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"Invalid params: {why}"}}}}"#
        );
        assert_eq!(answer, expected);
    }
}

#[test]
fn a_second_meta_is_refused_wherever_it_stands() {
    let (server, _) = server();
    let line = asks(1, "tools/list", r#""_meta":{},"#);
    let answer = server.answer_in_its_era(&mut Session::default(), &line).unwrap();
    assert!(answer.contains("`_meta` must be written only once"), "{answer}");
}

#[test]
fn a_seal_of_the_wrong_length_is_not_even_read() {
    let (server, _) = server();
    let note = first(&server);
    let (text, _) = note.rsplit_once('.').unwrap();
    for seal in ["", "A", &"_".repeat(44), &"A".repeat(1_000_000)] {
        let answer = says(&server, MONA, Some(&format!("{text}.{seal}")));
        assert!(answer.contains("`requestState` is not as this server gave it out"), "{answer}");
    }
}
