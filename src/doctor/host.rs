//! Whoever answers what a server asks while it is probed.

use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use std::fmt;

/// Answers a server's questions, as [`client::Host`](crate::client::Host) does, on the thread of the
/// probe: whoever sits at a terminal cannot be sent to another one.
pub trait Host: fmt::Debug {
    /// What can be asked here, each member a capability, such as `{"elicitation":{}}`.
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
