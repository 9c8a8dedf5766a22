//! Asking to be told of changes: the one request that stays open.

use crate::json::{Object, Str, Value};
use crate::mcp::{Misfit, Payload, members};

/// Client → server: tell me of these changes, until one of us ends it. Its `params` are
/// `{"notifications":` [`SubscriptionFilter`] `}`.
pub const SUBSCRIPTIONS_LISTEN: &str = "subscriptions/listen";

/// Server → client, a notification: this is what I will tell you of. The first line under the id of a
/// `subscriptions/listen`.
pub const SUBSCRIPTIONS_ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// Which changes somebody wants to hear of.
#[derive(Debug, Clone, Default)]
pub struct SubscriptionFilter<'a> {
    /// `notifications/tools/list_changed`
    pub tools_list_changed: bool,
    /// `notifications/prompts/list_changed`
    pub prompts_list_changed: bool,
    /// `notifications/resources/list_changed`
    pub resources_list_changed: bool,
    /// `notifications/resources/updated` of these URIs.
    pub resource_subscriptions: Vec<Str<'a>>,
}

impl<'a> Payload<'a> for SubscriptionFilter<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [tools, prompts, resources, uris] = members(
            value,
            [
                "toolsListChanged",
                "promptsListChanged",
                "resourcesListChanged",
                "resourceSubscriptions",
            ],
        )?;
        let flag = |found: Option<Value<'_>>, member| match found {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(Misfit { member, expected: "true or false" }),
        };
        let misfit = Misfit { member: "resourceSubscriptions", expected: "an array of strings" };
        let uris = match uris {
            None => Box::default(),
            Some(Value::Array(uris)) => uris,
            Some(_) => return Err(misfit),
        };
        let uri = |uri: Value<'a>| uri.as_string().cloned().ok_or(misfit);
        Ok(Self {
            tools_list_changed: flag(tools, "toolsListChanged")?,
            prompts_list_changed: flag(prompts, "promptsListChanged")?,
            resources_list_changed: flag(resources, "resourcesListChanged")?,
            resource_subscriptions: uris.into_iter().map(uri).collect::<Result<_, _>>()?,
        })
    }

    fn into_value(self) -> Value<'a> {
        let flag = |name, wanted: bool| wanted.then(|| (name, Value::from(true)));
        let uris = self.resource_subscriptions;
        let uris = (!uris.is_empty()).then(|| {
            ("resourceSubscriptions", uris.into_iter().map(Value::from).collect::<Value<'a>>())
        });
        let members = [
            flag("toolsListChanged", self.tools_list_changed),
            flag("promptsListChanged", self.prompts_list_changed),
            flag("resourcesListChanged", self.resources_list_changed),
            uris,
        ];
        members.into_iter().flatten().collect::<Object<'_>>().into()
    }
}
