//! Asking whoever sits at the client, in either era.
//!
//! ```text
//! handshake    the handler waits while a request of the server goes to the client
//! stateless    the handler ends; the client sends the whole request again, with the answers, and the
//!              handler runs from its beginning: this time the answers are there
//! ```
//!
//! One handler serves both if it asks first and acts afterwards.

use super::Server;
use super::exchange::{Asking, Exchange};
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::stateless::InputRequest;
use crate::mcp::{
    CallToolResult, CreateMessageRequestParams, CreateMessageResult, ELICITATION_CREATE,
    ElicitRequestParams, ElicitResult, ListRootsResult, Misfit, Payload, ROOTS_LIST,
    SAMPLING_CREATE_MESSAGE, Tool, ToolError,
};
use crate::schema::Schema;
use std::fmt;

/// A question was put and there is no answer yet, or none will come: a handler hands this on with `?`,
/// and what happens next is up to the era.
#[derive(Debug)]
pub struct Pause(());

/// Why a handler cannot go on.
#[derive(Debug, Clone)]
pub(super) enum Why {
    /// These questions have to be answered first.
    Input(Vec<InputRequest<'static>>),
    /// The client did not say that it could do this.
    Lacks(Object<'static>),
    /// Nobody waits for the answer of this call any more.
    Cancelled,
    /// The client hung up, or took too long.
    Unanswered,
    /// The client refused to ask.
    Refused(ErrorObject<'static>),
    /// What came back under this name is no answer to what was asked.
    Misfit(String, String),
}

impl Server {
    /// Offers a tool that may ask whoever sits at the client before it acts. See [`Exchange::elicit`].
    ///
    /// # Errors
    /// As [`Server::tool`].
    pub fn asking_tool<R>(
        self,
        tool: Tool<'static>,
        handler: impl Fn(&Exchange, &Object<'_>) -> Result<R, Pause> + Send + Sync + 'static,
    ) -> Result<Self, ToolError>
    where
        R: Into<CallToolResult<'static>>,
    {
        self.long_tool(tool, move |exchange, arguments| match handler(exchange, arguments) {
            Ok(result) => result.into(),
            // In the stateless era this is not what goes out, see `stateless::finish`.
            Err(Pause(())) => CallToolResult::error(exchange.why()),
        })
    }
}

impl Exchange {
    /// Asks the human to fill in a form. `key` tells the questions of one handler apart.
    ///
    /// # Errors
    /// There is no answer yet, or none will come.
    pub fn elicit(
        &self,
        key: &'static str,
        form: ElicitRequestParams<'static>,
    ) -> Result<ElicitResult<'static>, Pause> {
        let schema = Value::from(form.requested_schema.clone());
        let answer = self.ask_one(key, ELICITATION_CREATE, Some(form.into_value()))?;
        let result = self.understood(key, ElicitResult::from_value(answer))?;
        // SHOULD (client/elicitation): both sides hold the content against the schema.
        if let ElicitResult::Accept(content) = &result
            && let Ok(schema) = Schema::compile(&schema)
            && let Some(failure) = schema.check(&content.clone().into()).first()
        {
            return Err(self.pause(Why::Misfit(key.to_owned(), failure.to_string())));
        }
        Ok(result)
    }

    /// Asks the client's model.
    ///
    /// # Errors
    /// There is no answer yet, or none will come.
    pub fn sample(
        &self,
        key: &'static str,
        params: CreateMessageRequestParams<'static>,
    ) -> Result<CreateMessageResult<'static>, Pause> {
        let answer = self.ask_one(key, SAMPLING_CREATE_MESSAGE, Some(params.into_value()))?;
        self.understood(key, CreateMessageResult::from_value(answer))
    }

    /// Asks in which directories to work.
    ///
    /// # Errors
    /// There is no answer yet, or none will come.
    pub fn roots(&self, key: &'static str) -> Result<ListRootsResult<'static>, Pause> {
        let answer = self.ask_one(key, ROOTS_LIST, None)?;
        self.understood(key, ListRootsResult::from_value(answer))
    }

    /// Asks several things at once. The answers come in the order of the questions, as they stand on
    /// the wire.
    ///
    /// # Errors
    /// There is an answer missing yet, or none will come.
    pub fn ask(&self, questions: Vec<InputRequest<'static>>) -> Result<Vec<Value<'static>>, Pause> {
        let answers = match &self.asking {
            Asking::Nobody => {
                let lacks = questions.iter().find_map(|it| needs(&it.method, &Object::default()));
                Err(Why::Lacks(lacks.unwrap_or_default()))
            }
            Asking::Session(session) => {
                questions.into_iter().map(|question| session.ask(self, question)).collect()
            }
            Asking::Retry(retry) => retry.ask(questions),
        };
        answers.map_err(|why| self.pause(why))
    }

    fn ask_one(
        &self,
        key: &'static str,
        method: &'static str,
        params: Option<Value<'static>>,
    ) -> Result<Value<'static>, Pause> {
        let question = InputRequest { key: key.into(), method: method.into(), params };
        let answers = self.ask(vec![question])?;
        answers.into_iter().next().ok_or_else(|| self.pause(Why::Unanswered))
    }

    fn understood<T>(&self, key: &str, read: Result<T, Misfit>) -> Result<T, Pause> {
        read.map_err(|misfit| self.pause(Why::Misfit(key.to_owned(), misfit.to_string())))
    }

    fn pause(&self, why: Why) -> Pause {
        self.note(why);
        Pause(())
    }
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
