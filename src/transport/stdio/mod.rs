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

mod child;
mod lines;
mod signal;

pub use child::{After, Child, Ended, Launch, MAX_STDERR_LINE, MAX_STDERR_LINES};
pub use lines::{Cut, LineReader};
