//! What the stateless era puts into every request, and obliges every result to.

use super::ask::Outcome;
use super::handshake::me;
use super::walk::{Stop, Walk};
use crate::doctor::finding::{Certainty, Said, start_of};
use crate::doctor::rules::{NO_CACHE_HINTS, NO_RESULT_TYPE, UNKNOWN_RESULT_TYPE};
use crate::json::{Member, Number, Object, Str, Value};
use crate::jsonrpc::Id;
use crate::mcp::stateless::{COMPLETE, DISCOVER, INPUT_REQUIRED, RequestMeta};
use crate::mcp::{Era, PROMPTS_GET, Payload, RESOURCES_READ, TOOLS_CALL, TOOLS_LIST};

/// The requests that may be answered with questions.
const MAY_ASK: [&str; 3] = [TOOLS_CALL, PROMPTS_GET, RESOURCES_READ];

impl Walk<'_> {
    /// Asks as the era that is spoken does.
    pub(super) fn request(
        &mut self,
        id: impl Into<Id<'static>>,
        method: &str,
        params: Value<'_>,
    ) -> Result<Outcome, Stop> {
        match (self.era, params) {
            (Era::Stateless, Value::Object(params)) => {
                let params = self.with_meta(params);
                let outcome = self.ask(id, method, Some(params))?;
                if let Ok(result) = &outcome {
                    self.check_result(method, result);
                }
                Ok(outcome)
            }
            (_, params) => self.ask(id, method, Some(params)),
        }
    }

    /// What the host can do for the server.
    pub(super) fn capabilities(&self) -> Object<'static> {
        self.plan.host.as_ref().map(|host| host.capabilities()).unwrap_or_default()
    }

    /// MUST (2026-07-28, basic/index): every request says in which revision it is, and what we can do.
    pub(super) fn with_meta<'a>(&self, params: Object<'a>) -> Value<'a> {
        let mut meta = RequestMeta::new(me(), self.capabilities());
        let (own, params): (Vec<_>, Vec<_>) =
            params.into_iter().partition(|member| member.name == *"_meta");
        let own = own.into_iter().filter_map(|member| match member.value {
            Value::Object(own) => Some(own),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => None,
        });
        meta.more = own.flatten().collect();
        let meta = Member { name: "_meta".into(), value: meta.into_value() };
        params.into_iter().chain([meta]).collect::<Object<'_>>().into()
    }

    /// Looks at what every result must say of itself.
    pub(super) fn check_result(&mut self, method: &str, result: &Value<'_>) {
        let kind = result.get("resultType");
        match kind.and_then(Value::as_string) {
            None => {
                let is = kind.map_or("missing", Value::kind);
                let en = format!("the result of {method} has no string resultType ({is})");
                let zh = format!("{method} 的 result 里没有字符串 resultType（{is}）");
                self.find(&NO_RESULT_TYPE, Certainty::Certain, Said::new(en, zh));
            }
            Some(kind) if *kind == *COMPLETE => {}
            Some(kind) if *kind == *INPUT_REQUIRED && MAY_ASK.contains(&method) => return,
            Some(kind) => {
                let kind = start_of(&kind.excerpt(), 80);
                let en = format!("the result of {method} has resultType {kind:?}");
                let zh = format!("{method} 的 result 里 resultType 是 {kind:?}");
                self.find(&UNKNOWN_RESULT_TYPE, Certainty::Certain, Said::new(en, zh));
                return;
            }
        }
        if [DISCOVER, TOOLS_LIST].contains(&method) {
            self.check_hints(method, result);
        }
    }

    fn check_hints(&mut self, method: &str, result: &Value<'_>) {
        let ttl = result.get("ttlMs").and_then(Value::as_number);
        let ttl = ttl.and_then(|ttl| Number::to_i64(ttl).ok()).is_some_and(|ttl| ttl >= 0);
        let scope = result.get("cacheScope").and_then(Value::as_string);
        let scope = scope.is_some_and(|it: &Str<'_>| *it == *"public" || *it == *"private");
        let ttl = (!ttl).then_some(("ttlMs (an integer, at least 0)", "ttlMs（不小于 0 的整数）"));
        let scope = (!scope)
            .then_some(("cacheScope (public or private)", "cacheScope（public 或 private）"));
        let (en, zh): (Vec<_>, Vec<_>) = ttl.into_iter().chain(scope).unzip();
        if !en.is_empty() {
            let (en, zh) = (en.join(", "), zh.join("、"));
            let en = format!("the result of {method} lacks, or has of a wrong kind: {en}");
            let zh = format!("{method} 的 result 里缺少，或者类型不对：{zh}");
            self.find(&NO_CACHE_HINTS, Certainty::Certain, Said::new(en, zh));
        }
    }
}
