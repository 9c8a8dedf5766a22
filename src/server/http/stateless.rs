//! Messages of the stateless era.

use super::answering::{Answering, error_code, status};
use super::follow::{Kind, answer, follow};
use super::stream::{Ending, Stream};
use super::{Endpoint, heads};
use crate::jsonrpc::{ErrorObject, Message, Request, Response, code};
use crate::mcp::stateless::SUBSCRIPTIONS_LISTEN;
use crate::server::exchange::Outbox;
use crate::server::live::Conversation;
use crate::server::stateless::{Asked, belongs};
use crate::transport::http::{Fields, Status};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Whether a message can only be of this era.
pub(super) fn is_modern(message: &Message<'_>) -> bool {
    matches!(message, Message::Request(request) if belongs(request))
}

impl Endpoint {
    /// Answers a message of this era.
    pub(super) fn stateless(
        &self,
        message: Message<'_>,
        fields: Fields<'_>,
        answering: Answering<'_, '_>,
    ) -> io::Result<()> {
        let Message::Request(request) = message else {
            return answering.empty(Status::ACCEPTED);
        };
        // MUST (2026-07-28, basic/transports): head and body say the same.
        if let Err(error) = heads::check(&self.server, &request, fields) {
            return answering.json(Status::BAD_REQUEST, &refusal(request, error));
        }
        match Asked::check(&self.server, request) {
            Err(line) => {
                let unknown = error_code(&line) == Some(code::METHOD_NOT_FOUND);
                let status = if unknown { Status::NOT_FOUND } else { Status::BAD_REQUEST };
                answering.json(status, &line)
            }
            Ok(asked) if asked.row.name == SUBSCRIPTIONS_LISTEN => {
                self.subscribe(asked.into_owned(), answering)
            }
            Ok(asked) if asked.may_take_long(&self.server) => {
                self.long(asked.into_owned(), answering)
            }
            asked => {
                let line = self.server.answer_stateless(asked);
                answering.json(status(&line), &line)
            }
        }
    }

    fn long(&self, asked: Asked<'static>, answering: Answering<'_, '_>) -> io::Result<()> {
        let (stream, conversation) = self.conversation();
        let outbox: Outbox = Arc::<Stream>::clone(&stream);
        let (reader, ending) = (stream.read(0), Ending(stream));
        let said = conversation.asked(asked, &outbox, |line| ending.answer(line));
        // When this returns, the conversation is dropped: whoever left has cancelled the request.
        answer(answering, said, &reader, Kind::Passing).map(drop)
    }

    fn subscribe(&self, asked: Asked<'static>, answering: Answering<'_, '_>) -> io::Result<()> {
        let (stream, conversation) = self.conversation();
        let reader = stream.read(0);
        if let Some(line) = conversation.subscribe(asked) {
            return answering.json(status(&line), &line);
        }
        let stopping = || {
            conversation.end(Duration::ZERO);
            stream.end();
        };
        follow(answering, &reader, Kind::Standing, stopping).map(drop)
    }

    /// A conversation of one request, and where its lines go.
    fn conversation(&self) -> (Arc<Stream>, Conversation) {
        let stream = Stream::new(0);
        let outbox: Outbox = Arc::<Stream>::clone(&stream);
        let server = Arc::clone(&self.server);
        let conversation = Conversation::new(server, &Arc::default(), outbox, &self.threads);
        (stream, conversation)
    }
}

fn refusal(request: Request<'_>, error: ErrorObject<'static>) -> String {
    Message::Response(Response { id: Some(request.id), outcome: Err(error) }).to_line()
}
