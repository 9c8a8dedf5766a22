//! The client of the stateless era: every request says by itself who asks and in which revision.

use super::{ClientError, Connection};
use crate::json::{Member, Object, Value};
use crate::mcp::stateless::{
    COMPLETE, DISCOVER, DiscoverResult, INPUT_REQUIRED, InputRequiredResult, RequestMeta, VERSION,
};
use crate::mcp::{
    CallToolParams, CallToolResult, Implementation, ListToolsResult, Misfit, Payload, TOOLS_CALL,
    TOOLS_LIST,
};
use crate::transport::Transport;

/// How often one request may be answered with questions before the client gives up: 10 rounds.
pub const MAX_ROUNDS: usize = 10;

/// A client that needs no handshake, and the wire it speaks on.
#[derive(Debug)]
pub struct Stateless<T> {
    pub(super) connection: Connection<T>,
    me: Implementation<'static>,
    version: &'static str,
}

impl<T: Transport> Stateless<T> {
    /// Speaks on this connection under this name. Its host answers what results ask for.
    pub fn new(connection: Connection<T>, me: Implementation<'static>) -> Self {
        Self { connection, me, version: VERSION }
    }

    /// Writes another version into every request, to see what a server says to it.
    #[must_use]
    pub fn in_version(mut self, version: &'static str) -> Self {
        self.version = version;
        self
    }

    /// Who the server is, what it speaks and offers. Nobody has to ask.
    ///
    /// # Errors
    /// As [`Stateless::call`].
    pub fn discover(&mut self) -> Result<DiscoverResult<'static>, ClientError> {
        let result = self.call(DISCOVER, &Object::default())?;
        Ok(DiscoverResult::from_value(result)?)
    }

    /// What the server lets a model do.
    ///
    /// # Errors
    /// As [`Stateless::call`].
    pub fn list_tools(&mut self) -> Result<ListToolsResult<'static>, ClientError> {
        let result = self.call(TOOLS_LIST, &Object::default())?;
        Ok(ListToolsResult::from_value(result)?)
    }

    /// Runs a tool, and answers what it asks meanwhile.
    ///
    /// # Errors
    /// As [`Stateless::call`].
    pub fn call_tool(
        &mut self,
        name: &str,
        arguments: Object<'_>,
    ) -> Result<CallToolResult<'static>, ClientError> {
        let params = CallToolParams { name: name.into(), arguments };
        let Value::Object(params) = params.into_value() else { return Err(NO_OBJECT.into()) };
        let result = self.call(TOOLS_CALL, &params)?;
        Ok(CallToolResult::from_value(result)?)
    }

    /// Asks anything. When the result asks for input, the host is asked, and the request sent again
    /// with what it said: under a new id, with the same params, the state as it came.
    ///
    /// # Errors
    /// [`ClientError::Refused`] when the answer is an `error`, [`ClientError::Host`] when the host will
    /// not answer, [`ClientError::Rounds`] after [`MAX_ROUNDS`]; another one when no answer came.
    pub fn call(
        &mut self,
        method: &str,
        params: &Object<'_>,
    ) -> Result<Value<'static>, ClientError> {
        let mut extra = Object::default();
        for _ in 0..=MAX_ROUNDS {
            let asked = params.clone().into_iter().chain(extra).collect();
            let result = self.ask(method, asked)?;
            let kind = result.get("resultType").and_then(Value::as_string);
            // MUST (2026-07-28, basic/index): none means complete, an unknown one is no result.
            match kind {
                Some(kind) if *kind == *INPUT_REQUIRED => {}
                Some(kind) if *kind != *COMPLETE => return Err(UNKNOWN_TYPE.into()),
                _ => return Ok(result),
            }
            extra = self.answers(InputRequiredResult::from_value(result)?)?;
        }
        Err(ClientError::Rounds)
    }

    /// Asks once, whatever the result is.
    ///
    /// # Errors
    /// As [`Connection::call`].
    pub fn ask(&mut self, method: &str, params: Object<'_>) -> Result<Value<'static>, ClientError> {
        let params = self.with_meta(params);
        self.connection.call(method, Some(params))
    }

    /// MUST (2026-07-28, basic/index): every request says who asks and in which revision.
    pub(super) fn with_meta<'p>(&self, params: Object<'p>) -> Value<'p> {
        let capabilities = self.connection.client.capabilities();
        let mut meta = RequestMeta::new(self.me.clone(), capabilities);
        meta.protocol_version = self.version.into();
        let meta = Member { name: "_meta".into(), value: meta.into_value() };
        params.into_iter().chain([meta]).collect::<Object<'p>>().into()
    }

    /// MUST (2026-07-28, basic/patterns/mrtr): all questions are answered under their own keys, the
    /// state goes back to the letter, and none where none was given.
    fn answers(
        &mut self,
        asked: InputRequiredResult<'static>,
    ) -> Result<Object<'static>, ClientError> {
        let mut answers = Vec::new();
        for request in asked.input_requests {
            let host = self.connection.client.host.as_mut();
            let host = host.ok_or(ClientError::NoHost)?;
            let params = request.params.unwrap_or_default();
            let value = host.answer(&request.method, &params).map_err(ClientError::Host)?;
            answers.push(Member { name: request.key, value });
        }
        let answers = Value::from(answers.into_iter().collect::<Object<'_>>());
        let state = asked.request_state.map(|state| ("requestState", state.into()));
        Ok([("inputResponses", answers)].into_iter().chain(state).collect())
    }

    /// The connection underneath.
    pub fn into_connection(self) -> Connection<T> {
        self.connection
    }

    /// Ends the conversation and hands back the wire.
    pub fn into_wire(self) -> T {
        self.connection.into_wire()
    }
}

const NO_OBJECT: Misfit = Misfit { member: "params", expected: "an object" };
const UNKNOWN_TYPE: Misfit =
    Misfit { member: "resultType", expected: "`complete` or `input_required`" };
