//! The client of the stateless era: every request says by itself who asks and in which revision.

use super::{ClientError, Connection, Received};
use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::stateless::{
    COMPLETE, DISCOVER, DiscoverResult, INPUT_REQUIRED, InputRequiredResult, RequestMeta, VERSION,
};
use crate::mcp::{
    CallToolParams, CallToolResult, ELICITATION_CREATE, Implementation, ListToolsResult, Misfit,
    PROMPTS_GET, Payload, RESOURCES_READ, ROOTS_LIST, SAMPLING_CREATE_MESSAGE, TOOLS_CALL,
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
    /// not answer or has not declared that it would, [`ClientError::Rounds`] after [`MAX_ROUNDS`],
    /// [`ClientError::Misfit`] when this method may not be answered with questions; another one when no
    /// answer came.
    pub fn call(
        &mut self,
        method: &str,
        params: &Object<'_>,
    ) -> Result<Value<'static>, ClientError> {
        let mut extra = Object::default();
        for _ in 0..=MAX_ROUNDS {
            let asked = params.clone().into_iter().chain(extra).collect();
            let result = self.ask(method, asked)?;
            if is_complete(&result)? {
                return Ok(result);
            }
            // MUST NOT (2026-07-28, basic/patterns/mrtr): no other request is sent with answers.
            if !MAY_ASK.contains(&method) {
                return Err(NOTHING_TO_ASK.into());
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
        let asked = self.send(method, params)?;
        loop {
            if let (_, Some(result)) = self.next(asked)? {
                return Ok(result);
            }
        }
    }

    /// Sends a request; its number.
    pub(super) fn send(&mut self, method: &str, params: Object<'_>) -> Result<i64, ClientError> {
        let params = self.with_meta(params);
        let (asked, line) = self.connection.client.request(method, Some(params));
        self.connection.wire.send(line)?;
        Ok(asked)
    }

    /// The next line, and the result in it if it is the answer to this request. In this era a client
    /// sends no responses: a request of the server's own is passed over, and its host not asked.
    pub(super) fn next(
        &mut self,
        asked: i64,
    ) -> Result<(String, Option<Value<'static>>), ClientError> {
        let line = self.connection.wire.recv()?.ok_or(ClientError::Closed)?;
        let client = &mut self.connection.client;
        let host = client.host.take();
        let received = client.receive(&line);
        client.host = host;
        match received? {
            Received::Answer(id, outcome) if id == asked => {
                Ok((line, Some(outcome.map_err(ClientError::Refused)?)))
            }
            Received::Answer(..) | Received::Reply(_) | Received::Nothing => Ok((line, None)),
        }
    }

    /// MUST (2026-07-28, basic/index): every request says who asks and in which revision.
    fn with_meta<'p>(&self, params: Object<'p>) -> Value<'p> {
        let capabilities = self.connection.client.capabilities();
        let mut meta = RequestMeta::new(self.me.clone(), capabilities);
        meta.protocol_version = self.version.into();
        let meta = Member { name: "_meta".into(), value: meta.into_value() };
        params.into_iter().chain([meta]).collect::<Object<'p>>().into()
    }

    /// MUST (2026-07-28, basic/patterns/mrtr): all questions are answered under their own keys, the
    /// state goes back to the letter, and none of either where none was given.
    fn answers(
        &mut self,
        asked: InputRequiredResult<'static>,
    ) -> Result<Object<'static>, ClientError> {
        let requests = asked.input_requests;
        let state = asked.request_state.map(|state| ("requestState", state.into()));
        if requests.is_empty() {
            return Ok([state.ok_or(NOTHING_ASKED)?].into());
        }
        let host = self.connection.client.host.as_mut().ok_or(ClientError::NoHost)?;
        let declared = host.capabilities();
        // Nobody is asked anything for a request that cannot be sent again.
        if let Some(other) = requests.iter().find(|it| !is_declared(&it.method, &declared)) {
            let error = ErrorObject::method_not_found(&other.method.excerpt());
            return Err(ClientError::Host(error));
        }
        let mut answers = Vec::new();
        for request in requests {
            let params = request.params.unwrap_or_default();
            let value = host.answer(&request.method, &params).map_err(ClientError::Host)?;
            answers.push(Member { name: request.key, value });
        }
        let answers = Value::from(answers.into_iter().collect::<Object<'_>>());
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

/// Whether a result is whole, and does not ask for input.
///
/// MUST (2026-07-28, basic/index): no type means complete, an unknown one is no result.
pub(super) fn is_complete(result: &Value<'_>) -> Result<bool, Misfit> {
    match result.get("resultType").and_then(Value::as_string) {
        Some(kind) if *kind == *INPUT_REQUIRED => Ok(false),
        Some(kind) if *kind != *COMPLETE => Err(UNKNOWN_TYPE),
        _ => Ok(true),
    }
}

/// Whether somebody who declared these capabilities may be asked this.
fn is_declared(method: &Str<'_>, capabilities: &Object<'_>) -> bool {
    let kind = KINDS.iter().find(|(name, _)| *method == **name);
    kind.is_some_and(|(_, capability)| capabilities.get(capability).is_some())
}

/// What a result may ask for, and the capability that allows it.
const KINDS: [(&str, &str); 3] = [
    (ELICITATION_CREATE, "elicitation"),
    (SAMPLING_CREATE_MESSAGE, "sampling"),
    (ROOTS_LIST, "roots"),
];

/// The requests that may be answered with questions, and sent again with answers.
const MAY_ASK: [&str; 3] = [TOOLS_CALL, PROMPTS_GET, RESOURCES_READ];

const NO_OBJECT: Misfit = Misfit { member: "params", expected: "an object" };
const UNKNOWN_TYPE: Misfit =
    Misfit { member: "resultType", expected: "`complete` or `input_required`" };
pub(super) const NOTHING_TO_ASK: Misfit =
    Misfit { member: "resultType", expected: "`complete`: this request may not ask for input" };
const NOTHING_ASKED: Misfit = Misfit { member: "inputRequests", expected: "there without a state" };
