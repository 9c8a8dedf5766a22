//! A result that asks for input: what a server used to ask by requests of its own.

use super::INPUT_REQUIRED;
use crate::json::{Member, Object, Str, Value};
use crate::mcp::{
    CreateMessageRequestParams, ELICITATION_CREATE, ElicitRequestParams, Misfit, Payload,
    ROOTS_LIST, SAMPLING_CREATE_MESSAGE, members,
};

/// A question to whoever sits at the client: `{"method":…,"params":…}`, without an id.
#[derive(Debug, Clone)]
pub struct InputRequest<'a> {
    /// What it is called; the answer comes back under the same name.
    pub key: Str<'a>,
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: Str<'a>,
    /// What that method takes.
    pub params: Option<Value<'a>>,
}

impl<'a> InputRequest<'a> {
    /// Asks the human to fill in a form.
    pub fn elicit(key: impl Into<Str<'a>>, form: ElicitRequestParams<'a>) -> Self {
        Self::new(key, ELICITATION_CREATE, Some(form.into_value()))
    }

    /// Asks the client's model.
    pub fn sample(key: impl Into<Str<'a>>, params: CreateMessageRequestParams<'a>) -> Self {
        Self::new(key, SAMPLING_CREATE_MESSAGE, Some(params.into_value()))
    }

    /// Asks in which directories to work.
    pub fn roots(key: impl Into<Str<'a>>) -> Self {
        Self::new(key, ROOTS_LIST, None)
    }

    fn new(key: impl Into<Str<'a>>, method: &'static str, params: Option<Value<'a>>) -> Self {
        Self { key: key.into(), method: method.into(), params }
    }
}

/// The `result` of a request that cannot be served without asking somebody first. The client sends the
/// same request again, under a new id, with the answers in `inputResponses` and the state as it came.
#[derive(Debug, Clone)]
pub struct InputRequiredResult<'a> {
    /// The questions; each has to be answered.
    pub input_requests: Vec<InputRequest<'a>>,
    /// The server's note to itself. A client sends it back to the letter, and does not look inside.
    pub request_state: Option<Str<'a>>,
}

impl<'a> Payload<'a> for InputRequiredResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [requests, state] = members(value, ["inputRequests", "requestState"])?;
        let requests = match requests {
            None => Object::default(),
            Some(Value::Object(requests)) => requests,
            Some(_) => return Err(Misfit { member: "inputRequests", expected: "an object" }),
        };
        let request_state = match state {
            None => None,
            Some(Value::String(state)) => Some(state),
            Some(_) => return Err(Misfit { member: "requestState", expected: "a string" }),
        };
        let mut input_requests = Vec::new();
        for request in requests {
            let [method, params] = members(request.value, ["method", "params"])?;
            let Some(Value::String(method)) = method else {
                return Err(Misfit { member: "method", expected: "a string" });
            };
            input_requests.push(InputRequest { key: request.name, method, params });
        }
        Ok(Self { input_requests, request_state })
    }

    fn into_value(self) -> Value<'a> {
        let requests = self.input_requests.into_iter().map(|request| {
            let params = request.params.map(|params| ("params", params));
            let members = [("method", request.method.into())].into_iter().chain(params);
            let value = members.collect::<Object<'_>>().into();
            Member { name: request.key, value }
        });
        let requests: Object<'a> = requests.collect();
        let asked = Some(requests).filter(|requests| !requests.members().is_empty());
        let members = [
            ("resultType", Some(INPUT_REQUIRED.into())),
            ("inputRequests", asked.map(Value::from)),
            ("requestState", self.request_state.map(Value::from)),
        ];
        let members = members.into_iter().filter_map(|(name, value)| Some((name, value?)));
        members.collect::<Object<'_>>().into()
    }
}
