//! Passing bytes on in one direction.

use super::waiting::lock;
use super::{Source, Tape, Way};
use crate::transport::stdio::writer::named;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex};
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

/// One direction.
#[derive(Debug)]
pub struct Forward {
    source: Source,
    chunk: Vec<u8>,
}

impl Forward {
    /// What comes from there.
    pub fn new(source: Source) -> Self {
        Self { source, chunk: vec![0; CHUNK] }
    }

    /// Passes on what comes next, unchanged and at once; says when one end is over. It takes its place on the
    /// tape before it is passed on, so that nothing can be answered before it stands there; it is not
    /// looked at before it is gone.
    pub fn pass(
        &mut self,
        input: &mut dyn Read,
        output: &mut dyn Write,
        tape: &Tape,
        way: &Way,
    ) -> Option<Over> {
        let read = match patiently(|| input.read(&mut self.chunk)) {
            Ok(0) | Err(_) => {
                tape.end(self.source);
                return Some(Over::Input);
            }
            Ok(read) => self.chunk.get(..read).unwrap_or_default(),
        };
        way.step();
        tape.add(self.source, read);
        let passed = pass_on(output, read);
        way.step();
        passed.is_err().then_some(Over::Output)
    }
}

/// Passes on and writes down on one thread, so that it stands in the log at once. Where that takes long a
/// second one joins it: one waits for what comes next while the other writes, and a disk that is stuck stops
/// nobody for long.
pub(super) fn take_turns(
    stream: &str,
    tape: &Arc<Tape>,
    pass: impl FnMut() -> bool + Send + 'static,
) -> io::Result<()> {
    let turns = Arc::new(Mutex::new(Some(pass)));
    for second in [false, true] {
        let (turns, tape) = (Arc::clone(&turns), Arc::clone(tape));
        named(stream, move || {
            if second {
                tape.wait_until_slow();
            }
            let mut more = true;
            while more {
                more = turn(&turns);
                tape.write_down();
            }
        })?;
    }
    Ok(())
}

/// Whether there will be another one; after the last its ends are closed.
fn turn(turns: &Mutex<Option<impl FnMut() -> bool>>) -> bool {
    let mut pass = lock(turns);
    let more = pass.as_mut().is_some_and(|pass| pass());
    if !more {
        *pass = None;
    }
    more
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
