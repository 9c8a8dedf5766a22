//! Fitting a line of the script to what was really asked: ids, tokens, names.
//!
//! A line is changed only where it names what its client has sent, and there in its own way: a number that
//! is answered as a string stays a string. Everything else is said as it is written, byte for byte.

use super::asked::{Asked, Kind};
use super::script::Turn;
use super::{Player, needed};
use crate::json::{Member, Number, Str, Value, parse};
use crate::mcp::stateless::SUBSCRIPTION_ID;
use crate::mcp::{
    INITIALIZE, LOGGING_MESSAGE, PROGRESS, RESOURCES_SUBSCRIBE, RESOURCES_UPDATED, Revision,
};
use std::ops::Range;

/// What becomes of a line.
#[derive(Debug)]
pub(super) enum Fitted {
    /// It is said like this.
    Said(Vec<u8>),
    /// It stands for something this client has not asked for.
    LeftOut,
    /// It is a question that cannot be put to this client: the turn that follows its answer.
    Answered(Option<usize>),
}

/// A part of a line, and what stands there instead.
pub(super) type Change = (Range<usize>, String);

impl Player {
    /// A line of this turn, as this client is to hear it; `again` when the turn was played before.
    pub(super) fn fit(&mut self, index: usize, bytes: &[u8], again: bool) -> Fitted {
        let text = readable(bytes);
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let line = text.get(start..).unwrap_or_default();
        let Ok(value) = parse(line) else { return Fitted::Said(bytes.to_vec()) };
        if let Some(question) = question(&value) {
            return self.ask(index, question, bytes, again);
        }
        let unwanted = self.is_unwanted(index, &value) || self.is_left_out(index, &value);
        if unwanted || self.answers_nobody(index, &value) {
            return Fitted::LeftOut;
        }
        let mut changes = Vec::new();
        for message in value.as_array().unwrap_or(std::slice::from_ref(&value)) {
            self.changes(index, message, line, &mut changes);
            changes.extend(self.agreed(index, message, line));
        }
        changes.sort_by_key(|(place, _)| place.start);
        let mut said = bytes.to_vec();
        for (place, text) in changes.into_iter().rev() {
            said.splice(place.start + start..place.end + start, text.into_bytes());
        }
        Fitted::Said(said)
    }

    /// A request of the server's own: said as it is, and its answer goes on with the script.
    fn ask(&mut self, index: usize, question: (&str, &str), bytes: &[u8], again: bool) -> Fitted {
        let (method, id) = question;
        let mates = self.mates(index);
        let answers =
            |turn: &Turn| turn.asked.kind == Kind::Response && turn.asked.id.as_deref() == Some(id);
        let behind = self.turns.iter().enumerate().take(mates.end).skip(index + 1);
        let next = behind.filter(|(_, turn)| answers(turn)).map(|(index, _)| index).next();
        let lacks = |needed: &str| {
            let hello = self.turns.get(mates).into_iter().flatten();
            let mut hello = hello.filter(|turn| turn.asked.method == INITIALIZE);
            let can = |can: &[String]| can.iter().any(|can| can == needed);
            hello.any(|turn| can(&turn.asked.can)) && !can(&self.can)
        };
        if needed(method).is_some_and(lacks) {
            return Fitted::Answered(next);
        }
        let mut said = bytes.to_vec();
        let mut id = id.to_owned();
        if again {
            // An id is not used twice, unless the script does so.
            self.fresh += 1;
            let new = self.fresh.to_string();
            let member = format!("\"id\":{id}");
            let text = String::from_utf8_lossy(bytes);
            said = text.replacen(&member, &format!("\"id\":{new}"), 1).into_bytes();
            id = new;
        }
        self.questions.push((id, next));
        Fitted::Said(said)
    }

    /// Whether a notification tells what this client has not asked to be told, and that of the script has.
    fn is_left_out(&self, index: usize, value: &Value<'_>) -> bool {
        let method = value.get("method").and_then(Value::as_string).map(Str::excerpt);
        let Some(method) = method else { return false };
        let params = value.get("params");
        let param = |name: &str| params.and_then(|it| it.get(name)).map(Value::to_line);
        let meta = params.and_then(|params| params.get("_meta")?.get(SUBSCRIPTION_ID));
        let listens = meta.map(Value::to_line);
        let heard = |asks: &dyn Fn(&Asked) -> bool, does: &dyn Fn(&Asked) -> bool| {
            let mine = self.turns.get(self.mates(index)).unwrap_or_default().iter();
            let mut asking = mine.filter(|turn| asks(&turn.asked)).peekable();
            asking.peek().is_none() || asking.any(|turn| turn.heard.as_ref().is_some_and(does))
        };
        let told = match method.as_str() {
            PROGRESS => heard(&|it| it.token == param("progressToken"), &|it| it.token.is_some()),
            LOGGING_MESSAGE => {
                let turn = self.turns.get(index);
                let wanted = turn.is_some_and(|turn| turn.asked.logs);
                !wanted || turn.and_then(|turn| turn.heard.as_ref()).is_some_and(|it| it.logs)
            }
            RESOURCES_UPDATED if listens.is_none() => {
                let asks =
                    |it: &Asked| it.method == RESOURCES_SUBSCRIBE && it.subject == param("uri");
                heard(&asks, &|_| true)
            }
            _ => true,
        };
        !told || listens.is_some_and(|id| !heard(&|it| it.id.as_ref() == Some(&id), &|_| true))
    }

    /// Whether it answers a request of the script's client that this one has not sent.
    fn answers_nobody(&self, index: usize, value: &Value<'_>) -> bool {
        let id = value.get("id").map(Value::to_line).filter(|_| value.get("method").is_none());
        let mine = self.turns.get(self.mates(index).start..=index).unwrap_or_default();
        let mut named = mine
            .iter()
            .filter(|turn| turn.asked.kind == Kind::Request && id.is_some() && turn.asked.id == id);
        named.clone().next().is_some() && named.all(|turn| turn.heard.is_none())
    }

    /// What is to be changed in a message.
    fn changes(&self, index: usize, message: &Value<'_>, line: &str, changes: &mut Vec<Change>) {
        let answer = message.get("method").is_none();
        let mut open = vec![(message, true)];
        while let Some((value, top)) = open.pop() {
            for Member { name, value } in value.as_object().map_or(&[][..], |it| it.members()) {
                open.push((value, false));
                let written = value.to_line();
                let new = match name.as_written() {
                    "id" if top && answer => self.id(index, &written),
                    SUBSCRIPTION_ID | "requestId" => self.id(index, &written),
                    "progressToken" => self.token(index, &written),
                    "uri" => self.subject(index, &written),
                    "requested" => self.named(index, &written, |asked| asked.version.clone()),
                    "protocolVersion" if answer => self.offer(index, &written),
                    _ => None,
                };
                let place = place(line, value);
                changes
                    .extend(new.filter(|new| *new != written).and_then(|new| Some((place?, new))));
            }
            open.extend(value.as_array().unwrap_or_default().iter().map(|it| (it, false)));
        }
    }

    /// The id that was really sent, in the place of one that the script's client has sent.
    fn id(&self, index: usize, written: &str) -> Option<String> {
        let before = self.turns.get(self.mates(index).start..=index)?.iter().rev();
        let named = |turn: &&Turn| {
            turn.asked.id.as_deref().is_some_and(|id| rest(id, written).is_some())
                && turn.asked.kind == Kind::Request
        };
        let turn = before.clone().find(|it| it.asked.id.as_deref() == Some(written));
        let turn = turn.or_else(|| before.clone().find(named))?;
        let (asked, heard) = (turn.asked.id.as_deref()?, turn.heard.as_ref()?.id.as_deref()?);
        if asked == written {
            return Some(heard.to_owned());
        }
        // Answered as another kind, or spelled in another way: so is the one that was really sent, if it can be.
        let bare = heard.trim_matches('"');
        bare.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
        Some(match rest(asked, written)? {
            Other::String => format!("\"{bare}\""),
            Other::Number(spelled) => format!("{bare}{spelled}"),
        })
    }

    fn token(&self, index: usize, written: &str) -> Option<String> {
        let mut mine = self.turns.get(self.mates(index))?.iter().rev();
        let turn = mine.find(|it| it.asked.token.as_deref() == Some(written))?;
        turn.heard.as_ref()?.token.clone()
    }

    fn subject(&self, index: usize, written: &str) -> Option<String> {
        let own = self.named(index, written, |asked| asked.subject.clone());
        own.or_else(|| {
            let mut mine = self.turns.get(self.mates(index))?.iter();
            let subscribed = |it: &&Turn| {
                it.asked.method == RESOURCES_SUBSCRIBE
                    && it.asked.subject.as_deref() == Some(written)
            };
            mine.find(subscribed)?.heard.as_ref()?.subject.clone()
        })
    }

    /// What this turn's own client line names, as it was really named.
    fn named(
        &self,
        index: usize,
        written: &str,
        name: impl Fn(&Asked) -> Option<String>,
    ) -> Option<String> {
        let turn = self.turns.get(index)?;
        (name(&turn.asked).as_deref() == Some(written)).then(|| name(turn.heard.as_ref()?))?
    }

    /// The version that was offered, if a server may well know it.
    fn offer(&self, index: usize, written: &str) -> Option<String> {
        let offered = self.named(index, written, |asked| asked.offers.clone())?;
        // A session in an older revision has its reasons.
        let newest = written.trim_matches('"') == Revision::NEWEST.as_str();
        Revision::from_name(offered.trim_matches('"')).filter(|_| newest).map(|_| offered)
    }
}

/// How an answer names an id otherwise than its request did.
enum Other {
    String,
    /// The same number, with more behind it, such as `.0`.
    Number(String),
}

/// Whether this is another spelling of that id.
fn rest(id: &str, written: &str) -> Option<Other> {
    if *written == format!("\"{id}\"") {
        return Some(Other::String);
    }
    let number =
        |text: &str| parse(text).ok()?.as_number().and_then(|it: &Number<'_>| it.to_i64().ok());
    let bare = id.trim_matches('"');
    let spelled = written.strip_prefix(bare)?;
    (number(bare)? == number(written)?).then(|| Other::Number(spelled.to_owned()))
}

/// The method and the id of a request.
fn question<'v>(value: &'v Value<'_>) -> Option<(&'v str, &'v str)> {
    let method = value.get("method")?.as_string()?.as_written();
    match value.get("id")? {
        Value::Number(number) => Some((method, number.as_written())),
        Value::String(text) => Some((method, text.as_written())),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The text of these bytes, as long as they are: what is not UTF-8 becomes question marks.
fn readable(bytes: &[u8]) -> String {
    let chunks = bytes.utf8_chunks();
    chunks.flat_map(|it| [it.valid().to_owned(), "?".repeat(it.invalid().len())]).collect()
}

/// Where a number or a string stands on its line, quotes included.
fn place(line: &str, value: &Value<'_>) -> Option<Range<usize>> {
    let (text, quote) = match value {
        Value::Number(number) => (number.as_written(), 0),
        Value::String(text) => (text.as_written(), 1),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    let start = text.as_ptr().addr().checked_sub(line.as_ptr().addr())?.checked_sub(quote)?;
    let end = start + text.len() + 2 * quote;
    (end <= line.len()).then_some(start..end)
}
