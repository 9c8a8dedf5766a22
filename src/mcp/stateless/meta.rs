//! What every request carries instead of a handshake: `params._meta`.

use super::VERSION;
use crate::json::{Object, Str, Value};
use crate::mcp::{Implementation, Misfit, Payload};

/// Which revision the request is written in, a string. Must be there.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// What the client can do for the server while it serves this request, an object. Must be there.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Name and version of the client, to be shown and logged and never to be relied on.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";

/// From which level on the client wants to read log messages about this request.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// Name and version of the server, in the `_meta` of a result.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The id of the `subscriptions/listen` that a notification belongs to.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The `_meta` of a request.
#[derive(Debug, Clone)]
pub struct RequestMeta<'a> {
    /// The revision it is written in.
    pub protocol_version: Str<'a>,
    /// Who asks.
    pub client_info: Option<Implementation<'a>>,
    /// What the client can do; `{}` is nothing.
    pub client_capabilities: Object<'a>,
    /// Anything else, such as `progressToken`.
    pub more: Object<'a>,
}

impl<'a> RequestMeta<'a> {
    /// What a client of this name writes into each of its requests.
    pub fn new(client_info: Implementation<'a>, client_capabilities: Object<'a>) -> Self {
        let more = Object::default();
        Self {
            protocol_version: VERSION.into(),
            client_info: Some(client_info),
            client_capabilities,
            more,
        }
    }
}

impl<'a> Payload<'a> for RequestMeta<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let known = [PROTOCOL_VERSION, CLIENT_INFO, CLIENT_CAPABILITIES];
        let Value::Object(object) = value else {
            return Err(Misfit { member: "_meta", expected: "an object" });
        };
        let (known, more): (Vec<_>, Vec<_>) =
            object.into_iter().partition(|member| known.iter().any(|known| member.name == **known));
        let known = Object::from_iter(known);
        only_once(&known)?;
        let string = known.get(PROTOCOL_VERSION).and_then(Value::as_string).cloned();
        let object = known.get(CLIENT_CAPABILITIES).and_then(Value::as_object).cloned();
        Ok(Self {
            protocol_version: string.ok_or(NO_VERSION)?,
            // Self-reported and never relied on, so a spoilt one is as good as none.
            client_info: known
                .get(CLIENT_INFO)
                .and_then(|info| Implementation::from_value(info.clone()).ok()),
            client_capabilities: object.ok_or(NO_CAPABILITIES)?,
            more: more.into_iter().collect(),
        })
    }

    fn into_value(self) -> Value<'a> {
        let info = self.client_info.map(|info| (CLIENT_INFO, info.into_value()));
        let first = [(PROTOCOL_VERSION, self.protocol_version.into())];
        let last = [(CLIENT_CAPABILITIES, self.client_capabilities.into())];
        let known: Object<'a> = first.into_iter().chain(info).chain(last).collect();
        known.into_iter().chain(self.more).collect::<Object<'_>>().into()
    }
}

/// MUST (2026-07-28, basic/index): both are on every request, of their types, or it is refused.
const NO_VERSION: Misfit = Misfit { member: PROTOCOL_VERSION, expected: "a string in `_meta`" };
const NO_CAPABILITIES: Misfit =
    Misfit { member: CLIENT_CAPABILITIES, expected: "an object in `_meta`" };

fn only_once(known: &Object<'_>) -> Result<(), Misfit> {
    for member in [PROTOCOL_VERSION, CLIENT_INFO, CLIENT_CAPABILITIES] {
        if known.members().iter().filter(|it| it.name == *member).count() > 1 {
            return Err(Misfit { member, expected: "written only once" });
        }
    }
    Ok(())
}

/// What a server looks at in the `_meta` of every request, without making anything.
#[derive(Debug)]
pub(crate) struct Glance<'r, 'a> {
    /// The version the request says that it is written in.
    pub(crate) version: &'r Str<'a>,
    /// What its client can do.
    pub(crate) capabilities: &'r Object<'a>,
    /// As it was written, known or not.
    pub(crate) log_level: Option<&'r Value<'a>>,
}

impl<'r, 'a> Glance<'r, 'a> {
    /// Looks at what must be there.
    ///
    /// # Errors
    /// It is missing, of a wrong type, or written twice.
    pub(crate) fn at(meta: Option<&'r Value<'a>>) -> Result<Self, Misfit> {
        let meta = meta.and_then(Value::as_object).ok_or(NO_VERSION)?;
        let mut found = [const { None }; KEYS.len()];
        for member in meta.members() {
            let mut slots = KEYS.iter().zip(&mut found);
            if let Some((key, slot)) = slots.find(|(key, _)| member.name == ***key)
                && slot.replace(&member.value).is_some()
            {
                return Err(Misfit { member: key, expected: "written only once" });
            }
        }
        let [version, capabilities, _, log_level] = found;
        let version = version.and_then(Value::as_string).ok_or(NO_VERSION)?;
        let capabilities = capabilities.and_then(Value::as_object).ok_or(NO_CAPABILITIES)?;
        Ok(Self { version, capabilities, log_level })
    }
}

/// What may stand there only once: two readers would see two values.
const KEYS: [&str; 4] = [PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL];
