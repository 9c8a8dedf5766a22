//! Other versions, and other clients, each in a process of its own.

use super::also::{note, passed};
use super::apart::Verdict;
use super::fresh::{Came, Fresh};
use super::handshake::me;
use super::on_purpose;
use super::walk::Walk;
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rules::{
    CAPABILITIES_DIFFER, IMPOSSIBLE_VERSION, INITIALIZE_ERROR_NAMELESS,
    UNSUPPORTED_VERSION_ACCEPTED, VERSION_ERROR, VERSION_NOT_ECHOED, nameless,
};
use crate::json::{Object, Str, Value};
use crate::mcp::stateless::{DISCOVER, RequestMeta, UNSUPPORTED_PROTOCOL_VERSION};
use crate::mcp::{Era, Payload, Revision};

/// A version that nobody can speak.
const IMPOSSIBLE: &str = "2099-01-01";

/// What is said before it is offered.
const NO_VERSION: &str = "the next line offers a version that does not exist";

/// The features a client looks for in the capabilities.
const FEATURES: [&str; 5] = ["tools", "resources", "prompts", "completions", "logging"];

impl Walk<'_> {
    pub(super) fn impossible_version(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        if self.era == Era::Stateless {
            return self.impossible_request(fresh);
        }
        on_purpose(&fresh.child, NO_VERSION);
        let came = fresh.hello(IMPOSSIBLE, Object::default());
        self.version(fresh, IMPOSSIBLE, came)
    }

    /// The oldest; where the server has chosen another than was offered, that one, which it speaks then.
    pub(super) fn known_version(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        let chosen = self.report.revision.as_deref().and_then(Revision::from_name);
        let chosen = chosen.filter(|it| *it != Revision::NEWEST);
        let asked = chosen.unwrap_or(Revision::V2024_11_05).as_str();
        let came = fresh.hello(asked, Object::default());
        self.version(fresh, asked, came)
    }

    /// What came of `initialize` with this version.
    fn version(&self, fresh: &Fresh<'_>, asked: &str, came: Came) -> Verdict {
        let result = match came {
            Came::Answer(Ok(result)) => result,
            Came::Answer(Err(error)) => {
                let error = brief(&error);
                let en = format!("initialize with version {asked} was refused: {error}");
                let zh = format!("用 {asked} 版本发 initialize，被拒绝：{error}");
                let what = Said::new(en, zh);
                return Verdict::Found(&VERSION_ERROR, Certainty::Likely, fresh.here(), what);
            }
            other @ (Came::Ended(_) | Came::Closed | Came::Nothing(_)) => {
                return not_answered(fresh, asked, &other);
            }
        };
        let version = result.get("protocolVersion").and_then(Value::as_string).map(Str::excerpt);
        let version = brief(&version.unwrap_or_default());
        self.agreed(fresh, asked, &version)
    }

    /// What it means that this version was answered.
    fn agreed(&self, fresh: &Fresh<'_>, asked: &str, version: &str) -> Verdict {
        let agreed = self.report.revision.as_deref() == Some(asked);
        let (rule, en, zh) = if version == IMPOSSIBLE {
            (
                &IMPOSSIBLE_VERSION,
                format!(
                    "initialize with version {asked}, which does not exist, was answered with {version}"
                ),
                format!("用根本不存在的版本 {asked} 发 initialize，服务器照样回了 {version}"),
            )
        } else if agreed && version != asked {
            let newest = Revision::NEWEST.as_str();
            (
                &VERSION_NOT_ECHOED,
                format!(
                    "initialize with version {asked} was answered with {version}, though {newest} was answered with {asked}"
                ),
                format!(
                    "用 {asked} 版本发 initialize，回的是 {version}；可是发 {newest} 时，回的正是 {asked}"
                ),
            )
        } else {
            let (en, zh) = (
                format!("offered {asked}, answered {version}"),
                format!("发 {asked}，回 {version}"),
            );
            return Verdict::Fine(passed(en, zh));
        };
        Verdict::Found(rule, Certainty::Certain, fresh.here(), Said::new(en, zh))
    }

    /// Without a handshake every request names a version.
    fn impossible_request(&self, fresh: &mut Fresh<'_>) -> Verdict {
        let mut meta = RequestMeta::new(me(), self.capabilities());
        meta.protocol_version = IMPOSSIBLE.into();
        let params = Object::from([("_meta", meta.into_value())]).into();
        on_purpose(&fresh.child, NO_VERSION);
        match fresh.ask(1, DISCOVER, Some(params), true) {
            Came::Answer(Ok(_)) => Verdict::Found(
                &UNSUPPORTED_VERSION_ACCEPTED,
                Certainty::Certain,
                fresh.here(),
                Said::new(
                    format!(
                        "server/discover in version {IMPOSSIBLE}, which does not exist, was answered with a result"
                    ),
                    format!("用根本不存在的版本 {IMPOSSIBLE} 发 server/discover，却得到了 result"),
                ),
            ),
            Came::Answer(Err(error)) if error.code == UNSUPPORTED_PROTOCOL_VERSION => {
                // The error names versions, and so does a discovery in this very process.
                let params = self.with_meta(Object::default());
                fresh.ask(2, DISCOVER, Some(params), false);
                let en = format!("{IMPOSSIBLE} was refused with error -32022");
                Verdict::Fine(passed(en, format!("{IMPOSSIBLE} 被拒绝：错误 -32022")))
            }
            Came::Answer(Err(error)) => {
                let error = brief(&error);
                let en = format!("{IMPOSSIBLE} was refused: {error}; -32022 says why");
                Verdict::Fine(note(
                    en,
                    format!("{IMPOSSIBLE} 被拒绝：{error}；-32022 才说得清原因"),
                ))
            }
            other @ (Came::Ended(_) | Came::Closed | Came::Nothing(_)) => {
                not_answered(fresh, IMPOSSIBLE, &other)
            }
        }
    }

    /// A client that can do more, and the newest version once more.
    pub(super) fn client_capabilities(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        let newest = Revision::NEWEST.as_str();
        let all = ["roots", "sampling", "elicitation"];
        let all = all.iter().map(|it| (*it, Object::default().into())).collect::<Object<'_>>();
        // Whoever has declared everything already declares nothing this time.
        let nothing = self.capabilities().members().is_empty();
        let came = fresh.hello(newest, if nothing { all } else { Object::default() });
        let Came::Answer(Ok(result)) = came else {
            let (en, zh) = described(&came);
            return Verdict::Fine(note(en, zh));
        };
        let now = result.get("capabilities").and_then(Value::as_object);
        let changed = FEATURES.into_iter().filter(|feature| {
            let has = now.is_some_and(|now| now.get(feature).is_some());
            has != self.offers.has(feature, None)
        });
        let changed: Vec<_> = changed.collect();
        if changed.is_empty() {
            return Verdict::Fine(passed("the same capabilities", "声明的能力一样"));
        }
        let changed = changed.join(", ");
        Verdict::Found(
            &CAPABILITIES_DIFFER,
            Certainty::Likely,
            fresh.here(),
            Said::new(
                format!(
                    "to a client that declares roots, sampling and elicitation the server declares otherwise than to one that declares nothing: {changed}"
                ),
                format!(
                    "客户端声明了 roots、sampling、elicitation 之后，服务器声明的能力就变了：{changed}"
                ),
            ),
        )
    }
}

/// An old client meets a server of the stateless era: it may refuse, and must not die.
pub(super) fn initialize_first(fresh: &mut Fresh<'_>) -> Verdict {
    let newest = Revision::NEWEST.as_str();
    on_purpose(&fresh.child, "the next line is of the other era");
    let came = fresh.hello(newest, Object::default());
    let Came::Answer(Ok(result)) = &came else {
        if let Came::Answer(Err(error)) = &came
            && let Some(what) = nameless(error)
        {
            let rule = &INITIALIZE_ERROR_NAMELESS;
            return Verdict::Found(rule, Certainty::Likely, fresh.here(), what);
        }
        let (en, zh) = described(&came);
        return Verdict::Fine(note(en, zh));
    };
    let version = result.get("protocolVersion").and_then(Value::as_string).map(Str::excerpt);
    let version = brief(&version.unwrap_or_default());
    let en = format!("offered {newest}, answered {version}");
    Verdict::Fine(passed(en, format!("发 {newest}，回 {version}")))
}

fn not_answered(fresh: &Fresh<'_>, asked: &str, came: &Came) -> Verdict {
    let (en, zh) = described(came);
    Verdict::Suspect(
        &VERSION_ERROR,
        Certainty::Likely,
        fresh.here(),
        Said::new(format!("version {asked} was offered: {en}"), format!("提出 {asked} 版本：{zh}")),
    )
}

/// What came, in a clause.
pub(super) fn described(came: &Came) -> (String, String) {
    match came {
        Came::Answer(Ok(_)) => ("answered".to_owned(), "有响应".to_owned()),
        Came::Answer(Err(error)) => refused(error),
        Came::Ended(how) => {
            (format!("the server exited with {how}"), format!("服务器退出了（{how}）"))
        }
        Came::Closed => {
            ("the server closed its stdout".to_owned(), "服务器关闭了 stdout".to_owned())
        }
        Came::Nothing(patience) => {
            (format!("no answer within {patience:?}"), format!("{patience:?} 内没有响应"))
        }
    }
}

fn refused(error: &crate::jsonrpc::ErrorObject<'_>) -> (String, String) {
    let error = brief(error);
    (format!("refused: {error}"), format!("被拒绝：{error}"))
}
