//! What a subscription tells: what its client has asked for, as far as the one of the script was told of it.

use super::Player;
use super::asked::Asked;
use super::fit::Change;
use super::script::Turn;
use crate::json::{Member, Object, Str, Value};
use crate::mcp::stateless::{SUBSCRIPTION_ID, SUBSCRIPTIONS_ACKNOWLEDGED};
use crate::mcp::{
    PROMPTS_LIST_CHANGED, RESOURCES_LIST_CHANGED, RESOURCES_UPDATED, TOOLS_LIST_CHANGED,
};

/// The notifications of changes, and their members of the filter.
const CHANGES: [(&str, &str); 3] = [
    (TOOLS_LIST_CHANGED, "toolsListChanged"),
    (PROMPTS_LIST_CHANGED, "promptsListChanged"),
    (RESOURCES_LIST_CHANGED, "resourcesListChanged"),
];

/// What a filter asks for: its members that are true, and the resources, as JSON text.
pub(super) fn wants(filter: &Value<'_>) -> Vec<String> {
    let members = filter.as_object().map(Object::members).unwrap_or_default();
    let wants = members.iter().flat_map(|Member { name, value }| match value {
        Value::Bool(true) => vec![name.excerpt()],
        Value::Array(uris) => uris.iter().map(Value::to_line).collect(),
        Value::Null
        | Value::Bool(false)
        | Value::Number(_)
        | Value::String(_)
        | Value::Object(_) => Vec::new(),
    });
    wants.collect()
}

impl Player {
    /// Whether this tells the subscription of the script what that wanted, and the real one does not want.
    pub(super) fn is_unwanted(&self, index: usize, message: &Value<'_>) -> bool {
        let Some(turn) = self.listening(index, message) else { return false };
        let method = message.get("method").and_then(Value::as_string).map(Str::excerpt);
        let method = method.unwrap_or_default();
        let change = CHANGES.iter().find(|(name, _)| *name == method);
        let updated = || message.get("params")?.get("uri").map(Value::to_line);
        let what = match change {
            Some((_, member)) => Some((*member).to_owned()),
            None if method == RESOURCES_UPDATED => updated(),
            None => None,
        };
        what.is_some_and(|what| !is_kept(turn, &what))
    }

    /// An acknowledgement names what was really asked for, less what the script does not have; what it names
    /// on purpose it still does.
    pub(super) fn agreed(&self, index: usize, message: &Value<'_>, line: &str) -> Option<Change> {
        let method = message.get("method").and_then(Value::as_string)?;
        let turn =
            (*method == *SUBSCRIPTIONS_ACKNOWLEDGED).then(|| self.listening(index, message))??;
        let written = message.get("params")?.get("notifications")?;
        let members = written.as_object()?.members().iter().filter_map(|it| {
            let value = match &it.value {
                Value::Array(uris) => {
                    let kept = uris.iter().filter(|uri| is_kept(turn, &uri.to_line()));
                    let kept: Vec<_> = kept.cloned().collect();
                    (!kept.is_empty()).then_some(Value::Array(kept.into()))?
                }
                value @ (Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Object(_)) => is_kept(turn, &it.name.excerpt()).then(|| value.clone())?,
            };
            Some(Member { name: it.name.clone(), value })
        });
        let text = Value::from(members.collect::<Object<'_>>()).to_line();
        let written = written.to_line();
        let start = line.find(&written)?;
        (text != written).then(|| (start..start + written.len(), text))
    }

    /// The request of the subscription that a message of the script belongs to.
    fn listening(&self, index: usize, message: &Value<'_>) -> Option<&Turn> {
        let id = message.get("params")?.get("_meta")?.get(SUBSCRIPTION_ID)?.to_line();
        let mut mine = self.turns.get(self.mates(index))?.iter();
        mine.find(|turn| turn.asked.id.as_ref() == Some(&id))
    }
}

fn is_kept(turn: &Turn, what: &str) -> bool {
    let wants = |asked: &Asked| asked.wants.iter().any(|it| it == what);
    !wants(&turn.asked) || turn.heard.as_ref().is_some_and(wants)
}
