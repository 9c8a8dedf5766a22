//! Whoever the probe speaks with: a process, or an endpoint of HTTP. A walk asks both the same.

use crate::client::http::{HttpFault, HttpTransport};
use crate::transport::{Child, Crossing, Ended, Transport};
use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::process::ExitStatus;
use std::time::Duration;

/// The server, and the wire to it.
pub(super) enum Peer {
    /// It was started by the probe.
    Process(Child),
    /// It was there before.
    Endpoint(RefCell<HttpTransport>),
}

/// Something that keeps what crosses.
pub(super) trait Records {
    fn record(&self, crossing: Crossing);
}

impl Records for Child {
    fn record(&self, crossing: Crossing) {
        Self::record(self, crossing);
    }
}

impl Records for Peer {
    fn record(&self, crossing: Crossing) {
        Self::record(self, crossing);
    }
}

impl Peer {
    /// The wire to an endpoint, if it is one.
    pub(super) fn endpoint(&mut self) -> Option<&mut HttpTransport> {
        if let Self::Endpoint(wire) = self { Some(wire.get_mut()) } else { None }
    }

    pub(super) fn is_endpoint(&self) -> bool {
        matches!(self, Self::Endpoint(_))
    }

    pub(super) fn record(&self, crossing: Crossing) {
        match self {
            Self::Process(child) => child.record(crossing),
            Self::Endpoint(wire) => wire.borrow_mut().record(crossing),
        }
    }

    pub(super) fn crossings(&self) -> Vec<Crossing> {
        match self {
            Self::Process(child) => child.crossings(),
            Self::Endpoint(wire) => wire.borrow().crossings().to_vec(),
        }
    }

    pub(super) fn crossed(&self) -> usize {
        match self {
            Self::Process(child) => child.crossed(),
            Self::Endpoint(wire) => wire.borrow().crossings().len(),
        }
    }

    pub(super) fn set_patience(&mut self, patience: Option<Duration>) {
        match self {
            Self::Process(child) => child.set_patience(patience),
            Self::Endpoint(wire) => wire.get_mut().set_patience(patience),
        }
    }

    pub(super) fn send(&mut self, line: String) -> io::Result<()> {
        match self {
            Self::Process(child) => child.send(line),
            Self::Endpoint(wire) => wire.get_mut().send(line),
        }
    }

    pub(super) fn recv(&mut self) -> io::Result<Option<String>> {
        match self {
            Self::Process(child) => child.recv(),
            Self::Endpoint(wire) => wire.get_mut().recv(),
        }
    }

    /// Writes bytes as they are, which only a process can be sent.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Process(child) => child.write(bytes),
            Self::Endpoint(_) => Err(ErrorKind::Unsupported.into()),
        }
    }

    pub(super) fn unended(&self) -> Vec<u8> {
        match self {
            Self::Process(child) => child.unended(),
            Self::Endpoint(_) => Vec::new(),
        }
    }

    pub(super) fn is_open(&self) -> bool {
        match self {
            Self::Process(child) => child.is_open(),
            Self::Endpoint(_) => true,
        }
    }

    pub(super) fn last_words(&self) -> Vec<String> {
        match self {
            Self::Process(child) => child.last_words(),
            Self::Endpoint(_) => Vec::new(),
        }
    }

    pub(super) fn close(&mut self) {
        if let Self::Process(child) = self {
            child.close();
        }
    }

    /// How its process has ended; of an endpoint nobody sees that.
    pub(super) fn exited(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        match self {
            Self::Process(child) => child.exited(patience),
            Self::Endpoint(_) => Ok(None),
        }
    }

    /// Ends its process, which an endpoint is not asked to.
    pub(super) fn end(&mut self, patience: Duration) -> io::Result<Ended> {
        match self {
            Self::Process(child) => child.end(patience),
            Self::Endpoint(_) => Err(ErrorKind::Unsupported.into()),
        }
    }
}

/// Why an exchange over HTTP brought nothing, if an error says so.
pub(super) fn fault(error: &io::Error) -> Option<HttpFault> {
    HttpFault::of(error).cloned()
}
