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
    /// The versions that were agreed on in earlier sessions of the recording.
    pub spoken: Vec<String>,
}

/// More of what somebody says that he can do is not remembered, in bytes of the line.
const MAX_LINE: usize = 256 * 1024;

/// How many versions of earlier sessions are remembered.
const MAX_SPOKEN: usize = 8;

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
            let spoken = self.spoken_so_far();
            let params = request.params.as_ref().filter(|_| short);
            *self = Self { spoken, ..Self::opening(at, params) };
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
                let spoken = self.spoken_so_far();
                *self = Self { spoken, ..Self::opening(asked.at, asked.params.as_ref()) };
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

    /// The versions that were agreed on up to here, in this session and before.
    pub(super) fn spoken_so_far(&self) -> Vec<String> {
        let mut spoken = self.spoken.clone();
        let new = self.agreed.clone().filter(|it| !spoken.contains(it));
        spoken.extend(new.filter(|_| spoken.len() < MAX_SPOKEN));
        spoken
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
