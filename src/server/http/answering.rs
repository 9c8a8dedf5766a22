//! An answer that is not begun yet, and what its head will say in any case.

use super::stream::Line;
use crate::json::{self, Object, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::{
    HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION,
};
use crate::transport::http::{Clock, EventStream, Field, Fields, OtherEnd, Reply, Status};
use std::io;
use std::time::Duration;

/// After how long a silence a stream says that it is still there.
pub const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The name of the field that names a session.
pub(super) const SESSION_ID: &str = "Mcp-Session-Id";

/// The one answer to one request.
pub(super) struct Answering<'c, 'f> {
    reply: Reply<'c>,
    fields: Vec<Field<'f>>,
    pub(super) clock: Clock,
}

const JSON: Field<'static> = ("Content-Type", "application/json");

impl<'c, 'f> Answering<'c, 'f> {
    pub(super) fn to(reply: Reply<'c>, clock: Clock) -> Self {
        Self { reply, fields: Vec::new(), clock }
    }

    /// Lets the web pages of this origin read the answer: Fetch standard, CORS.
    pub(super) fn shared_with(&mut self, origin: &'f str) {
        self.fields.extend([
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", SESSION_ID),
            ("Vary", "Origin"),
        ]);
    }

    pub(super) fn with(mut self, field: Field<'f>) -> Self {
        self.fields.push(field);
        self
    }

    /// Answers with a line of JSON.
    pub(super) fn json(mut self, status: Status, line: &str) -> io::Result<()> {
        self.fields.push(JSON);
        self.reply.whole(status, &self.fields, line.as_bytes())
    }

    pub(super) fn empty(self, status: Status) -> io::Result<()> {
        self.reply.empty(status, &self.fields)
    }

    /// Refuses what is wrong with more than one message. MAY (2025-06-18, basic/transports): the body is
    /// an error without an id.
    pub(super) fn refuse(self, status: Status, why: &str) -> io::Result<()> {
        let mut line = r#"{"jsonrpc":"2.0","error":"#.to_owned();
        ErrorObject::new(code::INVALID_REQUEST, why.to_owned()).print(&mut line);
        line.push('}');
        self.json(status, &line)
    }

    /// Says which methods of HTTP there are.
    pub(super) fn only(self, methods: &'static str) -> io::Result<()> {
        let why = format!("Method not allowed: this endpoint knows {methods}");
        self.with(("Allow", methods)).refuse(Status::METHOD_NOT_ALLOWED, &why)
    }

    /// Answers a browser that asks what a page may send.
    pub(super) fn preflight(self, fields: Fields<'f>) -> io::Result<()> {
        let asked = fields.get("Access-Control-Request-Headers").unwrap_or("Content-Type");
        self.with(("Access-Control-Allow-Methods", "GET, POST, DELETE"))
            .with(("Access-Control-Allow-Headers", asked))
            .with(("Access-Control-Max-Age", "600"))
            .empty(Status::NO_CONTENT)
    }

    pub(super) fn stream(self) -> io::Result<EventStream<'c>> {
        self.reply.stream(&self.fields)
    }

    pub(super) fn other_end(&self) -> OtherEnd {
        self.reply.other_end()
    }

    /// Answers with what ended a call.
    pub(super) fn ended(self, line: &Line) -> io::Result<()> {
        self.json(status(&line.text), &line.text)
    }
}

/// With which status an answer travels alone. Nearly every error is an answer like any other.
pub(super) fn status(line: &str) -> Status {
    match error_code(line) {
        Some(
            code::INVALID_REQUEST
            | HEADER_MISMATCH
            | MISSING_REQUIRED_CLIENT_CAPABILITY
            | UNSUPPORTED_PROTOCOL_VERSION,
        ) => Status::BAD_REQUEST,
        _ => Status::OK,
    }
}

/// The code of an error, if an answer is one.
pub(super) fn error_code(line: &str) -> Option<i64> {
    // Most answers are none, and need not be read once more.
    if !line.contains(r#""error":{"code":"#) {
        return None;
    }
    let answer = json::parse(line).ok()?;
    let error = answer.get("error").and_then(Value::as_object).map(Object::members)?;
    error.iter().find(|it| it.name == *"code")?.value.as_number()?.to_i64().ok()
}
