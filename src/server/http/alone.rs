//! Messages of the handshake era where there are no sessions: each POST stands for itself.

use super::answering::{Answering, status};
use super::follow::{Kind, answer};
use super::stream::{Ending, Stream};
use super::{Endpoint, malformed_is};
use crate::json::{Object, Value};
use crate::jsonrpc::{Malformed, Message, Reason};
use crate::mcp::stateless::MCP_PROTOCOL_VERSION;
use crate::mcp::{INITIALIZE, Revision};
use crate::server::Session;
use crate::server::exchange::Outbox;
use crate::server::live::Conversation;
use crate::transport::http::{Fields, Status};
use std::io;
use std::sync::Arc;

/// A session of one POST. SHOULD (2025-06-18, basic/transports): without a version it is 2025-03-26.
fn session(fields: Fields<'_>) -> Session {
    let named = fields.get(MCP_PROTOCOL_VERSION).and_then(Revision::from_name);
    let mut session = Session::default();
    session.agree(named.unwrap_or(Revision::V2025_03_26), Object::default());
    session.initialized();
    session
}

impl Endpoint {
    /// Answers a message.
    pub(super) fn alone(
        &self,
        message: Message<'_>,
        fields: Fields<'_>,
        answering: Answering<'_, '_>,
    ) -> io::Result<()> {
        let Message::Request(request) = message else {
            return answering.empty(Status::ACCEPTED);
        };
        let begins = request.method == *INITIALIZE;
        let mut session = if begins { Session::default() } else { session(fields) };
        if !self.server.runs_long(&session, &request) {
            let answer = self.server.handle(&mut session, Ok(Message::Request(request)));
            let answer = answer.unwrap_or_default();
            return answering.json(status(&answer), &answer);
        }
        let (stream, conversation) = self.passing(&session);
        let outbox: Outbox = Arc::<Stream>::clone(&stream);
        let (reader, ending) = (stream.read(0), Ending(stream));
        let message = Ok(Message::Request(request));
        let deliver = |line| ending.answer(line);
        let said = conversation.hear(&mut session, message, &outbox, deliver);
        answer(answering, said, &reader, Kind::Call).map(drop)
    }

    /// Answers an array of messages.
    pub(super) fn batch_alone(
        &self,
        fields: Fields<'_>,
        batch: Box<[Value<'_>]>,
        answering: Answering<'_, '_>,
    ) -> io::Result<()> {
        let mut session = session(fields);
        if !session.takes_batches() {
            return malformed_is(Malformed { reason: Reason::Batch, id: None }, answering);
        }
        let (stream, conversation) = self.passing(&session);
        let outbox: Outbox = Arc::<Stream>::clone(&stream);
        let (reader, ending) = (stream.read(0), Ending(stream));
        let deliver = |line| ending.answer(line);
        let said = conversation.batch(&mut session, batch, &outbox, deliver);
        answer(answering, said, &reader, Kind::Batch).map(drop)
    }

    fn passing(&self, session: &Session) -> (Arc<Stream>, Conversation) {
        let stream = Stream::new(0);
        let outbox: Outbox = Arc::<Stream>::clone(&stream);
        let server = Arc::clone(&self.server);
        let conversation = Conversation::new(server, &session.peer, outbox, &self.threads);
        (stream, conversation)
    }
}
