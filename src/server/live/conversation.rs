//! What one client and the server say to each other, whatever their lines travel by.

use super::calls::{Calls, Threads};
use super::notices::Notices;
use crate::json::Value;
use crate::jsonrpc::{Id, Malformed, Message, Notification};
use crate::mcp::{CANCELLED, members};
use crate::server::exchange::Outbox;
use crate::server::features::{Listening, Peer};
use crate::server::stateless::belongs;
use crate::server::{Server, Session};
use std::sync::Arc;
use std::time::Duration;

/// One client's calls, questions and notices. What was agreed stands in its [`Session`], which is kept by
/// whoever reads the lines.
pub(in crate::server) struct Conversation {
    pub(super) server: Arc<Server>,
    pub(super) calls: Arc<Calls>,
    pub(super) notices: Arc<Notices>,
    /// Kept as long as changes are to be heard.
    _listening: Option<Listening>,
}

impl Conversation {
    /// `outbox` is where word of changes leaves; `threads` are those of all conversations together.
    pub(in crate::server) fn new(
        server: Arc<Server>,
        peer: &Arc<Peer>,
        outbox: Outbox,
        threads: &Arc<Threads>,
    ) -> Self {
        let calls = Arc::new(Calls::among(threads));
        let notices = Arc::new(Notices::new(outbox, peer));
        let told = Arc::clone(&notices);
        let listening = server.listen(Box::new(move |change| told.tell(change)));
        Self { server, calls, notices, _listening: listening }
    }

    pub(super) fn calls(&self) -> &Arc<Calls> {
        &self.calls
    }

    /// The answer to a value, if it can be given at once; that of a long call is delivered later, or
    /// `deliver` is dropped. What comes before it leaves through `outbox`.
    pub(super) fn message(
        &self,
        session: &mut Session,
        value: Value<'_>,
        outbox: &Outbox,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        self.hear(session, Message::from_value(value), outbox, deliver)
    }

    /// The same for what was told apart already.
    pub(in crate::server) fn hear(
        &self,
        session: &mut Session,
        message: Result<Message<'_>, Malformed<'_>>,
        outbox: &Outbox,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        match message {
            Ok(Message::Notification(notification)) if notification.method == *CANCELLED => {
                self.cancel(notification);
                None
            }
            Ok(Message::Request(request)) if belongs(&request) => {
                self.stateless(request, outbox, deliver)
            }
            Ok(Message::Request(request)) if self.server.runs_long(session, &request) => {
                self.long(session, request, outbox, deliver)
            }
            Ok(Message::Response(response)) => {
                self.calls.questions.answered(response);
                None
            }
            message => {
                let answer = self.server.handle(session, message);
                self.notices.ready(session.is_ready());
                answer
            }
        }
    }

    fn cancel(&self, notification: Notification<'_>) {
        let params = notification.params.unwrap_or_default();
        if let Ok([Some(id)]) = members(params, ["requestId"])
            && let Ok(id) = Id::from_value(id)
        {
            self.calls.cancel(&id);
            self.notices.cancel(&id);
        }
    }

    /// The client has no more to say: whoever waits for its answers waits in vain. Calls in flight have
    /// so long to end.
    pub(in crate::server) fn end(&self, grace: Duration) {
        self.calls.questions.close();
        self.calls.wait(grace);
        self.notices.close(&self.server);
    }
}

impl Conversation {
    /// Nobody is there any more to hear an answer.
    pub(in crate::server) fn abandon(&self) {
        self.calls.cancel_all();
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.abandon();
    }
}
