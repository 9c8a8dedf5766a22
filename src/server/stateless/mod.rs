//! The stateless era: each request is served by what it carries, and by nothing that came before.
//!
//! ```text
//! request ─┬─ its `_meta` names a version ─► checked ─► ROWS table ─► handler ─► resultType, ttlMs, …
//!          └─ it does not                 ─► the handshake era, as if nothing else existed
//! ```
//!
//! Both may alternate on one connection: a request belongs to an era, not the connection.
//!
//! Source: MCP 2026-07-28, `basic/index`, `basic/versioning`, `server/discover`, `server/utilities/caching`.

mod asked;
mod finish;
mod once;
mod retry;
mod rows;
mod state;

pub(super) use asked::{Asked, belongs};
pub(super) use retry::Retry;
pub use state::{STATE_LIFETIME, Seals};

use super::answer::refused;
use super::exchange::Exchange;
use super::{Server, Session};
use crate::json;
use crate::jsonrpc::Message;
use crate::transport::Transport;
use std::io;

impl Server {
    /// The answer this line deserves in the era it belongs to, or `None` when sending one is forbidden.
    ///
    /// ```
    /// use mcp_lab::server::{Server, Session};
    /// let server = Server::new("empty", "1.0.0");
    /// let line = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    /// assert_eq!(
    ///     server.answer_in_its_era(&mut Session::default(), line).as_deref(),
    ///     Some(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2031-01-01"}}}"#),
    /// );
    /// ```
    pub fn answer_in_its_era(&self, session: &mut Session, line: &str) -> Option<String> {
        let value = match json::parse(line) {
            Ok(value) => value,
            Err(error) => return Some(refused(error.into())),
        };
        match Message::from_value(value) {
            Ok(Message::Request(request)) if belongs(&request) => {
                Some(self.answer_stateless(Asked::check(self, request)))
            }
            message => self.handle(session, message),
        }
    }

    /// The answer to a request that was checked. It has nobody to report progress to.
    pub(super) fn answer_stateless(&self, asked: Result<Asked<'_>, String>) -> String {
        let asked = match asked {
            Ok(asked) => asked,
            Err(refusal) => return refusal,
        };
        if !asked.may_ask(self) {
            return asked.run(self, &Exchange::default());
        }
        match Retry::read(self, &asked) {
            Ok(retry) => asked.run(self, &Exchange::with(retry)),
            Err(error) => asked.refuse(error),
        }
    }
}

/// Answers one connection, line by line, until the client hangs up; each request in its own era.
///
/// # Errors
/// As [`serve`](super::serve).
pub fn serve_both_eras(server: &Server, wire: &mut impl Transport) -> io::Result<()> {
    let mut session = Session::default();
    while let Some(line) = wire.recv()? {
        let Some(answer) = server.answer_in_its_era(&mut session, &line) else { continue };
        match wire.send(answer) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            sent => sent?,
        }
    }
    Ok(())
}
