//! Asking whoever sits at the client, in either era.
//!
//! ```text
//! handshake    the handler waits while a request of the server goes to the client
//! stateless    the handler ends; the client sends the whole request again, with the answers, and the
//!              handler runs from its beginning: this time the answers are there
//! ```
//!
//! One handler serves both if it asks first and acts afterwards.

mod able;

use super::Server;
use super::exchange::Exchange;
use super::why::{Why, needs};
use crate::json::{Object, Value};
use crate::mcp::stateless::InputRequest;
use crate::mcp::{
    CallToolResult, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams,
    ElicitResult, ListRootsResult, Misfit, Payload, Tool, ToolError,
};
use crate::schema::Schema;

/// A question was put and there is no answer yet, or none will come: a handler hands this on with `?`,
/// and what happens next is up to the era.
#[derive(Debug)]
pub struct Pause(());

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
        let answer = self.ask_one(InputRequest::elicit(key, form))?;
        let result = self.understood(key, ElicitResult::from_value(answer))?;
        if let ElicitResult::Accept(content) = &result
            && let Some(twice) = content.duplicates().first()
        {
            let why = format!("`{}` must be written only once", twice.excerpt());
            return Err(self.pause(Why::Misfit(key.to_owned(), why)));
        }
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
        let answer = self.ask_one(InputRequest::sample(key, params))?;
        self.understood(key, CreateMessageResult::from_value(answer))
    }

    /// Asks in which directories to work.
    ///
    /// # Errors
    /// There is no answer yet, or none will come.
    pub fn roots(&self, key: &'static str) -> Result<ListRootsResult<'static>, Pause> {
        let answer = self.ask_one(InputRequest::roots(key))?;
        self.understood(key, ListRootsResult::from_value(answer))
    }

    /// Asks several things at once. The answers come in the order of the questions, as they stand on
    /// the wire.
    ///
    /// # Errors
    /// There is an answer missing yet, or none will come.
    pub fn ask(&self, questions: Vec<InputRequest<'static>>) -> Result<Vec<Value<'static>>, Pause> {
        let answers = if let Some(asks) = self.asks() {
            asks.ask(questions)
        } else {
            let lacks = questions.iter().find_map(|it| needs(&it.method, &Object::default()));
            Err(Why::Lacks(lacks.unwrap_or_default()))
        };
        answers.map_err(|why| self.pause(why))
    }

    fn ask_one(&self, question: InputRequest<'static>) -> Result<Value<'static>, Pause> {
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
