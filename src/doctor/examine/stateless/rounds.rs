//! Results that ask for input, and the requests that bring it.

use crate::doctor::examine::Seen;
use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::Id;
use crate::mcp::stateless::INPUT_REQUIRED;
use crate::transport::Side;
use std::collections::VecDeque;

/// How many of the last such results are remembered.
const MAX_ROUNDS: usize = 64;

/// Of how many questions in one of them.
const MAX_KEYS: usize = 100;

/// A longer one is not remembered, in bytes of its line.
const MAX_LINE: usize = 64 * 1024;

/// What a request brings along that answers.
pub(in crate::doctor) const BROUGHT: [&str; 2] = ["inputResponses", "requestState"];

/// A result that asked for input.
#[derive(Debug)]
pub struct Round {
    /// The id of the request it came for.
    pub id: Id<'static>,
    /// Its method.
    pub method: String,
    /// Its params.
    pub params: Option<Value<'static>>,
    /// The questions: what each is called, and its method.
    pub keys: Vec<(Str<'static>, String)>,
    /// What is to come back to the letter.
    pub state: Option<Str<'static>>,
    /// How many results in a row asked for nothing but to be called again.
    pub idle: usize,
}

/// The last of them.
#[derive(Debug, Default)]
pub struct Rounds {
    last: VecDeque<Round>,
    /// Whether one is not remembered.
    pub forgotten: bool,
}

impl Rounds {
    /// What this request answers, as far as can be told: the one that fits it best, the newest first.
    pub fn answered_by(&self, method: &str, params: Option<&Value<'_>>) -> Option<&Round> {
        let mine = self.last.iter().filter(|round| round.method == method);
        let near = mine.filter(|round| round.is_near(params));
        near.max_by_key(|round| round.likeness(params))
    }

    pub(super) fn learn(&mut self, seen: &Seen<'_>) {
        let (Some(asked), Side::Server) = (seen.asked, seen.side) else { return };
        let result = seen.response().and_then(|it| it.outcome.as_ref().ok());
        let Some(result) = result.filter(|result| asks(result)) else { return };
        if asked.forgotten || seen.line.len() > MAX_LINE {
            self.forgotten = true;
            return;
        }
        let idle = self.idle(&asked.method, asked.params.as_ref(), result);
        let question = |it: &Member<'_>| {
            let method = it.value.get("method").and_then(Value::as_string).map(Str::excerpt);
            (it.name.clone().into_owned(), method.unwrap_or_default())
        };
        let questions = result.get("inputRequests").and_then(Value::as_object);
        let questions = questions.map(Object::members).unwrap_or_default();
        let state = result.get("requestState").and_then(Value::as_string);
        self.last.push_back(Round {
            id: asked.id.clone(),
            method: asked.method.clone(),
            params: asked.params.clone(),
            keys: questions.iter().take(MAX_KEYS).map(question).collect(),
            state: state.cloned().map(Str::into_owned),
            idle,
        });
        if self.last.len() > MAX_ROUNDS {
            self.last.pop_front();
            self.forgotten = true;
        }
    }

    /// How many results in a row, this one included, asked for nothing.
    pub fn idle(&self, method: &str, params: Option<&Value<'_>>, result: &Value<'_>) -> usize {
        let questions = result.get("inputRequests").and_then(Value::as_object);
        if questions.is_some_and(|it| !it.members().is_empty()) {
            return 0;
        }
        let before = self.answered_by(method, params).filter(|_| is_retry(params));
        before.map_or(1, |round| round.idle + 1)
    }
}

impl Round {
    /// Whether the request may be meant for this one: it names the same thing, or brings its state.
    fn is_near(&self, params: Option<&Value<'_>>) -> bool {
        let mine = self.params.as_ref();
        let same = |name| text(mine, name) == text(params, name);
        (same("name") && same("uri")) || (self.state.is_some() && self.has_state(params))
    }

    /// Whether the state came back to the letter; none, where none was given.
    pub fn has_state(&self, params: Option<&Value<'_>>) -> bool {
        let came = params.and_then(|params| params.get("requestState"));
        match (&self.state, came) {
            (None, None) => true,
            (Some(given), Some(came)) => came.as_string().is_some_and(|came| came == given),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    /// The questions that were not answered.
    pub fn unanswered(&self, params: Option<&Value<'_>>) -> Vec<&Str<'static>> {
        let answers = params.and_then(|it| it.get("inputResponses")?.as_object());
        let answers = answers.map(Object::members).unwrap_or_default();
        let open = self.keys.iter().map(|(key, _)| key);
        open.filter(|key| !answers.iter().any(|answer| answer.name == **key)).collect()
    }

    /// A member that is different from the first time, apart from what answers and `_meta`.
    pub fn changed(&self, params: Option<&Value<'_>>) -> Option<String> {
        fn all<'v, 'l>(params: Option<&'v Value<'l>>) -> &'v [Member<'l>] {
            params.and_then(Value::as_object).map(Object::members).unwrap_or_default()
        }
        let own =
            |name: &Str<'_>| *name == *"_meta" || BROUGHT.iter().any(|brought| *name == **brought);
        let before = all(self.params.as_ref()).iter().filter(|it| !own(&it.name));
        let now = all(params).iter().filter(|it| !own(&it.name));
        let missing = before.clone().find(|before| {
            !now.clone().any(|now| now.name == before.name && now.value.same(&before.value))
        });
        let more = now.clone().find(|now| !before.clone().any(|before| before.name == now.name));
        missing.or(more).map(|member| member.name.excerpt())
    }

    fn likeness(&self, params: Option<&Value<'_>>) -> u8 {
        let state = u8::from(self.has_state(params)) * 4;
        let same = u8::from(self.changed(params).is_none()) * 2;
        state + same + u8::from(self.unanswered(params).is_empty())
    }
}

/// Whether a result asks for input.
pub(in crate::doctor) fn asks(result: &Value<'_>) -> bool {
    let kind = result.get("resultType").and_then(Value::as_string);
    kind.is_some_and(|kind| *kind == *INPUT_REQUIRED)
}

/// Whether params bring what a result asked for.
pub(in crate::doctor) fn is_retry(params: Option<&Value<'_>>) -> bool {
    params.is_some_and(|params| BROUGHT.iter().any(|name| params.get(name).is_some()))
}

fn text<'v>(params: Option<&'v Value<'_>>, name: &str) -> Option<std::borrow::Cow<'v, str>> {
    params?.get(name)?.as_string()?.text().ok()
}
