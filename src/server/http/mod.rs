//! Streamable HTTP: one endpoint, to which every message of a client is a POST of its own.
//!
//! ```text
//! POST ─┬─ a request ──────────► 200 application/json, the answer
//!       │                    or  200 text/event-stream, what comes before the answer, and the answer
//!       └─ anything else ──────► 202
//! GET, DELETE                    since 2025-03-26, until 2025-11-25: a stream of its own, and the end of a session
//! ```
//!
//! What a client says and where it says it is checked in this order: `Host` and `Origin` (403), path (404),
//! HTTP method (405), `Accept` (406), `Content-Type` (415), JSON (400). Each message has an era: it is
//! stateless if its `_meta` says so or the field `MCP-Protocol-Version` names no revision with a handshake.
//!
//! ```text
//! handshake    sessions: an id that is given out with the answer to initialize; streams that can be resumed
//! stateless    what the head says is held against the body; to leave is to cancel
//! ```
//!
//! Every connection has a thread of its own that waits for its own answer. Whoever has something to say
//! puts it into a stream's queue and never waits for a reader.
//!
//! Source: MCP 2025-06-18 and 2026-07-28, `basic/transports`.

mod access;
mod alone;
mod answering;
mod events;
mod follow;
mod handshake;
mod heads;
mod sessions;
mod stateless;
mod stream;
mod streams;

pub use answering::KEEP_ALIVE;
pub use events::{MAX_KEPT, MAX_KEPT_BYTES, MAX_UNREAD, MAX_UNREAD_BYTES};
pub use sessions::{MAX_SESSIONS, SESSION_IDLE};
pub use streams::{MAX_ENDED_STREAMS, MAX_STANDING_STREAMS};

use super::Server;
use super::answer::refused;
use super::live::Threads;
use crate::json::{self, Value};
use crate::jsonrpc::{Malformed, Message};
use crate::mcp::Revision;
use crate::mcp::stateless::{MCP_PROTOCOL_VERSION, SUPPORTED};
use crate::transport::http::{Clock, Fields, Reply, Request, Service, Status};
use access::Access;
use answering::Answering;
use sessions::Sessions;
use std::fmt;
use std::io;
use std::sync::Arc;

/// Bytes that nobody can guess.
pub type Chance = fn() -> [u8; 32];

/// Where a server is reached over HTTP.
pub struct Endpoint {
    server: Arc<Server>,
    path: String,
    access: Access,
    /// `None`: every POST stands for itself in the handshake era too.
    sessions: Option<Sessions>,
    threads: Arc<Threads>,
    clock: Clock,
}

impl Endpoint {
    /// An endpoint at `/mcp` that only this machine's own names lead to.
    pub fn new(server: Arc<Server>, clock: Clock, chance: Chance) -> Self {
        let sessions = Some(Sessions::new(clock, chance));
        let (path, access) = ("/mcp".to_owned(), Access::default());
        Self { server, path, access, sessions, threads: Arc::default(), clock }
    }

    /// Another path, which begins with `/`.
    #[must_use]
    pub fn path(mut self, path: &str) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    /// Another name, or name and port, that the field `Host` may have.
    #[must_use]
    pub fn allow_host(mut self, host: &str) -> Self {
        self.access.hosts.push(host.to_owned());
        self
    }

    /// Another origin whose web pages may ask, such as `https://example.com`.
    #[must_use]
    pub fn allow_origin(mut self, origin: &str) -> Self {
        self.access.origins.push(origin.to_owned());
        self
    }

    /// Gives out no sessions: every POST is answered from what it carries, in both eras, so that any of
    /// several processes can answer it. A server then asks nothing and tells of no changes in the
    /// handshake era, and a client's capabilities are not known.
    #[must_use]
    pub fn without_sessions(mut self) -> Self {
        self.sessions = None;
        self
    }

    fn post(&self, request: &Request<'_>, answering: Answering<'_, '_>) -> io::Result<()> {
        if let Err((status, why)) = heads::readable(request.fields) {
            return answering.refuse(status, &why);
        }
        let value = match json::utf8(request.body).and_then(json::parse) {
            Ok(value) => value,
            Err(error) => return answering.json(Status::BAD_REQUEST, &refused(error.into())),
        };
        let says_modern = says_modern(request.fields);
        if !says_modern && let Value::Array(batch) = value {
            return self.batch(request.fields, batch, answering);
        }
        let message = match Message::from_value(value) {
            Ok(message) => message,
            Err(malformed) => return malformed_is(malformed, answering),
        };
        if says_modern || stateless::is_modern(&message) {
            self.stateless(message, request.fields, answering)
        } else {
            self.handshake(message, request.fields, answering)
        }
    }
}

/// Whether the head names a revision, and none that begins with a handshake.
fn says_modern(fields: Fields<'_>) -> bool {
    fields.get(MCP_PROTOCOL_VERSION).is_some_and(|it| Revision::from_name(it).is_none())
}

fn malformed_is(malformed: Malformed<'_>, answering: Answering<'_, '_>) -> io::Result<()> {
    answering.json(Status::BAD_REQUEST, &malformed.answer().to_line())
}

impl Service for Endpoint {
    fn serve(&self, request: &Request<'_>, reply: Reply<'_>) -> io::Result<()> {
        let mut answering = Answering::to(reply, self.clock);
        let origin = match self.access.check(request.fields) {
            Ok(origin) => origin,
            Err(why) => return answering.refuse(Status::FORBIDDEN, &why),
        };
        if let Some(origin) = origin {
            answering.shared_with(origin);
        }
        if request.path != self.path {
            let why = format!("Not found: the endpoint is {}", self.path);
            return answering.refuse(Status::NOT_FOUND, &why);
        }
        match (request.method, &self.sessions) {
            ("POST", _) => self.post(request, answering),
            ("OPTIONS", _) => answering.preflight(request.fields),
            // SHOULD (2026-07-28, basic/transports): there is nothing but POST.
            (_, Some(_)) if says_modern(request.fields) => modern_only(request, answering),
            ("GET", Some(sessions)) => handshake::listen(sessions, request.fields, answering),
            ("DELETE", Some(sessions)) => handshake::end(sessions, request.fields, answering),
            (_, Some(_)) => answering.only("GET, POST, DELETE"),
            (_, None) => answering.only("POST"),
        }
    }
}

/// What is no POST, in a revision that knows nothing else, or none that is known here.
fn modern_only(request: &Request<'_>, answering: Answering<'_, '_>) -> io::Result<()> {
    let named = request.fields.get(MCP_PROTOCOL_VERSION).unwrap_or_default();
    if SUPPORTED.contains(&named) || !matches!(request.method, "GET" | "DELETE") {
        return answering.only("POST");
    }
    // MUST (2025-06-18, basic/transports): an unsupported version is a bad request.
    answering.refuse(Status::BAD_REQUEST, "Unsupported protocol version in MCP-Protocol-Version")
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("path", &self.path).finish_non_exhaustive()
    }
}
