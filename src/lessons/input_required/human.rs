//! Somebody in front of the client, who answers as the script says.

use crate::client::Host;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::{ELICITATION_CREATE, ElicitResult, Payload};
use std::collections::VecDeque;

/// What this human does with the questions, one after the other.
#[derive(Debug)]
pub(super) struct Human(VecDeque<&'static str>);

impl Human {
    pub(super) fn new(actions: &[&'static str]) -> Self {
        Self(actions.iter().copied().collect())
    }
}

/// The form, filled in.
pub(super) fn yes() -> Value<'static> {
    ElicitResult::Accept(Object::from([("confirm", true.into())])).into_value()
}

impl Host for Human {
    fn capabilities(&self) -> Object<'static> {
        Object::from([("elicitation", Object::default().into())])
    }

    fn answer(
        &mut self,
        method: &Str<'_>,
        _: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        if *method != *ELICITATION_CREATE {
            return Err(ErrorObject::method_not_found(&method.excerpt()));
        }
        Ok(match self.0.pop_front() {
            Some("accept") => yes(),
            Some("decline") => ElicitResult::Decline.into_value(),
            _ => ElicitResult::Cancel.into_value(),
        })
    }
}
