//! A live connection: a stream of bytes in, a stream of bytes out, and several calls at once.
//!
//! Quick tools are answered at once, in the order they came. A [long tool](Server::long_tool) gets a
//! thread of its own, so that it blocks neither `ping` nor another call; its answer comes when it is
//! done, or never if it was cancelled. The order of answers is free, the bytes of a line stay together.

mod batch;
mod calls;
mod conversation;
mod long;
mod notices;
mod out;
mod questions;

pub use batch::{MAX_BATCH, MAX_BATCH_BYTES};
pub use calls::{MAX_LONG_CALLS, MAX_LONG_CALLS_IN_ALL};
pub use notices::{MAX_LISTEN_BYTES, MAX_LISTENS};
pub use questions::ANSWER_WITHIN;

pub(super) use calls::Threads;
pub(super) use conversation::Conversation;

use super::answer::refused;
use super::exchange::{Outbox, Outlet};
use super::{Server, Session};
use crate::json::{self, Expected, MAX_LINE_BYTES, ParseError, Value};
use crate::transport::{Cut, LineReader};
use out::Out;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::time::Duration;

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
    live.conversation.end(GRACE);
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
    session: Session,
    conversation: Conversation,
    out: Arc<Out>,
    /// The same, for lines that are no answer.
    outbox: Outbox,
}

impl Live {
    fn new(server: Arc<Server>, output: impl Write + Send + 'static) -> Self {
        let (session, out) = (Session::default(), Arc::new(Out::new(output)));
        let outbox: Outbox = Arc::<Out>::clone(&out);
        let conversation =
            Conversation::new(server, &session.peer, Arc::clone(&outbox), &Arc::default());
        out.carries(conversation.calls());
        Self { session, conversation, out, outbox }
    }

    /// The answer to give at once, if there is one.
    fn receive(&mut self, bytes: &[u8]) -> Option<String> {
        if bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            return None;
        }
        let (out, session) = (Arc::clone(&self.out), &mut self.session);
        let deliver = move |line: String| out.send(line);
        match json::utf8(bytes).and_then(json::parse) {
            Ok(Value::Array(batch)) if session.takes_batches() => {
                self.conversation.batch(session, batch, &self.outbox, deliver)
            }
            Ok(value) => self.conversation.message(session, value, &self.outbox, deliver),
            Err(error) => Some(refused(error.into())),
        }
    }
}
