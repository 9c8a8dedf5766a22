//! One connection of a server, and the crew of all of them.

use super::requests::is_nothing_yet;
use super::{Clock, GRACE, LOOK_EVERY, WRITE_WITHIN};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Whether somebody is at the other end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherEnd {
    /// As far as anybody knows.
    Here,
    /// It will send nothing more. Whether it still reads shows only when something is written: once that
    /// fails, nobody is there.
    Silent,
    /// Nobody.
    Gone,
}

/// A connection that was accepted.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    crew: Arc<Crew>,
    /// Since when nothing is asked on it, in milliseconds; [`BUSY`] while something is.
    idle_since: AtomicU64,
}

const BUSY: u64 = u64::MAX;

/// All connections of a listener.
#[derive(Debug)]
pub(super) struct Crew {
    pub(super) clock: Clock,
    stopping: AtomicBool,
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
    fewer: Condvar,
    count: AtomicU64,
}

impl Crew {
    pub(super) fn new(clock: Clock) -> Self {
        let (stopping, open) = (AtomicBool::new(false), Mutex::default());
        Self { clock, stopping, open, fewer: Condvar::new(), count: AtomicU64::new(0) }
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Takes a connection in, under a number.
    pub(super) fn take(self: &Arc<Self>, stream: TcpStream) -> io::Result<(u64, Arc<Connection>)> {
        stream.set_nodelay(true)?;
        // Said once: a call to the system for every request would cost more than the request.
        stream.set_read_timeout(Some(LOOK_EVERY))?;
        stream.set_write_timeout(Some(WRITE_WITHIN))?;
        let (crew, idle_since) = (Arc::clone(self), AtomicU64::new(self.now()));
        let connection = Arc::new(Connection { stream, crew, idle_since });
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        self.lock().insert(number, Arc::clone(&connection));
        Ok((number, connection))
    }

    pub(super) fn leave(&self, number: u64) {
        let gone = self.lock().remove(&number);
        drop(gone);
        self.fewer.notify_all();
    }

    /// Closes the connection that has been idle longest: whether there was one.
    pub(super) fn make_room(&self) -> bool {
        let longest = {
            let open = self.lock();
            let idle =
                open.iter().map(|(number, it)| (it.idle_since.load(Ordering::Relaxed), *number));
            let longest = idle.filter(|(since, _)| *since != BUSY).min();
            longest.and_then(|(_, number)| Some((number, Arc::clone(open.get(&number)?))))
        };
        let Some((number, connection)) = longest else { return false };
        connection.close();
        self.leave(number);
        true
    }

    /// Waits until a connection has ended, but not for long.
    pub(super) fn wait_a_little(&self) {
        drop(self.fewer.wait_timeout(self.lock(), Duration::from_millis(20)));
    }

    /// Begins no new request, lets those end that run, and closes every connection.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.close_all(Connection::is_idle);
        let some = |open: &mut BTreeMap<u64, Arc<Connection>>| !open.is_empty();
        drop(self.fewer.wait_timeout_while(self.lock(), GRACE, some));
        self.close_all(|_| true);
    }

    fn close_all(&self, wanted: impl Fn(&Connection) -> bool) {
        for connection in self.lock().values().filter(|it| wanted(it)) {
            connection.close();
        }
    }

    /// From now on no new request is begun.
    pub(super) fn begin_to_stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    fn now(&self) -> u64 {
        let now = (self.clock)().as_millis();
        u64::try_from(now).unwrap_or(BUSY).min(BUSY - 1)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    pub(super) fn is_stopping(&self) -> bool {
        self.crew.is_stopping()
    }

    pub(super) fn clock(&self) -> Clock {
        self.crew.clock
    }

    /// A request is being served.
    pub(super) fn busy(&self) {
        self.idle_since.store(BUSY, Ordering::Relaxed);
    }

    /// The next request is waited for, or still coming.
    pub(super) fn idle(&self) {
        self.idle_since.store(self.crew.now(), Ordering::Relaxed);
    }

    fn is_idle(&self) -> bool {
        self.idle_since.load(Ordering::Relaxed) != BUSY
    }

    pub(super) fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        (&self.stream).write_all(bytes)
    }

    /// Nothing crosses any more.
    pub(super) fn close(&self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Says goodbye so that the last answer is read: whoever closes while bytes lie unread takes his last
    /// words back.
    pub(super) fn part(&self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let _ = self.stream.set_read_timeout(Some(Duration::from_millis(200)));
        let mut rest = [0; 16 * 1024];
        for _ in 0..64 {
            if !matches!((&self.stream).read(&mut rest), Ok(count) if count > 0) {
                break;
            }
        }
    }

    pub(super) fn other_end(&self) -> OtherEnd {
        let looked = self.stream.set_nonblocking(true).and_then(|()| self.stream.peek(&mut [0]));
        let back = self.stream.set_nonblocking(false);
        match looked.and_then(|count| back.map(|()| count)) {
            Ok(0) => OtherEnd::Silent,
            Ok(_) => OtherEnd::Here,
            Err(error) if is_nothing_yet(&error) => OtherEnd::Here,
            Err(_) => OtherEnd::Gone,
        }
    }
}

impl Read for &Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&self.stream).read(buffer)
    }
}
