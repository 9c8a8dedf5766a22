//! The exchanges of a session over HTTP: which answer belongs to which request, and what is known of the session.

use super::exchange::{Exchange, Replied, SESSION};
use super::seen::Seen;
use crate::doctor::rule::Revisions;
use crate::transport::Side;
use crate::transport::http::HeadLine;
use std::collections::VecDeque;

/// How many requests may wait for the head of their answer before the oldest are forgotten.
const MAX_OPEN: usize = 64;

/// How many of the exchanges answered last are remembered.
const RECENT: usize = 64;

/// What is known of the heads so far.
#[derive(Debug, Default)]
pub struct Http {
    /// Whether any head was seen: then it is not about pipes.
    pub seen: bool,
    /// The session id that was given last.
    pub session: Option<String>,
    /// A GET that was answered 404 with a session id, until that shows to be no other session.
    pub unstreamed: Option<Exchange>,
    /// Whether any stream of events was opened: a line may then belong to that.
    pub streams: bool,
    /// A session that is gone, if nothing has begun anew since.
    pub lost: Option<Lost>,
    /// Whether it is the transport of 2024-11-05, whose answers come on the stream of a GET.
    old: bool,
    /// The status of the last head of an answer.
    status: u16,
    open: VecDeque<Exchange>,
    recent: VecDeque<Exchange>,
    /// The head of an answer whose body may be next.
    pending: Option<Exchange>,
}

/// A 404 to a request with a session id.
#[derive(Debug)]
pub struct Lost {
    /// The place of its head, as the recording counts.
    pub at: usize,
    /// At which step it came.
    pub step: usize,
    /// The id.
    pub session: String,
    /// How many messages have carried it since.
    pub since: usize,
}

/// An exchange that is looked at, as soon as its answer can be judged.
#[derive(Debug)]
pub struct Exchanged<'e> {
    /// The request.
    pub exchange: &'e Exchange,
    /// The head of its answer.
    pub replied: &'e Replied,
    /// What came next: the body, or what a client says of it.
    pub said: Option<&'e str>,
    /// The revisions that may be spoken.
    pub revisions: Revisions,
}

impl Http {
    /// The exchange whose request stands at this place.
    pub fn of(&self, at: usize) -> Option<&Exchange> {
        let mine = |it: &&Exchange| it.body.as_ref().is_some_and(|body| body.at == at);
        self.recent.iter().rev().find(mine).or_else(|| self.open.iter().find(mine))
    }

    /// A head that crosses.
    pub(super) fn head(
        &mut self,
        at: usize,
        side: Side,
        line: &str,
        (step, on_purpose): (usize, bool),
    ) {
        let head = HeadLine::read(line);
        match side {
            Side::Client if head.request().is_some() => {
                let mut exchange = Exchange::new(at, &head, step, on_purpose);
                self.old |=
                    !self.seen && exchange.verb == "GET" && exchange.sent(SESSION).is_none();
                self.asked(&mut exchange);
                self.open.push_back(exchange);
                if self.open.len() > MAX_OPEN {
                    self.open.pop_front();
                }
            }
            Side::Client => {}
            Side::Server => {
                let replied = Replied::new(at, &head);
                self.status = replied.as_ref().map_or(0, |it| it.status);
                self.pending = replied.and_then(|it| self.pair(it));
            }
        }
        self.seen = true;
    }

    fn asked(&mut self, exchange: &mut Exchange) {
        exchange.given.clone_from(&self.session);
        let lost = self.lost.as_mut().filter(|_| exchange.posts());
        if let Some(lost) = lost.filter(|it| exchange.sent(SESSION) == Some(&it.session)) {
            lost.since += 1;
        }
    }

    /// The request that a head answers: of several the one that it fits best, and that is not sure then.
    fn pair(&mut self, mut replied: Replied) -> Option<Exchange> {
        let fits = |it: &Exchange| match replied.status {
            202 => it.posts(),
            200 if !replied.is_stream() => it.verb != "GET",
            _ => true,
        };
        let mut places = self.open.iter().enumerate().filter(|(_, it)| fits(it));
        let place = places.next().map(|(place, _)| place);
        let only = if place.is_some() { places.next().is_none() } else { self.open.len() == 1 };
        replied.sure = only;
        let mut exchange = self.open.remove(place.unwrap_or_default())?;
        self.streams |= replied.is_stream();
        self.old &= replied.is_stream() || exchange.verb != "GET";
        if exchange.verb == "GET" && !replied.is_success() {
            self.old = false;
        }
        exchange.replied = Some(replied);
        Some(exchange)
    }

    /// A message of the client's: the body of the request whose head came last.
    pub(super) fn body(&mut self, at: usize, seen: &Seen<'_>) {
        if let Some(exchange) = self.open.back_mut().filter(|_| seen.side == Side::Client) {
            exchange.carry(at, seen);
        }
    }

    /// The exchange whose answer can be judged now; of the old transport there is none.
    pub(super) fn judged(&mut self) -> Option<Exchange> {
        self.pending.take()
    }

    /// Whether the head before this line has a status that refuses what was posted. MAY (2025-06-18,
    /// `basic/transports`): the body is then an error without an id, and some servers make one up.
    pub fn refuses(&self) -> bool {
        self.status >= 400
    }

    /// Whether nothing can be said of heads.
    pub(super) fn is_old(&self) -> bool {
        self.old
    }

    /// Takes note of an exchange that was judged.
    pub(super) fn learn(&mut self, exchange: Exchange) {
        if let Some(replied) = exchange.replied.as_ref().filter(|_| !exchange.on_purpose) {
            let session = exchange.sent(SESSION);
            if exchange.opens() && replied.is_success() {
                self.session = replied.got(SESSION).map(str::to_owned);
                self.lost = None;
            }
            if let (404, Some(session), true) = (replied.status, session, exchange.posts()) {
                self.lose(replied.at, exchange.step, session);
            }
            if exchange.verb == "DELETE" && replied.is_success() {
                self.session = None;
            }
            match exchange.verb.as_str() {
                "GET" if replied.status == 404 && session.is_some() => {
                    self.unstreamed = Some(exchange.clone());
                }
                "POST" => self.unstreamed = None,
                _ => {}
            }
        }
        self.recent.push_back(exchange);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    fn lose(&mut self, at: usize, step: usize, session: &str) {
        if self.lost.as_ref().is_none_or(|lost| lost.session != session) {
            self.lost = Some(Lost { at, step, session: session.to_owned(), since: 0 });
        }
    }
}

impl Exchanged<'_> {
    /// Whether what came names this word, however its letters are written.
    pub fn names(&self, word: &str) -> bool {
        const SEARCHED: usize = 4096;
        let ends = |said: &str| said.char_indices().take_while(|(at, _)| *at < SEARCHED).count();
        let start = |said: &str| said.chars().take(ends(said)).collect::<String>();
        self.said.is_some_and(|said| start(said).to_ascii_lowercase().contains(word))
    }
}
