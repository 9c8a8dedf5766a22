//! Asking, and making sense of whatever comes back.

use super::walk::{MAX_LINES, QUOTED, Stop, Walk};
use crate::doctor::finding::{Certainty, Said};
use crate::doctor::rule::{
    MALFORMED_LINE, NO_MESSAGE, NO_NEWLINE, NOT_UTF8, NOTIFICATION_ANSWERED, TOO_LONG, WRONG_ID,
};
use crate::json::{Object, Value, parse};
use crate::jsonrpc::{ErrorObject, Id, Message, Notification, Request, Response};
use crate::mcp::{Misfit, PING};
use crate::transport::{Crossing, Transport};
use std::io::ErrorKind;
use std::time::Duration;

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
        let id = id.into();
        let request = Request { id: id.clone(), method: method.into(), params };
        self.send(Message::Request(request).to_line())?;
        let deadline = (self.now)() + self.plan.patience;
        for _ in 0..MAX_LINES {
            let line = self.hear(deadline)?;
            if let Some(outcome) = self.understand(&line, &id)? {
                self.told = false;
                return Ok(outcome);
            }
        }
        Err(self.flooded())
    }

    /// Tells, and waits for nothing.
    pub(super) fn tell(&mut self, method: &str) -> Result<(), Stop> {
        let notification = Notification { method: method.into(), params: None };
        self.send(Message::Notification(notification).to_line())?;
        self.told = true;
        Ok(())
    }

    /// Hears what comes within a moment, though nothing was asked.
    pub(super) fn listen(&mut self, moment: Duration) -> Result<(), Stop> {
        let deadline = (self.now)() + moment;
        for _ in 0..MAX_LINES {
            let left = deadline.saturating_sub((self.now)());
            self.child.set_patience(Some(left));
            match self.child.recv() {
                Ok(Some(line)) => drop(self.understand(&line, &Id::String("none".into()))?),
                Err(error) if error.kind() == ErrorKind::InvalidData => self.no_text(),
                // Nothing more; or the server is gone, and the next question will show it.
                Ok(None) | Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    fn send(&mut self, line: String) -> Result<(), Stop> {
        self.child.set_patience(Some(self.plan.patience));
        self.child.send(line).map_err(|error| {
            if error.kind() == ErrorKind::TimedOut { self.silent() } else { self.gone() }
        })
    }

    /// The next line of text; whatever else comes is a finding.
    fn hear(&mut self, deadline: Duration) -> Result<String, Stop> {
        loop {
            let left = deadline.saturating_sub((self.now)());
            if left.is_zero() {
                return Err(self.silent());
            }
            self.child.set_patience(Some(left));
            let heard = self.child.recv();
            let bytes = match &heard {
                Ok(line) => line.is_some(),
                Err(error) => error.kind() == ErrorKind::InvalidData,
            };
            if bytes && self.report.clocks.first_byte.is_none() {
                self.report.clocks.first_byte = Some(self.since_start());
            }
            match heard {
                Ok(Some(line)) => return Ok(line),
                Err(error) if error.kind() == ErrorKind::TimedOut => return Err(self.silent()),
                Err(error) if error.kind() == ErrorKind::InvalidData => self.no_text(),
                Ok(None) | Err(_) => return Err(self.gone()),
            }
        }
    }

    /// Bytes that are no line of text.
    fn no_text(&mut self) {
        match self.child.crossings().last() {
            Some(Crossing::Bytes { bytes, ended: true, .. }) => {
                let place =
                    str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
                let en = format!("a line that is not UTF-8 from byte {place} on");
                let zh = format!("有一行从第 {place} 字节起不是 UTF-8");
                self.find_at(&NOT_UTF8, Certainty::Certain, Some(place), Said::new(en, zh));
            }
            Some(Crossing::Bytes { bytes, .. }) => {
                let start: String = String::from_utf8_lossy(bytes).chars().take(QUOTED).collect();
                let en = format!("the last thing it said has no newline: {start}");
                let zh = format!("它最后说的话没有换行：{start}");
                self.find(&NO_NEWLINE, Certainty::Certain, Said::new(en, zh));
            }
            _ => {
                let (en, zh) = ("a line of more than 16 MiB", "有一行超过 16 MiB");
                self.find(&TOO_LONG, Certainty::Certain, Said::new(en, zh));
            }
        }
    }

    /// The answer, if this line is it.
    fn understand(&mut self, line: &str, asked: &Id<'_>) -> Result<Option<Outcome>, Stop> {
        let value = match parse(line) {
            Ok(value) => value,
            Err(error) => {
                let what = quoted("is not JSON", "不是 JSON", line);
                self.find_at(&MALFORMED_LINE, Certainty::Certain, Some(error.offset), what);
                return Ok(None);
            }
        };
        match Message::from_value(value) {
            Ok(Message::Response(response)) => Ok(self.answered(response, asked)),
            Ok(Message::Request(request)) => self.serve(request).map(|()| None),
            Ok(Message::Notification(_)) => Ok(None),
            Err(malformed) => {
                let reason = malformed.reason.to_string();
                let what = quoted(&format!("is no message: {reason}"), "不是合法的消息", line);
                self.find(&NO_MESSAGE, Certainty::Certain, what);
                Ok(None)
            }
        }
    }

    fn answered(&mut self, response: Response<'_>, asked: &Id<'_>) -> Option<Outcome> {
        let Response { id, outcome } = response;
        let outcome = match outcome {
            Ok(result) => Ok(result.into_owned()),
            Err(error) => Err(error.into_owned()),
        };
        let Some(id) = id else {
            // Nothing but the notification can be meant: our question is only just on its way.
            if self.told {
                let (en, zh) = (
                    "notifications/initialized, which has no id, was answered with an error",
                    "notifications/initialized 没有 id，服务器却回了一个错误",
                );
                self.find(&NOTIFICATION_ANSWERED, Certainty::Certain, Said::new(en, zh));
                self.told = false;
                return None;
            }
            self.wrong_id("null", asked);
            return Some(outcome);
        };
        if id == *asked {
            return Some(outcome);
        }
        // The same number as a string, or the other way round: it is our answer, under a wrong name.
        let same = bare(&id) == bare(asked);
        self.wrong_id(&id.to_string(), asked);
        same.then_some(outcome)
    }

    fn wrong_id(&mut self, came: &str, asked: &Id<'_>) {
        let en = format!("an answer came with id {came}; the request had {asked}");
        let zh = format!("来了一个响应，id 是 {came}；请求的 id 是 {asked}");
        self.find(&WRONG_ID, Certainty::Certain, Said::new(en, zh));
    }

    /// The server asks something itself: this client promised nothing, so only `ping` has an answer.
    fn serve(&mut self, request: Request<'_>) -> Result<(), Stop> {
        let outcome = if request.method == *PING {
            Ok(Object::default().into())
        } else {
            Err(ErrorObject::method_not_found(&request.method.excerpt()))
        };
        self.send(Message::Response(Response { id: Some(request.id), outcome }).to_line())
    }
}

/// An id without what tells a number from a string.
fn bare(id: &Id<'_>) -> String {
    id.to_string().trim_matches('"').to_owned()
}

fn quoted(en: &str, zh: &str, line: &str) -> Said {
    let start: String = line.chars().take(QUOTED).collect();
    Said::new(format!("a line on stdout {en}: {start}"), format!("stdout 上有一行{zh}：{start}"))
}

/// A result that has not what its method promises.
pub(super) fn named(method: &str, misfit: &Misfit) -> Said {
    let Misfit { member, expected } = misfit;
    Said::new(
        format!("the result of {method} does not fit: `{member}` must be {expected}"),
        format!("{method} 的 result 不合格：`{member}`（应为 {expected}）"),
    )
}
