//! A host that agrees to everything, and fills in what a form suggests.

use crate::client::Host;
use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::{ELICITATION_CREATE, ElicitResult, Payload};

#[derive(Debug)]
pub(super) struct Agrees;

impl Host for Agrees {
    fn capabilities(&self) -> Object<'static> {
        [("elicitation", Object::default().into())].into()
    }

    fn answer(
        &mut self,
        method: &Str<'_>,
        params: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        if *method != *ELICITATION_CREATE {
            return Err(ErrorObject::method_not_found(&method.excerpt()));
        }
        let form = params.get("requestedSchema").and_then(|form| form.get("properties"));
        let questions = form.and_then(Value::as_object).map(Object::members).unwrap_or_default();
        let answers = questions.iter().filter_map(|question| {
            let value = suggested(&question.value)?.into_owned();
            Some(Member { name: question.name.clone().into_owned(), value })
        });
        Ok(ElicitResult::Accept(answers.collect()).into_value())
    }
}

/// What a question suggests; whether somebody agrees, he does.
fn suggested<'q>(question: &Value<'q>) -> Option<Value<'q>> {
    let yes_or_no =
        question.get("type").and_then(Value::as_string).is_some_and(|it| *it == *"boolean");
    question.get("default").cloned().or(yes_or_no.then_some(Value::Bool(true)))
}

/// Arguments for a tool: something of each kind that its schema requires, or names if it requires nothing.
pub(super) fn made_up(tool: &Value<'_>) -> Object<'static> {
    let schema = tool.get("inputSchema");
    let properties = schema.and_then(|it| it.get("properties")?.as_object());
    let required = schema.and_then(|it| it.get("required")?.as_array());
    let wanted = |name: &Str<'_>| {
        let means =
            |it: &Value<'_>| it.as_string().is_some_and(|it| it.as_written() == name.as_written());
        required.is_none_or(|required| required.iter().any(means))
    };
    let properties = properties.map(Object::members).unwrap_or_default();
    let wanted = properties.iter().filter(|it| wanted(&it.name));
    let made = wanted.map(|it| Member { name: it.name.clone().into_owned(), value: of(&it.value) });
    made.collect()
}

fn of(schema: &Value<'_>) -> Value<'static> {
    let kind = schema.get("type").and_then(Value::as_string).map(Str::as_written);
    match kind {
        Some("number" | "integer") => 2.into(),
        Some("boolean") => true.into(),
        Some("object") => Object::default().into(),
        Some("array") => Value::Array(Box::default()),
        _ => "x".into(),
    }
}
