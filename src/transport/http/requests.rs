//! Reading requests, one behind the other, from whatever bytes come in whatever pieces.

use super::chunks::Chunks;
use super::fields::Span;
use super::head_end::HeadEnd;
use super::refused::Fault;
use super::request::{self, Framing, Request};
use super::{BODY_WITHIN, Clock, HEAD_WITHIN, IDLE_FOR, MAX_BODY_BYTES};
use std::io::{self, ErrorKind, Read};
use std::time::Duration;

/// How many bytes are read at once, and kept while nothing is asked.
const PIECE: usize = 4096;

/// Reads requests from a connection.
#[derive(Debug)]
pub struct Requests<R> {
    input: R,
    clock: Clock,
    bytes: Vec<u8>,
    /// What was read lies between these two, the request that was handed out last in front.
    start: usize,
    end: usize,
    /// How many bytes that request has.
    used: usize,
    spans: Vec<Span>,
    /// A body that came in chunks.
    body: Vec<u8>,
}

/// Why there is no request.
#[derive(Debug)]
pub enum Unread {
    /// It is not HTTP as it should be; the other end is to be told, and the connection to be closed.
    Refused(Fault),
    /// The connection broke.
    Broken(io::Error),
}

/// How long something may take; it begins when it did not come with the first read.
struct Timer {
    within: Duration,
    since: Option<Duration>,
    reads: bool,
}

impl<R: Read> Requests<R> {
    /// Reads from this. A reader that has nothing yet says `WouldBlock` or `TimedOut` from time to time,
    /// so that the clock can be looked at.
    pub fn new(input: R, clock: Clock) -> Self {
        let (bytes, spans, body) = (vec![0; PIECE], Vec::new(), Vec::new());
        Self { input, clock, bytes, start: 0, end: 0, used: 0, spans, body }
    }

    /// Whether bytes of a further request have come already.
    pub fn is_ahead(&self) -> bool {
        self.start + self.used < self.end
    }

    /// Waits for the next request; `None` when the other end has no more, or asks nothing for
    /// [`IDLE_FOR`]. `go_on` is called when the other end waits to be told that its body may come.
    ///
    /// # Errors
    /// [`Unread`]; nothing more can be read then.
    pub fn next(
        &mut self,
        go_on: impl FnOnce() -> io::Result<()>,
    ) -> Result<Option<Request<'_>>, Unread> {
        self.tidy();
        if self.start == self.end && !self.more(&mut Timer::of(IDLE_FOR))?.unwrap_or(false) {
            return Ok(None);
        }
        let Some(head) = self.head()? else { return Ok(None) };
        let text = self.bytes.get(self.start..self.start + head).unwrap_or_default();
        let text = std::str::from_utf8(text).map_err(|_| Fault::NotText)?;
        let start = request::read(text, &mut self.spans)?;
        if start.waits && start.framing != Framing::Counted(0) && self.end == self.start + head {
            go_on()?;
        }
        let counted = match start.framing {
            Framing::Counted(length) => {
                self.whole(head + length)?;
                self.used = head + length;
                Some(length)
            }
            Framing::Chunked => {
                self.chunks(self.start + head)?;
                self.used = head;
                None
            }
        };
        let here = self.bytes.get(self.start..self.end).unwrap_or_default();
        let (text, rest) = here.split_at_checked(head).unwrap_or_default();
        let text = std::str::from_utf8(text).map_err(|_| Fault::NotText)?;
        let body = match counted {
            Some(length) => rest.get(..length).unwrap_or_default(),
            None => &self.body,
        };
        Ok(Some(start.request(text, &self.spans, body)))
    }

    /// Lets go of the request that was handed out, and of memory that a large one needed.
    fn tidy(&mut self) {
        self.start += std::mem::take(&mut self.used);
        if self.start < self.end {
            return;
        }
        (self.start, self.end) = (0, 0);
        if self.bytes.len() > PIECE * 16 {
            self.bytes = vec![0; PIECE];
        }
        if self.body.capacity() > PIECE * 16 {
            self.body = Vec::new();
        }
    }

    /// Waits until a head is whole: how many bytes it has.
    fn head(&mut self) -> Result<Option<usize>, Unread> {
        let (mut search, mut timer) = (HeadEnd::default(), Timer::of(HEAD_WITHIN));
        loop {
            let mut here = self.bytes.get(self.start..self.end).unwrap_or_default();
            // RFC 9112, section 2.2: an empty line before a request is passed over.
            while let [b'\r', b'\n', rest @ ..] = here {
                (self.start, here, search) = (self.start + 2, rest, HeadEnd::default());
            }
            match here {
                [0x16, 3, ..] => return Err(Fault::Tls.into()),
                _ if here.starts_with(b"PRI * HTTP/2.0\r\n") => return Err(Fault::Http2.into()),
                _ => {}
            }
            let nothing = here.is_empty();
            if let Some(length) = search.find(here)? {
                return Ok(Some(length));
            }
            match self.more(&mut timer)? {
                Some(true) => {}
                Some(false) if nothing => return Ok(None),
                Some(false) => return Err(Fault::CutOff.into()),
                None => return Err(Fault::HeadTooSlow.into()),
            }
        }
    }

    /// Waits until so many bytes are there.
    fn whole(&mut self, length: usize) -> Result<(), Unread> {
        let mut timer = Timer::of(BODY_WITHIN);
        while self.end - self.start < length {
            self.body_comes(&mut timer)?;
        }
        Ok(())
    }

    /// Waits for the last chunk, and takes the bytes out of all of them. `begin` is behind the head.
    fn chunks(&mut self, begin: usize) -> Result<(), Unread> {
        self.body.clear();
        // The head may be moved to the front of the buffer meanwhile.
        let head = begin - self.start;
        let (mut chunks, mut timer) = (Chunks::default(), Timer::of(BODY_WITHIN));
        loop {
            let begin = self.start + head;
            let mut at = begin;
            while !chunks.is_done() {
                let here = self.bytes.get(at..self.end).unwrap_or_default();
                let (used, data) = chunks.take(here)?;
                if self.body.len() + data > MAX_BODY_BYTES {
                    return Err(Fault::BodyTooLarge.into());
                }
                self.body.extend_from_slice(here.get(..data).unwrap_or_default());
                at += used;
                if used == 0 {
                    break;
                }
            }
            self.bytes.copy_within(at..self.end, begin);
            self.end -= at - begin;
            if chunks.is_done() {
                return Ok(());
            }
            self.body_comes(&mut timer)?;
        }
    }

    fn body_comes(&mut self, timer: &mut Timer) -> Result<(), Unread> {
        match self.more(timer)? {
            Some(true) => Ok(()),
            Some(false) => Err(Fault::CutOff.into()),
            None => Err(Fault::BodyTooSlow.into()),
        }
    }

    /// Waits for more bytes: whether there were any before the end; `None` when it took too long.
    fn more(&mut self, timer: &mut Timer) -> Result<Option<bool>, Unread> {
        if self.end == self.bytes.len() {
            self.make_room();
        }
        loop {
            if timer.is_over(self.clock) {
                return Ok(None);
            }
            let room = self.bytes.get_mut(self.end..).unwrap_or_default();
            match self.input.read(room) {
                Ok(count) => {
                    self.end += count;
                    return Ok(Some(count > 0));
                }
                Err(error) if is_nothing_yet(&error) => {}
                Err(error) => return Err(Unread::Broken(error)),
            }
        }
    }

    fn make_room(&mut self) {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        } else {
            // Never more than a head and a body are waited for.
            self.bytes.resize(self.bytes.len() * 2, 0);
        }
    }
}

impl Timer {
    fn of(within: Duration) -> Self {
        Self { within, since: None, reads: false }
    }

    fn is_over(&mut self, clock: Clock) -> bool {
        // Most requests come with one read, and nobody needs to look at a clock for them.
        if !std::mem::replace(&mut self.reads, true) {
            return false;
        }
        let now = clock();
        now.saturating_sub(*self.since.get_or_insert(now)) > self.within
    }
}

/// Whether a read has only waited in vain so far.
pub(super) fn is_nothing_yet(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

impl From<Fault> for Unread {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault)
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}
