//! Answering a request: whole, or as a stream of events.

use super::request::{Request, Version};
use super::{Connection, OtherEnd, Status, sse};
use std::io::{self, Write};

/// The one answer to one request.
#[derive(Debug)]
pub struct Reply<'c> {
    connection: &'c Connection,
    version: Version,
    /// The request was `HEAD`: an answer without the body it would have.
    headless: bool,
    keeps: bool,
    done: &'c mut Done,
}

/// What became of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Done {
    /// Nothing was said yet.
    Nothing,
    /// It is whole, and another request may come.
    Kept,
    /// The connection is to be closed.
    Closed,
}

/// Two texts that stand in one line of a head.
pub type Field<'f> = (&'f str, &'f str);

impl<'c> Reply<'c> {
    pub(super) fn to(
        request: &Request<'_>,
        connection: &'c Connection,
        done: &'c mut Done,
    ) -> Self {
        let keeps = request.keeps_alive() && !connection.is_stopping();
        let headless = request.method == "HEAD";
        Self { connection, version: request.version, headless, keeps, done }
    }

    /// Answers with a body, which leaves together with its head.
    ///
    /// # Errors
    /// The connection broke.
    pub fn whole(self, status: Status, fields: &[Field<'_>], body: &[u8]) -> io::Result<()> {
        let mut text = self.head(status, fields, 256 + body.len());
        if !status.is_bodiless() {
            // Writing to a `Vec` does not fail.
            let _ = write!(text, "Content-Length: {}\r\n", body.len());
        }
        text.extend_from_slice(b"\r\n");
        if !self.headless && !status.is_bodiless() {
            text.extend_from_slice(body);
        }
        *self.done = if self.keeps { Done::Kept } else { Done::Closed };
        self.connection.write_all(&text)
    }

    /// Answers without a body.
    ///
    /// # Errors
    /// The connection broke.
    pub fn empty(self, status: Status, fields: &[Field<'_>]) -> io::Result<()> {
        self.whole(status, fields, b"")
    }

    /// Answers with a stream of events; its head leaves at once.
    ///
    /// # Errors
    /// The connection broke.
    pub fn stream(self, fields: &[Field<'_>]) -> io::Result<EventStream<'c>> {
        let chunked = self.version == Version::Http11;
        // Without chunks only the end of the connection says where the stream ends.
        let this = Self { keeps: self.keeps && chunked, ..self };
        let mut text = this.head(Status::OK, fields, 256);
        text.extend_from_slice(STREAM);
        if chunked {
            text.extend_from_slice(b"Transfer-Encoding: chunked\r\n");
        }
        text.extend_from_slice(b"\r\n");
        *this.done = Done::Closed;
        this.connection.write_all(&text)?;
        let Self { connection, headless, keeps, done, .. } = this;
        Ok(EventStream { connection, chunked, headless, keeps, done })
    }

    /// Status line and fields.
    fn head(&self, status: Status, fields: &[Field<'_>], room: usize) -> Vec<u8> {
        let mut text = Vec::with_capacity(room + 64 * fields.len());
        let _ = write!(text, "HTTP/1.1 {} {}\r\n", status.0, status.reason());
        for (name, value) in fields {
            for part in [name, ": ", value, "\r\n"] {
                text.extend_from_slice(part.as_bytes());
            }
        }
        match (self.keeps, self.version) {
            (false, _) => text.extend_from_slice(b"Connection: close\r\n"),
            (true, Version::Http10) => text.extend_from_slice(b"Connection: keep-alive\r\n"),
            (true, Version::Http11) => {}
        }
        text
    }

    /// Whether anybody is there to read an answer. Never waits.
    pub fn other_end(&self) -> OtherEnd {
        self.connection.other_end()
    }

    /// Whether this server is about to end.
    pub fn is_stopping(&self) -> bool {
        self.connection.is_stopping()
    }
}

/// `X-Accel-Buffering` asks a proxy to hand on every event at once.
const STREAM: &[u8] =
    b"Content-Type: text/event-stream\r\nCache-Control: no-cache\r\nX-Accel-Buffering: no\r\n";

/// An answer that is a stream of events, each of which leaves at once.
#[derive(Debug)]
pub struct EventStream<'c> {
    connection: &'c Connection,
    chunked: bool,
    headless: bool,
    keeps: bool,
    done: &'c mut Done,
}

impl EventStream<'_> {
    /// Sends an event: `data` is what it says, `id` where to go on from when the connection breaks.
    ///
    /// # Errors
    /// The connection broke.
    pub fn event(&mut self, id: Option<&str>, data: &str) -> io::Result<()> {
        self.send(&sse::event(id, data))
    }

    /// Sends several events in one piece.
    ///
    /// # Errors
    /// The connection broke.
    pub fn events(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() { Ok(()) } else { self.send(text) }
    }

    /// Says after how many milliseconds to come back when the stream ends early.
    ///
    /// # Errors
    /// The connection broke.
    pub fn retry(&mut self, milliseconds: u64) -> io::Result<()> {
        self.send(&format!("retry: {milliseconds}\n\n"))
    }

    /// Sends a line that readers pass over, to show that somebody is still here. A line break in it is
    /// left out.
    ///
    /// # Errors
    /// The connection broke.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        self.send(&format!(":{}\n\n", text.replace(['\r', '\n'], " ")))
    }

    /// Whether anybody is there to read. Never waits.
    pub fn other_end(&self) -> OtherEnd {
        self.connection.other_end()
    }

    /// Whether this server is about to end.
    pub fn is_stopping(&self) -> bool {
        self.connection.is_stopping()
    }

    /// Ends the stream. One that is dropped instead ends too, and its reader sees that it was cut off.
    ///
    /// # Errors
    /// The connection broke.
    pub fn end(self) -> io::Result<()> {
        if self.chunked && !self.headless {
            self.connection.write_all(b"0\r\n\r\n")?;
        }
        if self.keeps {
            *self.done = Done::Kept;
        }
        Ok(())
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        if self.headless {
            return Ok(());
        }
        if !self.chunked {
            return self.connection.write_all(text.as_bytes());
        }
        let mut chunk = Vec::with_capacity(text.len() + 16);
        let _ = write!(chunk, "{:x}\r\n", text.len());
        chunk.extend_from_slice(text.as_bytes());
        chunk.extend_from_slice(b"\r\n");
        self.connection.write_all(&chunk)
    }
}
