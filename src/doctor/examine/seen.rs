//! What a check is shown, and what it says.

use super::asked::Asked;
use super::facts::other;
use crate::doctor::finding::{Certainty, Said};
use crate::doctor::place::{byte_of, name_of};
use crate::doctor::rule::{Owner, Revisions, Rule};
use crate::json::{ParseError, Str, Value};
use crate::jsonrpc::{ErrorObject, Id, Message, Notification, Reason, Request, Response};
use crate::mcp::Era;
use crate::text::Text;
use crate::transport::Side;

/// A line as it came, before anybody knows what it says.
#[derive(Debug)]
pub struct Raw<'l> {
    /// Who sent it.
    pub side: Side,
    /// Its bytes, without the newline; of a line longer than any that is read, the first.
    pub bytes: &'l [u8],
    /// How many bytes it has.
    pub length: usize,
    /// The same as text, if it is UTF-8.
    pub text: Option<&'l str>,
    /// Whether a newline came after it.
    pub ended: bool,
    /// Why it is no JSON, if it is not. `None` for a line that is not UTF-8, blank, or
    /// longer than any that is read.
    pub error: Option<ParseError>,
}

/// A line that is JSON.
#[derive(Debug)]
pub struct Parsed<'l> {
    /// Who sent it.
    pub side: Side,
    /// The line.
    pub line: &'l str,
    /// What it holds.
    pub value: &'l Value<'l>,
}

/// A line that is JSON and no message.
#[derive(Debug)]
pub struct Misshapen<'l> {
    /// Who sent it.
    pub side: Side,
    /// The line.
    pub line: &'l str,
    /// Why it is none.
    pub reason: Reason,
}

/// A message, and what is known about it from what came before.
#[derive(Debug)]
pub struct Seen<'l> {
    /// Who sent it.
    pub side: Side,
    /// The line it stands on.
    pub line: &'l str,
    /// What it is.
    pub message: &'l Message<'l>,
    /// The open request of the other side that a response answers; `None` when there is no such request.
    pub asked: Option<&'l Asked>,
    /// The era it belongs to.
    pub era: Era,
    /// The revision it is written in; all of an era while none is agreed on.
    pub revisions: Revisions,
}

/// What was found on a line.
#[derive(Debug, Clone)]
pub struct Found {
    pub(super) byte: Option<usize>,
    pub(super) at: Option<usize>,
    pub(super) certainty: Option<Certainty>,
    pub(super) owner: Option<Owner>,
    pub(super) step: Option<usize>,
    pub(super) rule: Option<&'static Rule>,
    pub(super) instead: Option<(usize, &'static [&'static str])>,
    pub(super) what: Said,
    pub(super) mild: bool,
    pub(super) remedy: Option<Text>,
}

impl Found {
    /// What was seen, in English and Chinese. Facts of the case go into the sentence as they were written.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        let what = Said::new(en, zh);
        Self {
            byte: None,
            at: None,
            certainty: None,
            owner: None,
            step: None,
            rule: None,
            instead: None,
            what,
            mild: false,
            remedy: None,
        }
    }

    /// The same sentence, made elsewhere.
    pub fn said(what: Said) -> Self {
        Self::new(what.en, what.zh)
    }

    /// At this byte of the line, first byte 0.
    #[must_use]
    pub fn byte(self, byte: impl Into<Option<usize>>) -> Self {
        Self { byte: byte.into(), ..self }
    }

    /// On another line than the one that is looked at: see [`Facts::at`](super::Facts).
    #[must_use]
    pub fn on(self, at: usize) -> Self {
        Self { at: Some(at), ..self }
    }

    /// Surer, or less sure, than the rule says.
    #[must_use]
    pub fn sure(self, certainty: Certainty) -> Self {
        Self { certainty: Some(certainty), ..self }
    }

    /// Somebody else's than the rule says.
    #[must_use]
    pub fn of(self, owner: Owner) -> Self {
        Self { owner: Some(owner), ..self }
    }

    /// At another step than the line belongs to.
    #[must_use]
    pub fn step(self, step: usize) -> Self {
        Self { step: Some(step), ..self }
    }

    /// Nothing was lost by it: see [`Finding::mild`](crate::doctor::Finding::mild).
    #[must_use]
    pub fn mild(self, mild: bool) -> Self {
        Self { mild, ..self }
    }

    /// To be mended in a way that the rule does not know.
    #[must_use]
    pub fn mend(self, remedy: impl Into<Option<Text>>) -> Self {
        Self { remedy: remedy.into(), ..self }
    }

    /// Under another rule than the one that has found it.
    #[must_use]
    pub(in crate::doctor) fn under(self, rule: &'static Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// Instead of what rules with these slugs have found at this place: more is known now.
    #[must_use]
    pub(in crate::doctor) fn instead(self, at: usize, slugs: &'static [&'static str]) -> Self {
        Self { instead: Some((at, slugs)), ..self }
    }

    /// The only thing found.
    pub fn alone(self) -> Vec<Self> {
        vec![self]
    }
}

impl<'l> Seen<'l> {
    /// The request, if this is one that this side sent.
    pub fn request(&self, side: Side) -> Option<&'l Request<'l>> {
        match self.message {
            Message::Request(request) if self.side == side => Some(request),
            Message::Request(_) | Message::Notification(_) | Message::Response(_) => None,
        }
    }

    /// The notification, if this is one.
    pub fn notification(&self) -> Option<&'l Notification<'l>> {
        if let Message::Notification(it) = self.message { Some(it) } else { None }
    }

    /// The response, if this is one.
    pub fn response(&self) -> Option<&'l Response<'l>> {
        if let Message::Response(it) = self.message { Some(it) } else { None }
    }

    /// The result, if this is the answer to a request of this method.
    pub fn result_of(&self, method: &str) -> Option<&'l Value<'l>> {
        let result = self.response()?.outcome.as_ref().ok()?;
        self.asked.filter(|asked| asked.method == *method).map(|_| result)
    }

    /// The error, if a request of this method was refused.
    pub fn refusal_of(&self, method: &str) -> Option<(&'l Asked, &'l ErrorObject<'l>)> {
        let error = self.response()?.outcome.as_ref().err()?;
        self.asked.filter(|asked| asked.method == *method).map(|asked| (asked, error))
    }

    /// The method and params of a request or a notification.
    pub fn told(&self) -> Option<(&'l Str<'l>, Option<&'l Value<'l>>)> {
        match self.message {
            Message::Request(it) => Some((&it.method, it.params.as_ref())),
            Message::Notification(it) => Some((&it.method, it.params.as_ref())),
            Message::Response(_) => None,
        }
    }

    /// The byte at which a string of this line stands, its quote.
    pub fn byte_of(&self, part: &Str<'_>) -> Option<usize> {
        byte_of(self.line, part.as_written())?.checked_sub(1)
    }

    /// The byte at which a value of this line stands; `None` for one that holds others.
    pub fn byte_at(&self, value: &Value<'_>) -> Option<usize> {
        match value {
            Value::String(text) => self.byte_of(text),
            Value::Number(number) => byte_of(self.line, number.as_written()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// The byte at which the name of a member stands, its quote.
    pub fn byte_of_member(&self, value: &Value<'_>, name: &str) -> Option<usize> {
        self.byte_of(name_of(value, name)?)
    }

    /// The other side.
    pub fn other(&self) -> Side {
        other(self.side)
    }

    /// The byte at which the id stands; of a string it is the quote.
    pub fn byte_of_id(&self) -> Option<usize> {
        let id = match self.message {
            Message::Request(it) => &it.id,
            Message::Response(it) => it.id.as_ref()?,
            Message::Notification(_) => return None,
        };
        match id {
            Id::Number(number) => byte_of(self.line, number.as_written()),
            Id::String(string) => self.byte_of(string),
        }
    }
}
