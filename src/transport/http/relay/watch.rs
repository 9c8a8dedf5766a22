//! Reading along on one direction of a connection: heads, and the bytes of bodies, as they come.
//!
//! ```text
//! head ─► nothing │ so many bytes │ chunks ─► trailer │ all until the connection closes ─► head …
//! ```
//!
//! It refuses nothing, because whoever is meant reads for himself. What it cannot follow it gives up: the
//! bytes are passed on all the same.

use crate::transport::http::MAX_HEAD_BYTES;
use std::collections::VecDeque;
use std::mem;

/// The longest line between chunks.
const MAX_LINE: usize = 4096;

/// How many requests may wait for their answers on one connection.
const MAX_ASKED: usize = 1024;

/// The head of a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heading {
    /// `POST /mcp HTTP/1.1`, or `HTTP/1.1 200 OK`.
    pub start: String,
    /// Names and values, in the order in which they came.
    pub fields: Vec<(String, String)>,
}

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'b> {
    /// A message begins.
    Head(Heading),
    /// The next bytes of its body, without chunks around them.
    Body(&'b [u8]),
    /// It is whole.
    End,
    /// From here on nothing can be read: why.
    Lost(&'static str),
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Head,
    Length(u64),
    Size,
    Chunk(u64),
    AfterChunk,
    Trailer,
    UntilClose,
    Lost,
}

/// Reads along.
#[derive(Debug, Default)]
pub struct Watch {
    state: State,
    held: Vec<u8>,
    answers: bool,
    /// For answers: the methods of the requests that wait for theirs.
    asked: VecDeque<String>,
}

impl Heading {
    /// The first value under this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(it, _)| it.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    fn read(head: &[u8]) -> Self {
        let text = String::from_utf8_lossy(head);
        let mut lines = text.lines();
        let start = lines.next().unwrap_or_default().to_owned();
        let field = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.trim().to_owned(), value.trim().to_owned()))
        };
        Self { start, fields: lines.filter_map(field).collect() }
    }

    /// The status, if this is the head of an answer.
    pub fn status(&self) -> Option<u16> {
        let (version, rest) = self.start.split_once(' ')?;
        let status = rest.split(' ').next()?;
        status.parse().ok().filter(|_| version.starts_with("HTTP/"))
    }

    /// The method and the target, if this is the head of a request.
    pub fn request(&self) -> Option<(&str, &str)> {
        let mut words = self.start.split(' ');
        let request = (words.next()?, words.next()?);
        words.next().is_some_and(|version| version.starts_with("HTTP/")).then_some(request)
    }
}

impl Watch {
    /// Of what a client sends.
    pub fn of_requests() -> Self {
        Self::default()
    }

    /// Of what a server sends.
    pub fn of_answers() -> Self {
        Self { answers: true, ..Self::default() }
    }

    /// A request with this method waits for its answer, which has no body if it is `HEAD`.
    pub fn asked(&mut self, method: &str) {
        self.asked.push_back(method.to_owned());
        if self.asked.len() > MAX_ASKED {
            self.state = State::Lost;
        }
    }

    /// Reads on.
    pub fn push(&mut self, mut bytes: &[u8], each: &mut dyn FnMut(Piece<'_>)) {
        while !bytes.is_empty() {
            bytes = match self.state {
                State::Head => self.head(bytes, each),
                State::Length(left) | State::Chunk(left) => self.body(bytes, left, each),
                State::Size | State::AfterChunk | State::Trailer => self.line(bytes, each),
                State::UntilClose => {
                    each(Piece::Body(bytes));
                    return;
                }
                State::Lost => return,
            };
        }
    }

    /// The connection is closed.
    pub fn close(&mut self, each: &mut dyn FnMut(Piece<'_>)) {
        match mem::replace(&mut self.state, State::Lost) {
            State::UntilClose => each(Piece::End),
            State::Head if self.held.is_empty() => {}
            State::Lost => {}
            State::Head
            | State::Length(_)
            | State::Size
            | State::Chunk(_)
            | State::AfterChunk
            | State::Trailer => {
                each(Piece::Lost("the connection was closed in the middle of a message"));
            }
        }
    }

    fn lose(&mut self, why: &'static str, each: &mut dyn FnMut(Piece<'_>)) {
        self.state = State::Lost;
        self.held = Vec::new();
        each(Piece::Lost(why));
    }

    fn head<'b>(&mut self, bytes: &'b [u8], each: &mut dyn FnMut(Piece<'_>)) -> &'b [u8] {
        let known = self.held.len();
        self.held.extend_from_slice(bytes);
        let blank = self.held.iter().take_while(|byte| b"\r\n".contains(byte)).count();
        // What ends a head may have begun in the bytes before.
        let from = known.saturating_sub(3).max(blank);
        let rest = self.held.get(from..).unwrap_or_default();
        let ends =
            |end: &[u8]| rest.windows(end.len()).position(|it| it == end).map(|at| at + end.len());
        let (crlf, lf) = (ends(b"\r\n\r\n"), ends(b"\n\n"));
        let end = crlf.into_iter().chain(lf).min().map(|end| from + end);
        let Some(end) = end else {
            if self.held.len() > MAX_HEAD_BYTES {
                self.lose("a head is too long, or this is no HTTP", each);
            }
            return &[];
        };
        let head = Heading::read(self.held.get(blank..end).unwrap_or_default());
        self.held.clear();
        self.begin(head, each);
        bytes.get(end.saturating_sub(known)..).unwrap_or_default()
    }

    fn begin(&mut self, head: Heading, each: &mut dyn FnMut(Piece<'_>)) {
        let status = head.status();
        if self.answers != status.is_some() || !self.answers && head.request().is_none() {
            return self.lose("this is no HTTP/1.1", each);
        }
        let goes_on = matches!(status, Some(100 | 102..=199));
        if goes_on {
            return;
        }
        if status == Some(101) {
            return self.lose("the connection speaks another protocol from here on", each);
        }
        let head_only = self.answers && self.asked.pop_front().is_some_and(|it| it == "HEAD");
        let next = self.framing(&head, head_only || matches!(status, Some(204 | 304)));
        each(Piece::Head(head));
        match next {
            Some(State::Length(0)) => each(Piece::End),
            Some(state) => self.state = state,
            None => self.lose("nobody can say how long a body is", each),
        }
    }

    fn framing(&self, head: &Heading, bodiless: bool) -> Option<State> {
        if bodiless {
            return Some(State::Length(0));
        }
        if let Some(coding) = head.get("Transfer-Encoding") {
            let chunked = coding.to_ascii_lowercase().ends_with("chunked");
            return chunked.then_some(State::Size);
        }
        match head.get("Content-Length") {
            Some(length) => length.parse().ok().map(State::Length),
            None if self.answers => Some(State::UntilClose),
            None => Some(State::Length(0)),
        }
    }

    fn body<'b>(
        &mut self,
        bytes: &'b [u8],
        left: u64,
        each: &mut dyn FnMut(Piece<'_>),
    ) -> &'b [u8] {
        let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        let (mine, rest) = bytes.split_at(here);
        each(Piece::Body(mine));
        let left = left.saturating_sub(here as u64);
        self.state = match (self.state, left) {
            (State::Chunk(_), 0) => State::AfterChunk,
            (State::Chunk(_), left) => State::Chunk(left),
            (_, 0) => {
                each(Piece::End);
                State::Head
            }
            (_, left) => State::Length(left),
        };
        rest
    }

    /// The line with the size of a chunk, the one behind it, or one of the trailer.
    fn line<'b>(&mut self, bytes: &'b [u8], each: &mut dyn FnMut(Piece<'_>)) -> &'b [u8] {
        let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
            self.held.extend_from_slice(bytes);
            if self.held.len() > MAX_LINE {
                self.lose("a line between chunks is too long", each);
            }
            return &[];
        };
        let (mine, rest) = bytes.split_at(end + 1);
        self.held.extend_from_slice(mine);
        let line = String::from_utf8_lossy(&mem::take(&mut self.held)).trim().to_owned();
        self.state = match self.state {
            State::AfterChunk => State::Size,
            State::Trailer if line.is_empty() => {
                each(Piece::End);
                State::Head
            }
            State::Trailer => State::Trailer,
            State::Size
            | State::Head
            | State::Length(_)
            | State::Chunk(_)
            | State::UntilClose
            | State::Lost => match size(&line) {
                Some(0) => State::Trailer,
                Some(size) => State::Chunk(size),
                None => {
                    self.lose("the size of a chunk cannot be read", each);
                    return &[];
                }
            },
        };
        rest
    }
}

/// The size of a chunk, which extensions may follow.
fn size(line: &str) -> Option<u64> {
    u64::from_str_radix(line.split(';').next()?.trim(), 16).ok()
}
