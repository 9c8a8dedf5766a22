//! Steps 5 and 6: what must be refused, because nobody offers it.

use super::ask::Outcome;
use super::walk::{Left, NO_METHOD, Stop, Walk};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rule::Rule;
use crate::doctor::rules::{PING_UNANSWERED, UNKNOWN_METHOD, UNKNOWN_TOOL};
use crate::json::{Object, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::DISCOVER;
use crate::mcp::{CallToolParams, Era, PING, Payload, TOOLS_CALL};

/// A name that no server gives to a tool.
const NO_TOOL: &str = "mcp_lab_no_such_tool";

impl Walk<'_> {
    /// A call that must be refused: of a tool that nobody offers, so that nothing can happen.
    pub(super) fn refused_call(&mut self) -> Result<(), Stop> {
        if !self.has_tools && self.tools.is_empty() {
            self.skip("no tools, no call", "没有工具，无从调用");
            return Ok(());
        }
        let params = CallToolParams { name: NO_TOOL.into(), arguments: Object::default() };
        let outcome: Outcome = self.request(14, TOOLS_CALL, params.into_value())?;
        match outcome {
            Err(error) if error.code == code::INVALID_PARAMS => {
                self.note("an unknown tool: error -32602", "不存在的工具：错误 -32602");
            }
            Err(error) => {
                let code = error.code;
                let en = format!("an unknown tool: error {code}; -32602 is usual");
                self.note(en, format!("不存在的工具：错误 {code}（通常是 -32602）"));
            }
            Ok(result) if result.get("isError").and_then(Value::as_bool) == Some(true) => {
                self.note("an unknown tool: isError", "不存在的工具：isError");
            }
            Ok(_) => {
                let en = format!(
                    "a call of {NO_TOOL}, which is no tool, was answered as if it had worked"
                );
                let zh = format!("调用根本不存在的工具 {NO_TOOL}，回答却像成功了一样");
                self.find(&UNKNOWN_TOOL, Certainty::Certain, Said::new(en, zh));
            }
        }
        Ok(())
    }

    /// A method that nobody offers, and then a ping, or what stands for it.
    pub(super) fn unknown_method(&mut self) -> Result<(), Stop> {
        match self.request(15, NO_METHOD, Object::default().into()) {
            // Silent, and yet perhaps not dead.
            Err(Stop) if self.left == Left::All && self.last_is(&UNKNOWN_METHOD) => {
                self.given_up.extend(self.asked.len().checked_sub(1));
            }
            Err(Stop) => return Err(Stop),
            Ok(Err(error)) => self.no_such_method(&error),
            Ok(Ok(_)) => {
                let en = format!("{NO_METHOD}, a method nobody offers, was answered with a result");
                let zh = format!("{NO_METHOD} 这个方法并不存在，却得到了 result");
                self.find(&UNKNOWN_METHOD, Certainty::Certain, Said::new(en, zh));
            }
        }
        // A server that answered may still have ended its loop.
        if self.era == Era::Stateless {
            return self.discover_again();
        }
        if let Err(error) = self.ask(16, PING, None)? {
            let error = brief(&error);
            let (en, zh) = (format!("ping was refused: {error}"), format!("ping 被拒绝：{error}"));
            self.find(&PING_UNANSWERED, Certainty::Certain, Said::new(en, zh));
        }
        Ok(())
    }

    /// In an era without a ping, what was answered at first shows whether the server lives.
    fn discover_again(&mut self) -> Result<(), Stop> {
        let params = self.with_meta(Object::default());
        if let Err(error) = self.ask(16, DISCOVER, Some(params))? {
            let error = brief(&error);
            let en = format!("server/discover was answered before, and is now refused: {error}");
            let zh = format!("server/discover 之前有响应，现在却被拒绝：{error}");
            self.find(&UNKNOWN_METHOD, Certainty::Certain, Said::new(en, zh));
        }
        Ok(())
    }

    pub(super) fn last_is(&self, rule: &Rule) -> bool {
        self.report.findings.last().is_some_and(|finding| finding.rule.slug == rule.slug)
    }

    /// The unknown method was refused, as it should be; but under which code?
    fn no_such_method(&mut self, error: &ErrorObject<'_>) {
        let code = error.code;
        match code {
            code::METHOD_NOT_FOUND => self.note("error -32601", "错误 -32601"),
            // An official server of 2025 says so: it holds every request against a list of known ones.
            code::INVALID_PARAMS if self.era == Era::Handshake => {
                let en = format!("error {code}; -32601 would say that there is no such method");
                self.note(en, format!("错误 {code}；回 -32601 才能说明没有这个方法"));
            }
            _ => {
                let en = format!("an unknown method was refused with {code} instead of -32601");
                let zh = format!("不认识的方法应该回 -32601，却回了 {code}");
                self.find(&UNKNOWN_METHOD, Certainty::Likely, Said::new(en, zh));
            }
        }
    }
}
