//! Chapter 6. MCP: what the messages mean.
//!
//! JSON-RPC says how to ask and answer. MCP says what may be asked, by whom, and when:
//!
//! ```text
//! client                                     server
//!   │ ── initialize ───────────────────────►  │   I speak 2025-06-18, this is what I can do
//!   │ ◄──────────────────────────── result ── │   then so do I, and I offer "tools"
//!   │ ── notifications/initialized ────────►  │   ready; nobody answers this
//!   │                                         │
//!   │ ── tools/list ───────────────────────►  │   what can you do?
//!   │ ◄──────────────────────────── result ── │   two tools, each with a schema of its arguments
//!   │ ── tools/call ───────────────────────►  │   do it
//!   │ ◄──────────────────────────── result ── │   content, and isError: did the tool say no?
//! ```
//!
//! Types and methods carry the specification's own names; a method's name is written once, beside
//! the types that travel under it. Each of them is a `Payload`: it reads itself off the wire, or
//! says `Misfit`, and writes itself back.
//!
//! Never: this chapter does no I/O. Beside this handshake stands the era without one, `stateless`.
//!
//! Source: MCP 2025-06-18, `basic/lifecycle`, `server`, `schema.ts`.

mod payload;
mod revision;
mod lifecycle;
mod tools;
mod misfit;
mod tool_error;
mod implementation;
mod optional;
mod capabilities;
mod annotations;
mod resources;
mod prompts;
mod completion;
mod logging;
mod running;
mod asking;
mod eras;
pub mod stateless;

pub use self::{
    annotations::*, asking::*, completion::*, eras::*, implementation::*, lifecycle::*,
};
pub use self::{logging::*, misfit::*, payload::*, prompts::*, resources::*, revision::*};
pub use self::{running::*, tool_error::*, tools::*};
