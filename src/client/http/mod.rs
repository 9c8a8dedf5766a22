//! The client's end of Streamable HTTP.
//!
//! ```text
//! send(line) ──► POST, a connection of its own while the answer lasts ──► the endpoint
//! recv() ◄── lines in the order in which they came ◄─┬─ application/json: one line
//!                                                    ├─ text/event-stream: many
//!                                                    └─ the server's own stream (GET), if it has one
//! ```
//!
//! Every failure is an [`io::Error`](std::io::Error) that carries an [`HttpFault`]. Everything that crossed
//! is kept, each line under the head of its HTTP message.
//!
//! Source: MCP 2025-06-18, `basic/transports`; MCP 2026-07-28, `basic/transports/streamable-http`.

mod answer;
mod ending;
mod exchange;
mod fault;
mod hint;
mod inbox;
mod log;
mod mirror;
mod odd;
mod outgoing;
mod page;
mod shared;
mod spoken;
mod transport;
mod understood;

pub use exchange::{MAX_EMPTY_STREAMS, MAX_FAILED_STREAMS, RECONNECT_AFTER};
pub use fault::{HttpFault, LOST, NO_MESSAGE};
pub use inbox::MAX_UNREAD;
pub use mirror::MAX_TOOLS;
pub use odd::{Odd, reach};
pub use shared::Wait;
pub use transport::{HttpTransport, MAX_OPEN, STREAM_HEAD_WITHIN};
