//! The client's end of Streamable HTTP: each line is a POST of its own.

use super::exchange::{Exchange, Kind, head};
use super::fault::HttpFault;
use super::inbox::{Item, Next, What};
use super::log::Log;
use super::outgoing::{Outgoing, Owed};
use super::shared::{Shared, Wait};
use super::spoken::{Field, Spoken};
use crate::mcp::{INITIALIZE, INITIALIZED};
use crate::transport::http::{Clock, Url};
use crate::transport::{Crossing, Side, Sink, Transport};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How many exchanges may be open at once.
pub const MAX_OPEN: usize = 64;

/// How long the head of the server's own stream is waited for. Some servers send it only with the first
/// event, so that the session goes on without it.
pub const STREAM_HEAD_WITHIN: Duration = Duration::from_secs(1);

/// A thread of an exchange reads, and parses JSON of a depth that has a limit.
const STACK: usize = 256 * 1024;

/// The client's end. It speaks both eras, each line in its own: a request with a version in its `_meta`
/// needs no session, and everything else belongs to the session that `initialize` has begun.
///
/// A line that is sent has been taken by the server when it asks for nothing; one that asks is on its way.
/// Dropping it ends the session, and whatever is still open: in the stateless era that cancels it.
#[derive(Debug)]
pub struct HttpTransport {
    pub(super) shared: Arc<Shared>,
    pub(super) spoken: Spoken,
    /// What is open, by the number of the exchange.
    pub(super) open: BTreeMap<u64, Open>,
    number: u64,
    pub(super) patience: Option<Duration>,
    listens: bool,
    verbatim: bool,
    pub(super) log: Log,
}

#[derive(Debug)]
pub(super) struct Open {
    pub(super) out: Outgoing,
    pub(super) answered: bool,
}

impl HttpTransport {
    /// Speaks to this endpoint. Nothing is connected yet. `now` is a clock that only goes forward.
    pub fn new(url: Url, now: Clock) -> Self {
        Self::with(url, now, None, None)
    }

    /// The same; what crosses is told to this sink, and how long to wait before a stream is taken up
    /// again is told to this function instead of waiting for it.
    pub fn with(url: Url, now: Clock, sink: Option<Sink>, wait: Option<Wait>) -> Self {
        Self {
            shared: Arc::new(Shared::new(url, now, wait)),
            spoken: Spoken::default(),
            open: BTreeMap::new(),
            number: 0,
            patience: None,
            listens: false,
            verbatim: false,
            log: Log::new(sink),
        }
    }

    /// Opens the server's own stream as soon as the session has begun, where the server offers one.
    #[must_use]
    pub fn listening(mut self) -> Self {
        self.listens = true;
        self
    }

    /// Hands on every line as it came, also a list with tools in it that must not be called.
    #[must_use]
    pub fn verbatim(mut self) -> Self {
        self.verbatim = true;
        self
    }

    /// How long [`Transport::send`] waits until a line was taken, and [`Transport::recv`] until anything
    /// comes; `None` is for ever. More is an error of kind [`ErrorKind::TimedOut`].
    pub fn set_patience(&mut self, patience: Option<Duration>) {
        self.patience = patience;
    }

    /// The id of the session, once the server has given one.
    pub fn session(&self) -> Option<&str> {
        self.spoken.session.as_deref()
    }

    /// What has crossed so far: each line under the head of its HTTP message.
    pub fn crossings(&self) -> &[Crossing] {
        self.log.all()
    }

    /// Adds to what has crossed: an event, a note.
    pub fn record(&mut self, crossing: Crossing) {
        self.log.push(crossing);
    }

    /// Starts an exchange on a thread of its own.
    pub(super) fn begin(
        &mut self,
        kind: Kind,
        fields: Vec<Field>,
        body: String,
    ) -> io::Result<u64> {
        self.number += 1;
        let (method, target) = (kind.method(), self.shared.target());
        self.log.push(Crossing::Head(Side::Client, head(method, target, &fields)));
        if !body.is_empty() {
            self.log.push(Crossing::Line(Side::Client, body.clone()));
        }
        let counts = kind.counts();
        if counts {
            self.shared.inbox.begin();
        }
        let again = (!self.spoken.stateless).then(|| self.spoken.of_session());
        let exchange = Exchange { number: self.number, kind, fields, body, again };
        let shared = Arc::clone(&self.shared);
        let thread = thread::Builder::new().name("http".to_owned()).stack_size(STACK);
        if let Err(error) = thread.spawn(move || exchange.run(&shared)) {
            if counts {
                self.shared.inbox.finish();
            }
            return Err(error);
        }
        Ok(self.number)
    }

    /// Waits until an exchange is through that is owed nothing.
    pub(super) fn through(&mut self, exchange: u64, patience: Option<Duration>) -> io::Result<()> {
        let mut outcome = Ok(());
        loop {
            let item = self.shared.inbox.next_of(exchange, patience);
            let item = item.ok_or(ErrorKind::TimedOut)?;
            if matches!(item.what, What::End) {
                return outcome;
            }
            if let What::Fault(fault) = item.what {
                outcome = Err(self.fault(fault));
            } else {
                self.take(item);
            }
        }
    }

    /// Opens the server's own stream, and waits a moment for its head.
    fn listen(&mut self) -> io::Result<()> {
        let fields = self.spoken.of_stream(None);
        let number = self.begin(Kind::Listen, fields, String::new())?;
        if let Some(item) = self.shared.inbox.next_of(number, Some(STREAM_HEAD_WITHIN)) {
            self.take(item);
        }
        Ok(())
    }

    /// Takes notice of what came in; what is to be handed on, if that is.
    pub(super) fn take(&mut self, item: Item) -> Option<io::Result<String>> {
        let Item { exchange, what } = item;
        match what {
            What::Asked(line) => self.log.push(Crossing::Head(Side::Client, line)),
            What::Head { line, status, session } => {
                self.log.push(Crossing::Head(Side::Server, line));
                self.begun(exchange, status, session);
            }
            What::Line(line) => return Some(Ok(self.line(exchange, line))),
            What::Other(line) => self.log.push(Crossing::Line(Side::Server, line)),
            What::Bytes(bytes) => {
                self.log.push(Crossing::Bytes { side: Side::Server, bytes, ended: false });
            }
            What::Note(note) => self.log.push(Crossing::Note(note)),
            // What was cancelled breaks off, and nobody wants to know.
            What::Fault(fault) => {
                let open = self.open.get(&exchange).is_some_and(|open| !open.answered);
                return open.then(|| Err(self.fault(fault)));
            }
            What::End => drop(self.open.remove(&exchange)),
        }
        None
    }

    /// A session begins with the answer to `initialize`, and its id stands in the head.
    fn begun(&mut self, exchange: u64, status: u16, session: Option<String>) {
        let open = self.open.get(&exchange);
        let begins = open.is_some_and(|open| open.out.method == INITIALIZE && status == 200);
        if begins && !self.spoken.stateless && session.is_some() {
            self.spoken.session = session;
        }
    }

    fn line(&mut self, exchange: u64, line: String) -> String {
        self.log.push(Crossing::Line(Side::Server, line.clone()));
        let Some(open) = self.open.get_mut(&exchange) else { return line };
        if open.answered || !super::understood::answers(&open.out.owed, &line) {
            return line;
        }
        open.answered = true;
        let (changed, dropped) = self.spoken.heard(&open.out, &line);
        for (tool, why) in dropped {
            let fault = HttpFault::Annotation { tool, why };
            self.log.push(Crossing::Note(format!("left out of the list: {fault}")));
        }
        changed.filter(|_| !self.verbatim).unwrap_or(line)
    }

    /// An exchange has failed.
    pub(super) fn fault(&mut self, fault: HttpFault) -> io::Error {
        if fault.starts_over() {
            self.spoken.session = None;
        }
        self.log.push(Crossing::Event(fault.event()));
        fault.into()
    }
}

impl Transport for HttpTransport {
    fn send(&mut self, line: String) -> io::Result<()> {
        if line.contains('\n') {
            return Err(ErrorKind::InvalidInput.into());
        }
        let out = Outgoing::read(&line);
        if self.spoken.stateless
            && let Some(id) = out.cancels()
        {
            self.cancel(&id);
            return Ok(());
        }
        self.make_room()?;
        let fields = self.spoken.fields(&out)?;
        let number = self.begin(Kind::Post(out.owed.clone()), fields, line)?;
        if out.owed != Owed::Nothing {
            self.open.insert(number, Open { out, answered: false });
            return Ok(());
        }
        self.through(number, self.patience)?;
        if out.method == INITIALIZED && self.listens && !self.spoken.stateless {
            self.listen()?;
        }
        Ok(())
    }

    /// The next line on any open stream, in the order in which they came; `None` when no stream is open on
    /// which one could come.
    fn recv(&mut self) -> io::Result<Option<String>> {
        loop {
            match self.shared.inbox.next(self.patience) {
                Next::Item(item) => {
                    if let Some(came) = self.take(item) {
                        return came.map(Some);
                    }
                }
                Next::Nothing => return Err(ErrorKind::TimedOut.into()),
                Next::Over => return Ok(None),
            }
        }
    }
}
