//! The client on a wire: ask, then wait for the answer.

use super::{Client, ClientError, Received};
use crate::json::{Object, Value};
use crate::mcp::{
    CallToolParams, CallToolResult, INITIALIZE, INITIALIZED, Implementation, InitializeParams,
    InitializeResult, ListToolsResult, Payload, Revision, TOOLS_CALL, TOOLS_LIST,
};
use crate::transport::Transport;

/// A client and the wire it speaks on.
#[derive(Debug)]
pub struct Connection<T> {
    pub(super) client: Client,
    pub(super) wire: T,
}

impl<T: Transport> Connection<T> {
    /// A connection on which nothing was said yet.
    pub fn new(wire: T) -> Self {
        Self { client: Client::default(), wire }
    }

    /// The handshake: offers a version and the name of this program, then says that it is ready.
    ///
    /// # Errors
    /// [`ClientError::Version`] when the server answers a version that is unknown here: the client
    /// has to leave then, without `notifications/initialized`. Otherwise as [`Connection::call`].
    pub fn initialize(
        &mut self,
        version: &str,
        me: Implementation<'_>,
    ) -> Result<InitializeResult<'static>, ClientError> {
        // `{}`: without a host this client does nothing for a server.
        let capabilities = self.client.capabilities();
        let params =
            InitializeParams { protocol_version: version.into(), capabilities, client_info: me };
        let result = self.call(INITIALIZE, Some(params.into_value()))?;
        let result = InitializeResult::from_value(result)?;
        let answered = result.protocol_version.text().unwrap_or_default().into_owned();
        // SHOULD (2025-06-18, basic/lifecycle): a client that cannot speak the answer disconnects.
        if Revision::from_name(&answered).is_none() {
            return Err(ClientError::Version(answered));
        }
        self.notify(INITIALIZED, None)?;
        Ok(result)
    }

    /// What the server lets a model do.
    ///
    /// # Errors
    /// As [`Connection::call`].
    pub fn list_tools(&mut self) -> Result<ListToolsResult<'static>, ClientError> {
        let result = self.call(TOOLS_LIST, Some(Object::default().into()))?;
        Ok(ListToolsResult::from_value(result)?)
    }

    /// Runs a tool. A tool that says no is an `Ok` with `is_error`: the call itself went well.
    ///
    /// # Errors
    /// As [`Connection::call`].
    pub fn call_tool(
        &mut self,
        name: &str,
        arguments: Object<'_>,
    ) -> Result<CallToolResult<'static>, ClientError> {
        let params = CallToolParams { name: name.into(), arguments };
        let result = self.call(TOOLS_CALL, Some(params.into_value()))?;
        Ok(CallToolResult::from_value(result)?)
    }

    /// Asks anything and waits for the answer, serving the server's own questions meanwhile.
    ///
    /// # Errors
    /// [`ClientError::Refused`] when the answer is an `error`, another one when no answer came.
    pub fn call(
        &mut self,
        method: &str,
        params: Option<Value<'_>>,
    ) -> Result<Value<'static>, ClientError> {
        let (asked, line) = self.client.request(method, params);
        self.wire.send(line)?;
        loop {
            let line = self.wire.recv()?.ok_or(ClientError::Closed)?;
            match self.client.receive(&line)? {
                Received::Answer(id, outcome) if id == asked => {
                    return outcome.map_err(ClientError::Refused);
                }
                Received::Reply(line) => self.wire.send(line)?,
                Received::Answer(..) | Received::Nothing => {}
            }
        }
    }

    /// Tells the server something and waits for nothing.
    ///
    /// # Errors
    /// The wire broke.
    pub fn notify(&mut self, method: &str, params: Option<Value<'_>>) -> Result<(), ClientError> {
        Ok(self.wire.send(Client::notification(method, params))?)
    }

    /// Ends the conversation and hands back the wire; dropping that hangs up.
    pub fn into_wire(self) -> T {
        self.wire
    }
}
