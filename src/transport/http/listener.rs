//! Accepting connections, each served by a thread of its own.
//!
//! A thread that waits costs a few pages of memory, so thousands of idle connections are cheap, and a
//! service is written as if it had one client.

use super::connection::{Connection, Crew};
use super::reply::{Done, Reply};
use super::request::Request;
use super::requests::{Requests, Unread};
use super::{Clock, MAX_CONNECTIONS};
use crate::text::Lang;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What answers requests.
pub trait Service: Send + Sync {
    /// Answers one request. Many threads call this at once, each for its own connection.
    ///
    /// # Errors
    /// The connection broke.
    fn serve(&self, request: &Request<'_>, reply: Reply<'_>) -> io::Result<()>;
}

/// A port on which connections are accepted.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    crew: Arc<Crew>,
    limit: usize,
}

/// Ends a listener from another thread.
#[derive(Debug, Clone)]
pub struct Stopper {
    crew: Arc<Crew>,
    address: SocketAddr,
}

impl Listener {
    /// Takes a port; 0 takes any that is free.
    ///
    /// # Errors
    /// The port is taken, or not to be had.
    pub fn bind(address: impl ToSocketAddrs, clock: Clock) -> io::Result<Self> {
        let socket = TcpListener::bind(address)?;
        Ok(Self { socket, crew: Arc::new(Crew::new(clock)), limit: MAX_CONNECTIONS })
    }

    /// Keeps so many connections at most.
    #[must_use]
    pub fn keeping(mut self, limit: usize) -> Self {
        self.limit = limit.max(1);
        self
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system does not say.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// What ends it.
    ///
    /// # Errors
    /// The system does not say where it listens.
    pub fn stopper(&self) -> io::Result<Stopper> {
        let mut address = self.local_addr()?;
        if address.ip().is_unspecified() {
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
            });
        }
        Ok(Stopper { crew: Arc::clone(&self.crew), address })
    }

    /// Accepts connections until it is stopped; then requests that run are answered, for as long as
    /// [`GRACE`](super::GRACE) lets them.
    ///
    /// # Errors
    /// The port is gone.
    pub fn run(self, service: &Arc<dyn Service>) -> io::Result<()> {
        loop {
            let accepted = self.socket.accept();
            if self.crew.is_stopping() {
                break;
            }
            match accepted {
                Ok((stream, _)) => self.welcome(stream, service),
                Err(error) if is_one_connection(&error) => {}
                // Too few of something, such as file handles: others have to go first.
                Err(_) => {
                    self.crew.make_room();
                    self.crew.wait_a_little();
                }
            }
        }
        drop(self.socket);
        self.crew.stop();
        Ok(())
    }

    fn welcome(&self, stream: TcpStream, service: &Arc<dyn Service>) {
        if self.crew.len() >= self.limit && !self.crew.make_room() {
            return turn_away(&stream);
        }
        let Ok((number, connection)) = self.crew.take(stream) else { return };
        let (crew, service) = (Arc::clone(&self.crew), Arc::clone(service));
        let served = Arc::clone(&connection);
        let work = move || {
            // Whatever breaks in here costs its own connection.
            let _ = catch_unwind(AssertUnwindSafe(|| attend(&served, &*service)));
            served.close();
            crew.leave(number);
        };
        if thread::Builder::new().name("connection".to_owned()).spawn(work).is_err() {
            let _ = connection.write_all(FULL);
            connection.close();
            self.crew.leave(number);
        }
    }
}

/// How often a listener is woken for its end, 20 ms apart, while the last connections go.
const WAKING_TRIES: u32 = 50;

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n";
const BROKEN: &[u8] =
    b"HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// Says that there is no room, without waiting for anybody.
fn turn_away(stream: &TcpStream) {
    let mut out = stream;
    if stream.set_nonblocking(true).is_ok() {
        let _ = out.write_all(FULL);
    }
}

/// Whether only the connection broke that was to be accepted.
fn is_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted)
}

/// Serves one connection, request by request, to its end.
fn attend(connection: &Connection, service: &dyn Service) {
    let mut requests = Requests::new(connection, connection.clock());
    loop {
        let go_on = || connection.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
        let mut done = Done::Nothing;
        match requests.next(go_on) {
            Ok(Some(request)) => {
                connection.busy();
                let reply = Reply::to(&request, connection, &mut done);
                let served = catch_unwind(AssertUnwindSafe(|| service.serve(&request, reply)));
                connection.idle();
                match (served, done) {
                    (Ok(Ok(())), Done::Kept) if !connection.is_stopping() => {}
                    (Ok(Ok(())), _) => return connection.part(),
                    // A service that broke: what it has begun to say cannot be taken back.
                    (Err(_), Done::Nothing) => return last_words(connection, BROKEN),
                    (Ok(Err(_)) | Err(_), _) => return,
                }
            }
            Ok(None) | Err(Unread::Broken(_)) => return,
            Err(Unread::Refused(fault)) => {
                let (status, why) = (fault.status(), fault.said(Lang::En));
                let answer = format!(
                    "HTTP/1.1 {} {}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{why}\n",
                    status.0,
                    status.reason(),
                    why.len() + 1,
                );
                return last_words(connection, answer.as_bytes());
            }
        }
    }
}

/// The last answer of a connection.
fn last_words(connection: &Connection, answer: &[u8]) {
    if connection.write_all(answer).is_ok() {
        connection.part();
    }
}

impl Stopper {
    /// Begins to end the listener. Whoever waits in [`Listener::run`] comes back when it has ended.
    pub fn stop(&self) {
        self.crew.begin_to_stop();
        if self.wakes() {
            return;
        }
        // The system has no connection left for that: those that are there have to end first.
        self.crew.stop();
        for _ in 0..WAKING_TRIES {
            if self.wakes() {
                return;
            }
            self.crew.wait_a_little();
        }
    }

    /// Whoever waits for a connection gets one; whether nobody waits now.
    fn wakes(&self) -> bool {
        match TcpStream::connect_timeout(&self.address, Duration::from_secs(1)) {
            Ok(_) => true,
            Err(error) => error.kind() == io::ErrorKind::ConnectionRefused,
        }
    }

    /// Whether somebody has begun to end it.
    pub fn is_stopping(&self) -> bool {
        self.crew.is_stopping()
    }
}
