//! The handshake, and what was agreed on in it.

use super::seen::Seen;
use crate::doctor::rule::Revisions;
use crate::json::{Str, Value};
use crate::mcp::{INITIALIZE, INITIALIZED};
use crate::transport::Side;

/// What client and server have said of themselves.
#[derive(Debug, Default)]
pub struct Session {
    /// Where `initialize` was asked.
    pub asked: Option<usize>,
    /// The version that the client offered.
    pub offered: Option<String>,
    /// What the client can do, as it said.
    pub client: Option<Value<'static>>,
    /// Where `initialize` was answered with a result.
    pub answered: Option<usize>,
    /// Where it was refused.
    pub refused: Option<usize>,
    /// The version that the server answered.
    pub agreed: Option<String>,
    /// What the server can do, as it said.
    pub server: Option<Value<'static>>,
    /// Name and version of the server.
    pub name: Option<(String, String)>,
    /// Where the client said that it is ready.
    pub ready: Option<usize>,
    /// The earlier sessions of the recording.
    pub earlier: Vec<Earlier>,
}

/// What was agreed on in an earlier session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earlier {
    /// The version.
    pub version: String,
    /// Whether the client said that it can do anything.
    pub client: bool,
    /// The features that the server declared.
    pub features: Vec<&'static str>,
}

/// The features a client looks for in the capabilities.
const FEATURES: [&str; 5] = ["tools", "resources", "prompts", "completions", "logging"];

/// More of what somebody says that he can do is not remembered, in bytes of the line.
const MAX_LINE: usize = 256 * 1024;

/// How many earlier sessions are remembered that differ.
const MAX_EARLIER: usize = 32;

impl Session {
    /// The revision that was agreed on.
    pub fn revisions(&self) -> Option<Revisions> {
        self.agreed.as_deref().and_then(Revisions::of)
    }

    /// Whether a side has declared a capability; a dot leads inside, as in `resources.subscribe`. `None`
    /// while it has declared nothing at all.
    pub fn declared(&self, side: Side, capability: &str) -> Option<bool> {
        let capabilities = match side {
            Side::Client => self.client.as_ref()?,
            Side::Server => self.server.as_ref()?,
        };
        let found = capability.split('.').try_fold(capabilities, |value, name| value.get(name));
        Some(found.is_some_and(|found| found.as_bool() != Some(false)))
    }

    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        let short = seen.line.len() <= MAX_LINE;
        let capabilities = |value: &Value<'_>| {
            value.get("capabilities").filter(|_| short).cloned().map(Value::into_owned)
        };
        let request = seen.request(Side::Client).filter(|it| it.method == *INITIALIZE);
        if let Some(request) = request.filter(|_| self.answered.is_none()) {
            let earlier = self.earlier_so_far();
            let params = request.params.as_ref().filter(|_| short);
            *self = Self { earlier, ..Self::opening(at, params) };
        }
        if seen.side == Side::Client
            && seen.notification().is_some_and(|it| it.method == *INITIALIZED)
        {
            self.ready = self.ready.or(Some(at));
        }
        let Some(asked) = seen.asked.filter(|asked| asked.method == INITIALIZE) else { return };
        // A second one leaves all as it was, unless it is served too.
        if self.answered.is_none() {
            self.refused = seen.result_of(INITIALIZE).is_none().then_some(at);
        }
        if let Some(result) = seen.result_of(INITIALIZE) {
            if self.answered.is_some() {
                let earlier = self.earlier_so_far();
                *self = Self { earlier, ..Self::opening(asked.at, asked.params.as_ref()) };
            }
            let text =
                |value: Option<&Value<'_>>| value.and_then(Value::as_string).map(Str::excerpt);
            self.answered = Some(at);
            self.agreed = text(result.get("protocolVersion"));
            self.server = capabilities(result);
            let info = result.get("serverInfo");
            let name = text(info.and_then(|info| info.get("name")));
            let version = text(info.and_then(|info| info.get("version")));
            self.name = name.map(|name| (name, version.unwrap_or_default()));
        }
    }

    /// What was agreed on up to here, in this session and before.
    pub(super) fn earlier_so_far(&self) -> Vec<Earlier> {
        let mut earlier = self.earlier.clone();
        let new = self.agreed.as_ref().map(|version| Earlier {
            version: version.clone(),
            client: self.client.as_ref().is_some_and(is_something),
            features: self.server.as_ref().map(features).unwrap_or_default(),
        });
        let new = new.filter(|it| !earlier.contains(it) && earlier.len() < MAX_EARLIER);
        earlier.extend(new);
        earlier
    }

    /// What the params of an `initialize` say, before it is answered.
    fn opening(at: usize, params: Option<&Value<'_>>) -> Self {
        let version = params.and_then(|it| it.get("protocolVersion")?.as_string());
        let capabilities = params.and_then(|it| it.get("capabilities"));
        Self {
            asked: Some(at),
            offered: version.map(Str::excerpt),
            client: capabilities.cloned().map(Value::into_owned),
            ..Self::default()
        }
    }
}

/// Whether these capabilities hold anything.
pub(in crate::doctor) fn is_something(capabilities: &Value<'_>) -> bool {
    capabilities.as_object().is_some_and(|it| !it.members().is_empty())
}

/// The features that these capabilities name.
pub(in crate::doctor) fn features(capabilities: &Value<'_>) -> Vec<&'static str> {
    FEATURES.into_iter().filter(|name| capabilities.get(name).is_some()).collect()
}
