//! A process of its own for one question, because it may not survive it.

use super::ask::Outcome;
use super::goodbye::how;
use super::handshake::me;
use super::settle::CLOSED_STDIN;
use super::walk::{DYING, MAX_LINES};
use crate::json::{Object, Value, parse};
use crate::jsonrpc::{ErrorObject, Id, Message, Notification, Request, Response};
use crate::mcp::{INITIALIZE, INITIALIZED, InitializeParams, PING, Payload};
use crate::transport::{After, Child, Crossing, Transport};
use std::io::{self, ErrorKind};
use std::time::Duration;

/// The process, and how long it is waited for.
pub(super) struct Fresh<'w> {
    pub(super) child: Child,
    now: &'w dyn Fn() -> Duration,
    patience: Duration,
    /// The last error that came without an id.
    pub(super) nameless: Option<ErrorObject<'static>>,
    /// The last answer to something else than what was waited for.
    pub(super) other: Option<(Id<'static>, Outcome)>,
    /// How the process ended, once it is known.
    ended: Option<String>,
    /// Whether its stdin was closed, and that is written down.
    closed: bool,
}

/// What came of a request.
pub(super) enum Came {
    /// Its answer, or an error without an id where that will do.
    Answer(Outcome),
    /// The process ended: how.
    Ended(String),
    /// It closed its stdout, and still runs.
    Closed,
    /// Nothing that answers it, in this time.
    Nothing(Duration),
}

impl<'w> Fresh<'w> {
    pub(super) fn new(child: Child, now: &'w dyn Fn() -> Duration, patience: Duration) -> Self {
        Self { child, now, patience, nameless: None, other: None, ended: None, closed: false }
    }

    pub(super) fn send(&mut self, line: String) {
        self.child.set_patience(Some(self.patience));
        // Where it does not get through, no answer comes, and that is looked at.
        let _ = self.child.send(line);
    }

    /// Sends a request and waits for its answer.
    pub(super) fn ask(
        &mut self,
        id: i64,
        method: &str,
        params: Option<Value<'_>>,
        nameless: bool,
    ) -> Came {
        self.send(request(id, method, params));
        self.wait(id, nameless)
    }

    /// Waits for an answer; `nameless`: an error without an id will do.
    pub(super) fn wait(&mut self, id: i64, nameless: bool) -> Came {
        let (wanted, deadline) = (Id::from(id), (self.now)() + self.patience);
        for _ in 0..MAX_LINES {
            let left = deadline.saturating_sub((self.now)());
            if left.is_zero() {
                break;
            }
            self.child.set_patience(Some(left));
            match self.child.recv() {
                Ok(Some(line)) => {
                    if let Some(outcome) = self.understand(&line, &wanted, nameless) {
                        return Came::Answer(outcome);
                    }
                }
                Ok(None) => return self.gone(),
                Err(error) if error.kind() == ErrorKind::InvalidData => {}
                Err(_) => break,
            }
        }
        Came::Nothing(self.patience)
    }

    fn understand(&mut self, line: &str, wanted: &Id<'_>, nameless: bool) -> Option<Outcome> {
        match Message::from_value(parse(line).ok()?).ok()? {
            Message::Response(Response { id: Some(came), outcome }) => {
                let owned = outcome.map(Value::into_owned).map_err(ErrorObject::into_owned);
                if came == *wanted {
                    return Some(owned);
                }
                self.other = Some((came.into_owned(), owned));
                None
            }
            Message::Response(Response { id: None, outcome }) => {
                let error = outcome.err()?.into_owned();
                self.nameless = Some(error.clone());
                nameless.then_some(Err(error))
            }
            Message::Request(Request { id, method, .. }) => {
                let outcome = if method == *PING {
                    Ok(Object::default().into())
                } else {
                    Err(ErrorObject::method_not_found(&method.excerpt()))
                };
                self.send(Message::Response(Response { id: Some(id), outcome }).to_line());
                None
            }
            Message::Notification(_) => None,
        }
    }

    fn gone(&mut self) -> Came {
        if !matches!(self.child.exited(DYING), Ok(Some(_))) {
            return Came::Closed;
        }
        self.end();
        self.ended.clone().map_or(Came::Closed, Came::Ended)
    }

    /// Whether something comes that is like this, ended by a newline or not.
    pub(super) fn hears(&mut self, fits: impl Fn(&[u8]) -> bool) -> bool {
        let deadline = (self.now)() + self.patience;
        for _ in 0..MAX_LINES {
            let left = deadline.saturating_sub((self.now)());
            self.child.set_patience(Some(left));
            match self.child.recv() {
                Ok(Some(line)) if fits(line.as_bytes()) => return true,
                Ok(Some(_)) if !left.is_zero() => {}
                Ok(_) | Err(_) => break,
            }
        }
        fits(&self.child.unended())
    }

    /// `initialize` with this version and these capabilities.
    pub(super) fn hello(&mut self, version: &str, capabilities: Object<'_>) -> Came {
        let params =
            InitializeParams { protocol_version: version.into(), capabilities, client_info: me() };
        self.ask(1, INITIALIZE, Some(params.into_value()), true)
    }

    /// The client is ready.
    pub(super) fn ready(&mut self) {
        self.tell(INITIALIZED, None);
    }

    /// Tells, and waits for nothing.
    pub(super) fn tell(&mut self, method: &str, params: Option<Value<'_>>) {
        let notification = Notification { method: method.into(), params };
        self.send(Message::Notification(notification).to_line());
    }

    /// Place of the last thing that crossed.
    pub(super) fn here(&self) -> usize {
        self.child.crossed().saturating_sub(1)
    }

    /// Says that an answer was waited for in vain.
    pub(super) fn waited(&self, method: &str) {
        let patience = self.patience;
        let event = format!("client waited {patience:?} for the answer to {method}");
        self.child.record(Crossing::Event(event));
    }

    /// Closes stdin.
    pub(super) fn close(&mut self) {
        self.child.record(Crossing::Event(CLOSED_STDIN.to_owned()));
        self.closed = true;
        self.child.close();
    }

    /// Ends the process, whatever it does, and writes down how.
    pub(super) fn end(&mut self) {
        if self.ended.is_some() {
            return;
        }
        // Whoever ends it by the end of its input says so, or it would seem to have left by itself.
        if !self.closed && !matches!(self.child.exited(Duration::ZERO), Ok(Some(_))) {
            self.close();
        }
        let Ok(ended) = self.child.end(DYING.min(self.patience)) else { return };
        let how = how(ended);
        self.child.record(Crossing::Event(match ended.after {
            After::Itself | After::EndOfInput => format!("server exited with {how}"),
            After::Terminate | After::Kill => "server was ended".to_owned(),
        }));
        self.ended = Some(how);
    }

    /// Writes bytes as they are.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.child.set_patience(Some(self.patience));
        self.child.write(bytes)
    }
}

/// The line of a request.
pub(super) fn request(id: i64, method: &str, params: Option<Value<'_>>) -> String {
    Message::Request(Request { id: id.into(), method: method.into(), params }).to_line()
}
