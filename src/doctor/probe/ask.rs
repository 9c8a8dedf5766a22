//! Asking, telling, and waiting for what comes back.

use super::open::DISCOVER_PATIENCE;
use super::peer::fault;
use super::walk::{DYING, Gently, Left, MAX_LINES, QUOTED, Stop, Walk};
use crate::doctor::examine::TOO_LONG as TOO_MUCH;
use crate::doctor::finding::{Certainty, Said, start_of};
use crate::doctor::rules::{NO_NEWLINE, NOT_UTF8, TOO_LONG};
use crate::json::{Value, parse};
use crate::jsonrpc::{ErrorObject, Id, Message, Notification, Request};
use crate::transport::{Crossing, Side};
use std::io::{self, ErrorKind};
use std::time::Duration;

/// How many notifications may come before an answer: time bounds them, and memory has to.
const MAX_TOLD: usize = 100 * MAX_LINES;

/// What a question was answered with.
pub(super) type Outcome = Result<Value<'static>, ErrorObject<'static>>;

impl Walk<'_> {
    /// Asks and waits for the answer, serving the server's own questions meanwhile.
    pub(super) fn ask(
        &mut self,
        id: impl Into<Id<'static>>,
        method: &str,
        params: Option<Value<'_>>,
    ) -> Result<Outcome, Stop> {
        let line = self.asking(id.into(), method, params);
        self.send(line)?;
        self.the_answer()
    }

    /// The line of a request, which is open from now on.
    pub(super) fn asking(
        &mut self,
        id: Id<'static>,
        method: &str,
        params: Option<Value<'_>>,
    ) -> String {
        method.clone_into(&mut self.awaited);
        self.asked.push(id.clone());
        self.open = Some(id.clone());
        Message::Request(Request { id, method: method.into(), params }).to_line()
    }

    /// Waits for the answer to what is open.
    pub(super) fn the_answer(&mut self) -> Result<Outcome, Stop> {
        loop {
            if let Some(outcome) = self.answer_or_told(None)? {
                return Ok(outcome);
            }
        }
    }

    /// The same, or `None` as soon as this notification comes.
    pub(super) fn answer_or_told(&mut self, method: Option<&str>) -> Result<Option<Outcome>, Stop> {
        let deadline = (self.now)() + self.patience();
        self.thought = Duration::ZERO;
        let (mut lines, mut told) = (0, 0);
        while lines < MAX_LINES && told < MAX_TOLD {
            // What a human takes to answer the server is not the server's delay.
            let line = self.hear(deadline + self.thought)?;
            if let Some(outcome) = self.understand(&line)? {
                self.open = None;
                self.line = line;
                self.answered_a_notification();
                return Ok(Some(outcome));
            }
            // A server may tell as much as it likes while it works.
            match notification(&line) {
                Some(name) if Some(name.as_str()) == method => return Ok(None),
                Some(_) => told += 1,
                None => lines += 1,
            }
        }
        Err(self.flooded(lines + told))
    }

    /// How long an answer may take just now.
    pub(super) fn patience(&self) -> Duration {
        match self.gently {
            Gently::Asking => self.plan.patience.min(DISCOVER_PATIENCE),
            _ if self.oddly.is_some() => self.short(),
            Gently::Not | Gently::Waiting | Gently::Silent | Gently::Gone => self.plan.patience,
        }
    }

    /// Tells, and waits for nothing.
    pub(super) fn tell(
        &mut self,
        method: &'static str,
        params: Option<Value<'_>>,
    ) -> Result<(), Stop> {
        // Over HTTP what is told is answered too, with a status.
        if self.child.is_endpoint() {
            method.clone_into(&mut self.awaited);
        }
        let notification = Notification { method: method.into(), params };
        self.send(Message::Notification(notification).to_line())?;
        self.told = Some(method);
        Ok(())
    }

    /// Hears what comes within a moment, though nothing was asked.
    pub(super) fn listen(&mut self, moment: Duration) -> Result<(), Stop> {
        let deadline = (self.now)() + moment;
        for _ in 0..MAX_LINES {
            match self.recv(deadline.saturating_sub((self.now)())) {
                Ok(Some(line)) => drop(self.understand(&line)?),
                Err(_) if self.fault.is_some() => return Err(self.gone()),
                Err(error) if error.kind() == ErrorKind::InvalidData => self.no_text(),
                // Between two requests nothing need be open over HTTP.
                Ok(None) if self.child.is_endpoint() => return Ok(()),
                Ok(None) => return Err(self.gone()),
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    pub(super) fn send(&mut self, line: String) -> Result<(), Stop> {
        if self.left != Left::All {
            return Ok(());
        }
        self.child.set_patience(Some(self.patience()));
        self.child.send(line).map_err(|error| {
            self.fault = fault(&error);
            self.unwritten(&error)
        })
    }

    /// What was to be sent did not get through.
    pub(super) fn unwritten(&mut self, error: &io::Error) -> Stop {
        if error.kind() == ErrorKind::TimedOut {
            return self.silent();
        }
        if self.fault.is_some() {
            return self.gone();
        }
        // It reads no more, but what it has said before that may explain why.
        self.left = Left::Voice;
        match self.listen(self.patience().min(DYING)) {
            Ok(()) => self.gone(),
            Err(stop) => stop,
        }
    }

    /// The next line of text; whatever else comes is a finding.
    fn hear(&mut self, deadline: Duration) -> Result<String, Stop> {
        loop {
            let left = deadline.saturating_sub((self.now)());
            if left.is_zero() {
                return Err(self.silent());
            }
            match self.recv(left) {
                Ok(Some(line)) => return Ok(line),
                Err(_) if self.fault.is_some() => return Err(self.gone()),
                Err(error) if error.kind() == ErrorKind::TimedOut => return Err(self.silent()),
                Err(error) if error.kind() == ErrorKind::InvalidData => self.no_text(),
                Ok(None) | Err(_) => return Err(self.gone()),
            }
        }
    }

    /// Whatever comes next, and when the first of it came.
    pub(super) fn recv(&mut self, patience: Duration) -> io::Result<Option<String>> {
        self.child.set_patience(Some(patience));
        let heard = self.child.recv();
        self.fault = heard.as_ref().err().and_then(fault);
        let bytes = match &heard {
            Ok(line) => line.is_some(),
            Err(error) => error.kind() == ErrorKind::InvalidData,
        };
        if bytes && self.report.clocks.first_byte.is_none() {
            self.report.clocks.first_byte = Some(self.since_start());
        }
        heard
    }

    /// Bytes that are no line of text.
    pub(super) fn no_text(&mut self) {
        let crossings = self.child.crossings();
        // What came on stderr meanwhile may stand behind it.
        let from_server = |it: &Crossing| matches!(it, Crossing::Bytes { side: Side::Server, .. });
        let last = crossings.iter().rposition(from_server).unwrap_or_default();
        let mut behind = crossings.iter().skip(last);
        let bytes = behind.next();
        let cut = |it: &Crossing| matches!(it, Crossing::Note(note) if note.starts_with(TOO_MUCH));
        match bytes.filter(|_| !behind.any(cut)) {
            Some(Crossing::Bytes { bytes, ended: true, .. }) => {
                let place =
                    str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
                let en = format!("a line that is not UTF-8 from byte {place} on");
                let zh = format!("有一行从第 {place} 字节起不是 UTF-8");
                self.find_at(&NOT_UTF8, Certainty::Certain, Some(place), Said::new(en, zh));
            }
            Some(Crossing::Bytes { bytes, .. }) => {
                let start = start_of(&String::from_utf8_lossy(bytes), QUOTED);
                let en = format!("the last thing it said has no newline: {start}");
                let zh = format!("它最后说的话没有换行：{start}");
                self.find(&NO_NEWLINE, Certainty::Certain, Said::new(en, zh));
            }
            _ => {
                let (en, zh) = (TOO_MUCH, "有一行超过 16 MiB");
                self.find(&TOO_LONG, Certainty::Certain, Said::new(en, zh));
            }
        }
    }
}

/// The method of a notification.
fn notification(line: &str) -> Option<String> {
    match parse(line).map(Message::from_value) {
        Ok(Ok(Message::Notification(it))) => Some(it.method.excerpt()),
        Ok(Ok(Message::Request(_) | Message::Response(_)) | Err(_)) | Err(_) => None,
    }
}
