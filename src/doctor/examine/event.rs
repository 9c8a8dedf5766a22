//! What the remarks of a recording say.

use crate::client::http::{LOST, NO_MESSAGE};

/// Something that happened beside the wire, as whoever recorded it wrote it down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A server was started, with this command.
    Started(String),
    /// It could not be: why.
    NotStarted(String),
    /// Its process has ended: how, such as `code 3`.
    Exited(String),
    /// It did not leave by itself when it should have.
    Stayed,
    /// The client closed the server's stdin.
    ClientClosed,
    /// The server closed a pipe: which.
    ServerClosed(String),
    /// An answer was waited for, and did not come: how long, to what.
    Waited(String),
    /// A client does something unusual, to see whether the server stands it: what.
    OnPurpose(String),
    /// Nobody listens at the address of the URL: why.
    Unreached(String),
    /// An exchange over HTTP brought no message: what it brought.
    NoMessage(String),
    /// An answer over HTTP broke off: how.
    CutOff(String),
    /// Something else.
    Other,
}

/// How a client begins to say that it is about to do something unusual.
pub(in crate::doctor) const ON_PURPOSE: &str = "client does this on purpose: ";

/// Makes an event of what stands behind its beginning.
type Make = fn(String) -> Event;

impl Event {
    /// What an event of a transcript says.
    pub fn read(what: &str) -> Self {
        let after = |start: &str| what.strip_prefix(start).map(str::to_owned);
        let table: [(&str, Make); 11] = [
            ("server started: ", Self::Started),
            ("server started once more: ", Self::Started),
            ("server could not be started: ", Self::NotStarted),
            ("server exited with ", Self::Exited),
            ("server closed its ", Self::ServerClosed),
            ("client waited ", Self::Waited),
            ("server did not leave", |_| Self::Stayed),
            (ON_PURPOSE, Self::OnPurpose),
            ("server could not be reached: ", Self::Unreached),
            (NO_MESSAGE, Self::NoMessage),
            (LOST, Self::CutOff),
        ];
        if what == "client closed stdin" {
            return Self::ClientClosed;
        }
        let read = table.iter().find_map(|(start, event)| after(start).map(event));
        read.unwrap_or(Self::Other)
    }
}
