//! Step 3: which tools there are.

use super::walk::{Stop, Walk};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::place::byte_of;
use crate::doctor::rules::{
    BAD_RESULT, DUPLICATE_TOOL, ENDLESS_PAGES, INVALID_SCHEMA, LIST_REFUSED, UNDECLARED_TOOLS,
    refused_list, second, undeclared,
};
use crate::doctor::schemas::{Judged, judge_tool};
use crate::json::{Object, Str, Value, parse};
use crate::jsonrpc::Id;
use crate::mcp::{Revision, TOOLS_LIST};
use std::collections::BTreeSet;

/// How many pages of tools are read.
const MAX_PAGES: usize = 100;

/// How many schemas that cannot be checked are named.
const MAX_UNCHECKED: usize = 5;

impl Walk<'_> {
    pub(super) fn list(&mut self) -> Result<(), Stop> {
        let mut tools: Vec<Value<'static>> = Vec::new();
        let (mut cursor, mut seen) = (None, BTreeSet::new());
        for page in 1..=MAX_PAGES {
            if !self.page(page, cursor.take())? {
                if self.has_tools {
                    return Ok(());
                }
                break;
            }
            let line = std::mem::take(&mut self.line);
            let answer = parse(&line).unwrap_or_default();
            let result = answer.get("result");
            let these = result.and_then(|result| result.get("tools")?.as_array());
            let Some(these) = these else {
                let (en, zh) = (
                    "the result of tools/list has no array `tools`",
                    "tools/list 的 result 里没有数组 tools",
                );
                self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
                break;
            };
            self.check(&line, these, tools.len());
            tools.extend(these.iter().cloned().map(Value::into_owned));
            let next = result.and_then(|result| result.get("nextCursor"));
            cursor = next.and_then(|next| self.next_page(page, next, &mut seen));
            if cursor.is_none() {
                break;
            }
        }
        self.listed(tools);
        Ok(())
    }

    /// Asks for a page of the list; `false` when the server refuses.
    fn page(&mut self, page: usize, cursor: Option<Value<'static>>) -> Result<bool, Stop> {
        let params: Object<'_> = cursor.into_iter().map(|cursor| ("cursor", cursor)).collect();
        let id = Id::String(format!("list-{page}").into());
        let Err(error) = self.request(id, TOOLS_LIST, params.into())? else { return Ok(true) };
        if self.has_tools {
            let error = brief(&error);
            self.find(&LIST_REFUSED, Certainty::Certain, refused_list(&error));
        }
        Ok(false)
    }

    /// The cursor to ask for next, if it makes sense to go on.
    fn next_page(
        &mut self,
        page: usize,
        next: &Value<'_>,
        seen: &mut BTreeSet<String>,
    ) -> Option<Value<'static>> {
        let written = next.to_line();
        if next.as_string().is_none() {
            // A null says what its absence would have said; readers take it so.
            if !matches!(next, Value::Null) {
                let kind = next.kind();
                let en = format!("nextCursor on page {page} is {kind} where a string belongs");
                let zh = format!("第 {page} 页的 nextCursor 应该是字符串，却是 {kind}");
                self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
            }
            None
        } else if !seen.insert(written) {
            let en = format!("page {page} names a next page that was given before");
            let zh = format!("第 {page} 页指向的下一页，前面已经给过");
            self.find(&ENDLESS_PAGES, Certainty::Certain, Said::new(en, zh));
            None
        } else if page == MAX_PAGES {
            let en = format!("only the first {MAX_PAGES} pages were read");
            self.unchecked.push(Said::new(en, format!("只读了前 {MAX_PAGES} 页")));
            None
        } else {
            Some(next.clone().into_owned())
        }
    }

    fn listed(&mut self, tools: Vec<Value<'static>>) {
        let count = tools.len();
        if self.has_tools {
            self.report.tools = Some(count);
            let mut en = if count == 1 { "1 tool".to_owned() } else { format!("{count} tools") };
            let mut zh = format!("{count} 个工具");
            for unchecked in &self.unchecked {
                en.extend(["; ", &unchecked.en]);
                zh.extend(["；", &unchecked.zh]);
            }
            self.note(en, zh);
        } else if count > 0 {
            self.report.tools = Some(count);
            self.find(&UNDECLARED_TOOLS, Certainty::Certain, undeclared(self.era, count));
        } else {
            self.note("the server offers no tools", "服务器不提供工具");
        }
        self.tools = tools;
    }

    /// Looks at a page of tools; `before` is how many came on earlier pages.
    fn check(&mut self, line: &str, tools: &[Value<'_>], before: usize) {
        for (index, tool) in tools.iter().enumerate() {
            let place = format!("tools[{}]", before + index);
            let Some(name) = tool.get("name").and_then(Value::as_string) else {
                let en = format!("{place} has no string `name`");
                let zh = format!("{place} 没有字符串 name");
                self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
                continue;
            };
            let (byte, name) = (byte_of_name(line, name), name.excerpt());
            if !self.names.insert(name.clone()) {
                self.find_at(&DUPLICATE_TOOL, Certainty::Certain, byte, second(&place, &name));
            }
            self.check_schemas(line, tool, &format!("{place} {name}"));
        }
    }

    fn check_schemas(&mut self, line: &str, tool: &Value<'_>, tool_name: &str) {
        // From 2025-11-25 on a schema that names no dialect is of 2020-12.
        let known = self.report.revision.as_deref() >= Some(Revision::V2025_11_25.as_str());
        for judged in judge_tool(tool, tool_name, known, self.era) {
            match judged {
                Judged::Wrong(what, certainty, at) => {
                    let byte = at.and_then(|name| byte_of_name(line, name));
                    self.find_at(&INVALID_SCHEMA, certainty, byte, what);
                }
                Judged::Unchecked(why) if self.unchecked.len() < MAX_UNCHECKED => {
                    let en = format!("cannot tell about {tool_name}: {why}");
                    self.unchecked.push(Said::new(en, format!("{tool_name} 无法判断：{why}")));
                }
                Judged::Fine | Judged::Unchecked(_) => {}
            }
        }
    }
}

/// The byte of the quote with which a name or a text begins.
fn byte_of_name(line: &str, name: &Str<'_>) -> Option<usize> {
    byte_of(line, name.as_written())?.checked_sub(1)
}
