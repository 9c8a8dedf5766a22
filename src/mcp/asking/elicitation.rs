//! Asking the human.

use crate::json::{Object, Str, Value};
use crate::mcp::{Misfit, Payload, members};

/// Server → client: show this to the human, and bring me the answer. Its `params` are
/// [`ElicitRequestParams`], the answer is [`ElicitResult`].
pub const ELICITATION_CREATE: &str = "elicitation/create";

/// The `params` of `elicitation/create`: a form to fill in.
#[derive(Debug, Clone)]
pub struct ElicitRequestParams<'a> {
    /// What the human reads.
    pub message: Str<'a>,
    /// What the answer has to fit: a flat object of strings, numbers, truth values and choices.
    pub requested_schema: Object<'a>,
}

/// What the human said.
#[derive(Debug, Clone)]
pub enum ElicitResult<'a> {
    /// Yes, and this is what was filled in.
    Accept(Object<'a>),
    /// No.
    Decline,
    /// Neither: the question was closed.
    Cancel,
}

impl<'a> Payload<'a> for ElicitRequestParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [message, schema] = members(value, ["message", "requestedSchema"])?;
        let Some(Value::String(message)) = message else {
            return Err(Misfit { member: "message", expected: "a string" });
        };
        let Some(Value::Object(requested_schema)) = schema else {
            return Err(Misfit { member: "requestedSchema", expected: "an object" });
        };
        Ok(Self { message, requested_schema })
    }

    fn into_value(self) -> Value<'a> {
        Value::from(Object::from([
            ("message", self.message.into()),
            ("requestedSchema", self.requested_schema.into()),
        ]))
    }
}

impl<'a> Payload<'a> for ElicitResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [action, content] = members(value, ["action", "content"])?;
        let action = action.as_ref().and_then(Value::as_string);
        let is = |word: &str| action.is_some_and(|action| *action == *word);
        match content {
            Some(Value::Object(content)) if is("accept") => Ok(Self::Accept(content)),
            None if is("accept") => Ok(Self::Accept(Object::default())),
            _ if is("accept") => Err(Misfit { member: "content", expected: "an object" }),
            _ if is("decline") => Ok(Self::Decline),
            _ if is("cancel") => Ok(Self::Cancel),
            _ => Err(Misfit { member: "action", expected: "accept, decline or cancel" }),
        }
    }

    fn into_value(self) -> Value<'a> {
        let action = |word: &'static str| ("action", Value::from(word));
        Value::from(match self {
            Self::Accept(content) => Object::from([action("accept"), ("content", content.into())]),
            Self::Decline => Object::from([action("decline")]),
            Self::Cancel => Object::from([action("cancel")]),
        })
    }
}
