//! A tap whose log is stuck: the session goes on, and so does the log when it can.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::transport::{Crossing, Limits, Side, Source, Tape};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(10);

/// A tape with room for so many bytes, at a time that does not pass.
fn tape(waiting: usize, patience: Duration) -> Arc<Tape> {
    Arc::new(Tape::new(Limits { waiting, patience, ..Limits::default() }, || Duration::ZERO))
}

fn line(number: usize) -> Crossing {
    Crossing::Line(Side::Server, number.to_string())
}

fn says(tape: &Tape, number: usize) {
    tape.add(Source::Server, format!("{number}\n").as_bytes());
    tape.wake();
}

/// A tape that is played on a thread of its own; what it hands over waits there until it is taken.
fn playing(tape: &Arc<Tape>) -> Receiver<Crossing> {
    let (give, taken) = sync_channel(0);
    let tape = Arc::clone(tape);
    thread::spawn(move || tape.play(move |crossing, _| give.send(crossing.clone()).unwrap()));
    taken
}

#[test]
fn a_stuck_writer_stops_nobody_and_what_it_missed_is_counted() {
    let tape = tape(200, Duration::from_millis(1));
    let written = playing(&tape);
    // The writer is stuck with the first, before anybody takes it.
    (0..100).for_each(|number| says(&tape, number));
    assert_eq!(written.recv_timeout(LONG).unwrap(), line(0));
    let closing = Arc::clone(&tape);
    thread::spawn(move || closing.close());
    let rest: Vec<_> = std::iter::from_fn(|| written.recv_timeout(LONG).ok()).collect();
    let (note, kept) = rest.split_last().unwrap();
    assert!(!kept.is_empty() && kept.len() < 10, "{kept:?}");
    let expected: Vec<_> = (1..=kept.len()).map(line).collect();
    assert_eq!(kept, expected);
    // All that was kept has one digit; of 10 numbers with one and 90 with two, a newline behind each.
    let lost = 10 * 2 + 90 * 3 - 2 * (1 + kept.len());
    let what = "the server's, which came faster than this log could be written";
    assert_eq!(*note, Crossing::Note(format!("{lost} bytes were left out: {what}")));
    assert!(tape.is_played(LONG));
}

#[test]
fn a_writer_that_has_caught_up_writes_on() {
    let tape = tape(200, Duration::from_millis(1));
    let written = playing(&tape);
    (0..100).for_each(|number| says(&tape, number));
    // What is said while it still writes what was kept is left out as well.
    let note = (0..1000).find_map(|_| {
        says(&tape, 7);
        written.recv_timeout(SHORT).ok().filter(|it| matches!(it, Crossing::Note(_)))
    });
    assert!(note.is_some(), "it never caught up");
    assert_eq!(written.recv_timeout(LONG).unwrap(), line(7));
}

#[test]
fn a_writer_that_is_only_slow_is_waited_for() {
    let tape = tape(200, LONG);
    let written = playing(&tape);
    let filling = Arc::clone(&tape);
    thread::spawn(move || {
        (0..100).for_each(|number| says(&filling, number));
        filling.close();
    });
    for number in 0..100 {
        assert_eq!(written.recv_timeout(LONG).unwrap(), line(number));
    }
    assert!(written.recv_timeout(LONG).is_err(), "and nothing more");
}
