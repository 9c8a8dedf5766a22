//! What a tap sees: who sent which line, and what else happened to the wire.

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The side that asks first: it sends `initialize`.
    Client,
    /// The side that offers tools.
    Server,
}

impl Side {
    /// The word a transcript begins this side's lines with.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
        }
    }
}

/// One thing that happened on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Crossing {
    /// A line of text, without its newline.
    Line(Side, String),
    /// Bytes that are no line of text: not UTF-8, with control characters, or never ended.
    Bytes {
        /// Who sent them.
        side: Side,
        /// As they were sent, without the newline.
        bytes: Vec<u8>,
        /// Whether a newline came after them.
        ended: bool,
    },
    /// The head of an HTTP message, in one line.
    Head(Side, String),
    /// A line the server wrote to its stderr.
    Stderr(String),
    /// Something that happened to a side: started, closed, exited, timed out.
    Event(String),
    /// A remark of whoever recorded the session.
    Note(String),
}
