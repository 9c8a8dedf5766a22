//! What the era without a handshake needs to be remembered for.

mod listens;
mod lists;
mod rounds;

pub(in crate::doctor) use listens::subscription;
pub use listens::{Listen, Listens};
pub(in crate::doctor) use lists::entries;
pub use lists::{Lists, Shown};
pub(in crate::doctor) use rounds::{BROUGHT, asks, is_retry};
pub use rounds::{Round, Rounds};

use super::asked::Asked;
use super::facts::{Facts, version};
use super::seen::Seen;
use crate::doctor::finding::Certainty;
use crate::json::{Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::{
    CLIENT_INFO, DISCOVER, LOG_LEVEL, SERVER_INFO, SUBSCRIPTIONS_LISTEN,
    UNSUPPORTED_PROTOCOL_VERSION,
};
use crate::mcp::{Era, LoggingLevel};
use crate::transport::Side;

/// Discovery, questions in results, open subscriptions.
#[derive(Debug, Default)]
pub struct Stateless {
    /// Where `server/discover` was asked before anything else.
    pub first: Option<usize>,
    /// Whether a request of this era was seen.
    pub spoken: bool,
    /// Whether the server has answered as only one of this era does.
    pub served: bool,
    /// The same of an earlier process in this recording, if there was one.
    pub served_before: Option<bool>,
    /// Whether `server/discover` was asked.
    pub probed: bool,
    /// Where `server/discover` was refused as an unknown method.
    pub undiscovered: Option<usize>,
    /// Where `server/discover` was answered with a result.
    pub discovered: Option<usize>,
    /// What the server can do, as that result says.
    pub capabilities: Option<Value<'static>>,
    /// The versions it names.
    pub versions: Option<Vec<String>>,
    /// The versions that a refusal has named.
    pub told: Option<Vec<String>>,
    /// The last refusal of a version that no other version was tried after.
    pub refusal: Option<Unsupported>,
    /// Name and version of the server, as the last result says.
    pub name: Option<(String, String)>,
    /// Whether a request came that does not say who asks, and a result that does not say who answers.
    pub nameless: [bool; 2],
    /// How many open requests want log messages, by the lowest level they want.
    pub levels: [usize; 8],
    /// What was asked in results.
    pub rounds: Rounds,
    /// What the client wants to be told of.
    pub listens: Listens,
    /// What was listed.
    pub lists: Lists,
    /// Whether the recording begins with the start of the server, and nobody has remarked that something is
    /// missing; `None` before the first message.
    pub whole: Option<bool>,
}

/// A version was refused.
#[derive(Debug)]
pub struct Unsupported {
    /// Where.
    pub at: usize,
    /// Which one.
    pub version: String,
    /// Those that would do.
    pub supported: Vec<String>,
}

/// More of what somebody says that he can do is not remembered, in bytes of the line.
const MAX_LINE: usize = 256 * 1024;

/// How many versions of a server are remembered.
const MAX_VERSIONS: usize = 100;

impl Stateless {
    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        if seen.era != Era::Stateless {
            return;
        }
        if let Some(request) = seen.request(Side::Client) {
            let params = request.params.as_ref();
            self.spoken = true;
            self.probed |= request.method == *DISCOVER;
            let [client, _] = &mut self.nameless;
            *client |= !named(params, CLIENT_INFO);
            let tried = version(params).map(Str::excerpt);
            self.refusal.take_if(|it| tried.is_some_and(|tried| tried != it.version));
            let level = params.and_then(|params| params.get("_meta")?.get(LOG_LEVEL));
            if let Some(count) = level.and_then(|level| self.level(level)) {
                *count += 1;
            }
        }
        if let (Some(asked), Side::Server) = (seen.asked, seen.side) {
            self.answered(at, seen, asked);
        }
        self.rounds.learn(seen);
        self.listens.learn(at, seen);
        self.lists.learn(at, seen);
    }

    /// The place for this level among the counts.
    fn level(&mut self, level: &Value<'_>) -> Option<&mut usize> {
        self.levels.get_mut(rank(level)?)
    }

    fn answered(&mut self, at: usize, seen: &Seen<'_>, asked: &Asked) {
        if let Some(count) = asked.meta(LOG_LEVEL).and_then(|level| self.level(level)) {
            *count = count.saturating_sub(1);
        }
        let Some(response) = seen.response() else { return };
        let result = match &response.outcome {
            Ok(result) => result,
            Err(error) => return self.refused(at, asked, error),
        };
        let names = names(result.get("supportedVersions"));
        self.served |= result.get("resultType").and_then(Value::as_string).is_some();
        if self.name.is_none()
            && let Some(info) = result.get("_meta").and_then(|meta| meta.get(SERVER_INFO))
        {
            let text = |name| info.get(name).and_then(Value::as_string).map(Str::excerpt);
            self.name = text("name").map(|name| (name, text("version").unwrap_or_default()));
        }
        let [_, server] = &mut self.nameless;
        *server |= asked.method != SUBSCRIPTIONS_LISTEN && !named(Some(result), SERVER_INFO);
        if asked.method == DISCOVER {
            self.served |= names.is_some();
            self.discovered = Some(at);
            let capabilities = result.get("capabilities").filter(|_| seen.line.len() <= MAX_LINE);
            self.capabilities = capabilities.cloned().map(Value::into_owned);
            self.versions = names;
        }
    }

    fn refused(&mut self, at: usize, asked: &Asked, error: &ErrorObject<'_>) {
        if asked.method == DISCOVER && error.code == code::METHOD_NOT_FOUND {
            self.undiscovered = Some(at);
        }
        if error.code == UNSUPPORTED_PROTOCOL_VERSION {
            let supported = names(error.data.as_ref().and_then(|data| data.get("supported")));
            let version = version(asked.params.as_ref()).map(Str::excerpt);
            self.served |= supported.is_some();
            self.told.clone_from(&supported);
            self.refusal = supported.zip(version).map(|(supported, version)| Unsupported {
                at,
                version,
                supported,
            });
        }
    }

    /// Whether the server has declared a capability; a dot leads inside, as in `resources.subscribe`.
    /// `None` while it has declared nothing at all.
    pub fn declared(&self, capability: &str) -> Option<bool> {
        let capabilities = self.capabilities.as_ref()?;
        let found = capability.split('.').try_fold(capabilities, |value, name| value.get(name));
        Some(found.is_some_and(|found| found.as_bool() != Some(false)))
    }
}

impl Facts {
    /// Whether the server speaks this era too, or may: what it tells may then belong to a request of this era.
    /// A server that has refused the one question a client of both eras begins with does not.
    pub fn is_both(&self) -> bool {
        self.stateless.served || self.client.each_open().any(|asked| asked.era == Era::Stateless)
    }

    /// Whether nothing but this era is spoken: the server has answered in it, and no handshake was asked for.
    pub fn is_stateless(&self) -> bool {
        self.stateless.served && self.session.asked.is_none()
    }

    /// How sure it is that something was not said: a recording that begins late, or that something is
    /// missing from, does not prove it.
    pub fn sure(&self) -> Certainty {
        if self.stateless.whole == Some(true) { Certainty::Certain } else { Certainty::Likely }
    }

    /// Whether a place lies before the last start of the server.
    pub fn is_past(&self, at: usize) -> bool {
        self.process.started.as_ref().is_some_and(|(started, _)| at < *started)
    }

    /// Whether the server has answered something that the client asked behind this place: so it has read
    /// what stands there.
    pub fn has_read(&self, at: usize) -> bool {
        self.client.answered().any(|asked| asked.at > at)
    }
}

/// How bad a level is, `debug` 0; `None` for none of the eight.
pub(in crate::doctor) fn rank(level: &Value<'_>) -> Option<usize> {
    let level = level.as_string()?;
    LoggingLevel::ALL.iter().position(|it| *level == *it.as_str())
}

/// Whether `_meta` says who this is: a name and a version, both strings.
pub(in crate::doctor) fn named(value: Option<&Value<'_>>, key: &str) -> bool {
    let info = value.and_then(|value| value.get("_meta")?.get(key));
    let string = |name| info.and_then(|info| info.get(name)?.as_string()).is_some();
    string("name") && string("version")
}

/// A list of strings; `None` when it is anything else.
pub(in crate::doctor) fn names(value: Option<&Value<'_>>) -> Option<Vec<String>> {
    let names = value?.as_array()?.iter().take(MAX_VERSIONS);
    names.map(|name| name.as_string().map(Str::excerpt)).collect()
}
