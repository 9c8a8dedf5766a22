//! The model that the client lends to the server: it always says the same.

use crate::client::Host;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::{ContentBlock, CreateMessageResult, Payload, SAMPLING_CREATE_MESSAGE};

/// A model that can only nod.
#[derive(Debug)]
pub(super) struct Model;

impl Host for Model {
    fn capabilities(&self) -> Object<'static> {
        Object::from([("sampling", Object::default().into())])
    }

    fn answer(
        &mut self,
        method: &Str<'_>,
        _: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        if *method != *SAMPLING_CREATE_MESSAGE {
            return Err(ErrorObject::method_not_found(&method.excerpt()));
        }
        let content = ContentBlock::Text("先互相认识，再谈正事。".into());
        Ok(CreateMessageResult { content, model: "nodding-model".into() }.into_value())
    }
}
