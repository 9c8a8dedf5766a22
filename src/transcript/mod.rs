//! Chapter 10. The transcript: a session on paper.
//!
//! ```text
//! client -> {"jsonrpc":"2.0","id":1,"method":"ping"}      a line the client sent, verbatim
//! server -> {"jsonrpc":"2.0","id":1,"result":{}}          a line the server sent, verbatim
//! client -> {"jsonrpc":"2.0","method":"notifications/initialized"}
//! server -> (通知，无响应)                                   the printer's own: nothing came back
//! server ~> "raw \xb4\xf3\r" no-newline                   bytes that cannot stand verbatim, escaped
//! client >> POST /mcp HTTP/1.1                            the head of an HTTP message
//! server !! Traceback (most recent call last)             a line of the server's stderr
//! -- server exited with code 3                            an event
//! #  free text                                            a note
//! ```
//!
//! This is the `.wire` format, the form everything else is made from: the annotated log only adds
//! lines to it. Whoever removes every line without a marker is left with the `.wire` file.
//!
//! Never: this chapter decides what is wrong with a session.

mod annotated;
mod bytes;
mod explain;
mod format;
mod guide;
mod jsonl;
mod label;
mod log;
mod markdown;
mod notes;
mod paint;
mod read;
mod wire;

pub(crate) use annotated::Page;
pub use annotated::{Section, sections};
pub use format::{FORMATS, Format};
pub use guide::{Guide, Note, Step};
pub use label::Label;
pub use log::Log;
pub use notes::Notes;
pub use paint::Paint;
pub use read::{WireError, crossing, is_wire};
pub use wire::Entry;

use crate::transport::Crossing;

/// Everything that happened on a wire, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// What crossed.
    pub crossings: Vec<Crossing>,
}
