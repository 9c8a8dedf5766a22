//! Asking the client's model.

use crate::json::{Number, Object, Str, Value};
use crate::mcp::{ContentBlock, Misfit, Payload, members};

/// Server → client: let your model answer this. Its `params` are [`CreateMessageRequestParams`], the
/// answer is [`CreateMessageResult`]. Since 2026-07-28 new programs should not begin to use it.
pub const SAMPLING_CREATE_MESSAGE: &str = "sampling/createMessage";

/// The `params` of `sampling/createMessage`. Simplified: one message of the user, in words.
#[derive(Debug, Clone)]
pub struct CreateMessageRequestParams<'a> {
    /// What the model is asked.
    pub text: Str<'a>,
    /// How long its answer may be, in tokens.
    pub max_tokens: i64,
}

/// What the model said.
#[derive(Debug, Clone)]
pub struct CreateMessageResult<'a> {
    /// Its words, or something else.
    pub content: ContentBlock<'a>,
    /// Which model it was.
    pub model: Str<'a>,
}

impl<'a> Payload<'a> for CreateMessageRequestParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [messages, max_tokens] = members(value, ["messages", "maxTokens"])?;
        let misfit = Misfit { member: "messages", expected: "messages in words" };
        let Some(Value::Array(messages)) = messages else { return Err(misfit) };
        let last = messages.last().and_then(|message| message.get("content")?.get("text"));
        let text = last.and_then(Value::as_string).cloned().ok_or(misfit)?;
        let max_tokens = max_tokens.as_ref().and_then(Value::as_number);
        let max_tokens = max_tokens.and_then(|number| Number::to_i64(number).ok());
        let misfit = Misfit { member: "maxTokens", expected: "an integer" };
        Ok(Self { text, max_tokens: max_tokens.ok_or(misfit)? })
    }

    fn into_value(self) -> Value<'a> {
        let content = ContentBlock::Text(self.text).into_value();
        let message = Object::from([("role", "user".into()), ("content", content)]);
        let messages = [Value::from(message)].into_iter().collect();
        Object::from([("messages", messages), ("maxTokens", self.max_tokens.into())]).into()
    }
}

impl<'a> Payload<'a> for CreateMessageResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [content, model] = members(value, ["content", "model"])?;
        // Since 2025-11-25 it may be several blocks; the first that is text says most.
        let content = match content {
            Some(Value::Array(blocks)) => {
                let text = blocks.iter().position(|block| block.get("text").is_some());
                blocks.into_iter().nth(text.unwrap_or_default())
            }
            block => block,
        };
        let Some(content) = content else {
            return Err(Misfit { member: "content", expected: "a block" });
        };
        let Some(Value::String(model)) = model else {
            return Err(Misfit { member: "model", expected: "a string" });
        };
        Ok(Self { content: ContentBlock::from_value(content)?, model })
    }

    fn into_value(self) -> Value<'a> {
        Value::from(Object::from([
            ("role", "assistant".into()),
            ("content", self.content.into_value()),
            ("model", self.model.into()),
            ("stopReason", "endTurn".into()),
        ]))
    }
}
