//! What is spoken on this transport so far, and which header fields follow from that.
//!
//! ```text
//! era        beside Content-Type and Accept                     from where
//! handshake  Mcp-Session-Id, MCP-Protocol-Version               the answer to initialize
//! stateless  MCP-Protocol-Version, Mcp-Method, Mcp-Name,        the line itself
//!            Mcp-Param-*                                        and the last list of tools
//! ```
//!
//! Source: MCP 2025-06-18, `basic/transports`; MCP 2026-07-28, `basic/transports/streamable-http`.

use super::fault::HttpFault;
use super::mirror::{Dropped, Mirrors};
use super::outgoing::{Outgoing, text};
use crate::json::{Value, parse};
use crate::mcp::stateless::{MCP_METHOD, MCP_NAME, MCP_PROTOCOL_VERSION, encode};
use crate::mcp::{INITIALIZE, TOOLS_CALL, TOOLS_LIST};

/// A name and a value.
pub(super) type Field = (String, String);

pub(super) const SESSION: &str = "Mcp-Session-Id";
pub(super) const STREAM: &str = "text/event-stream";

/// What both ends have agreed on, as far as it shows in header fields.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    /// Handshake era: the id the server has given this session.
    pub(super) session: Option<String>,
    /// The version that was agreed on, or the one the last request was written in.
    pub(super) version: Option<String>,
    /// Whether the last request needed no handshake.
    pub(super) stateless: bool,
    /// Which arguments of which tools are repeated in headers.
    mirrors: Mirrors,
}

impl Spoken {
    /// Takes notice of what is about to be sent, and says which fields go with it.
    ///
    /// # Errors
    /// The tool must not be called over HTTP.
    pub(super) fn fields(&mut self, out: &Outgoing) -> Result<Vec<Field>, HttpFault> {
        if out.method == INITIALIZE && out.version.is_none() {
            // MUST (2025-06-18, basic/transports): a new session begins without the old id.
            (self.session, self.version, self.stateless) = (None, None, false);
        } else if let Some(version) = &out.version {
            (self.version, self.stateless) = (Some(version.clone()), true);
        }
        let mut fields = vec![
            field("Content-Type", "application/json"),
            field("Accept", "application/json, text/event-stream"),
        ];
        fields.extend(self.of_session());
        if self.stateless {
            fields.extend(self.of_request(out)?);
        }
        Ok(fields)
    }

    /// The fields that every request of this session has, whatever its method.
    pub(super) fn of_session(&self) -> Vec<Field> {
        let session = self.session.as_deref().filter(|_| !self.stateless);
        let session = session.map(|id| field(SESSION, id));
        let version = self.version.as_deref().map(|version| field(MCP_PROTOCOL_VERSION, version));
        session.into_iter().chain(version).collect()
    }

    /// The fields that open a stream of the server's own, or take one up again.
    pub(super) fn of_stream(&self, last: Option<&str>) -> Vec<Field> {
        let mut fields = vec![field("Accept", STREAM)];
        fields.extend(self.of_session());
        fields.extend(last.map(|id| field("Last-Event-ID", id)));
        fields
    }

    /// MUST (2026-07-28): the header repeats what the body says, so that nobody on the way has to read it.
    fn of_request(&self, out: &Outgoing) -> Result<Vec<Field>, HttpFault> {
        if out.method.is_empty() {
            return Ok(Vec::new());
        }
        let mut fields = vec![field(MCP_METHOD, &encode(&out.method))];
        let name = out.name();
        fields.extend(name.as_deref().map(|name| field(MCP_NAME, &encode(name))));
        if out.method == TOOLS_CALL
            && let Some(name) = &name
        {
            fields.extend(self.mirrors.of_call(name, out.arguments())?);
        }
        Ok(fields)
    }

    /// Takes notice of the answer to a request: the line as it is to be handed on, if it has to be
    /// changed, and the tools that were left out.
    pub(super) fn heard(&mut self, out: &Outgoing, line: &str) -> (Option<String>, Vec<Dropped>) {
        let asked_for_tools = out.method == TOOLS_LIST && self.stateless;
        if out.method != INITIALIZE && !asked_for_tools {
            return (None, Vec::new());
        }
        let answer = parse(line).unwrap_or_default();
        let Some(result) = answer.get("result") else { return (None, Vec::new()) };
        if asked_for_tools {
            let first = out.params.get("cursor").is_none();
            return self.mirrors.listed(&answer, result, first);
        }
        let version = result.get("protocolVersion").and_then(Value::as_string);
        self.version = version.map(text);
        (None, Vec::new())
    }
}

pub(super) fn field(name: &str, value: &str) -> Field {
    (name.to_owned(), value.to_owned())
}
