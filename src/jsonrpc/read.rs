//! Telling the three kinds apart: look at the members, name the kind, or say why there is none.

use super::{ErrorObject, Id, Malformed, Message, Notification, Reason, Request, Response};
use crate::json::Value;

/// The members that decide what a message is; any other is ignored.
const DECIDING: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

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
        let taken = object.take(DECIDING).map_err(|name| nameless(Reason::Repeated(name)))?;
        let [jsonrpc, id, method, params, result, error] = taken;
        let id = id.map(Id::from_value);
        // The id of something shaped like an answer is ours, not one to answer with.
        let asks = result.is_none() && error.is_none();
        let known = id.as_ref().and_then(|id| id.as_ref().ok()).filter(|_| asks).cloned();
        let refuse = |reason| Malformed { reason, id: known };
        if !jsonrpc.is_some_and(|it| it.as_string().is_some_and(|text| *text == *"2.0")) {
            return Err(refuse(Reason::Version));
        }
        let id = match id {
            None => None,
            Some(Ok(id)) => Some(id),
            // An error may answer a line whose id could not be read; JSON-RPC then writes null.
            Some(Err(Value::Null)) if error.is_some() => None,
            Some(Err(Value::Null)) => return Err(refuse(Reason::IdNull)),
            Some(Err(_)) => return Err(refuse(Reason::IdNotInteger)),
        };
        match (method, result, error) {
            (Some(method), None, None) => asked(id, method, params),
            (None, Some(_), None) if id.is_none() => Err(Reason::ResultWithoutId),
            (None, Some(result), None) => {
                Ok(Message::Response(Response { id, outcome: Ok(result) }))
            }
            (None, None, Some(error)) => {
                let refusal = |error| Message::Response(Response { id, outcome: Err(error) });
                error_object(&error).map(refusal)
            }
            (None, Some(_), Some(_)) => Err(Reason::ResultAndError),
            (None, None, None) => Err(Reason::NoKind),
            (Some(_), _, _) => Err(Reason::TwoKinds),
        }
        .map_err(refuse)
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
