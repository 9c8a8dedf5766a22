//! What is told while something runs: progress, and log messages.

use super::asked::Asked;
use super::offers::key;
use super::seen::Seen;
use crate::json::Value;
use crate::jsonrpc::Message;
use crate::mcp::{LOGGING_SET_LEVEL, LoggingLevel, PROGRESS};
use std::collections::BTreeMap;

/// How many progress tokens of one side are remembered.
const MAX_TOKENS: usize = 10_000;

/// The progress tokens that one side gave out, each with its request.
#[derive(Debug, Default)]
pub struct Tokens {
    by: BTreeMap<String, Token>,
    /// In the order in which they were given out.
    order: BTreeMap<usize, String>,
    /// Some were forgotten.
    pub lost: bool,
}

/// A progress token.
#[derive(Debug, Default, Clone)]
pub struct Token {
    /// Where its request stands, as the recording counts.
    pub at: usize,
    /// The last `progress`, as it was written.
    pub last: Option<String>,
    /// Where its request was answered, if nothing goes on after that.
    pub ended: Option<usize>,
    /// It was given out once more while its first request was still open.
    pub shared: bool,
    /// The id of its request, as JSON.
    id: String,
}

/// Which log messages were asked for.
#[derive(Debug, Default)]
pub struct Log {
    /// The lowest level that is wanted, as far as that is certain.
    pub level: Option<LoggingLevel>,
    /// Where that was granted.
    granted: usize,
}

impl Tokens {
    /// What is known of a token.
    pub fn of(&self, token: &Value<'_>) -> Option<&Token> {
        self.by.get(&written(token)?)
    }

    pub(super) fn ask(&mut self, at: usize, seen: &Seen<'_>) {
        let Message::Request(request) = seen.message else { return };
        let token = request.params.as_ref().and_then(|it| it.get("_meta")?.get("progressToken"));
        let Some(token) = token.and_then(written) else { return };
        let id = request.id.to_string();
        let before = self.by.remove(&token);
        if let Some(before) = &before {
            self.order.remove(&before.at);
        }
        let shared = before.is_some_and(|before| before.ended.is_none());
        self.order.insert(at, token.clone());
        self.by.insert(token, Token { at, last: None, ended: None, shared, id });
        if self.by.len() > MAX_TOKENS
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.by.remove(&oldest);
            self.lost = true;
        }
    }

    /// The request was answered. A task goes on after its first answer.
    pub(super) fn answer(&mut self, at: usize, asked: &Asked, goes_on: bool) {
        let token = match asked.meta("progressToken").and_then(written) {
            Some(token) => self.by.get_mut(&token),
            None if asked.forgotten => {
                let id = asked.id.to_string();
                self.by.values_mut().find(|token| token.id == id && token.at == asked.at)
            }
            None => None,
        };
        if let Some(token) = token.filter(|token| token.at == asked.at && !goes_on) {
            token.ended = Some(at);
        }
    }

    /// A notification came.
    pub(super) fn tell(&mut self, seen: &Seen<'_>) {
        let Some(params) = progress(seen) else { return };
        let token = params.get("progressToken").and_then(written);
        let number = params.get("progress").and_then(Value::as_number);
        if let (Some(token), Some(number)) = (token.and_then(|it| self.by.get_mut(&it)), number) {
            // A longer one is no number anybody counts with.
            token.last = Some(number.as_written().chars().take(40).collect());
        }
    }
}

impl Log {
    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        let Some(asked) = seen.asked.filter(|_| seen.result_of(LOGGING_SET_LEVEL).is_some()) else {
            return;
        };
        let Some(level) = asked.param("level").and_then(level) else { return };
        // Two that were open at once may have been heard in either order.
        let at_once = asked.at < self.granted;
        self.level = Some(self.level.filter(|_| at_once).map_or(level, |other| level.min(other)));
        self.granted = at;
    }
}

/// The params of a message, if it is one about progress.
pub(in crate::doctor) fn progress<'l>(seen: &Seen<'l>) -> Option<&'l Value<'l>> {
    seen.notification().filter(|it| it.method == *PROGRESS)?.params.as_ref()
}

/// One of the eight levels.
pub(in crate::doctor) fn level(value: &Value<'_>) -> Option<LoggingLevel> {
    let word = value.as_string()?;
    LoggingLevel::ALL.into_iter().find(|level| *word == *level.as_str())
}

/// How a token is remembered: `1` and `"1"` are two, `1` and `1.0` are one.
fn written(token: &Value<'_>) -> Option<String> {
    match token {
        Value::String(text) => Some(format!("\"{}", key(text))),
        Value::Number(number) => Some(number.to_i64().ok()?.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
