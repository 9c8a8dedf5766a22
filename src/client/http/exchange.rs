//! One exchange: a request, its answer in whatever form, and the stream taken up again where it broke.
//!
//! ```text
//! POST ─┬─ application/json ───────────────────────► one line
//!       ├─ text/event-stream ─► lines … ─┬─ the answer ─► over
//!       │                                └─ it ends before that ─► wait as told ─► GET, Last-Event-ID
//!       ├─ 202 ────────────────────────────────────► nothing, as it should be to a notification
//!       └─ anything else ──────────────────────────► a fault that says what came
//! ```
//!
//! Each runs on a thread of its own, because it may stay open while others begin.

use super::answer::{Answer, Came};
use super::fault::HttpFault;
use super::inbox::What;
use super::outgoing::Owed;
use super::shared::Shared;
use super::spoken::{Field, SESSION, STREAM, field};
use crate::transport::http::{HttpClient, request_head};

use std::time::Duration;

/// How long is waited before a stream is taken up again that does not say how long: 1 s.
pub const RECONNECT_AFTER: Duration = Duration::from_secs(1);

/// How often a stream is taken up again that brings nothing new.
pub const MAX_EMPTY_STREAMS: usize = 20;

/// How often it is tried when the attempt itself fails.
pub const MAX_FAILED_STREAMS: usize = 3;

/// What is exchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A line was sent.
    Post(Owed),
    /// A stream on which the server says what belongs to no request.
    Listen,
    /// The session is ended.
    Goodbye,
    /// Something unusual, by this method: whatever comes is only written down.
    Odd(&'static str),
}

impl Kind {
    pub(super) fn method(&self) -> &'static str {
        match self {
            Self::Post(_) => "POST",
            Self::Listen => "GET",
            Self::Goodbye => "DELETE",
            Self::Odd(method) => method,
        }
    }

    /// Whether somebody waits for something to come of it, from the beginning on.
    pub(super) fn counts(&self) -> bool {
        matches!(self, Self::Post(Owed::Answer(_) | Owed::Anything))
    }
}

/// A request that is to be sent.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) number: u64,
    pub(super) kind: Kind,
    pub(super) fields: Vec<Field>,
    pub(super) body: String,
    /// The fields that take up a stream again, where the era allows that.
    pub(super) again: Option<Vec<Field>>,
}

impl Exchange {
    /// Goes through it to its end, and puts all that comes into the inbox.
    pub(super) fn run(self, shared: &Shared) {
        let mut client = shared.client();
        let mut answer = Answer::new(self.number, &self.kind, &self.fields, shared);
        let outcome = self.go(&mut client, &mut answer);
        shared.forget_closer(self.number);
        match (outcome, &self.kind) {
            // A server need not have a stream of its own, nor let its clients end a session, and one
            // that is gone is ended.
            (Err(fault), Kind::Listen | Kind::Goodbye)
                if matches!(fault.status(), Some(404 | 405)) => {}
            (Ok(()), _) => {}
            (Err(fault), Kind::Listen) => answer.say(What::Note(format!("no stream: {fault}"))),
            (Err(fault), Kind::Post(_) | Kind::Goodbye | Kind::Odd(_)) => {
                answer.say(What::Fault(fault));
            }
        }
        // Before anybody hears that it is over.
        shared.give_back(client);
        answer.say(What::End);
        answer.settle();
    }

    fn go(&self, client: &mut HttpClient, answer: &mut Answer<'_>) -> Result<(), HttpFault> {
        let mut came = answer.once(client, self.kind.method(), &self.fields, &self.body)?;
        let (mut empty, mut failed) = (0, 0);
        while let Came::Ended { news } = came {
            empty = if news { 0 } else { empty + 1 };
            if answer.is_over() {
                return Ok(());
            }
            let Some(fields) = self.taking_up(answer) else {
                return answer.cut_off();
            };
            if empty >= MAX_EMPTY_STREAMS || failed >= MAX_FAILED_STREAMS {
                return answer.gave_up(empty.max(failed));
            }
            answer.wait();
            if answer.is_over() {
                return Ok(());
            }
            answer.say(What::Asked(head("GET", answer.target(), &fields)));
            came = match answer.once(client, "GET", &fields, "") {
                Err(HttpFault::Http(_)) => {
                    failed += 1;
                    Came::Ended { news: false }
                }
                came => {
                    failed = 0;
                    came?
                }
            };
        }
        Ok(())
    }

    /// The fields that take the stream up again. One that answers a request is only taken up where its
    /// events have ids: nothing else says what is missing.
    fn taking_up(&self, answer: &Answer<'_>) -> Option<Vec<Field>> {
        let mut fields = vec![field("Accept", STREAM)];
        fields.extend(self.again.clone()?);
        // The stream that answers initialize has brought the id itself.
        if fields.iter().all(|(name, _)| name != SESSION) {
            fields.extend(answer.session.as_deref().map(|id| field(SESSION, id)));
        }
        match (answer.last_id(), &self.kind) {
            (Some(id), _) => fields.push(field("Last-Event-ID", id)),
            (None, Kind::Listen) => {}
            (None, Kind::Post(_) | Kind::Goodbye | Kind::Odd(_)) => return None,
        }
        Some(fields)
    }
}

/// The head of a request, in one line.
pub(super) fn head(method: &str, target: &str, fields: &[Field]) -> String {
    request_head(method, target, borrowed(fields))
}

pub(super) fn borrowed(fields: &[Field]) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}
