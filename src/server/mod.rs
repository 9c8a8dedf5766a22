//! Chapter 8. The server: a function from one line to at most one line.
//!
//! ```text
//! line ─► json::parse ─► Message ─┬─ request ──────► METHODS table ─► handler ─► answer, a line
//!              │            │     ├─ notification ─► noted           ─► nothing
//!              │            │     └─ response ─────► nobody waits    ─► nothing
//!              └─ -32700    └─ -32600
//! ```
//!
//! A server has three visible parts: ① the `Tool`, all that a model sees;
//! ② its handler, what happens when it is called; ③ the capabilities, what a client may ask for.
//!
//! ```
//! use mcp_lab::mcp::{ServerCapabilities, Tool};
//! use mcp_lab::server::{Server, Session};
//!
//! let schema = r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;
//! let server = Server::new("greeter", "1.0.0")
//!     .capabilities(ServerCapabilities::tools())                          // ③
//!     .tool(Tool::new("greet", "Greets a person by name.", schema)?,      // ①
//!         |arguments| match arguments.get("name").and_then(|it| it.as_string()?.text().ok()) { // ②
//!             Some(name) => Ok(format!("Hello, {name}!")),
//!             None => Err("greet needs a name that can be read"),
//!         })?;
//!
//! let mut session = Session::default();
//! assert_eq!(
//!     server.answer(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).as_deref(),
//!     Some(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
//! );
//! # Ok::<(), mcp_lab::mcp::ToolError>(())
//! ```
//!
//! Beside this way stand `stateless`, for requests that carry their own version, `features`, for more than
//! tools, `live`, for calls beside each other, and `http`, for many clients. Never: a file or a socket.
//!
//! Source: MCP 2025-06-18, `basic/lifecycle`, `server/tools`.

mod answer;
mod builder;
mod methods;
mod session;
mod offer;
mod why;
mod exchange;
mod features;
mod asking;
mod stateless;
mod live;
pub mod http;

pub use asking::Pause;
pub use builder::Server;
pub use exchange::Exchange;
pub use features::*;
pub use live::*;
pub use offer::Validation;
pub use session::Session;
pub use stateless::{STATE_LIFETIME, Seals, serve_both_eras};

use crate::transport::Transport;
use std::io;

/// Answers one connection, line by line, until the client hangs up.
///
/// # Errors
/// The wire broke. A client that is gone before it read its answer is no error: the session is over.
pub fn serve(server: &Server, wire: &mut impl Transport) -> io::Result<()> {
    let mut session = Session::default();
    while let Some(line) = wire.recv()? {
        let Some(answer) = server.answer(&mut session, &line) else { continue };
        match wire.send(answer) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            sent => sent?,
        }
    }
    Ok(())
}
