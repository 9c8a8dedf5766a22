//! Reading what comes back: a head, and then one JSON text, a stream of events, nothing, or something else.

use super::exchange::{Kind, RECONNECT_AFTER, borrowed};
use super::fault::HttpFault;
use super::inbox::{Item, What};
use super::outgoing::Owed;
use super::page::{quoted, title};
use super::shared::Shared;
use super::spoken::{Field, SESSION, STREAM};
use super::understood::{answers, is_message, one_line};

use crate::transport::http::{
    Closer, Event, EventReader, HttpClient, MAX_BODY_BYTES, Response, answer_head,
};
use std::sync::Arc;
use std::time::Duration;

/// How much is read at once, in bytes.
const CHUNK: usize = 16 * 1024;

/// How an answer went.
pub(super) enum Came {
    /// It came to its end as it should.
    Whole,
    /// A stream of events ended; whether it had brought anything.
    Ended { news: bool },
}

/// What has come of an exchange so far.
pub(super) struct Answer<'s> {
    number: u64,
    kind: &'s Kind,
    shared: &'s Shared,
    /// The session id that was sent, and the one that came.
    sent: Option<&'s str>,
    pub(super) session: Option<String>,
    /// The answer that is owed has come.
    answered: bool,
    /// It counts as open: something may come that somebody waits for.
    counts: bool,
    events: usize,
    last: Option<String>,
    retry: Option<Duration>,
}

impl<'s> Answer<'s> {
    pub(super) fn new(
        number: u64,
        kind: &'s Kind,
        fields: &'s [Field],
        shared: &'s Shared,
    ) -> Self {
        let sent = fields.iter().find(|(name, _)| name == SESSION).map(|it| it.1.as_str());
        Self {
            number,
            kind,
            shared,
            sent,
            session: None,
            answered: false,
            counts: kind.counts(),
            events: 0,
            last: None,
            retry: None,
        }
    }

    /// Asks once, and reads what comes.
    pub(super) fn once(
        &mut self,
        client: &mut HttpClient,
        method: &str,
        fields: &[Field],
        body: &str,
    ) -> Result<Came, HttpFault> {
        let opened = |closer: Closer| self.shared.keep_closer(self.number, &closer);
        let response = client
            .send_telling(method, &borrowed(fields), body.as_bytes(), opened)
            .map_err(|error| HttpFault::Http(Arc::new(error)))?;
        let status = response.status.code();
        let kind = response.content_type();
        let named = response.fields.get(SESSION).map(str::to_owned);
        self.session = self.session.take().or_else(|| named.clone());
        let line = answer_head(status, kind.as_deref(), response.fields.iter());
        self.say(What::Head { line, status, session: named });
        let location = response.fields.get("Location").unwrap_or_default().to_owned();
        match (status, kind.as_deref()) {
            (_, Some(STREAM)) if matches!(self.kind, Kind::Odd("GET")) => Ok(Came::Whole),
            (300..=399, _) => {
                body_of(response)?;
                Err(HttpFault::Redirected { status, location })
            }
            (200..=299, Some(STREAM)) => self.stream(response),
            (_, kind) => {
                let kind = kind.unwrap_or_default().to_owned();
                let body = body_of(response)?;
                self.whole(status, &kind, &body)
            }
        }
    }

    /// A body that came whole.
    fn whole(&mut self, status: u16, kind: &str, body: &[u8]) -> Result<Came, HttpFault> {
        let json = kind == "application/json" || kind.ends_with("+json");
        let text = if json { Some(self.text(body)?) } else { None };
        let gone = status == 404 && self.sent.is_some();
        let owed = match self.kind {
            Kind::Post(owed) => Some(owed.clone()),
            Kind::Listen | Kind::Goodbye | Kind::Odd(_) => None,
        };
        let success = (200..=299).contains(&status);
        match text.filter(|text| !text.is_empty()) {
            Some(text) if !gone && is_taken(owed.as_ref(), success, &text) => {
                self.line(text);
                return Ok(Came::Whole);
            }
            Some(text) => self.say(What::Other(text)),
            None => {}
        }
        let said = || title(body).unwrap_or_else(|| quoted(body));
        match owed {
            _ if matches!(self.kind, Kind::Odd(_)) => Ok(Came::Whole),
            _ if gone => {
                let session = self.sent.unwrap_or_default().to_owned();
                Err(HttpFault::StartOver { session })
            }
            _ if !success => Err(HttpFault::Refused { status, said: said() }),
            Some(Owed::Answer(_)) if body.trim_ascii().is_empty() => {
                Err(HttpFault::NoAnswer { status })
            }
            Some(Owed::Answer(_)) => {
                let content_type = kind.to_owned();
                Err(HttpFault::ContentType { status, content_type, said: said() })
            }
            Some(Owed::Nothing | Owed::Anything) | None => Ok(Came::Whole),
        }
    }

    /// A stream of events, to its end.
    fn stream(&mut self, mut response: Response<'_>) -> Result<Came, HttpFault> {
        if matches!(self.kind, Kind::Listen) && !self.counts {
            self.counts = true;
            self.shared.inbox.begin();
        }
        let (mut reader, before) = (EventReader::default(), self.events);
        let mut chunk = vec![0; CHUNK];
        // A stream that broke is as over as one that ended.
        while let Ok(read @ 1..) = response.read(&mut chunk) {
            let bytes = chunk.get(..read).unwrap_or_default();
            let mut events = Vec::new();
            let read = reader.push(bytes, |event| events.push(event));
            self.retry = reader.retry().or(self.retry);
            for event in events {
                self.event(event);
            }
            self.last = reader.last_id().map(str::to_owned).or_else(|| self.last.take());
            read.map_err(HttpFault::Sse)?;
            if self.shared.inbox.is_closed() {
                break;
            }
        }
        Ok(Came::Ended { news: self.events > before })
    }

    fn event(&mut self, event: Event) {
        self.events += 1;
        // The first event of a stream is often empty: it only brings the id to come back with.
        if event.data.is_empty() {
            let id = event.id.as_deref().or(self.last.as_deref()).unwrap_or_default();
            let retry = self.retry.map(|it| format!(", retry {} ms", it.as_millis()));
            let retry = retry.unwrap_or_default();
            self.say(What::Note(format!("an event without data, id {id:?}{retry}")));
        } else if event.event == "message" {
            self.line(one_line(event.data));
        } else {
            let note =
                format!("an event of type {:?}: {}", event.event, quoted(event.data.as_bytes()));
            self.say(What::Note(note));
        }
    }

    /// Hands on a line.
    fn line(&mut self, line: String) {
        if let Kind::Post(owed) = self.kind
            && !self.answered
            && answers(owed, &line)
        {
            self.answered = true;
        }
        self.say(What::Line(line));
        if self.answered {
            self.settle();
        }
    }

    fn text(&self, body: &[u8]) -> Result<String, HttpFault> {
        let Ok(text) = str::from_utf8(body) else {
            self.say(What::Bytes(body.to_vec()));
            return Err(HttpFault::NotText { said: quoted(body) });
        };
        Ok(one_line(text.trim_ascii().to_owned()))
    }

    pub(super) fn say(&self, what: What) {
        self.shared.inbox.push(Item { exchange: self.number, what });
    }

    /// Nothing comes any more that anybody waits for.
    pub(super) fn settle(&mut self) {
        if std::mem::take(&mut self.counts) {
            self.shared.inbox.finish();
        }
    }

    /// Whether nothing is owed any more, or nobody waits.
    pub(super) fn is_over(&self) -> bool {
        let owed = matches!(self.kind, Kind::Post(Owed::Answer(_))) && !self.answered;
        !owed && !matches!(self.kind, Kind::Listen) || self.shared.inbox.is_closed()
    }

    pub(super) fn last_id(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Waits as long as the server has said, and never less.
    pub(super) fn wait(&self) {
        self.shared.wait(self.retry.unwrap_or(RECONNECT_AFTER));
    }

    pub(super) fn target(&self) -> &str {
        self.shared.target()
    }

    pub(super) fn cut_off(&self) -> Result<(), HttpFault> {
        Err(HttpFault::CutOff { events: self.events })
    }

    pub(super) fn gave_up(&self, tries: usize) -> Result<(), HttpFault> {
        if matches!(self.kind, Kind::Listen) {
            return Ok(());
        }
        Err(HttpFault::GaveUp { tries })
    }
}

/// Whether a JSON text is handed on as a line. What refuses is, if it is a message.
fn is_taken(owed: Option<&Owed>, success: bool, text: &str) -> bool {
    match owed {
        Some(Owed::Answer(_)) => success || is_message(text),
        Some(Owed::Anything) => true,
        Some(Owed::Nothing) | None => false,
    }
}

fn body_of(response: Response<'_>) -> Result<Vec<u8>, HttpFault> {
    response.read_to_end(MAX_BODY_BYTES).map_err(|error| HttpFault::Http(Arc::new(error)))
}
