//! Asking: one request, one answer, on a connection that is kept for the next.

use super::error::HttpError;
use super::response::{Body, Response, Wire};
use super::url::{Host, Scheme, Url};
use super::{Clock, Field, WRITE_WITHIN};
use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

/// How long an answer may keep its client waiting without a byte.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How long a connection may take to be opened.
pub const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// A client of one server. It has one connection, so it asks one thing at a time; whoever wants to ask
/// another meanwhile takes another client.
#[derive(Debug)]
pub struct HttpClient {
    url: Url,
    patience: Duration,
    wire: Option<Wire>,
}

/// Shuts a connection down from another thread.
#[derive(Debug, Clone)]
pub struct Closer(Arc<TcpStream>);

impl HttpClient {
    /// A client that has no connection yet.
    pub fn new(url: Url, _clock: Clock) -> Self {
        Self { url, patience: PATIENCE, wire: None }
    }

    /// Waits no longer than this for the next byte.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        // The system takes 0 for ever.
        self.patience = patience.max(Duration::from_millis(1));
        self
    }

    /// Whose client it is.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Sends a request and waits for the head of its answer. `Host` and the length of the body are said
    /// unless `fields` says them; a redirect is an answer like any other, and never followed.
    ///
    /// # Errors
    /// There is no answer.
    pub fn send(
        &mut self,
        method: &str,
        fields: &[Field<'_>],
        body: &[u8],
    ) -> Result<Response<'_>, HttpError> {
        self.send_telling(method, fields, body, drop)
    }

    /// The same; what shuts the connection down is told before anything is written, so that another thread
    /// can end the wait for an answer that never begins.
    ///
    /// # Errors
    /// As [`HttpClient::send`].
    pub fn send_telling(
        &mut self,
        method: &str,
        fields: &[Field<'_>],
        body: &[u8],
        opened: impl FnOnce(Closer),
    ) -> Result<Response<'_>, HttpError> {
        let kept = self.wire.take().filter(Wire::is_open);
        let mut wire = match kept {
            Some(wire) => wire,
            None => Wire::new(self.connect()?, self.patience),
        };
        opened(Closer::of(&wire.stream));
        let text = self.text(method, fields, body);
        wire.write_all(&text).map_err(HttpError::Io)?;
        let (status, fields) = wire.head()?;
        let body = if method == "HEAD" { Body::None } else { Body::of(status, &fields)? };
        Ok(Response::new(status, fields, body, wire, &mut self.wire))
    }

    fn text(&self, method: &str, fields: &[Field<'_>], body: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(512 + body.len());
        let says = |name: &str| fields.iter().any(|(it, _)| it.eq_ignore_ascii_case(name));
        // Writing to a `Vec` does not fail.
        let _ = write!(text, "{method} {} HTTP/1.1\r\n", self.url.path);
        if !says("Host") {
            let _ = write!(text, "Host: {}\r\n", self.url.authority());
        }
        for (name, value) in fields {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if (!body.is_empty() || method == "POST") && !says("Content-Length") {
            let _ = write!(text, "Content-Length: {}\r\n", body.len());
        }
        text.extend_from_slice(b"\r\n");
        text.extend_from_slice(body);
        text
    }

    fn connect(&self) -> Result<TcpStream, HttpError> {
        if self.url.scheme == Scheme::Https {
            return Err(HttpError::Https);
        }
        let opened = self.addresses().and_then(|addresses| {
            let mut last = io::Error::from(io::ErrorKind::NotFound);
            for address in addresses {
                match TcpStream::connect_timeout(&address, CONNECT_WITHIN.min(self.patience)) {
                    Ok(stream) => return Ok(stream),
                    Err(error) => last = error,
                }
            }
            Err(last)
        });
        let ready = opened.and_then(|stream| {
            stream.set_nodelay(true)?;
            stream.set_write_timeout(Some(WRITE_WITHIN))?;
            stream.set_read_timeout(Some(self.patience))?;
            Ok(stream)
        });
        ready.map_err(|error| HttpError::Unreachable(self.url.authority(), error))
    }

    fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        let port = self.url.port;
        match &self.url.host {
            Host::V4(address) => Ok(vec![(*address, port).into()]),
            Host::V6(address) => Ok(vec![(*address, port).into()]),
            Host::Name(name) => Ok((name.as_str(), port).to_socket_addrs()?.collect()),
        }
    }
}

impl Closer {
    pub(super) fn of(stream: &Arc<TcpStream>) -> Self {
        Self(Arc::clone(stream))
    }

    /// Nothing crosses any more.
    pub fn close(&self) {
        // It may be closed already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}
