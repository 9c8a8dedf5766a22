//! Steps 1 and 2: who are you, and ready.

use super::understand::named;
use super::walk::{Stop, Walk};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rules::{BAD_RESULT, REFUSED_INITIALIZE, STATELESS_ONLY, UNKNOWN_VERSION};
use crate::json::Value;
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{
    Era, INITIALIZE, INITIALIZED, Implementation, InitializeParams, InitializeResult, Payload,
    Revision,
};
use std::time::Duration;

/// How long the answer to a notification is waited for, which must not come.
pub(super) const MOMENT: Duration = Duration::from_millis(50);

impl Walk<'_> {
    /// Offers the newest revision with a handshake, as a client of today does.
    pub(super) fn initialize(&mut self) -> Result<(), Stop> {
        let version = Revision::NEWEST.as_str();
        let params = InitializeParams {
            protocol_version: version.into(),
            capabilities: self.capabilities(),
            client_info: me(),
        };
        let outcome = self.ask(11, INITIALIZE, Some(params.into_value()))?;
        self.report.clocks.reply = Some(self.since_start());
        let result = match outcome {
            Ok(result) => result,
            Err(error) => return self.refused_initialize(version, &error),
        };
        let lacks = lacking(&result);
        if !lacks.is_empty() {
            let lacks = lacks.join(", ");
            let en = format!("the result of initialize lacks, or has of a wrong kind: {lacks}");
            let zh = format!("initialize 的 result 里缺少，或者类型不对：{lacks}");
            return Err(self.stop(&BAD_RESULT, Certainty::Certain, Said::new(en, zh)));
        }
        let result = InitializeResult::from_value(result).map_err(|misfit| {
            self.stop(&BAD_RESULT, Certainty::Certain, named("initialize", &misfit))
        })?;
        self.agree(&result)
    }

    fn refused_initialize(&mut self, version: &str, error: &ErrorObject<'_>) -> Result<(), Stop> {
        let refusal = self.last_line();
        if let Some(modern) = self.no_handshake(error) {
            if self.last_is(&STATELESS_ONLY) {
                self.move_to(refusal);
            }
            return modern;
        }
        // Who knows neither of the first questions may be of either era.
        let neither = self.plan.era.is_none() && error.code == code::METHOD_NOT_FOUND;
        let certainty = if neither { Certainty::Likely } else { Certainty::Certain };
        let error = brief(error);
        let en = format!("initialize with version {version} was refused: {error}");
        let zh = format!("用 {version} 版本发 initialize，被拒绝：{error}");
        let stop = self.stop(&REFUSED_INITIALIZE, certainty, Said::new(en, zh));
        self.move_to(refusal);
        Err(stop)
    }

    fn agree(&mut self, result: &InitializeResult<'_>) -> Result<(), Stop> {
        let info = &result.server_info;
        let (name, its) = (info.name.excerpt(), info.version.excerpt());
        let revision = result.protocol_version.excerpt();
        self.has_tools = result.capabilities.has("tools");
        self.offers.declare(&result.capabilities);
        // One official server library has no version of its own to tell.
        let who = format!("{name} {its}");
        let who = who.trim_end();
        self.note(format!("{who} speaks {revision}"), format!("{who}，使用 {revision}"));
        self.report.server = Some((name, its));
        if Revision::from_name(&revision).is_none() {
            let en = format!(
                "the server answered version {revision:?}, the date of no revision with a handshake"
            );
            let zh = format!("服务器回的版本是 {revision:?}，没有哪个带握手的版本是这个日期");
            return Err(self.stop(&UNKNOWN_VERSION, Certainty::Certain, Said::new(en, zh)));
        }
        self.report.revision = Some(revision);
        Ok(())
    }

    /// A moment is enough to see whether it is answered; a late answer is noticed with the next question.
    pub(super) fn initialized(&mut self) -> Result<(), Stop> {
        if self.era == Era::Stateless {
            self.skip("this era has no such step", "无状态方式没有这一步");
            return Ok(());
        }
        self.tell(INITIALIZED, None)?;
        self.listen(MOMENT)?;
        self.note("no answer, as it should be", "没有响应，符合规定");
        Ok(())
    }
}

/// The name under which a server is asked.
pub(super) fn me() -> Implementation<'static> {
    Implementation::new("mcp-lab-probe", env!("CARGO_PKG_VERSION"))
}

/// The members that the result of `initialize` must have and has not, each with its kind.
fn lacking(result: &Value<'_>) -> Vec<&'static str> {
    let string = |value: Option<&Value<'_>>| value.is_some_and(|it| it.as_string().is_some());
    let object = |value: Option<&Value<'_>>| value.is_some_and(|it| it.as_object().is_some());
    let info = result.get("serverInfo");
    let mut lacks = Vec::new();
    for (there, what) in [
        (string(result.get("protocolVersion")), "protocolVersion (a string)"),
        (object(result.get("capabilities")), "capabilities (an object)"),
        (object(info), "serverInfo (an object)"),
    ] {
        lacks.extend((!there).then_some(what));
    }
    if let Some(info) = info.filter(|info| object(Some(info))) {
        lacks.extend((!string(info.get("name"))).then_some("serverInfo.name (a string)"));
        lacks.extend((!string(info.get("version"))).then_some("serverInfo.version (a string)"));
    }
    lacks
}
