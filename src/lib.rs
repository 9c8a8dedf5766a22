//! The Model Context Protocol made visible: every byte that a client and a server exchange,
//! explained.
//!
//! ```text
//!  makes a session                     reads a session
//!  lesson ─┐                         ┌─ print: annotated · wire · jsonl · markdown
//!  probe  ─┼──►   Transcript   ──────┼─ doctor: which step, which rule, whose fault, what to do
//!  a file ─┘                         └─ golden comparison
//! ```
//!
//! The chapters stand below in reading order, and each uses only the chapters above it. Words used
//! for one thing only: a *line* is one JSON text without its newline; a *message* is a line
//! understood; a *crossing* is a line with its sender; a *session* is what a client and a server say
//! to each other; a *transcript* is a session on paper; an *era* is how two sides begin, with a
//! handshake or with any request.
//!
//! The way of one line is four hops: line → [`json::Value`] → [`jsonrpc::Message`] → handler, and
//! back. These are the files it passes through when you type `cargo run`, from the client's script to
//! the printed page, in the order to read them:
//!
//! ```text
//! src/json/mod.rs          src/mcp/mod.rs              src/client/mod.rs
//! src/json/value.rs        src/mcp/payload.rs          src/client/core.rs
//! src/json/parse.rs        src/mcp/revision.rs         src/client/connection.rs
//! src/json/scan.rs         src/mcp/lifecycle.rs        src/transcript/mod.rs
//! src/json/string.rs       src/mcp/tools.rs            src/transcript/wire.rs
//! src/json/number.rs       src/transport/mod.rs        src/transcript/guide.rs
//! src/json/print.rs        src/transport/crossing.rs   src/transcript/explain.rs
//! src/jsonrpc/mod.rs       src/transport/channel.rs    src/transcript/annotated.rs
//! src/jsonrpc/id.rs        src/transport/tap.rs        src/servers/mini.rs
//! src/jsonrpc/message.rs   src/server/mod.rs           src/servers/allow.rs
//! src/jsonrpc/read.rs      src/server/builder.rs       src/lessons/mod.rs
//! src/jsonrpc/error.rs     src/server/session.rs       src/lessons/six_step/mod.rs
//!                          src/server/answer.rs        src/lessons/six_step/guide.rs
//!                          src/server/methods.rs
//! ```
//!
//! What stands beside them in the same folders is for lines that go wrong, for values that outlive
//! their line, and for other formats.

/// 1. Text into values, and back into the same text.
pub mod json;
/// 2. Values into messages, told apart by their members.
pub mod jsonrpc;
/// 3. Whether a value fits, and if not, where and why.
pub mod schema;
/// 4. Words for people, in two languages.
pub mod text;
/// 5. Fingerprints and seals.
pub mod digest;
/// 6. What the messages of MCP mean.
pub mod mcp;
/// 7. Something that carries lines.
pub mod transport;
/// 8. A function from one line to at most one line.
pub mod server;
/// 9. The side that asks.
pub mod client;
/// 10. A session on paper.
pub mod transcript;
/// 11. The servers worth running.
pub mod servers;
/// 12. What is wrong with a session, and why.
pub mod doctor;
/// 13. The sessions worth watching.
pub mod lessons;
/// 14. Words into a command.
pub mod cli;

/// The README's Rust sample is compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
