//! Arrays of messages, which one revision had: MCP 2025-03-26, `basic`. Earlier and later ones
//! refuse an array with one error.

use super::long::refuse;
use super::{Conversation, Session, refused};
use crate::json::Value;
use crate::jsonrpc::{ErrorObject, Message, code};
use crate::mcp::Revision;
use crate::server::exchange::Outbox;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many messages may come in one array. A line of `[0,0,…]` could ask for a hundred times its
/// own size in answers.
pub const MAX_BATCH: usize = 1000;

impl Session {
    /// Whether this client may send arrays of messages.
    pub(in crate::server) fn takes_batches(&self) -> bool {
        self.revision() == Some(Revision::V2025_03_26)
    }
}

/// How many bytes the answers to one array may have before the rest of it is refused: 64 MiB. A small
/// line could ask for many large files.
pub const MAX_BATCH_BYTES: usize = 64 * 1024 * 1024;

/// The answers to one array. They leave together, as one line, when the last of the calls that hold on
/// to it is done.
struct Batch<D: FnOnce(String)> {
    answers: Mutex<Vec<String>>,
    deliver: Mutex<Option<D>>,
}

impl Conversation {
    /// Answers an array: nothing at once, or the one error that refuses it.
    pub(in crate::server) fn batch(
        &self,
        session: &mut Session,
        messages: Box<[Value<'_>]>,
        outbox: &Outbox,
        deliver: impl FnOnce(String) + Send + 'static,
    ) -> Option<String> {
        let refuse = |why: &str| Some(refused(ErrorObject::new(code::INVALID_REQUEST, why)));
        match messages.len() {
            0 => return refuse("Invalid Request: an empty array"),
            1..=MAX_BATCH => {}
            _ => {
                return refuse(&format!("Invalid Request: more than {MAX_BATCH} messages at once"));
            }
        }
        let deliver = Mutex::new(Some(deliver));
        let batch = Arc::new(Batch { answers: Mutex::default(), deliver });
        for message in messages {
            if batch.is_full() {
                if let Some(line) = self.passed_over(session, message, outbox) {
                    batch.add(line);
                }
                continue;
            }
            let later = Arc::clone(&batch);
            let answer = self.message(session, message, outbox, move |line| later.add(line));
            if let Some(line) = answer {
                batch.add(line);
            }
        }
        None
    }

    /// What comes of a message when its array has been answered at too great length: a request is
    /// refused, anything else costs no answer and is heard as ever.
    fn passed_over(
        &self,
        session: &mut Session,
        message: Value<'_>,
        outbox: &Outbox,
    ) -> Option<String> {
        match Message::from_value(message.clone()) {
            Ok(Message::Request(request)) => {
                let why = "Internal error: the answers to this array are too long";
                Some(refuse(request.id, ErrorObject::new(code::INTERNAL_ERROR, why)))
            }
            _ => self.message(session, message, outbox, drop),
        }
    }
}

impl<D: FnOnce(String)> Batch<D> {
    fn add(&self, line: String) {
        self.lock().push(line);
    }

    fn is_full(&self) -> bool {
        self.lock().iter().map(String::len).sum::<usize>() > MAX_BATCH_BYTES
    }

    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D: FnOnce(String)> Drop for Batch<D> {
    fn drop(&mut self) {
        let answers = self.answers.get_mut().unwrap_or_else(PoisonError::into_inner);
        // JSON-RPC 2.0 §6: where nothing is to be answered, there is no array either.
        if answers.is_empty() {
            return;
        }
        let deliver = self.deliver.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(deliver) = deliver {
            deliver(array(std::mem::take(answers)));
        }
    }
}

/// One line of all of them. Each is let go once it is copied: together they may be large.
fn array(answers: Vec<String>) -> String {
    let mut line = String::with_capacity(answers.iter().map(|it| it.len() + 1).sum::<usize>() + 1);
    for answer in answers {
        line.push(if line.is_empty() { '[' } else { ',' });
        line.push_str(&answer);
    }
    line.push(']');
    line
}
