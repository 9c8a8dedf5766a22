//! Requests that a client would not send, for whoever wants to see what a server makes of them.

use super::exchange::Kind;
use super::inbox::What;
use super::outgoing::Outgoing;
use super::spoken::Field;
use super::transport::HttpTransport;
use crate::transport::http::{HeadLine, Host, Url};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::Duration;

/// What came of such a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odd {
    /// Such as 406.
    pub status: u16,
    /// Such as `application/json`.
    pub content_type: Option<String>,
}

impl HttpTransport {
    /// The fields that would go with a line.
    pub fn fields_of(&mut self, line: &str) -> Vec<Field> {
        self.spoken.fields(&Outgoing::read(line)).unwrap_or_default()
    }

    /// The fields that would open the server's own stream.
    pub fn stream_fields(&self) -> Vec<Field> {
        self.spoken.of_stream(None)
    }

    /// Sends a request with just these fields, and says what came; what is in it is only recorded. Of a
    /// stream that a GET opens nothing but the head is read.
    ///
    /// # Errors
    /// No head came, in time or at all.
    pub fn odd(&mut self, method: &'static str, fields: &[Field], body: &str) -> io::Result<Odd> {
        let number = self.begin(Kind::Odd(method), fields.to_vec(), body.to_owned())?;
        let mut came = Err(ErrorKind::TimedOut.into());
        while let Some(item) = self.shared.inbox.next_of(number, self.patience) {
            if matches!(item.what, What::End) {
                return came;
            }
            if let What::Head { line, .. } = &item.what
                && let Some((status, kind)) = HeadLine::read(line).answer()
            {
                came = Ok(Odd { status, content_type: kind.map(str::to_owned) });
            }
            if let What::Fault(fault) = item.what {
                came = came.or(Err(self.fault(fault)));
            } else {
                self.take(item);
            }
        }
        self.shared.close_one(number);
        came
    }
}

/// Whether somebody listens there: a connection is opened, and closed again.
///
/// # Errors
/// Nobody does, or not within this time.
pub fn reach(url: &Url, patience: Duration) -> io::Result<()> {
    let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
    let addresses: Vec<SocketAddr> = match &url.host {
        Host::V4(address) => vec![(*address, url.port).into()],
        Host::V6(address) => vec![(*address, url.port).into()],
        Host::Name(name) => (name.as_str(), url.port).to_socket_addrs()?.collect(),
    };
    for address in addresses {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(_) => return Ok(()),
            Err(error) => last = error,
        }
    }
    Err(last)
}
