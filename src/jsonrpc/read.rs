//! Telling the three kinds apart: look at the members, name the kind, or say why there is none.

use super::{ErrorObject, Id, Malformed, Message, Notification, Reason, Request, Response};
use crate::json::{Object, Value};

/// The members that decide what a message is.
#[derive(Default)]
struct Parts<'a> {
    jsonrpc: Option<Value<'a>>,
    id: Option<Value<'a>>,
    method: Option<Value<'a>>,
    params: Option<Value<'a>>,
    result: Option<Value<'a>>,
    error: Option<Value<'a>>,
}

impl<'a> Message<'a> {
    /// The message this value is.
    ///
    /// # Errors
    /// [`Malformed`] with its [`Reason`] and the id to answer with.
    pub fn from_value(value: Value<'a>) -> Result<Self, Malformed<'a>> {
        let nameless = |reason| Malformed { reason, id: None };
        let object = match value {
            Value::Object(object) => object,
            Value::Array(_) => return Err(nameless(Reason::Batch)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                return Err(nameless(Reason::NotObject(value.kind())));
            }
        };
        let mut parts = Parts::of(object).map_err(nameless)?;
        let id = parts.id.take().map(Id::from_value);
        let asks = parts.result.is_none() && parts.error.is_none();
        let known = id.as_ref().and_then(|id| id.as_ref().ok()).filter(|_| asks).cloned();
        parts.message(id).map_err(|reason| Malformed { reason, id: known })
    }
}

impl<'a> Parts<'a> {
    fn of(object: Object<'a>) -> Result<Self, Reason> {
        let mut parts = Self::default();
        for member in object {
            let (name, slot) = match &member.name {
                name if *name == *"jsonrpc" => ("jsonrpc", &mut parts.jsonrpc),
                name if *name == *"id" => ("id", &mut parts.id),
                name if *name == *"method" => ("method", &mut parts.method),
                name if *name == *"params" => ("params", &mut parts.params),
                name if *name == *"result" => ("result", &mut parts.result),
                name if *name == *"error" => ("error", &mut parts.error),
                // MUST (2025-06-18, basic): unknown members are ignored.
                _ => continue,
            };
            if slot.replace(member.value).is_some() {
                return Err(Reason::Repeated(name));
            }
        }
        Ok(parts)
    }

    fn message(self, id: Option<Result<Id<'a>, Value<'a>>>) -> Result<Message<'a>, Reason> {
        if !self.jsonrpc.as_ref().and_then(Value::as_string).is_some_and(|text| *text == *"2.0") {
            return Err(Reason::Version);
        }
        let id = match id {
            // An error may answer a line whose id could not be read; JSON-RPC then writes null.
            Some(Err(Value::Null)) if self.error.is_some() => None,
            Some(Err(Value::Null)) => return Err(Reason::IdNull),
            Some(Err(_)) => return Err(Reason::IdNotInteger),
            Some(Ok(id)) => Some(id),
            None => None,
        };
        match (self.method, self.result, self.error) {
            (Some(method), None, None) => asked(id, method, self.params),
            (None, Some(_), None) if id.is_none() => Err(Reason::ResultWithoutId),
            (None, Some(result), None) => {
                Ok(Message::Response(Response { id, outcome: Ok(result) }))
            }
            (None, None, Some(error)) => {
                Ok(Message::Response(Response { id, outcome: Err(error_object(&error)?) }))
            }
            (None, Some(_), Some(_)) => Err(Reason::ResultAndError),
            (None, None, None) => Err(Reason::NoKind),
            (Some(_), _, _) => Err(Reason::TwoKinds),
        }
    }
}

/// A request or a notification: the `id` decides.
fn asked<'a>(
    id: Option<Id<'a>>,
    method: Value<'a>,
    params: Option<Value<'a>>,
) -> Result<Message<'a>, Reason> {
    let Value::String(method) = method else { return Err(Reason::MethodNotString) };
    if !matches!(params, None | Some(Value::Object(_) | Value::Array(_))) {
        return Err(Reason::ParamsNotStructured);
    }
    Ok(match id {
        Some(id) => Message::Request(Request { id, method, params }),
        None => Message::Notification(Notification { method, params }),
    })
}

fn error_object<'a>(error: &Value<'a>) -> Result<ErrorObject<'a>, Reason> {
    let code = error.get("code").and_then(Value::as_number).and_then(|code| code.to_i64().ok());
    let message = error.get("message").and_then(Value::as_string).cloned();
    let data = error.get("data").cloned();
    match (code, message) {
        (Some(code), Some(message)) => Ok(ErrorObject { code, message, data }),
        _ => Err(Reason::ErrorShape),
    }
}
