//! Step 4: one call of one tool, if that is allowed.

use super::walk::{Stop, Walk};
use super::{Calling, Depth};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rule::Owner;
use crate::doctor::rules::{BAD_RESULT, CALL_REFUSED, OUTPUT_SCHEMA};
use crate::doctor::schemas::{broken_promise, misfit};
use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{CallToolParams, Era, Payload, TOOLS_CALL};
use crate::schema::Schema;

impl Walk<'_> {
    pub(super) fn call(&mut self) -> Result<(), Stop> {
        let Some((name, arguments)) = self.plan.call.clone() else {
            self.skip("--call NAME allows one call", "加上 --call NAME 才会调用一次工具");
            return Ok(());
        };
        if self.plan.calling == Calling::Cancelled {
            let en = "--cancel calls the tool in a process of its own, and cancels that call";
            self.skip(en, "--cancel 会另起进程来调用，并马上取消");
            return Ok(());
        }
        let params = CallToolParams { name: name.into(), arguments };
        let Value::Object(params) = params.into_value() else { return Ok(()) };
        let params: Object<'_> = params.into_iter().chain(self.token()).collect();
        if self.plan.calling == Calling::AsTask {
            return self.call_as_task(name, params);
        }
        let outcome = match self.era {
            Era::Stateless => match self.rounds(name, &params)? {
                Some(outcome) => outcome,
                None => return Ok(()),
            },
            Era::Handshake => self.request(13, TOOLS_CALL, params.into())?,
        };
        match outcome {
            Err(error) => self.call_refused(name, &error),
            Ok(result) => self.called(name, &result),
        }
        Ok(())
    }

    pub(super) fn call_refused(&mut self, name: &str, error: &ErrorObject<'_>) {
        let said = brief(error);
        let en = format!("the call of {name} was refused: {said}");
        let zh = format!("调用 {name} 被拒绝：{said}");
        self.find(&CALL_REFUSED, Certainty::Likely, Said::new(en, zh));
        // Only these two say that it was asked wrongly.
        let ours = [code::INVALID_PARAMS, code::METHOD_NOT_FOUND].contains(&error.code);
        if let Some(finding) = self.report.findings.last_mut().filter(|_| !ours) {
            finding.owner = Owner::Server;
        }
    }

    /// A server may tell how far a call is, if it is asked to.
    fn token(&self) -> Option<Member<'static>> {
        let meta = Object::from([("progressToken", "mcp-lab-call".into())]);
        let asks = self.plan.depth != Depth::Quick;
        asks.then(|| Member { name: "_meta".into(), value: meta.into() })
    }

    /// The result of the call itself.
    pub(super) fn called(&mut self, name: &str, result: &Value<'_>) {
        let Some(content) = result.get("content").and_then(Value::as_array) else {
            let en = format!("the result of {name} has no array `content`");
            let zh = format!("{name} 的 result 里没有数组 content");
            self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
            return;
        };
        let text = content.first().and_then(|block| block.get("text")?.as_string());
        let text = text.map(Str::excerpt).unwrap_or_default();
        if result.get("isError").and_then(Value::as_bool) == Some(true) {
            self.note(format!("{name} says no: {text}"), format!("{name} 返回 isError：{text}"));
            return;
        }
        self.note(format!("{name}: {text}"), format!("{name}：{text}"));
        let tool = self.tools.iter().find(|tool| {
            tool.get("name").and_then(Value::as_string).is_some_and(|it| *it == *name)
        });
        let Some(promised) = tool.and_then(|tool| tool.get("outputSchema")) else { return };
        let problem = match (result.get("structuredContent"), Schema::compile(promised)) {
            (None, _) => None,
            (Some(_), Err(_)) => return,
            (Some(content), Ok(schema)) => match misfit(&schema, content) {
                None => return,
                problem => problem,
            },
        };
        self.find(&OUTPUT_SCHEMA, Certainty::Certain, broken_promise(name, problem.as_ref()));
    }
}
