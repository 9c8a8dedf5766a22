//! Bytes passed on in one direction, and the tape that holds them until they are written down.

mod tapping;

use mcp_lab::transport::{Crossing, Forward, Limits, Over, Side, Source, Tape, Way};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tapping::{Dice, add};

const LONG: Duration = Duration::from_secs(20);

/// A tape at a time that does not pass.
fn tape(limits: Limits) -> Tape {
    Tape::new(limits, || Duration::ZERO)
}

/// All that stands on a tape, once it is closed.
fn played(tape: &Tape) -> Vec<Crossing> {
    let (give, written) = channel();
    tape.close();
    tape.play(move |crossing, _| drop(give.send(crossing.clone())));
    assert!(tape.is_played(Duration::ZERO));
    written.iter().collect()
}

/// Passes on what comes until one end is over.
fn forward(source: Source, input: &mut dyn Read, output: &mut dyn Write, tape: &Tape) -> Over {
    let (mut forward, way) = (Forward::new(source), Way::default());
    loop {
        if let Some(over) = forward.pass(input, output, tape, &way) {
            return over;
        }
    }
}

fn bytes(side: Side, bytes: &str) -> Crossing {
    Crossing::Bytes { side, bytes: bytes.as_bytes().to_owned(), ended: false }
}

fn line(side: Side, line: &str) -> Crossing {
    Crossing::Line(side, line.to_owned())
}

/// A stream that gives and takes as little as it likes, and is not ready now and then.
struct Moody {
    dice: Dice,
    bytes: VecDeque<u8>,
}

impl Moody {
    fn new(bytes: Vec<u8>) -> Self {
        Self { dice: Dice(7), bytes: bytes.into() }
    }

    fn mood(&mut self) -> io::Result<usize> {
        match self.dice.roll() % 50 {
            0 => Err(ErrorKind::Interrupted.into()),
            1 => Err(ErrorKind::WouldBlock.into()),
            _ => Ok(self.dice.up_to(9000)),
        }
    }
}

impl Read for Moody {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.mood()?;
        (&mut self.bytes).take(most as u64).read(buffer)
    }
}

impl Write for Moody {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = self.mood()?.min(bytes.len());
        self.bytes.extend(bytes.iter().take(most));
        Ok(most)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.mood().map(drop)
    }
}

#[test]
fn any_bytes_over_any_streams_come_out_as_they_went_in_and_stand_on_the_tape() {
    let said = Dice(3).bytes(1_000_000);
    let (mut input, mut output) = (Moody::new(said.clone()), Moody::new(Vec::new()));
    let tape = tape(Limits::default());
    let over = forward(Source::Server, &mut input, &mut output, &tape);
    assert_eq!(over, Over::Input);
    assert!(output.bytes == said, "what came out is not what went in");
    let mut written = Vec::new();
    for crossing in played(&tape) {
        add(Side::Server, &crossing, &mut written);
    }
    assert!(written == said, "what was written down is not what went in");
}

/// A server that answers each line before the write of it has returned.
struct Prompt<'t>(&'t Tape);

impl Write for Prompt<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.add(Source::Server, b"answer\n");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_answer_never_stands_before_its_question() {
    let tape = tape(Limits::default());
    let over = forward(Source::Client, &mut b"question\n".as_slice(), &mut Prompt(&tape), &tape);
    assert_eq!(over, Over::Input);
    assert_eq!(played(&tape), [line(Side::Client, "question"), line(Side::Server, "answer")]);
}

/// A reader that is gone.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_nobody_took_any_more_is_written_down_too() {
    let tape = tape(Limits::default());
    let mut input = b"one\ntwo".as_slice();
    let over = forward(Source::Client, &mut input, &mut Gone, &tape);
    assert_eq!(over, Over::Output);
    assert_eq!(played(&tape), [line(Side::Client, "one"), bytes(Side::Client, "two")]);
}

#[test]
fn a_line_longer_than_the_limit_is_cut_into_pieces() {
    let tape = tape(Limits { line: 4, ..Limits::default() });
    for piece in ["abcd\nab", "cdefgh", "ij\n", "abcdefgh", "\n\nabcde\n"] {
        tape.add(Source::Client, piece.as_bytes());
    }
    let side = Side::Client;
    let expected = [
        line(side, "abcd"),
        bytes(side, "abcd"),
        bytes(side, "efgh"),
        line(side, "ij"),
        bytes(side, "abcd"),
        line(side, "efgh"),
        line(side, ""),
        bytes(side, "abcd"),
        line(side, "e"),
    ];
    assert_eq!(played(&tape), expected);
}

#[test]
fn lines_of_several_sides_do_not_mix() {
    let tape = tape(Limits::default());
    for (source, piece) in [
        (Source::Client, "cli"),
        (Source::Server, "ser"),
        (Source::Stderr, "err"),
        (Source::Client, "ent\n"),
        (Source::Stderr, "or\r\n"),
        (Source::Server, "ver\n"),
    ] {
        tape.add(source, piece.as_bytes());
    }
    tape.event("the end");
    let expected = [
        line(Side::Client, "client"),
        Crossing::Stderr("error".to_owned()),
        line(Side::Server, "server"),
        Crossing::Event("the end".to_owned()),
    ];
    assert_eq!(played(&tape), expected);
}

#[test]
fn what_does_not_fit_while_nobody_writes_is_left_out_and_counted() {
    let limits = Limits { waiting: 1000, patience: Duration::ZERO, ..Limits::default() };
    let tape = tape(limits);
    // Each counts 64 bytes more than it has.
    for _ in 0..20 {
        tape.add(Source::Client, &[b'x'; 36]);
    }
    let out =
        "360 bytes were left out: the client's, which came faster than this log could be written";
    let expected = [bytes(Side::Client, &"x".repeat(360)), Crossing::Note(out.to_owned())];
    assert_eq!(played(&tape), expected);
}

#[test]
fn what_came_without_a_newline_is_written_down_after_a_second_of_silence_on_its_side() {
    let clock = Arc::new(AtomicU64::new(0));
    let now = Arc::clone(&clock);
    let tape =
        Tape::new(Limits::default(), move || Duration::from_millis(now.load(Ordering::Relaxed)));
    let (tape, (give, written)) = (Arc::new(tape), channel());
    let playing = Arc::clone(&tape);
    thread::spawn(move || {
        playing.play(move |crossing, at| give.send((crossing.clone(), at)).unwrap());
    });
    tape.add(Source::Server, b"half");
    clock.store(999, Ordering::Relaxed);
    tape.add(Source::Client, b"line\n");
    tape.wake();
    let at = Duration::from_millis(999);
    assert_eq!(written.recv_timeout(LONG).unwrap(), (line(Side::Client, "line"), at));
    clock.store(1000, Ordering::Relaxed);
    let half = (bytes(Side::Server, "half"), Duration::ZERO);
    assert_eq!(written.recv_timeout(LONG).unwrap(), half);
    tape.add(Source::Server, b" and half\n");
    tape.wake();
    let at = Duration::from_secs(1);
    assert_eq!(written.recv_timeout(LONG).unwrap(), (line(Side::Server, " and half"), at));
}

#[test]
fn a_hundred_thousand_single_bytes_are_all_written_down() {
    let tape = Arc::new(tape(Limits::default()));
    let written = Arc::new(Mutex::new(Vec::new()));
    let (playing, into) = (Arc::clone(&tape), Arc::clone(&written));
    let writer = thread::spawn(move || {
        playing.play(move |crossing, _| add(Side::Client, crossing, &mut into.lock().unwrap()));
    });
    let said = Dice(9).bytes(100_000);
    for byte in &said {
        tape.add(Source::Client, &[*byte]);
    }
    tape.close();
    writer.join().unwrap();
    assert!(*written.lock().unwrap() == said);
}
