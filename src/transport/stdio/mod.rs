//! Lines over standard input and output, both ends.
//!
//! ```text
//! client                                    server
//! Child ── line + newline ──►  its stdin ──► cut by a LineReader
//!       ◄── line + newline ── its stdout ◄── one write for answers that leave together
//! kept  ◄── anything ──────── its stderr
//! ```
//!
//! Source: MCP 2025-06-18, `basic/transports` (stdio), `basic/lifecycle` (shutdown).

mod launch;
mod child;
mod raw;
mod writer;
mod record;
mod pieces;
mod inbox;
mod stderr;
mod lines;
mod streams;
mod relay;
mod system;

pub use child::Child;
pub use inbox::{MAX_LAST_LINES, MAX_RECORD, MAX_UNREAD};
pub use launch::{After, Ended, Launch, ending};
pub use lines::{Cut, LineReader};
pub use record::Sink;
pub use relay::*;
pub use stderr::{LAST_WORDS, MAX_STDERR_LINE, MAX_STDERR_LINES};
pub use streams::Streams;
pub use system::exit_code;
