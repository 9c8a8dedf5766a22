//! Whoever stands behind a client: a person, a script, a model.

use super::{Client, Connection};
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use std::fmt;

/// Answers what a server asks of its client. In the handshake era a server asks by a request of its
/// own, in the stateless era by a result that asks for input; the questions and answers are the same.
pub trait Host: fmt::Debug {
    /// What this client can do for a server, each member a capability, such as `{"elicitation":{}}`.
    fn capabilities(&self) -> Object<'static>;

    /// The answer to a question, such as `elicitation/create`.
    ///
    /// # Errors
    /// Nobody here answers to this, or will.
    fn answer(
        &mut self,
        method: &Str<'_>,
        params: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>>;
}

impl Client {
    /// What this client promises a server: what its host can do.
    pub(super) fn capabilities(&self) -> Object<'static> {
        self.host.as_ref().map(|host| host.capabilities()).unwrap_or_default()
    }
}

impl<T> Connection<T> {
    /// Names who answers the server's own questions. To be said before anything else.
    #[must_use]
    pub fn with_host(mut self, host: impl Host + 'static) -> Self {
        self.client.host = Some(Box::new(host));
        self
    }

    /// From now on nobody is there who could answer.
    #[must_use]
    pub fn without_host(mut self) -> Self {
        self.client.host = None;
        self
    }
}
