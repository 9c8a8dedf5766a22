//! Reading an answer: RFC 9112, sections 4 and 6.

use super::chunks::Chunks;
use super::client::Closer;
use super::error::HttpError;
use super::fields::{self, Fields, Span};
use super::head_end::HeadEnd;
use super::refused::Fault;
use super::request::counted;
use super::{MAX_BODY_BYTES, MAX_FIELDS, Status};
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

/// The fields of an answer, in the order they came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedFields(Vec<(String, String)>);

/// An answer, whose body may still be coming.
#[derive(Debug)]
pub struct Response<'c> {
    /// How it went.
    pub status: Status,
    /// The fields of its head.
    pub fields: OwnedFields,
    body: Body,
    wire: Option<Wire>,
    /// Where the connection goes when the answer was read to its end.
    home: &'c mut Option<Wire>,
}

/// What is left of a body.
#[derive(Debug, Clone, Copy)]
pub(super) enum Body {
    None,
    Counted(usize),
    Chunked(Chunks),
    /// Until the connection ends.
    Rest,
}

/// A connection from the client's side.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) stream: Arc<TcpStream>,
    patience: Duration,
    bytes: Vec<u8>,
    /// How many bytes of the present answer have come.
    got: usize,
}

impl OwnedFields {
    /// The first value under this name, however its letters are written.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Body {
    pub(super) fn of(status: Status, fields: &OwnedFields) -> Result<Self, Fault> {
        if status.is_bodiless() {
            return Ok(Self::None);
        }
        match (fields.get("Transfer-Encoding"), fields.get("Content-Length")) {
            // MUST (RFC 9112, section 6.3): what says both may be an attack.
            (Some(_), Some(_)) => Err(Fault::LengthAndChunks),
            (Some(coding), None) if coding.eq_ignore_ascii_case("chunked") => {
                Ok(Self::Chunked(Chunks::default()))
            }
            (Some(_), None) => Err(Fault::BadCoding),
            (None, Some(length)) => Ok(Self::Counted(counted(length)?)),
            (None, None) => Ok(Self::Rest),
        }
    }
}

impl Body {
    /// Moves what has come of it into the buffer: how many bytes.
    fn take(&mut self, wire: &mut Wire, buffer: &mut [u8]) -> Result<usize, Fault> {
        match self {
            Self::None => Ok(0),
            Self::Counted(left) => {
                let count = wire.hand_out(buffer, *left);
                *left -= count;
                Ok(count)
            }
            Self::Rest => Ok(wire.hand_out(buffer, usize::MAX)),
            Self::Chunked(chunks) => wire.hand_out_chunk(chunks, buffer),
        }
    }

    fn is_over(self) -> bool {
        match self {
            Self::None => true,
            Self::Counted(left) => left == 0,
            Self::Chunked(chunks) => chunks.is_done(),
            Self::Rest => false,
        }
    }
}

impl<'c> Response<'c> {
    pub(super) fn new(
        status: Status,
        fields: OwnedFields,
        body: Body,
        wire: Wire,
        home: &'c mut Option<Wire>,
    ) -> Self {
        let mut response = Self { status, fields, body, wire: Some(wire), home };
        if matches!(body, Body::None | Body::Counted(0)) {
            response.go_home();
        }
        response
    }

    /// The type of the body, in lower case and without parameters.
    pub fn content_type(&self) -> Option<String> {
        let kind = self.fields.get("Content-Type")?.split(';').next().unwrap_or_default();
        Some(kind.trim_matches([' ', '\t']).to_ascii_lowercase())
    }

    /// What shuts this connection down from another thread; nothing when the answer is over already.
    pub fn closer(&self) -> Option<Closer> {
        self.wire.as_ref().map(|wire| Closer::of(&wire.stream))
    }

    /// The next bytes of the body, as they come; 0 at its end.
    ///
    /// # Errors
    /// It does not come whole.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, HttpError> {
        loop {
            let Some(wire) = &mut self.wire else { return Ok(0) };
            let count = self.body.take(wire, buffer)?;
            let over = self.body.is_over();
            if over {
                self.go_home();
                return Ok(count);
            }
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if !wire.more()? {
                let got = wire.got;
                self.wire = None;
                let ends = matches!(self.body, Body::Rest);
                return if ends { Ok(0) } else { Err(HttpError::Closed(got)) };
            }
        }
    }

    /// The whole body, if it is no longer than this.
    ///
    /// # Errors
    /// It is longer, or does not come whole.
    pub fn read_to_end(mut self, limit: usize) -> Result<Vec<u8>, HttpError> {
        let (mut body, mut piece) = (Vec::new(), [0; 8192]);
        loop {
            let count = self.read(&mut piece)?;
            if count == 0 {
                return Ok(body);
            }
            if body.len() + count > limit.min(MAX_BODY_BYTES) {
                return Err(Fault::BodyTooLarge.into());
            }
            body.extend_from_slice(piece.get(..count).unwrap_or_default());
        }
    }

    /// The answer is over: the connection may serve for another, if its server wants that.
    fn go_home(&mut self) {
        let closes =
            self.fields.get("Connection").is_some_and(|it| it.eq_ignore_ascii_case("close"));
        *self.home = self.wire.take().filter(|_| !closes);
    }
}

impl Wire {
    pub(super) fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream: Arc::new(stream), patience, bytes: Vec::new(), got: 0 }
    }

    /// Whether the server has not closed it while nothing was asked.
    pub(super) fn is_open(&self) -> bool {
        let looked = self.stream.set_nonblocking(true).and_then(|()| self.stream.peek(&mut [0]));
        let back = self.stream.set_nonblocking(false);
        // Bytes that nobody asked for belong to no answer.
        back.is_ok()
            && self.bytes.is_empty()
            && looked.is_err_and(|it| it.kind() == ErrorKind::WouldBlock)
    }

    pub(super) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.got = 0;
        (&*self.stream).write_all(bytes)
    }

    /// Waits for the head of an answer; heads that only announce one are passed over.
    pub(super) fn head(&mut self) -> Result<(Status, OwnedFields), HttpError> {
        loop {
            let mut search = HeadEnd::default();
            let length = loop {
                let begins = b"HTTP/1.";
                if !self.bytes.iter().zip(begins).all(|(it, known)| it == known) {
                    self.bytes.truncate(64);
                    return Err(HttpError::NotHttp(std::mem::take(&mut self.bytes)));
                }
                if let Some(length) = search.find(&self.bytes)? {
                    break length;
                }
                if !self.more()? {
                    return Err(HttpError::Closed(self.got));
                }
            };
            let head: Vec<u8> = self.bytes.drain(..length).collect();
            let (status, fields) = read(&head)?;
            if !matches!(status.0, 100 | 102..200) {
                return Ok((status, fields));
            }
        }
    }

    /// Waits for more bytes: whether there were any before the end.
    fn more(&mut self) -> Result<bool, HttpError> {
        let mut piece = [0; 8192];
        loop {
            match (&*self.stream).read(&mut piece) {
                Ok(count) => {
                    self.got += count;
                    self.bytes.extend_from_slice(piece.get(..count).unwrap_or_default());
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Err(HttpError::Timeout(self.patience, self.got));
                }
                Err(error) if error.kind() == ErrorKind::ConnectionReset => {
                    return Err(HttpError::Closed(self.got));
                }
                Err(error) => return Err(HttpError::Io(error)),
            }
        }
    }

    /// Moves bytes from the front into the buffer, `most` at most: how many.
    fn hand_out(&mut self, buffer: &mut [u8], most: usize) -> usize {
        let count = buffer.len().min(most).min(self.bytes.len());
        for (to, from) in buffer.iter_mut().zip(self.bytes.drain(..count)) {
            *to = from;
        }
        count
    }

    /// The same for a body in chunks; what stands around them is taken away.
    fn hand_out_chunk(&mut self, chunks: &mut Chunks, buffer: &mut [u8]) -> Result<usize, Fault> {
        loop {
            let data = matches!(chunks, Chunks::Data(_));
            let limit = if data { buffer.len() } else { self.bytes.len() };
            let here = self.bytes.get(..limit).unwrap_or(&self.bytes);
            let (used, data) = chunks.take(here)?;
            if data > 0 {
                return Ok(self.hand_out(buffer, data));
            }
            self.bytes.drain(..used);
            if used == 0 {
                return Ok(0);
            }
        }
    }
}

/// Takes the head of an answer apart.
fn read(head: &[u8]) -> Result<(Status, OwnedFields), Fault> {
    let head = std::str::from_utf8(head).map_err(|_| Fault::NotText)?;
    let mut lines = head.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let digits = first.get(8..12).and_then(|it| it.strip_prefix(' ')).ok_or(Fault::BadStart)?;
    let status =
        digits.parse().ok().filter(|it| (100..1000).contains(it)).ok_or(Fault::BadStart)?;
    let (mut spans, mut at) = (Vec::<Span>::new(), first.len() + 2);
    for line in lines.take_while(|line| !line.is_empty()) {
        if spans.len() == MAX_FIELDS {
            return Err(Fault::TooManyFields);
        }
        spans.push(fields::read(line, at)?);
        at += line.len() + 2;
    }
    let fields = Fields { head, spans: &spans };
    let owned = fields.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ok((Status(status), OwnedFields(owned)))
}
