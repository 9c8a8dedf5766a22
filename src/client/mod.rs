//! Chapter 9. The client: numbers its requests and matches the answers.
//!
//! ```text
//! request(method, params) ─► id 1, 2, 3… ─► line
//! line ─► receive ─┬─ an answer to one of ours ─► Answer
//!                  ├─ a question of the server ─► Reply: the line to send back
//!                  └─ a notification           ─► Nothing
//! ```
//!
//! `Client` is the pure part, lines in and lines out. A `Connection` adds a transport and waits.
//! `Stateless` speaks without a handshake, `open` finds out which era a server speaks, and a `Host`
//! answers what servers ask; `http` is the client's end of Streamable HTTP. With a handshake:
//!
//! ```
//! use mcp_lab::client::Connection;
//! use mcp_lab::server::{Server, serve};
//! use mcp_lab::{mcp::Implementation, transport::channel};
//! let (wire, mut other_end) = channel();
//! let server = std::thread::spawn(move || serve(&Server::new("empty", "1.0.0"), &mut other_end));
//! let mut connection = Connection::new(wire);
//! let result = connection.initialize("2025-06-18", Implementation::new("me", "0.1")).unwrap();
//! assert!(!result.capabilities.has("tools"));
//! drop(connection); // hanging up is how a session ends
//! server.join().unwrap().unwrap();
//! ```
//!
//! Simplified: waits for one answer at a time, no clock.
//! Source: MCP 2025-06-18, `basic/lifecycle`; MCP 2026-07-28; JSON-RPC 2.0 §4–§5.

mod connection;
mod core;
mod error;
mod host;
mod stateless;
mod era;
mod listen;
pub mod http;

pub use self::{connection::*, core::*, era::*, error::*, host::Host, stateless::*};
