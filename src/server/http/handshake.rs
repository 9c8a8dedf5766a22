//! Messages of the handshake era, in sessions.

use super::answering::{Answering, SESSION_ID, status};
use super::follow::{Kind, Manner, answer, follow};
use super::heads::takes_events;
use super::sessions::{Sessions, Visit};
use super::stream::{Ending, Reader, Stream};
use super::{Endpoint, malformed_is};
use crate::json::Value;
use crate::jsonrpc::{Malformed, Message, Reason, Request};
use crate::mcp::{INITIALIZE, Revision};
use crate::server::Session;
use crate::server::exchange::Outbox;
use crate::transport::http::{Fields, Status};
use std::io;
use std::sync::Arc;

impl Endpoint {
    /// Answers a message of this era.
    pub(super) fn handshake(
        &self,
        message: Message<'_>,
        fields: Fields<'_>,
        answering: Answering<'_, '_>,
    ) -> io::Result<()> {
        let Some(sessions) = &self.sessions else {
            return self.alone(message, fields, answering);
        };
        match message {
            Message::Request(request)
                if request.method == *INITIALIZE && fields.get(SESSION_ID).is_none() =>
            {
                self.open(sessions, request, answering)
            }
            Message::Request(_) | Message::Notification(_) | Message::Response(_) => {
                match visit(sessions, fields) {
                    Ok(visit) => hear(&visit, message, answering),
                    Err((status, why)) => answering.refuse(status, why),
                }
            }
        }
    }

    /// Answers `initialize`; from then on there is a session.
    fn open(
        &self,
        sessions: &Sessions,
        request: Request<'_>,
        answering: Answering<'_, '_>,
    ) -> io::Result<()> {
        let mut session = Session::default();
        let answer = self.server.handle(&mut session, Ok(Message::Request(request)));
        let answer = answer.unwrap_or_default();
        if session.revision().is_none() {
            return answering.json(status(&answer), &answer);
        }
        match sessions.open(&self.server, session, &self.threads) {
            Some(id) => answering.with((SESSION_ID, &id)).json(Status::OK, &answer),
            None => answering.refuse(Status::SERVICE_UNAVAILABLE, "No more sessions at once"),
        }
    }

    /// Answers an array of messages.
    pub(super) fn batch(
        &self,
        fields: Fields<'_>,
        batch: Box<[Value<'_>]>,
        answering: Answering<'_, '_>,
    ) -> io::Result<()> {
        let Some(sessions) = &self.sessions else {
            return self.batch_alone(fields, batch, answering);
        };
        let visit = match visit(sessions, fields) {
            Ok(visit) => visit,
            Err((status, why)) => return answering.refuse(status, why),
        };
        let mut session = visit.state().clone();
        if !session.takes_batches() {
            let malformed = Malformed { reason: Reason::Batch, id: None };
            return malformed_is(malformed, answering);
        }
        let stream = visit.streams.stream();
        let outbox: Outbox = Arc::<Stream>::clone(&stream);
        let (reader, ending) = (stream.read(0), Ending(Arc::clone(&stream)));
        let deliver = |line| ending.answer(line);
        let said = visit.conversation.batch(&mut session, batch, &outbox, deliver);
        if session.is_ready() {
            // It may have said so in this array, and the next request has to see it.
            visit.state().initialized();
        }
        visit.answer(answering, said, &reader, Kind::Batch.into())
    }
}

/// Answers GET: a stream for what belongs to no request, or what followed on an earlier one.
pub(super) fn listen(
    sessions: &Sessions,
    fields: Fields<'_>,
    answering: Answering<'_, '_>,
) -> io::Result<()> {
    if !takes_events(fields) {
        let why = "Not acceptable: Accept must list text/event-stream";
        return answering.refuse(Status::NOT_ACCEPTABLE, why);
    }
    let visit = match visit(sessions, fields) {
        Ok(visit) => visit,
        Err((status, why)) => return answering.refuse(status, why),
    };
    let (reader, primed) = if let Some(id) = fields.get("Last-Event-ID") {
        let Some(reader) = visit.streams.resume(id) else {
            let why = "Bad request: Last-Event-ID is of no stream that is still known";
            return answering.refuse(Status::BAD_REQUEST, why);
        };
        (reader, false)
    } else {
        let Some(reader) = visit.streams.standing() else {
            let why = "Conflict: this session has enough streams open";
            return answering.refuse(Status::CONFLICT, why);
        };
        (reader, primes(&visit.state()))
    };
    let manner = Manner { kind: Kind::Standing, primed };
    follow(answering, &reader, manner, || reader.stream.end()).map(drop)
}

/// Answers DELETE.
pub(super) fn end(
    sessions: &Sessions,
    fields: Fields<'_>,
    answering: Answering<'_, '_>,
) -> io::Result<()> {
    match fields.get(SESSION_ID) {
        None => answering.refuse(Status::BAD_REQUEST, MISSING),
        Some(id) if sessions.end(id) => answering.empty(Status::NO_CONTENT),
        Some(_) => answering.refuse(Status::NOT_FOUND, UNKNOWN),
    }
}

const MISSING: &str =
    "Bad request: Mcp-Session-Id is missing; it came with the answer to initialize";
const UNKNOWN: &str = "Session not found: it has ended; begin with initialize again";

/// The session a request belongs to. SHOULD (2025-06-18, basic/transports): without an id it is a bad
/// request; MUST: an id that is not known is not found.
fn visit(sessions: &Sessions, fields: Fields<'_>) -> Result<Visit, (Status, &'static str)> {
    let id = fields.get(SESSION_ID).ok_or((Status::BAD_REQUEST, MISSING))?;
    sessions.find(id).ok_or((Status::NOT_FOUND, UNKNOWN))
}

/// Whether streams begin with an event that says nothing. SHOULD (2025-11-25, basic/transports). Clients
/// of earlier revisions would read it as a message.
fn primes(session: &Session) -> bool {
    session.revision() >= Some(Revision::V2025_11_25)
}

fn hear(visit: &Visit, message: Message<'_>, answering: Answering<'_, '_>) -> io::Result<()> {
    let stream = visit.streams.stream();
    let outbox: Outbox = Arc::<Stream>::clone(&stream);
    if !matches!(message, Message::Request(_)) {
        // What it changes, the next request has to see.
        let mut session = visit.state();
        let nothing = visit.conversation.hear(&mut session, Ok(message), &outbox, drop);
        debug_assert!(nothing.is_none(), "only requests are answered");
        return answering.empty(Status::ACCEPTED);
    }
    let mut session = visit.state().clone();
    let (reader, ending) = (stream.read(0), Ending(Arc::clone(&stream)));
    let deliver = |line| ending.answer(line);
    let said = visit.conversation.hear(&mut session, Ok(message), &outbox, deliver);
    let manner = Manner { kind: Kind::Call, primed: primes(&session) };
    visit.answer(answering, said, &reader, manner)
}

impl Visit {
    /// Answers with what was said at once or is told later. A client may come back to what is told later.
    fn answer(
        &self,
        answering: Answering<'_, '_>,
        said: Option<String>,
        reader: &Reader,
        manner: Manner,
    ) -> io::Result<()> {
        let later = said.is_none();
        if later {
            self.streams.keep(&reader.stream);
        }
        if answer(answering, said, reader, manner)? && later {
            self.streams.forget(&reader.stream);
        }
        Ok(())
    }
}
