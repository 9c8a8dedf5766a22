//! Steps 3 to 5: which tools there are, one call of one of them, and one of none.

use super::ask::Outcome;
use super::walk::{Stop, Walk};
use crate::doctor::finding::{Certainty, Said};
use crate::doctor::rule::{
    BAD_RESULT, CALL_REFUSED, DUPLICATE_TOOL, ENDLESS_PAGES, INVALID_SCHEMA, LIST_REFUSED,
    OUTPUT_SCHEMA, UNDECLARED_TOOLS, UNKNOWN_TOOL,
};
use crate::json::{Object, Value};
use crate::jsonrpc::{Id, code};
use crate::mcp::{CallToolParams, Payload, TOOLS_CALL, TOOLS_LIST};
use crate::schema::{Problem, Schema};
use std::collections::BTreeSet;

/// How many pages of tools are read.
const MAX_PAGES: usize = 100;

/// A name that no server gives to a tool.
const NO_TOOL: &str = "mcp_lab_no_such_tool";

impl Walk<'_> {
    pub(super) fn list(&mut self) -> Result<(), Stop> {
        let mut tools: Vec<Value<'static>> = Vec::new();
        let (mut cursor, mut seen) = (None::<Value<'static>>, BTreeSet::new());
        for page in 1..=MAX_PAGES {
            let Some(result) = self.page(page, cursor.take())? else { break };
            let Some(Value::Array(these)) = result.get("tools").cloned() else {
                let (en, zh) = (
                    "the result of tools/list has no array `tools`",
                    "tools/list 的 result 里没有数组 tools",
                );
                self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
                break;
            };
            self.check(&these, tools.len());
            tools.extend(these);
            match result.get("nextCursor") {
                None | Some(Value::Null) => break,
                Some(next) if page == MAX_PAGES || !seen.insert(next.to_line()) => {
                    let en = format!(
                        "page {page} names a next page that was given before, or is one too many"
                    );
                    let zh = format!("第 {page} 页指向的下一页已经给过，或者页数太多");
                    self.find(&ENDLESS_PAGES, Certainty::Certain, Said::new(en, zh));
                    break;
                }
                Some(next) => cursor = Some(next.clone()),
            }
        }
        self.listed(tools);
        Ok(())
    }

    /// One page of the list; `None` when the server refuses.
    fn page(
        &mut self,
        page: usize,
        cursor: Option<Value<'static>>,
    ) -> Result<Option<Value<'static>>, Stop> {
        let params: Object<'_> = cursor.into_iter().map(|cursor| ("cursor", cursor)).collect();
        let id = Id::String(format!("list-{page}").into());
        match self.ask(id, TOOLS_LIST, Some(params.into()))? {
            Ok(result) => Ok(Some(result)),
            Err(error) => {
                if self.has_tools {
                    let en = format!("tools/list was refused: {error}");
                    let zh = format!("tools/list 被拒绝：{error}");
                    self.find(&LIST_REFUSED, Certainty::Certain, Said::new(en, zh));
                }
                Ok(None)
            }
        }
    }

    fn listed(&mut self, tools: Vec<Value<'static>>) {
        let count = tools.len();
        if self.has_tools {
            self.report.tools = Some(count);
            let en = if count == 1 { "1 tool".to_owned() } else { format!("{count} tools") };
            self.note(en, format!("{count} 个工具"));
        } else if count > 0 {
            self.report.tools = Some(count);
            let en = format!("initialize promised no \"tools\", and tools/list offers {count}");
            let zh = format!("initialize 没有声明 \"tools\"，tools/list 却给出 {count} 个工具");
            self.find(&UNDECLARED_TOOLS, Certainty::Certain, Said::new(en, zh));
        } else {
            self.note("the server offers no tools", "服务器不提供工具");
        }
        self.tools = tools;
    }

    /// Looks at a page of tools; `before` is how many came on earlier pages.
    fn check(&mut self, tools: &[Value<'static>], before: usize) {
        for (index, tool) in tools.iter().enumerate() {
            let place = format!("tools[{}]", before + index);
            let Some(name) = tool.get("name").and_then(Value::as_string) else {
                let en = format!("{place} has no string `name`");
                let zh = format!("{place} 没有字符串 name");
                self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
                continue;
            };
            let name = name.excerpt();
            if !self.names.insert(name.clone()) {
                let en = format!("{place} is a second tool with the name {name}");
                let zh = format!("{place} 与前面的工具重名：{name}");
                self.find(&DUPLICATE_TOOL, Certainty::Certain, Said::new(en, zh));
            }
            if let Some(problem) = schema_problem(tool.get("inputSchema")) {
                let en = format!("{place} {name}: inputSchema {problem}");
                let zh = format!("{place} {name} 的 inputSchema 有误：{problem}");
                self.find(&INVALID_SCHEMA, Certainty::Certain, Said::new(en, zh));
            }
        }
    }

    pub(super) fn call(&mut self) -> Result<(), Stop> {
        let Some((name, arguments)) = self.plan.call.clone() else {
            self.skip("--call NAME allows one call", "加上 --call NAME 才会调用一次工具");
            return Ok(());
        };
        let params = CallToolParams { name: name.into(), arguments };
        match self.ask(13, TOOLS_CALL, Some(params.into_value()))? {
            Err(error) => {
                let en = format!("the call of {name} was refused: {error}");
                let zh = format!("调用 {name} 被拒绝：{error}");
                self.find(&CALL_REFUSED, Certainty::Likely, Said::new(en, zh));
            }
            Ok(result) => self.called(name, &result),
        }
        Ok(())
    }

    fn called(&mut self, name: &str, result: &Value<'_>) {
        let Some(content) = result.get("content").and_then(Value::as_array) else {
            let en = format!("the result of {name} has no array `content`");
            let zh = format!("{name} 的 result 里没有数组 content");
            self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
            return;
        };
        let text = content.first().and_then(|block| block.get("text")?.as_string());
        let text = text.map(crate::json::Str::excerpt).unwrap_or_default();
        if result.get("isError").and_then(Value::as_bool) == Some(true) {
            self.note(format!("{name} says no: {text}"), format!("{name} 说“不行”：{text}"));
            return;
        }
        self.note(format!("{name}: {text}"), format!("{name}：{text}"));
        let tool = self.tools.iter().find(|tool| {
            tool.get("name").and_then(Value::as_string).is_some_and(|it| *it == *name)
        });
        let Some(promised) = tool.and_then(|tool| tool.get("outputSchema")) else { return };
        let problem = match (result.get("structuredContent"), Schema::compile(promised)) {
            (_, Err(_)) => return,
            (None, Ok(_)) => "structuredContent is missing".to_owned(),
            (Some(content), Ok(schema)) => match schema.check(content).first() {
                None => return,
                Some(failure) => failure.to_string(),
            },
        };
        let en = format!("{name} promised an outputSchema that its result does not fit: {problem}");
        let zh = format!("{name} 的结果不符合它声明的 outputSchema：{problem}");
        self.find(&OUTPUT_SCHEMA, Certainty::Certain, Said::new(en, zh));
    }

    /// A call that must be refused: of a tool that nobody offers, so that nothing can happen.
    pub(super) fn refused_call(&mut self) -> Result<(), Stop> {
        if !self.has_tools {
            self.skip("no tools, no call", "没有工具，无从调用");
            return Ok(());
        }
        let params = CallToolParams { name: NO_TOOL.into(), arguments: Object::default() };
        let outcome: Outcome = self.ask(14, TOOLS_CALL, Some(params.into_value()))?;
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
}

/// What is wrong with an `inputSchema`. What only this program does not support is no fault of a server.
fn schema_problem(schema: Option<&Value<'_>>) -> Option<String> {
    let Some(schema) = schema else { return Some("is missing".to_owned()) };
    if schema.as_object().is_none() {
        return Some(format!("is no object but {}", schema.kind()));
    }
    let kind = schema.get("type").and_then(Value::as_string);
    if !kind.is_some_and(|kind| *kind == *"object") {
        return Some("has no \"type\":\"object\"".to_owned());
    }
    let error = Schema::compile(schema).err()?;
    match error.problem {
        Problem::Expected(_) | Problem::Unresolved(_) | Problem::Twice(_) | Problem::Loop => {
            Some(error.to_string())
        }
        Problem::Dialect(_)
        | Problem::Vocabulary(_)
        | Problem::External(_)
        | Problem::Pattern(_)
        | Problem::Patterns
        | Problem::Divisor
        | Problem::Schemas
        | Problem::Places => None,
    }
}
