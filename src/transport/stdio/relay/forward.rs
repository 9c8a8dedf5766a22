//! Passing bytes on in one direction.

use super::{Source, Tape, Way};
use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::Duration;

/// How much is asked of the system at once, in bytes.
const CHUNK: usize = 64 * 1024;

/// Which end was over first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Nothing comes in any more: it was closed, or it broke.
    Input,
    /// Nobody takes any more.
    Output,
}

/// Passes on what comes, unchanged and at once, until one end is over. Each piece takes its place on the
/// tape before it is passed on, so that nothing can be answered before it stands there; whoever writes it
/// down is woken afterwards.
pub fn forward(
    source: Source,
    input: &mut dyn Read,
    output: &mut dyn Write,
    tape: &Tape,
    way: &Way,
) -> Over {
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = match patiently(|| input.read(&mut chunk)) {
            Ok(0) | Err(_) => {
                tape.end(source);
                return Over::Input;
            }
            Ok(read) => chunk.get(..read).unwrap_or_default(),
        };
        way.step();
        tape.add(source, read);
        let passed = pass_on(output, read);
        tape.wake();
        way.step();
        if passed.is_err() {
            return Over::Output;
        }
    }
}

fn pass_on(output: &mut dyn Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = patiently(|| output.write(bytes))?;
        bytes = match bytes.get(written..) {
            Some(rest) if written > 0 => rest,
            _ => return Err(ErrorKind::WriteZero.into()),
        };
    }
    patiently(|| output.flush())
}

/// A client may hand over a stream that does not wait by itself: then it is asked again.
fn patiently<T>(mut ask: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match ask() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(1));
            }
            done => return done,
        }
    }
}
