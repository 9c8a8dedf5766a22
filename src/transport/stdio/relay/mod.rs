//! Standing between a client and its server: every byte is passed on unchanged and at once.
//!
//! ```text
//! client ── bytes ──►  forward  ──► its stdin ── server
//!        ◄── bytes ──  forward  ◄── its stdout
//!        ◄── bytes ──  forward  ◄── its stderr
//!                         │ a copy, before it is passed on: so the order is that of cause and effect
//!                         ▼
//!                       Tape ──► cut into lines ──► whoever writes them down
//! ```
//!
//! Whoever has passed something on writes it down. Where that takes long, or is stuck, a second thread passes on
//! what comes meanwhile: the tape has a limit, and what does not fit is left out of the record, never out
//! of the session.

mod cutter;
mod forward;
mod hand;
mod session;
mod tape;
mod waiting;
mod way;

pub use forward::{Forward, Over};
pub use session::{Ends, Relay};
pub use tape::{Limits, MAX_LOGGED_LINE, MAX_WAITING, Source, Tape};
pub use way::Way;
