//! Making sense of a line: is it the answer, and if not, what is it?

use super::ask::Outcome;
use super::endpoint::status;
use super::walk::{QUOTED, Stop, Stray, Walk};
use crate::doctor::finding::{Certainty, Said, brief, start_of};
use crate::doctor::place::byte_of;
use crate::doctor::rules::{
    ANSWERED_TWICE, NO_MESSAGE, NOTIFICATION_ANSWERED, SERVER_ASKED, WRONG_ID, malformed,
};
use crate::json::{Object, parse};
use crate::jsonrpc::{ErrorObject, Id, Message, Request, Response};
use crate::mcp::{Era, Misfit, PING};

/// How far in front of a line the head is looked for with which it came.
const NEAR: usize = 8;

impl Walk<'_> {
    /// The answer, if this line is it.
    pub(super) fn understand(&mut self, line: &str) -> Result<Option<Outcome>, Stop> {
        let value = match parse(line) {
            Ok(value) => value,
            Err(error) => {
                let (rule, en, zh) = malformed(line, &error);
                let what = quoted(&en, &zh, line);
                self.find_at(rule, Certainty::Certain, Some(error.offset), what);
                return Ok(None);
            }
        };
        match Message::from_value(value) {
            Ok(Message::Response(response)) => Ok(self.answered(line, response)),
            Ok(Message::Request(request)) => self.serve(request).map(|()| None),
            Ok(Message::Notification(_)) => Ok(None),
            Err(malformed) => {
                let reason = malformed.reason;
                let (en, zh) =
                    (format!("is no message: {reason}"), format!("不是合法的消息（{reason}）"));
                self.find(&NO_MESSAGE, Certainty::Certain, quoted(&en, &zh, line));
                Ok(None)
            }
        }
    }

    fn answered(&mut self, line: &str, response: Response<'_>) -> Option<Outcome> {
        let Response { id, outcome } = response;
        let open = self.open.clone();
        if let (Some(id), Some(open)) = (&id, &open)
            && id == open
        {
            return Some(owned(outcome));
        }
        // Whoever answers in turn means what is not waited for any more.
        if id.is_none() && !self.given_up.is_empty() {
            self.given_up.remove(0);
            self.late = Some(owned(outcome));
            return None;
        }
        let byte = id.as_ref().and_then(|id| place(line, id));
        let came = id.as_ref().map_or_else(|| "null".to_owned(), brief);
        // The same number as a string, or the other way round: it is our answer, under a wrong name.
        if let Some(open) = open.as_ref().filter(|open| bare(&open.to_string()) == bare(&came)) {
            self.wrong_id(byte, &came, open);
            return Some(owned(outcome));
        }
        if let Some(place) = id.as_ref().and_then(|id| self.asked.iter().position(|it| it == id)) {
            if let Some(late) = self.given_up.iter().position(|it| *it == place) {
                self.given_up.swap_remove(late);
                self.late = Some(owned(outcome));
            } else {
                self.again(byte, &came);
            }
            return None;
        }
        match open {
            // Nothing else is open, or nothing but the notification was said before: wait and see.
            _ if self.stray.is_none()
                && let Some(method) = self.told =>
            {
                self.stray = Some(Stray { crossing: self.last_line(), byte, id: came, method });
                None
            }
            // Its status says already that it is this one that is refused.
            Some(_) if outcome.is_err() && self.is_refused_by_status() => Some(owned(outcome)),
            open => {
                self.wrong_id(byte, &came, &open?);
                // Without any id it can only be this one that is refused.
                id.is_none().then(|| owned(outcome))
            }
        }
    }

    /// Whether this line came over HTTP, with a status that refuses. MAY (2025-06-18, `basic/transports`): the
    /// body is then an error without an id, and some servers make one up.
    fn is_refused_by_status(&self) -> bool {
        let mut before = self.child.crossings().into_iter().rev().take(NEAR);
        before.find_map(|it| status(&it)).is_some_and(|status| status >= 400)
    }

    /// A request of ours that is no longer open is answered once more.
    fn again(&mut self, byte: Option<usize>, id: &str) {
        let en = format!("request {id} was answered already, and is answered once more");
        let zh = format!("请求 {id} 已经响应过，又响应了一次");
        self.find_at(&ANSWERED_TWICE, Certainty::Certain, byte, Said::new(en, zh));
    }

    fn wrong_id(&mut self, byte: Option<usize>, came: &str, asked: &Id<'_>) {
        let what = wrong(came, asked);
        match self.oddly.clone() {
            None => self.find_at(&WRONG_ID, Certainty::Certain, byte, what),
            Some((rule, how)) => {
                self.find_at(rule, Certainty::Likely, byte, joined(&what, &how));
            }
        }
    }

    /// The next request was answered under its own id, so the stray answer was to the notification.
    pub(super) fn answered_a_notification(&mut self) {
        self.told = None;
        let Some(Stray { crossing, byte, id, method }) = self.stray.take() else { return };
        let en = format!("{method}, which has no id, was answered: a response came with id {id}");
        let zh = format!("{method} 没有 id，服务器却响应了它：来了一个 id 是 {id} 的响应");
        self.find_at(&NOTIFICATION_ANSWERED, Certainty::Certain, byte, Said::new(en, zh));
        self.move_to(crossing);
    }

    /// The next request was not answered: the stray answer may have been meant for it.
    pub(super) fn answered_under_a_wrong_id(&mut self) {
        let (Some(Stray { crossing, byte, id, .. }), Some(open)) = (self.stray.take(), &self.open)
        else {
            return;
        };
        let what = wrong(&id, open);
        self.find_at(&WRONG_ID, Certainty::Likely, byte, what);
        self.move_to(crossing);
    }

    /// The server asks something itself. Who promised nothing answers only `ping`.
    fn serve(&mut self, request: Request<'_>) -> Result<(), Stop> {
        let Request { id, method, params } = request;
        if self.era == Era::Stateless {
            // Our own question back has a rule of its own.
            if self.open.as_ref() == Some(&id) && method == *self.awaited {
                return Ok(());
            }
            // MUST NOT (2026-07-28, basic/transports): a client sends no answers.
            let method = method.excerpt();
            let en = format!("the server sent a request of its own: {method}");
            let zh = format!("服务器自己发来一个请求：{method}");
            self.find(&SERVER_ASKED, Certainty::Certain, Said::new(en, zh));
            return Ok(());
        }
        let outcome = match &mut self.plan.host {
            _ if method == *PING => Ok(Object::default().into()),
            Some(host) => {
                let before = (self.now)();
                let answer = host.answer(&method, &params.unwrap_or_default());
                self.thought += (self.now)().saturating_sub(before);
                answer
            }
            None => Err(ErrorObject::method_not_found(&method.excerpt())),
        };
        self.send(Message::Response(Response { id: Some(id), outcome }).to_line())
    }
}

fn owned(outcome: Result<crate::json::Value<'_>, ErrorObject<'_>>) -> Outcome {
    match outcome {
        Ok(result) => Ok(result.into_owned()),
        Err(error) => Err(error.into_owned()),
    }
}

/// A sentence, and the clause how the request was written.
pub(super) fn joined(what: &Said, how: &Said) -> Said {
    Said::new(format!("{}; {}", what.en, how.en), format!("{}；{}", what.zh, how.zh))
}

fn wrong(came: &str, asked: &Id<'_>) -> Said {
    Said::new(
        format!("an answer came with id {came}; the request had {asked}"),
        format!("来了一个响应，id 是 {came}；请求的 id 是 {asked}"),
    )
}

/// An id without what tells a number from a string.
fn bare(id: &str) -> &str {
    id.trim_matches('"')
}

/// The byte at which an id stands; of a string it is the quote.
fn place(line: &str, id: &Id<'_>) -> Option<usize> {
    match id {
        Id::Number(number) => byte_of(line, number.as_written()),
        Id::String(string) => byte_of(line, string.as_written())?.checked_sub(1),
    }
}

fn quoted(en: &str, zh: &str, line: &str) -> Said {
    let start = start_of(line, QUOTED);
    Said::new(format!("a line on stdout {en}: {start}"), format!("stdout 上有一行{zh}：{start}"))
}

/// A result that has not what its method promises.
pub(super) fn named(method: &str, misfit: &Misfit) -> Said {
    let Misfit { member, expected } = misfit;
    Said::new(
        format!("the result of {method} does not fit: `{member}` must be {expected}"),
        format!("{method} 的 result 不合格：`{member}` 缺失或类型不对（{expected}）"),
    )
}
