//! Passing connections on to a server, byte for byte, and handing copies to whoever reads along.
//!
//! ```text
//! client ══► relay ══► server     each piece is passed on as it came, and at once
//!              └─► copies         in the order in which the pieces passed, whatever connection they were on
//! ```
//!
//! Nothing is changed, also not the field `Host`. What passes is copied after it was passed on; when whoever
//! reads along falls behind, copies are left out and not one byte waits.

mod copies;
mod watch;

pub use copies::{Copied, Copies, MAX_COPIES, Way};
pub use watch::{Heading, Piece, Watch};

use copies::Copier;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How many connections are passed on at once; one more is closed.
pub const MAX_RELAYED: usize = 1024;

/// How long the server's machine may take to answer at all.
const REACH_WITHIN: Duration = Duration::from_secs(10);

/// How much is passed on at once, in bytes.
const PIECE: usize = 64 * 1024;

/// A thread reads and writes, and nothing else.
const STACK: usize = 192 * 1024;

/// How long is waited when no connection can be accepted, because too many files are open.
const BREATH: Duration = Duration::from_millis(50);

/// Listens, and passes every connection on.
#[derive(Debug)]
pub struct HttpRelay {
    listener: TcpListener,
    to: String,
    copier: Copier,
    open: Arc<AtomicUsize>,
}

impl HttpRelay {
    /// Listens there; `to` is the server's host and port.
    ///
    /// # Errors
    /// It cannot listen there.
    pub fn bind(at: impl ToSocketAddrs, to: &str) -> io::Result<(Self, Copies)> {
        let (copier, read_along) = copies::copies();
        let listener = TcpListener::bind(at)?;
        Ok((Self { listener, to: to.to_owned(), copier, open: Arc::default() }, read_along))
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system does not say.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Whether every connection has ended and its copies were read.
    pub fn is_idle(&self) -> bool {
        self.open.load(Ordering::SeqCst) == 0 && self.copier.is_read()
    }

    /// Passes connections on, for as long as the program runs.
    pub fn run(&self) {
        let mut number = 0;
        loop {
            match self.listener.accept() {
                Ok((client, _)) if self.open.load(Ordering::SeqCst) < MAX_RELAYED => {
                    number += 1;
                    self.pass_on(client, number);
                }
                Ok(_) => {}
                Err(_) => thread::sleep(BREATH),
            }
        }
    }

    fn pass_on(&self, client: TcpStream, number: u64) {
        let (to, copier, open) = (self.to.clone(), self.copier.clone(), Arc::clone(&self.open));
        open.fetch_add(1, Ordering::SeqCst);
        let count = Arc::clone(&open);
        let work = move || {
            if let Err(error) = connection(&client, &to, &copier, number) {
                copier.unreached(number, &error);
            }
            open.fetch_sub(1, Ordering::SeqCst);
        };
        let thread = thread::Builder::new().name("relay".to_owned()).stack_size(STACK);
        if thread.spawn(work).is_err() {
            count.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// One connection, to its end. Fails where the server cannot be reached.
fn connection(client: &TcpStream, to: &str, copier: &Copier, number: u64) -> io::Result<()> {
    let server = reach(to)?;
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (answers, back) = (server.try_clone()?, client.try_clone()?);
    let other = copier.clone();
    let thread = thread::Builder::new().name("answers".to_owned()).stack_size(STACK);
    let answering = thread.spawn(move || pump(&answers, &back, &other, (number, Way::Back)))?;
    pump(client, &server, copier, (number, Way::There));
    // Whatever it ended with stands in what was passed on.
    let _ = answering.join();
    Ok(())
}

fn reach(to: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in to.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, REACH_WITHIN) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Passes on what comes from one end until that closes, and then closes the other.
fn pump(mut from: &TcpStream, mut to: &TcpStream, copier: &Copier, of: (u64, Way)) {
    let mut piece = vec![0; PIECE];
    loop {
        let read = match from.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let bytes = piece.get(..read).unwrap_or_default();
        // What somebody does because of these bytes comes after them.
        let turn = copier.turn();
        let passed = to.write_all(bytes).is_ok();
        copier.copy(turn, of, bytes);
        if !passed {
            // Whoever still writes hears that nobody reads any more.
            let _ = from.shutdown(Shutdown::Both);
            break;
        }
    }
    let turn = copier.turn();
    let _ = to.shutdown(Shutdown::Write);
    copier.end(turn, of);
}
