//! Listening in on a connection without changing it.

use super::{Crossing, Side, Transport};
use std::io;

/// A transport that keeps a list of what crossed it.
///
/// It sits at the client's end, so the list is in the order the client saw: a line counts when it
/// was sent or read, which is the same in every run.
#[derive(Debug)]
pub struct Tap<T> {
    inner: T,
    crossings: Vec<Crossing>,
}

impl<T> Tap<T> {
    /// Listens in on the client's end of a connection.
    pub fn new(inner: T) -> Self {
        Self { inner, crossings: Vec::new() }
    }

    /// Hangs up, and hands over what crossed.
    pub fn into_crossings(self) -> Vec<Crossing> {
        self.crossings
    }
}

impl<T: Transport> Transport for Tap<T> {
    fn send(&mut self, line: String) -> io::Result<()> {
        self.inner.send(line.clone())?;
        self.crossings.push(Crossing::Line(Side::Client, line));
        Ok(())
    }

    fn recv(&mut self) -> io::Result<Option<String>> {
        let line = self.inner.recv()?;
        if let Some(line) = &line {
            self.crossings.push(Crossing::Line(Side::Server, line.clone()));
        }
        Ok(line)
    }
}
