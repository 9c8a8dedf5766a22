//! Chapter 7. Transports: something that carries lines.
//!
//! ```text
//! client ── send(line) ──►  a transport  ──► recv() ── server
//! client ◄── recv() ──────  a transport  ◄── send(line) ── server
//! ```
//!
//! Over `channel()` two threads of one process exchange *strings*: what crosses is exactly what a pipe
//! would show. `stdio` is that pipe, `http` the network. A `Tap` keeps a list of what crossed.
//!
//! Never: a transport looks inside a line.

mod channel;
mod crossing;
mod tap;
mod stdio;
pub mod http;

pub use channel::{Channel, channel};
pub use crossing::{Crossing, Side};
pub use stdio::*;
pub use tap::Tap;

use std::io;

/// One end of a connection that carries lines.
pub trait Transport {
    /// Hands a line to the other end; it must not contain a newline.
    ///
    /// # Errors
    /// The wire broke, or the other end is gone.
    fn send(&mut self, line: String) -> io::Result<()>;

    /// Waits for the next line from the other end; `None` when it has hung up.
    ///
    /// # Errors
    /// The wire broke.
    fn recv(&mut self) -> io::Result<Option<String>>;
}
