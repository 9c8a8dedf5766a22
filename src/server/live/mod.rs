//! A live connection: a stream of bytes in, a stream of bytes out, and several calls at once.
//!
//! Quick tools are answered at once, in the order they came. A [long tool](Server::long_tool) gets a
//! thread of its own, so that it blocks neither `ping` nor another call; its answer comes when it is
//! done, or never if it was cancelled. The order of answers is free, the bytes of a line stay together.

mod batch;
mod calls;
mod long;
mod questions;

pub use batch::{MAX_BATCH, MAX_BATCH_BYTES};
pub use calls::MAX_LONG_CALLS;
pub use questions::ANSWER_WITHIN;
pub(super) use questions::SessionAsking;

use super::answer::refused;
use super::stateless::belongs;
use super::{Server, Session};
use crate::json::{self, Expected, MAX_LINE_BYTES, ParseError, Value};
use crate::jsonrpc::{Id, Message, Notification};
use crate::mcp::members;
use crate::transport::{Cut, LineReader};
use calls::Calls;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Client → server, a notification: nobody waits for this request any more. Never answered.
pub const CANCELLED: &str = "notifications/cancelled";

/// How long long calls may still run after the client has closed its end.
pub const GRACE: Duration = Duration::from_secs(5);

/// Serves one connection until the client closes its end, or is gone. A last line may lack its
/// newline. Calls in flight are answered before this returns, unless they take longer than [`GRACE`];
/// then they are cancelled, and a handler that does not look runs on alone.
///
/// A client that stops reading and does not hang up either keeps its server waiting: it has to
/// terminate it, as the specification's shutdown says.
///
/// # Errors
/// The input or the output broke. A client that is gone is no error: the session is over.
pub fn live(
    server: &Arc<Server>,
    input: impl Read,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut lines = LineReader::new(input);
    let mut live = Live::new(Arc::clone(server), output);
    loop {
        // Answers to lines that came together leave together.
        if !lines.is_ready()
            && let Err(error) = live.out.flush()
        {
            return over(error);
        }
        let cut = match lines.cut() {
            Ok(cut) => cut,
            Err(error) => return over(error),
        };
        let answer = match cut {
            Cut::End => break,
            Cut::TooLong => {
                let expected = Expected::Bytes(MAX_LINE_BYTES);
                Some(refused(ParseError { expected, offset: MAX_LINE_BYTES }.into()))
            }
            Cut::Line(bytes) | Cut::Unended(bytes) => live.receive(bytes),
        };
        if let Some(Err(error)) = answer.map(|answer| live.out.put(&answer)) {
            return over(error);
        }
    }
    // Whoever waits for a human waits in vain now.
    live.calls.questions.close();
    live.calls.wait(GRACE);
    Ok(())
}

/// A client that is gone has ended the session; anything else that broke has to be said.
fn over(error: io::Error) -> io::Result<()> {
    let kind = error.kind();
    let gone = [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted];
    if gone.contains(&kind) { Ok(()) } else { Err(error) }
}

/// One connection.
struct Live {
    server: Arc<Server>,
    session: Session,
    calls: Arc<Calls>,
    out: Arc<Out>,
}

impl Live {
    fn new(server: Arc<Server>, output: impl Write + Send + 'static) -> Self {
        let out = BufWriter::with_capacity(64 * 1024, Box::new(output) as Box<_>);
        let out = Arc::new(Out(Mutex::new(out)));
        Self { server, session: Session::default(), calls: Arc::default(), out }
    }

    /// The answer to give at once, if there is one.
    fn receive(&mut self, bytes: &[u8]) -> Option<String> {
        if bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            return None;
        }
        match json::utf8(bytes).and_then(json::parse) {
            Ok(Value::Array(batch)) if self.session.takes_batches() => self.batch(batch),
            Ok(value) => {
                let (calls, out) = (Arc::clone(&self.calls), Arc::clone(&self.out));
                self.message(value, move |line| out.send(&calls, &line))
            }
            Err(error) => Some(refused(error.into())),
        }
    }

    /// The answer to a message, if it can be given at once; that of a long call is delivered later.
    fn message(
        &mut self,
        value: Value<'_>,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        match Message::from_value(value) {
            Ok(Message::Notification(notification)) if notification.method == *CANCELLED => {
                self.cancel(notification);
                None
            }
            Ok(Message::Request(request)) if belongs(&request) => self.stateless(request, deliver),
            Ok(Message::Request(request)) if self.is_long(&request) => self.long(request, deliver),
            Ok(Message::Response(response)) => {
                self.calls.questions.answered(response);
                None
            }
            message => self.server.handle(&mut self.session, message),
        }
    }

    fn cancel(&self, notification: Notification<'_>) {
        let params = notification.params.unwrap_or_default();
        if let Ok([Some(id)]) = members(params, ["requestId"])
            && let Ok(id) = Id::from_value(id)
        {
            self.calls.cancel(&id);
        }
    }
}

impl Drop for Live {
    /// Nobody is there any more to hear an answer.
    fn drop(&mut self) {
        self.calls.cancel_all();
    }
}

/// Where lines leave; a line is put there whole.
struct Out(Mutex<BufWriter<Box<dyn Write + Send>>>);

impl Out {
    /// To leave with the next flush.
    fn put(&self, line: &str) -> io::Result<()> {
        put(&mut *self.lock(), line)
    }

    fn flush(&self) -> io::Result<()> {
        self.lock().flush()
    }

    /// To leave at once. When nobody reads any more, nobody waits for the running calls either.
    fn send(&self, calls: &Calls, line: &str) {
        self.send_pieces(calls, [line].into_iter());
    }

    /// The same for a line in pieces.
    fn send_pieces<'p>(&self, calls: &Calls, mut pieces: impl Iterator<Item = &'p str>) {
        let mut out = self.lock();
        let put = pieces.try_for_each(|piece| out.write_all(piece.as_bytes()));
        if put.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()).is_err() {
            calls.cancel_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, BufWriter<Box<dyn Write + Send>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// MUST (2025-06-18, basic/transports, stdio): one message per line, and nothing else.
fn put(out: &mut impl Write, line: &str) -> io::Result<()> {
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}
