//! Which of the script's turns a line that is heard stands for.

use super::asked::{Asked, Kind};
use super::script::{Line, Turn};
use super::{Player, needed};
use crate::json::{Object, Str, Value, parse};
use crate::mcp::stateless::{INPUT_REQUIRED, VERSION};
use crate::mcp::{INITIALIZE, LOGGING_SET_LEVEL, Revision};

/// How what nobody offers is called in a script: its tools, prompts and resources.
const NOBODY: &str = "nobody";

/// How a method is called there that nobody offers.
const NO_SUCH: &str = "no/such/";

/// What stands for any version that does not exist.
const UNKNOWN: &str = "unknown";

/// What the methods of the specification begin with.
const FAMILIES: [&str; 14] = [
    "initialize",
    "ping",
    "tools/",
    "resources/",
    "prompts/",
    "completion/",
    "logging/",
    "server/",
    "subscriptions/",
    "tasks/",
    "roots/",
    "sampling/",
    "elicitation/",
    "notifications/",
];

impl Player {
    /// The turn whose client line is most like this one: it says the same; it is about the same; it is about
    /// something else that is offered; it is about something that nobody offers. Of several it is the first
    /// that was not played, then the last. What the session itself does not know, the healthy one may.
    pub(super) fn choose(&self, heard: &Asked) -> Option<usize> {
        let offered = heard.subject.as_ref().is_some_and(|subject| self.offers(subject));
        let hello = heard.method == INITIALIZE;
        let tiers: [&dyn Fn(&Turn) -> bool; 6] = [
            &|turn| turn.asked.says == heard.says,
            &|turn| hello && turn.asked.offers == heard.offers && can_like(&turn.asked, heard),
            &|turn| hello && turn.asked.offers == heard.offers,
            &|turn| {
                !turn.given_up && turn.asked.subject == heard.subject && (!hello || turn.goes_on)
            },
            &|turn| offered && !turn.given_up && !self.is_nobody(&turn.asked),
            &|turn| !offered && self.is_nobody(&turn.asked),
        ];
        let all = self.turns.iter().enumerate();
        let fits = |(index, turn): &(usize, &Turn)| {
            !turn.dropped && is_like(&turn.asked, heard) && !self.asks_too_much(*index, heard)
        };
        let like: Vec<_> = all.filter(fits).collect();
        [true, false].into_iter().find_map(|own| {
            let mine = || like.iter().filter(move |(index, _)| (*index < self.own) == own);
            tiers.iter().find_map(|tier| {
                let fitting = || mine().filter(|(_, turn)| tier(turn));
                let fresh = fitting().find(|(_, turn)| turn.heard.is_none());
                fresh.or_else(|| fitting().next_back()).map(|(index, _)| *index)
            })
        })
    }

    /// Whether the script leaves without an answer to this, because its stdin ends.
    pub(super) fn is_dropped(&self, heard: &Asked) -> bool {
        self.turns.iter().any(|turn| turn.dropped && is_like(&turn.asked, heard))
    }

    /// Whether a line of the script is about what nobody offers.
    fn is_nobody(&self, asked: &Asked) -> bool {
        let Some(subject) = &asked.subject else { return false };
        let cursor = format!("\"nextCursor\":{subject}");
        let given = || self.turns.iter().any(|turn| turn.says(&cursor));
        match asked.method.as_str() {
            LOGGING_SET_LEVEL => true,
            method if method.ends_with("/list") => !given(),
            _ => subject.contains(NOBODY),
        }
    }

    /// Whether the answer asks for input that the client of the script can give, and this one cannot.
    fn asks_too_much(&self, index: usize, heard: &Asked) -> bool {
        let Some(turn) = self.turns.get(index) else { return false };
        turn.lines.iter().any(|line| {
            let Line::Say(bytes, _) = line else { return false };
            let questions = str::from_utf8(bytes).map(questions).unwrap_or_default();
            let lacks = |needed: &str| {
                let can = |asked: &Asked| asked.can.iter().any(|can| can == needed);
                can(&turn.asked) && !can(heard)
            };
            questions.iter().filter_map(|method| needed(method)).any(lacks)
        })
    }
}

/// The methods of the questions that a result asks.
fn questions(line: &str) -> Vec<String> {
    if !line.contains(INPUT_REQUIRED) {
        return Vec::new();
    }
    let value = parse(line).unwrap_or_default();
    let asked = value.get("result").and_then(|result| result.get("inputRequests")?.as_object());
    let members = asked.map(Object::members).unwrap_or_default();
    let methods = members.iter().filter_map(|it| it.value.get("method").and_then(Value::as_string));
    methods.map(Str::excerpt).collect()
}

/// The version under `_meta`, if it is one: those that nobody knows are all alike.
fn version(asked: &Asked) -> Option<&str> {
    let version = asked.version.as_deref()?;
    let known = Revision::from_name(version.trim_matches('"')).is_some();
    Some(if known || version.trim_matches('"') == VERSION { version } else { UNKNOWN })
}

/// Whether both clients say that they can do something, or that they can do nothing.
fn can_like(asked: &Asked, heard: &Asked) -> bool {
    asked.can.is_empty() == heard.can.is_empty()
}

/// Whether one line may stand for the other, apart from what it is about.
fn is_like(asked: &Asked, heard: &Asked) -> bool {
    let stranger = |it: &Asked| !FAMILIES.iter().any(|family| it.method.starts_with(family));
    let method = asked.method == heard.method
        || asked.method.starts_with(NO_SUCH) && stranger(heard)
        || asked.method.contains(NO_SUCH) && heard.method.contains("no-such");
    asked.kind == heard.kind
        && method
        && version(asked) == version(heard)
        && asked.kind != Kind::Response
}
