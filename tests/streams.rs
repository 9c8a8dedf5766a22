//! Lines over two streams of bytes that come in pieces, and what is no line.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

use mcp_lab::transport::{Cut, LineReader, Streams, Transport};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};

/// A stream that gives these pieces, one for each time it is asked; an error is nothing for now.
#[derive(Debug)]
struct Pieces(VecDeque<Result<&'static [u8], ErrorKind>>);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(piece) = self.0.pop_front() else { return Ok(0) };
        let piece = piece?;
        buffer.get_mut(..piece.len()).unwrap_or_else(|| panic!("too much")).copy_from_slice(piece);
        Ok(piece.len())
    }
}

fn pieces(pieces: &[Result<&'static str, ErrorKind>]) -> Pieces {
    Pieces(pieces.iter().map(|piece| piece.map(str::as_bytes)).collect())
}

const LATE: Result<&str, ErrorKind> = Err(ErrorKind::TimedOut);

/// What is cut out of these pieces with this limit, until the end.
fn cuts(limit: usize, of: &[Result<&'static str, ErrorKind>]) -> Vec<String> {
    let mut lines = LineReader::with_limit(pieces(of), limit);
    let mut cuts = Vec::new();
    loop {
        cuts.push(match lines.cut() {
            Ok(Cut::End) => return cuts,
            Ok(Cut::Line(line)) => format!("line {}", str::from_utf8(line).unwrap()),
            Ok(Cut::Unended(line)) => format!("unended {}", str::from_utf8(line).unwrap()),
            Ok(Cut::TooLong) => "too long".to_owned(),
            Err(error) => format!("{:?}", error.kind()),
        });
    }
}

#[test]
fn a_line_that_comes_in_two_pieces_survives_an_error_between_them() {
    for kind in [ErrorKind::TimedOut, ErrorKind::WouldBlock] {
        let slow = pieces(&[Ok("{\"a\""), Err(kind), Err(kind), Ok(":1}\n2\n")]);
        let mut wire = Streams::new(slow, io::sink());
        assert_eq!(wire.recv().unwrap_err().kind(), kind);
        assert_eq!(wire.recv().unwrap_err().kind(), kind);
        assert_eq!(wire.recv().unwrap().as_deref(), Some("{\"a\":1}"));
        assert_eq!(wire.recv().unwrap().as_deref(), Some("2"));
        assert_eq!(wire.recv().unwrap(), None);
    }
}

#[test]
fn an_error_after_a_line_does_not_bring_it_back() {
    assert_eq!(
        cuts(9, &[Ok("1\n"), LATE, Ok("2"), LATE, Ok("\r"), LATE, Ok("\n"), LATE]),
        ["line 1", "TimedOut", "TimedOut", "TimedOut", "line 2", "TimedOut"]
    );
}

#[test]
fn a_line_in_pieces_has_the_same_limit() {
    assert_eq!(cuts(4, &[Ok("ab"), LATE, Ok("cd\r\n5")]), ["TimedOut", "line abcd", "unended 5"]);
    assert_eq!(cuts(4, &[Ok("abcd"), LATE, Ok("e\n5\n")]), ["TimedOut", "too long", "line 5"]);
    assert_eq!(cuts(4, &[Ok("abcd\r"), LATE, Ok("\n")]), ["TimedOut", "line abcd"]);
    assert_eq!(cuts(4, &[Ok("abcde"), LATE, Ok("f")]), ["TimedOut", "too long"]);
}

#[test]
fn a_line_that_is_too_long_is_skipped_to_its_end_though_the_stream_pauses() {
    assert_eq!(
        cuts(4, &[Ok("abcdefgh"), LATE, Ok("ij"), LATE, Ok("k\n5\n")]),
        ["TimedOut", "TimedOut", "too long", "line 5"]
    );
    assert_eq!(cuts(4, &[Ok("abcdefgh"), LATE, Ok("ij")]), ["TimedOut", "too long"]);
    // The skipping ends with the line, whatever comes after.
    assert_eq!(cuts(4, &[Ok("abcdefgh\n"), LATE, Ok("5\n")]), ["too long", "TimedOut", "line 5"]);
}

#[test]
fn what_came_before_an_error_and_the_end_is_unended() {
    assert_eq!(cuts(9, &[Ok("ab"), LATE]), ["TimedOut", "unended ab"]);
}

#[test]
fn what_has_a_newline_in_it_is_not_sent_as_two_lines() {
    let mut out = Vec::new();
    let mut wire = Streams::new(io::empty(), &mut out);
    assert_eq!(wire.send("a\nb".to_owned()).unwrap_err().kind(), ErrorKind::InvalidInput);
    assert_eq!(wire.send("a\n".to_owned()).unwrap_err().kind(), ErrorKind::InvalidInput);
    wire.send("c".to_owned()).unwrap();
    drop(wire);
    assert_eq!(out, b"c\n");
}

#[test]
fn blank_lines_are_passed_over() {
    let input = &b"\n\r\n1\n \t\n\n2\n  "[..];
    let mut wire = Streams::new(input, io::sink());
    assert_eq!(wire.recv().unwrap().as_deref(), Some("1"));
    assert_eq!(wire.recv().unwrap().as_deref(), Some("2"));
    assert_eq!(wire.recv().unwrap(), None);
}
