//! A request that may have come before: with answers this time, and with our own note.

use super::asked::{Asked, level};
use super::state::Seals;
use crate::digest::{base64url, sha256};
use crate::json::{Member, Object, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::{Glance, InputRequest};
use crate::mcp::{LoggingLevel, Misfit, members};
use crate::server::Server;
use crate::server::why::{Asks, Why, needs};
use std::sync::Arc;

/// What a request carries beside its own params.
#[derive(Debug)]
pub(in crate::server) struct Retry {
    capabilities: Object<'static>,
    /// What was answered so far: under the seal of earlier rounds, and in this one.
    answers: Object<'static>,
    /// From which level on the client wants to read log messages.
    level: Option<LoggingLevel>,
    /// The fingerprint of the request itself. A note is good for no other.
    about: String,
    /// What the note of the next round is sealed with.
    seals: Option<Arc<Seals>>,
}

impl Retry {
    /// Reads what came with a request.
    pub(in crate::server) fn read(
        server: &Server,
        asked: &Asked<'_>,
    ) -> Result<Self, ErrorObject<'static>> {
        let about = about(asked);
        let glance = Glance::at(asked.params.get("_meta"))?;
        let level = level(glance.log_level)?;
        let capabilities = glance.capabilities.clone().into_owned();
        let seals = server.features.seals.clone();
        let [responses, state] = members(asked.params.clone(), ["inputResponses", "requestState"])?;
        let responses = match responses {
            None => Object::default(),
            Some(Value::Object(responses)) => responses,
            Some(_) => {
                return Err(Misfit { member: "inputResponses", expected: "an object" }.into());
            }
        };
        let sealed = match (state, &seals) {
            (None, None) => Object::default(),
            // Answers to nothing that is known to have been asked: it will be asked again.
            (None, Some(_)) => {
                return Ok(Self { capabilities, answers: Object::default(), level, about, seals });
            }
            (Some(Value::String(state)), Some(seals)) => {
                let text = state.text().unwrap_or_default();
                seals.open(&text, &about).map_err(|why| {
                    ErrorObject::new(code::INVALID_PARAMS, format!("Invalid params: {why}"))
                })?
            }
            (Some(_), _) => {
                let expected = "what this server gave out, and it gave out none";
                return Err(Misfit { member: "requestState", expected }.into());
            }
        };
        // What was sealed was answered before, and is not answered twice.
        let known: Vec<Member<'_>> = sealed.into_iter().collect();
        let fresh = responses.into_iter().filter(|it| known.iter().all(|old| old.name != it.name));
        let answers: Object<'_> = known.iter().cloned().chain(fresh).collect();
        let answers = answers.into_owned();
        Ok(Self { capabilities, answers, level, about, seals })
    }
}

impl Asks for Retry {
    /// The answers, if all are there; else what has to be asked.
    fn ask(&self, questions: Vec<InputRequest<'static>>) -> Result<Vec<Value<'static>>, Why> {
        // MUST (2026-07-28, basic/patterns/mrtr): only what this very request says its client can do.
        if let Some(lacks) = questions.iter().find_map(|it| needs(&it.method, &self.capabilities)) {
            return Err(Why::Lacks(lacks));
        }
        let answer = |question: &InputRequest<'_>| {
            let key = question.key.text().unwrap_or_default();
            self.answers.get(&key).cloned()
        };
        let given: Option<Vec<_>> = questions.iter().map(answer).collect();
        given.ok_or_else(|| {
            Why::Input(
                questions.into_iter().filter(|question| answer(question).is_none()).collect(),
            )
        })
    }

    fn level(&self) -> Option<LoggingLevel> {
        self.level
    }

    /// What was answered so far, under a seal, for the next round.
    fn request_state(&self) -> Option<String> {
        self.seals.as_ref().map(|seals| seals.seal(&self.about, self.answers.clone()))
    }
}

/// The fingerprint of a request without what changes from round to round. It is the same however the
/// client spells its params.
fn about(asked: &Asked<'_>) -> String {
    let passing = ["_meta", "inputResponses", "requestState"];
    let params = asked.params.as_object().map(Object::members).unwrap_or_default();
    let lasting = params.iter().filter(|it| passing.iter().all(|name| it.name != **name)).cloned();
    let params = Value::from(lasting.collect::<Object<'_>>());
    let text = format!("{} {}", asked.row.name, params.canonical());
    base64url::encode(&sha256(text.as_bytes()))
}
