//! Telling the three kinds apart: look at the members, name the kind, or say why there is none.

use super::{ErrorObject, Id, Malformed, Message, Notification, Reason, Request, Response};
use crate::json::Value;

/// The members that decide what a message is; any other is ignored.
const DECIDING: [&str; 6] = ["id", "jsonrpc", "method", "params", "result", "error"];

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
        let (mut parts, again) = object.take(DECIDING);
        let [id, _, _, _, result, error] = &mut parts;
        let id = id.take().map(Id::from_value);
        // The id of something shaped like an answer is ours, not one to answer with; two are none.
        let asks = result.is_none() && error.is_none() && again != Some("id");
        let known = id.as_ref().and_then(|id| id.as_ref().ok()).filter(|_| asks).cloned();
        let message = again.map_or_else(|| told(id, parts), |name| Err(Reason::Repeated(name)));
        message.map_err(|reason| Malformed { reason, id: known })
    }
}

/// The message that its members tell.
fn told<'a>(
    id: Option<Result<Id<'a>, Value<'a>>>,
    [_, jsonrpc, method, params, result, error]: [Option<Value<'a>>; 6],
) -> Result<Message<'a>, Reason> {
    if !jsonrpc.is_some_and(|it| it.as_string().is_some_and(|text| *text == *"2.0")) {
        return Err(Reason::Version);
    }
    let id = match id {
        None => None,
        Some(Ok(id)) => Some(id),
        // An error may answer a line whose id could not be read; JSON-RPC then writes null.
        Some(Err(Value::Null)) if error.is_some() || result.is_some() => None,
        Some(Err(Value::Null)) => return Err(Reason::IdNull),
        Some(Err(_)) => return Err(Reason::IdNotInteger),
    };
    match (method, result, error) {
        (Some(method), None, None) => asked(id, method, params),
        (None, Some(_), None) if id.is_none() => Err(Reason::ResultWithoutId),
        (None, Some(result), None) => Ok(Message::Response(Response { id, outcome: Ok(result) })),
        (None, None, Some(error)) => error_object(&error)
            .map(|error| Message::Response(Response { id, outcome: Err(error) })),
        (None, Some(_), Some(_)) => Err(Reason::ResultAndError),
        (None, None, None) => Err(Reason::NoKind),
        (Some(_), _, _) => Err(Reason::TwoKinds),
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
