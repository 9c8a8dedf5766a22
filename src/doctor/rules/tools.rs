//! Rules about tools: declared, listed, described. What becomes of a call stands in `calls`.

use crate::doctor::examine::{Facts, Found, Seen, elements, key};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Revisions;
use crate::doctor::schemas::{Judged, judge_tool};
use crate::json::Value;
use crate::jsonrpc::code;
use crate::mcp::stateless::DISCOVER;
use crate::mcp::{Era, INITIALIZE, TOOLS_LIST};
use crate::transport::Side;
use std::collections::BTreeSet;

rules! {
    UNDECLARED_TOOLS = "undeclared-tools", Some(3), Server, Must, Certain, ALL, Message(undeclared_tools), "2025-06-18 server/tools",
        "a server that has tools says so first",
        "有工具的服务器先声明 tools",
        "a client asks only for what the first answer has declared; without \"tools\" there it connects, and shows no tools",
        "客户端只用第一个响应里声明过的能力；那里没有 \"tools\"，连是连上了，却看不到工具",
        "add \"tools\":{} to the capabilities in the answer to initialize, or to server/discover",
        "在 initialize（或 server/discover）响应的 capabilities 里加上 \"tools\":{}";
    LIST_REFUSED = "list-refused", Some(3), Server, Must, Certain, ALL, Message(list_refused), "2025-06-18 server/tools",
        "a server that promises tools lists them",
        "声明了 tools，就要列出工具",
        "whoever promises \"tools\" answers tools/list",
        "声明了 \"tools\"，就要响应 tools/list",
        "answer tools/list, or do not promise \"tools\"",
        "实现 tools/list，或者不要声明 \"tools\"";
    INVALID_SCHEMA = "invalid-schema", Some(3), Server, Must, Certain, ALL, Message(invalid_schema), "2025-06-18 server/tools",
        "the schema of a tool is a JSON Schema of an object",
        "工具的 schema 是描述对象的 JSON Schema",
        "inputSchema is a JSON Schema with \"type\":\"object\", and so, before 2026-07-28, is outputSchema; clients check the whole list, and one bad tool can hide all",
        "inputSchema 必须是 \"type\":\"object\" 的 JSON Schema，2026-07-28 之前 outputSchema 也一样；客户端检查整张清单，一个工具不合格，全部都可能看不到",
        "mend the schema at the place named; a tool without arguments has {\"type\":\"object\"}",
        "按指出的位置改正 schema；没有参数的工具写 {\"type\":\"object\"}";
    DUPLICATE_TOOL = "duplicate-tool", Some(3), Server, Should, Certain, ALL, Message(duplicate_tool), "2025-06-18 server/tools",
        "every tool has a name of its own",
        "每个工具的名字各不相同",
        "a call names a tool and nothing else, so two of one name cannot be told apart",
        "调用时只写工具名，两个同名的工具没法区分",
        "give each tool a name of its own",
        "给每个工具起不同的名字";
    ENDLESS_PAGES = "endless-pages", Some(3), Server, Should, Certain, ALL, Message(endless_pages), "2025-06-18 server/utilities/pagination",
        "a list has a last page",
        "清单有最后一页",
        "the last page has no nextCursor; a client that follows one for ever never gets to work",
        "最后一页没有 nextCursor；总有下一页，客户端就永远翻不完",
        "leave out nextCursor on the last page, and never give out the same one twice",
        "最后一页不要写 nextCursor，也不要重复给同一个";
    TOOL_NAME = "tool-name", Some(3), Server, Should, Certain, SINCE_2025_11_25, Message(tool_name), "2025-11-25 server/tools",
        "the name of a tool is 1 to 128 letters, digits, _ - and .",
        "工具名由 1 到 128 个字母、数字、_、-、. 组成",
        "hosts put the name into requests to a model, and many accept only such names: one odd name, and no tool of the server can be used",
        "宿主程序要把工具名写进给模型的请求，很多模型只接受这样的名字：一个名字不合规，整个服务器的工具都可能用不了",
        "rename the tool, and put what people read into title",
        "改个合规的名字；给人看的文字写在 title 里";
}

/// That a list was refused.
pub(in crate::doctor) fn refused_list(error: &str) -> Said {
    Said::new(format!("tools/list was refused: {error}"), format!("tools/list 被拒绝：{error}"))
}

/// That tools are offered which nobody promised.
pub(in crate::doctor) fn undeclared(era: Era, count: usize) -> Said {
    let opening = match era {
        Era::Handshake => INITIALIZE,
        Era::Stateless => DISCOVER,
    };
    let en = format!("{opening} promised no \"tools\", and tools/list offers {count}");
    Said::new(en, format!("{opening} 没有声明 \"tools\"，tools/list 却给出 {count} 个工具"))
}

/// That a name is taken.
pub(in crate::doctor) fn second(place: &str, name: &str) -> Said {
    let en = format!("{place} is a second tool with the name {name}");
    Said::new(en, format!("{place} 与前面的工具重名：{name}"))
}

/// Whether the server has declared a capability; `None` while it has declared nothing at all.
pub(super) fn declared(facts: &Facts, seen: &Seen<'_>, capability: &str) -> Option<bool> {
    match seen.era {
        Era::Handshake => facts.session.declared(Side::Server, capability),
        Era::Stateless => facts.stateless.declared(capability),
    }
}

/// Whether this was asked after the handshake, or in the era that has none.
pub(super) fn is_settled(facts: &Facts, seen: &Seen<'_>) -> bool {
    let ready = facts.session.ready.zip(seen.asked).is_some_and(|(at, asked)| at < asked.at);
    seen.era == Era::Stateless || ready
}

/// The first page of tools, with its request.
fn first_page<'s>(seen: &Seen<'s>) -> Option<&'s Value<'s>> {
    let first = seen.asked.is_some_and(|asked| asked.param("cursor").is_none());
    seen.result_of(TOOLS_LIST).filter(|_| first)
}

fn undeclared_tools(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = first_page(seen) else { return Vec::new() };
    let count = elements(result, "tools").len();
    if count == 0 || declared(facts, seen, "tools") != Some(false) {
        return Vec::new();
    }
    Found::said(undeclared(seen.era, count)).byte(seen.byte_of_member(result, "tools")).alone()
}

/// Nobody knows why a list cannot be had just now, if the server says that it went wrong; that there is no
/// such method is plain.
fn list_refused(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, error)) = seen.refusal_of(TOOLS_LIST) else { return Vec::new() };
    let ours = asked.param("cursor").is_some() || asked.cancelled.is_some();
    if ours || declared(facts, seen, "tools") != Some(true) || !is_settled(facts, seen) {
        return Vec::new();
    }
    let sure = match error.code {
        code::METHOD_NOT_FOUND => Certainty::Certain,
        code::INTERNAL_ERROR => Certainty::Likely,
        _ => return Vec::new(),
    };
    let byte = seen.byte_of(&error.message);
    Found::said(refused_list(&brief(error))).byte(byte).sure(sure).alone()
}

fn invalid_schema(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(TOOLS_LIST) else { return Vec::new() };
    // From 2025-11-25 on a schema that names no dialect is of 2020-12.
    let known = Revisions::SINCE_2025_11_25.hold(seen.revisions);
    let mut found = Vec::new();
    for (index, tool) in elements(result, "tools").iter().enumerate() {
        let Some(name) = tool.get("name").and_then(Value::as_string) else { continue };
        let called = format!("tools[{index}] {}", name.excerpt());
        for judged in judge_tool(tool, &called, known, seen.era) {
            if let Judged::Wrong(what, certainty, at) = judged {
                let byte = at.and_then(|name| seen.byte_of(name));
                found.push(Found::said(what).byte(byte).sure(certainty));
            }
        }
    }
    found
}

/// Two on one page, or on two pages that were turned in order while nothing changed.
fn duplicate_tool(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(TOOLS_LIST) else { return Vec::new() };
    let before = &facts.features.tools;
    let goes_on = seen.asked.is_some_and(|asked| before.goes_on(asked));
    let mut names = BTreeSet::new();
    for (index, tool) in elements(result, "tools").iter().enumerate() {
        let Some(name) = tool.get("name").and_then(Value::as_string) else { continue };
        if !names.insert(key(name)) || goes_on && before.get(name).is_some() {
            let what = second(&format!("tools[{index}]"), &name.excerpt());
            return Found::said(what).byte(seen.byte_of(name)).alone();
        }
    }
    Vec::new()
}

/// A page that leads to itself, or to one before it.
fn endless_pages(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(asked) = seen.asked else { return Vec::new() };
    let Some(cursors) = facts.features.pages.of(&asked.method) else { return Vec::new() };
    let result = seen.result_of(&asked.method);
    let next = result.and_then(|result| result.get("nextCursor")?.as_string());
    let (Some(cursor), Some(next)) = (asked.string("cursor"), next) else { return Vec::new() };
    let (method, shown) = (&asked.method, brief(next));
    let found = if key(cursor) == key(next) {
        Found::new(
            format!("the page of {method} behind cursor {shown} names the same cursor as the next"),
            format!("{method} 用游标 {shown} 取到的这一页，nextCursor 还是 {shown}"),
        )
    } else if cursors.leads_back(cursor, next) {
        Found::new(
            format!("{method} leads back: its next cursor {shown} was passed already"),
            format!("{method} 绕回去了：nextCursor {shown} 前面已经走过"),
        )
        .sure(Certainty::Likely)
    } else {
        return Vec::new();
    };
    found.byte(seen.byte_of(next)).alone()
}

fn tool_name(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(TOOLS_LIST) else { return Vec::new() };
    for (index, tool) in elements(result, "tools").iter().enumerate() {
        let Some(name) = tool.get("name").and_then(Value::as_string) else { continue };
        let text = name.text().unwrap_or_default();
        let odd = text.chars().find(|it| !it.is_ascii_alphanumeric() && !"_-.".contains(*it));
        let (en, zh) = match (odd, text.len()) {
            (Some(odd), _) => (format!("has {odd:?} in its name"), format!("名字里有 {odd:?}")),
            (None, 0) => ("has an empty name".to_owned(), "名字是空的".to_owned()),
            (None, 1..=128) => continue,
            (None, long) => {
                (format!("has a name of {long} characters"), format!("名字长 {long} 个字符"))
            }
        };
        let name_shown = name.excerpt();
        let en = format!("tools[{index}] {name_shown} {en}");
        let zh = format!("tools[{index}] {name_shown} 的{zh}");
        return Found::new(en, zh).byte(seen.byte_of(name)).alone();
    }
    Vec::new()
}
