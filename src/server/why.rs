//! How questions reach whoever sits at the client, and why a handler cannot go on without answers.

use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::stateless::InputRequest;
use crate::mcp::{ELICITATION_CREATE, LoggingLevel, ROOTS_LIST, SAMPLING_CREATE_MESSAGE};
use std::fmt;

/// Whoever puts questions to the client: each era has its own way.
pub(super) trait Asks: fmt::Debug + Send + Sync {
    /// The answers, in the order of the questions.
    fn ask(&self, questions: Vec<InputRequest<'static>>) -> Result<Vec<Value<'static>>, Why>;

    /// What the client has said it can do.
    fn capabilities(&self) -> Object<'static>;

    /// The lowest level of log messages that the client wants; `None` when it wants none.
    fn level(&self) -> Option<LoggingLevel>;

    /// The note that goes with questions that are answered by another request.
    fn request_state(&self, _asked: &[InputRequest<'static>]) -> Option<String> {
        None
    }
}

/// Why a handler cannot go on.
#[derive(Debug, Clone)]
pub(super) enum Why {
    /// These questions have to be answered first.
    Input(Vec<InputRequest<'static>>),
    /// The client did not say that it could do this.
    Lacks(Object<'static>),
    /// The client has not said yet that it is ready.
    Early,
    /// Nobody waits for the answer of this call any more.
    Cancelled,
    /// The client hung up, or took too long.
    Unanswered,
    /// The client refused to ask.
    Refused(ErrorObject<'static>),
    /// What came back under this name is no answer to what was asked.
    Misfit(String, String),
}

/// The capability that this client would need to answer a question, if it lacks it.
pub(super) fn needs(method: &Str<'_>, has: &Object<'_>) -> Option<Object<'static>> {
    let needed = [
        (ELICITATION_CREATE, "elicitation"),
        (SAMPLING_CREATE_MESSAGE, "sampling"),
        (ROOTS_LIST, "roots"),
    ];
    let (_, capability) = needed.into_iter().find(|(name, _)| *method == **name)?;
    let nothing = || Value::from(Object::default());
    let form = Object::from([("form", nothing())]);
    match has.get(capability) {
        // A client that shows URLs only cannot show a form.
        Some(Value::Object(modes))
            if capability == "elicitation"
                && modes.get("url").is_some()
                && modes.get("form").is_none() =>
        {
            Some(Object::from([(capability, form.into())]))
        }
        Some(Value::Object(_)) => None,
        _ => Some(Object::from([(capability, nothing())])),
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(_) => f.write_str("input is required"),
            Self::Lacks(capabilities) => {
                let names: Vec<_> =
                    capabilities.members().iter().map(|it| it.name.excerpt()).collect();
                write!(f, "nothing was done: this client does not offer {}", names.join(", "))
            }
            Self::Early => {
                f.write_str("nothing was done: the client has not sent notifications/initialized")
            }
            Self::Cancelled => f.write_str("nothing was done: the call was cancelled"),
            Self::Unanswered => f.write_str("nothing was done: the client did not answer"),
            Self::Refused(error) => {
                write!(
                    f,
                    "nothing was done: the client refused to ask: {}",
                    error.message.excerpt()
                )
            }
            Self::Misfit(key, what) => write!(f, "the answer `{key}` does not fit: {what}"),
        }
    }
}
