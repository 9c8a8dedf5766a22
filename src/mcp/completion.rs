//! Completion: what somebody may be about to type, for arguments of prompts and parts of URIs.
//!
//! ```text
//! ► {"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"language","value":"py"}}
//! ◄ {"completion":{"values":["python","pytorch"]}}
//! ```
//!
//! Source: MCP 2025-06-18, `server/utilities/completion`.

use super::misfit::Misfit;
use super::optional::given;
use super::payload::{Payload, members, object, string};
use crate::json::{Object, Str, Value};

/// Client → server: what could this argument be? Its `params` are [`CompleteParams`], the answer is
/// [`CompleteResult`].
pub const COMPLETION_COMPLETE: &str = "completion/complete";

/// How many values one answer may have at most: the specification's number.
pub const MAX_VALUES: usize = 100;

/// The `params` of `completion/complete`.
#[derive(Debug, Clone)]
pub struct CompleteParams<'a> {
    /// Whose argument it is.
    pub reference: Reference<'a>,
    /// The argument's name.
    pub argument: Str<'a>,
    /// What was typed so far.
    pub value: Str<'a>,
    /// The arguments that are chosen already; `{}` when the client says nothing of them.
    pub chosen: Object<'a>,
}

/// Whose argument is completed, under `ref`.
#[derive(Debug, Clone, PartialEq)]
pub enum Reference<'a> {
    /// `{"type":"ref/prompt","name":…}`
    Prompt(Str<'a>),
    /// `{"type":"ref/resource","uri":…}`: the URI template.
    Resource(Str<'a>),
}

/// The `result` of `completion/complete`.
#[derive(Debug, Clone)]
pub struct CompleteResult<'a> {
    /// At most [`MAX_VALUES`], the best first.
    pub values: Vec<Str<'a>>,
    /// How many there are in all, if that is known.
    pub total: Option<i64>,
    /// Whether there are more than are shown, if that is known.
    pub has_more: Option<bool>,
}

impl<'a> CompleteResult<'a> {
    /// The first of these that may be sent, and how many there were if these are not all.
    pub fn first_of(values: Vec<impl Into<Str<'a>>>) -> Self {
        let more = values.len() > MAX_VALUES;
        let total = i64::try_from(values.len()).ok().filter(|_| more);
        // MUST (2025-06-18, server/utilities/completion): no more than 100 values.
        let values = values.into_iter().take(MAX_VALUES).map(Into::into).collect();
        Self { values, total, has_more: more.then_some(true) }
    }
}

impl<'a> Payload<'a> for CompleteParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [reference, argument, context] = members(value, ["ref", "argument", "context"])?;
        let reference = Reference::from_value(object(reference, "ref")?.into())?;
        let [name, value] = members(object(argument, "argument")?.into(), ["name", "value"])?;
        let nothing = || Some(Object::default().into());
        let context = object(context.or_else(nothing), "context")?;
        let [chosen] = members(context.into(), ["arguments"])?;
        Ok(Self {
            reference,
            argument: string(name, "name")?,
            value: string(value, "value")?,
            chosen: object(chosen.or_else(nothing), "arguments")?,
        })
    }

    fn into_value(self) -> Value<'a> {
        let argument = [("name", self.argument.into()), ("value", self.value.into())];
        let chosen = Object::from([("arguments", self.chosen.into())]);
        Value::from(Object::from([
            ("ref", self.reference.into_value()),
            ("argument", Object::from(argument).into()),
            ("context", chosen.into()),
        ]))
    }
}

impl<'a> Payload<'a> for Reference<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [kind, name, uri] = members(value, ["type", "name", "uri"])?;
        match kind.as_ref().and_then(Value::as_string) {
            Some(kind) if *kind == *"ref/prompt" => Ok(Self::Prompt(string(name, "name")?)),
            Some(kind) if *kind == *"ref/resource" => Ok(Self::Resource(string(uri, "uri")?)),
            _ => Err(Misfit { member: "type", expected: "`ref/prompt` or `ref/resource`" }),
        }
    }

    fn into_value(self) -> Value<'a> {
        let (kind, member, name) = match self {
            Self::Prompt(name) => ("ref/prompt", "name", name),
            Self::Resource(uri) => ("ref/resource", "uri", uri),
        };
        Object::from([("type", kind.into()), (member, name.into())]).into()
    }
}

impl<'a> Payload<'a> for CompleteResult<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [completion] = members(value, ["completion"])?;
        let completion = object(completion, "completion")?;
        let [values, total, more] = members(completion.into(), ["values", "total", "hasMore"])?;
        let misfit = Misfit { member: "values", expected: "an array of strings" };
        let Some(Value::Array(values)) = values else { return Err(misfit) };
        let values = values.into_iter().map(|value| string(Some(value), "values"));
        Ok(Self {
            values: values.collect::<Result<_, _>>().map_err(|_| misfit)?,
            total: total.and_then(|it| it.as_number()?.to_i64().ok()),
            has_more: more.and_then(|it| it.as_bool()),
        })
    }

    fn into_value(self) -> Value<'a> {
        let members = [
            ("values", Some(self.values.into_iter().map(Value::from).collect())),
            ("total", self.total.map(Value::from)),
            ("hasMore", self.has_more.map(Value::from)),
        ];
        Object::from([("completion", given(members, Object::default()))]).into()
    }
}
