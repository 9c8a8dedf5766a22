//! A request that may have come before: with answers this time, and with our own note.

use super::asked::{Asked, level};
use super::state::{Note, Seals};
use crate::digest::{base64url, sha256};
use crate::json::{Object, Value};
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
    note: Note,
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
        let seals = server.features.seals.clone().filter(|_| !asked.is_asked_once(server));
        let [responses, state] = members(asked.params.clone(), ["inputResponses", "requestState"])?;
        let responses = answers(responses)?;
        let mut note = match (state, &seals) {
            // This server gives out no notes, so there is nothing to tell which answers are expected.
            (None, None) => Note { answers: responses, ..Note::default() },
            // Answers to nothing that is known to have been asked: it will be asked again.
            (None, Some(_)) => Note::default(),
            (Some(state), Some(seals)) => {
                let mut note = open(seals, &state, &about)?;
                // What was not asked is not answered; what was answered before is not answered twice.
                let fresh =
                    responses.into_iter().filter(|answer| note.asked.contains(&answer.name));
                note.answers = note.answers.into_iter().chain(fresh).collect();
                note
            }
            (Some(_), None) => {
                let expected = "missing: this server gives out none";
                return Err(Misfit { member: "requestState", expected }.into());
            }
        };
        note.asked.clear();
        Ok(Self { capabilities, note, level, about, seals })
    }
}

/// The answers that came along. Of one that is written twice, two readers would see two.
fn answers(responses: Option<Value<'_>>) -> Result<Object<'static>, Misfit> {
    let member = "inputResponses";
    match responses {
        None => Ok(Object::default()),
        Some(Value::Object(responses)) if responses.duplicates().is_empty() => {
            Ok(responses.into_owned())
        }
        Some(Value::Object(_)) => Err(Misfit { member, expected: "one answer to each question" }),
        Some(_) => Err(Misfit { member, expected: "an object" }),
    }
}

fn open(seals: &Seals, state: &Value<'_>, about: &str) -> Result<Note, ErrorObject<'static>> {
    let misfit = Misfit { member: "requestState", expected: "a string" };
    let state = state.as_string().ok_or(misfit)?.text().unwrap_or_default();
    seals
        .open(&state, about)
        .map_err(|why| ErrorObject::new(code::INVALID_PARAMS, format!("Invalid params: {why}")))
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
            self.note.answers.get(&key).cloned()
        };
        let given: Option<Vec<_>> = questions.iter().map(answer).collect();
        given.ok_or_else(|| {
            Why::Input(
                questions.into_iter().filter(|question| answer(question).is_none()).collect(),
            )
        })
    }

    fn capabilities(&self) -> Object<'static> {
        self.capabilities.clone()
    }

    fn level(&self) -> Option<LoggingLevel> {
        self.level
    }

    /// What was answered so far and what is asked now, under a seal, for the next round.
    fn request_state(&self, asked: &[InputRequest<'static>]) -> Option<String> {
        let seals = self.seals.as_ref()?;
        let asked = asked.iter().map(|question| question.key.clone()).collect();
        Some(seals.seal(&self.about, Note { asked, ..self.note.clone() }))
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
