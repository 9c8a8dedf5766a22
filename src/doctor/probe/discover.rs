//! Step 1 without a handshake: who are you, what do you speak and offer?

use super::ask::Outcome;
use super::walk::{Gently, Stop, Walk};
use crate::client::{Heard, heard};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::refusal::modern;
use crate::doctor::rules::{
    BAD_RESULT, DISCOVER_REFUSED, HANDSHAKE_ONLY, NO_COMMON_VERSION, STATELESS_ONLY,
};
use crate::json::{Object, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::{DISCOVER, DiscoverResult, VERSION};
use crate::mcp::{Era, TOOLS_LIST};

impl Walk<'_> {
    pub(super) fn discover(&mut self) -> Result<Outcome, Stop> {
        let params = self.with_meta(Object::default());
        self.ask(10, DISCOVER, Some(params))
    }

    /// Asks, and does not fall back.
    pub(super) fn only_stateless(&mut self) -> Result<(), Stop> {
        let outcome = self.discover()?;
        match heard(&outcome) {
            Heard::Stateless(discovered) => {
                self.discovered(&outcome.unwrap_or_default(), &discovered);
                Ok(())
            }
            Heard::Otherwise(names) => Err(self.otherwise(&names, &outcome)),
            Heard::Handshake => {
                let before = self.report.findings.len();
                let why = self.no_discovery(&outcome);
                if self.report.findings.len() == before {
                    self.only_handshake(&outcome, why);
                }
                Err(Stop)
            }
        }
    }

    /// Nothing was discovered: an old server, or one of this era that lacks just that.
    fn only_handshake(&mut self, outcome: &Outcome, why: Said) {
        let refusal = self.last_line();
        let unknown = matches!(outcome, Err(error) if error.code == code::METHOD_NOT_FOUND);
        if unknown && self.lists_without_handshake() {
            self.lacks_discovery();
            return;
        }
        let certainty = if unknown { Certainty::Likely } else { Certainty::Certain };
        self.find(&HANDSHAKE_ONLY, certainty, why);
        self.move_to(refusal);
    }

    /// Whether a list is answered as only a server of this era answers it. An old one need not answer.
    fn lists_without_handshake(&mut self) -> bool {
        self.gently = Gently::Asking;
        let params = self.with_meta(Object::default());
        let listed = self.ask(12, TOOLS_LIST, Some(params));
        self.gently = Gently::Not;
        matches!(listed, Ok(Ok(result)) if result.get("resultType").is_some())
    }

    fn lacks_discovery(&mut self) -> Stop {
        let en = "server/discover is unknown to the server, which yet answers tools/list without a handshake";
        let zh = "服务器不认识 server/discover，却能不经握手就回答 tools/list";
        self.stop(&DISCOVER_REFUSED, Certainty::Certain, Said::new(en, zh))
    }

    /// Takes a result for what it says of the server.
    pub(super) fn discovered(&mut self, result: &Value<'_>, discovered: &DiscoverResult<'_>) {
        self.report.clocks.reply = Some(self.since_start());
        self.check_result(DISCOVER, result);
        self.has_tools = discovered.capabilities.has("tools");
        self.offers.declare(&discovered.capabilities);
        self.report.revision = Some(VERSION.to_owned());
        let Some(info) = &discovered.server_info else {
            self.note(format!("speaks {VERSION}"), format!("使用 {VERSION}"));
            return;
        };
        let (name, its) = (info.name.excerpt(), info.version.excerpt());
        let who = format!("{name} {its}");
        let who = who.trim_end();
        self.note(format!("{who} speaks {VERSION}"), format!("{who}，使用 {VERSION}"));
        self.report.server = Some((name, its));
    }

    /// The server is of this era, and will not have it like this.
    pub(super) fn otherwise(&mut self, names: &[String], outcome: &Outcome) -> Stop {
        let listed = brief(&names.join(", "));
        match outcome {
            Ok(_) if names.is_empty() => {
                let en = "the result of server/discover has an empty supportedVersions";
                let zh = "server/discover 的 result 里 supportedVersions 是空的";
                self.stop(&BAD_RESULT, Certainty::Certain, Said::new(en, zh))
            }
            Err(error) if names.is_empty() || names.iter().any(|name| name == VERSION) => {
                let error = brief(error);
                let en = format!("server/discover with version {VERSION} was refused: {error}");
                let zh = format!("用 {VERSION} 版本发 server/discover，被拒绝：{error}");
                self.stop(&DISCOVER_REFUSED, Certainty::Certain, Said::new(en, zh))
            }
            Ok(_) | Err(_) => {
                let en = format!("the server speaks {listed}; probe speaks {VERSION}");
                let zh = format!("服务器只支持 {listed}，probe 用的是 {VERSION}");
                self.stop(&NO_COMMON_VERSION, Certainty::Certain, Said::new(en, zh))
            }
        }
    }

    /// What came instead of a discovery, in a clause. A result that only this era has must be whole.
    pub(super) fn no_discovery(&mut self, outcome: &Outcome) -> Said {
        let result = match outcome {
            Err(error) => {
                let error = brief(error);
                let en = format!("server/discover was refused: {error}");
                return Said::new(en, format!("server/discover 被拒绝：{error}"));
            }
            Ok(result) => result,
        };
        let lacks = lacking(result);
        if lacks.is_empty() {
            return Said::new(
                "server/discover was answered with revisions that have a handshake, and no other",
                "server/discover 的回答里只有带握手的版本",
            );
        }
        if result.get("resultType").or_else(|| result.get("supportedVersions")).is_some() {
            let lacks = lacks.join(", ");
            let en =
                format!("the result of server/discover lacks, or has of a wrong kind: {lacks}");
            let zh = format!("server/discover 的 result 里缺少，或者类型不对：{lacks}");
            self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
        }
        Said::new(
            "server/discover was answered with something else than a discovery",
            "对 server/discover 的回答不是它规定的内容",
        )
    }

    /// `initialize` was refused as only a server without a handshake would: goes on without one where
    /// that may be, or says so.
    pub(super) fn no_handshake(&mut self, error: &ErrorObject<'_>) -> Option<Result<(), Stop>> {
        let en = "server/discover was answered, though late, and initialize was refused";
        let zh = "server/discover 的响应虽然来得晚，但是来了，而 initialize 被拒绝";
        let auto = self.plan.era.is_none();
        if auto && self.take_late(Said::new(en, zh)).is_some() {
            return Some(Ok(()));
        }
        let names = modern(error);
        let unknown = error.code == code::METHOD_NOT_FOUND || !names.is_empty();
        if auto && unknown && self.lists_without_handshake() {
            let en = "tools/list was answered without a handshake, and initialize was refused";
            let zh = "tools/list 不经握手就有响应，而 initialize 被拒绝";
            self.speak(Era::Stateless, Said::new(en, zh));
            return Some(Err(self.lacks_discovery()));
        }
        if names.is_empty() {
            return None;
        }
        let (names, error) = (brief(&names.join(", ")), brief(error));
        let en = format!("initialize was refused, and the server names {names}: {error}");
        let zh = format!("initialize 被拒绝，服务器给出的版本是 {names}：{error}");
        Some(Err(self.stop(&STATELESS_ONLY, Certainty::Certain, Said::new(en, zh))))
    }

    /// Whether the discovery that was not waited for any more has come, of a server of this era.
    pub(super) fn is_discovered_late(&self) -> bool {
        self.late.as_ref().is_some_and(|late| matches!(heard(late), Heard::Stateless(_)))
    }

    /// Takes a late discovery for what it says, if there is one.
    pub(super) fn take_late(&mut self, why: Said) -> Option<()> {
        let late = self.late.take()?;
        let Heard::Stateless(discovered) = heard(&late) else { return None };
        self.speak(Era::Stateless, why);
        self.discovered(&late.unwrap_or_default(), &discovered);
        Some(())
    }
}

/// The members that the result of `server/discover` must have and has not, each with its kind.
fn lacking(result: &Value<'_>) -> Vec<&'static str> {
    let versions = result.get("supportedVersions").and_then(Value::as_array);
    let versions = versions.is_some_and(|it| it.iter().all(|it| it.as_string().is_some()));
    let capabilities = result.get("capabilities").and_then(Value::as_object).is_some();
    let versions = (!versions).then_some("supportedVersions (an array of strings)");
    versions.into_iter().chain((!capabilities).then_some("capabilities (an object)")).collect()
}
