//! Rules of 2026-07-28 about lists, log messages, and what server/discover promises.

use super::stateless::{answered, point, shown};
use crate::doctor::examine::{Facts, Found, Seen, entries, rank, subscription};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Owner;
use crate::json::Value;

use crate::mcp::{
    COMPLETION_COMPLETE, Era, LOGGING_MESSAGE, PROMPTS_GET, PROMPTS_LIST, RESOURCES_LIST,
    RESOURCES_READ, RESOURCES_TEMPLATES_LIST, TOOLS_LIST,
};
use crate::transport::Side;

rules! {
    LIST_CHANGED_ALONE = "list-changed-alone", Some(3), Server, Must, Likely, STATELESS, Message(list_changed_alone), "2026-07-28 server/tools",
        "a list does not change because of what was asked before",
        "清单不会因为之前的请求而改变",
        "a list is the same for everybody who asks in the same way, on any connection: a tool that appears after a call is not there for the next process",
        "同样的请求，在哪条连接上问，得到的清单都一样；调用之后才出现的工具，换个进程就没有了",
        "list everything from the beginning, and refuse a call that comes too early; when a list really changes, tell whoever listens",
        "一开始就全部列出来，时机不对的调用可以拒绝；清单真的变了，就通知订阅的客户端";
    LIST_REORDERED = "list-reordered", Some(3), Server, Should, Likely, STATELESS, Message(list_reordered), "2026-07-28 server/tools",
        "tools stand in the same order as long as they are the same",
        "工具没变，顺序就不变",
        "the list goes to a model as it is: in another order it misses the model's cache, and the same question may get another answer",
        "清单原样交给模型；顺序一变，模型的缓存就失效，同样的问题也可能得到不同的回答",
        "keep the tools in a list or sort them by name; most hash maps give another order every time",
        "用列表保存工具，或者按名字排序；多数哈希表每次的顺序都不一样";
    CACHE_SCOPE_PAGES = "cache-scope-pages", Some(3), Server, Must, Certain, STATELESS, Message(cache_scope_pages), "2026-07-28 server/utilities/caching",
        "all pages of a list have the same cacheScope",
        "一份清单的每一页 cacheScope 都相同",
        "a cache keeps a list as a whole: one private page in a public list is shown to others, or is missing from the list",
        "缓存把清单当成一份；公开清单里混进一页私有的，要么被别人看到，要么清单缺了一页",
        "decide on cacheScope for the list and not for the page; when one page is private, all are",
        "cacheScope 按清单来定，不按页；有一页是 private，就全部写 private";
    LOG_UNASKED = "log-unasked", Some(4), Server, Must, Certain, STATELESS, Message(log_unasked), "2026-07-28 server/utilities/logging",
        "log messages are sent only for a request that asks for them, at its level or above",
        "只有请求要了日志才发，而且不低于它要的级别",
        "in this era each request says with logLevel whether it wants log messages; without it none are sent, and none after its answer either",
        "无状态方式下，每个请求用 logLevel 说明要不要日志；没写就不发，响应之后也不发",
        "look at io.modelcontextprotocol/logLevel in the request's _meta; write everything else to stderr",
        "看请求 _meta 里的 io.modelcontextprotocol/logLevel；别的都写到 stderr";
    UNADVERTISED_FEATURE = "unadvertised-feature", Some(3), Server, Must, Certain, STATELESS, Message(unadvertised_feature), "2026-07-28 server/discover",
        "what a server serves stands in its server/discover",
        "服务器提供的功能，都写在 server/discover 里",
        "a client asks only for what server/discover promises: the rest is there, and nobody sees it",
        "客户端只用 server/discover 声明过的功能；没声明的，做了也没人看得到",
        "add the capability to the result of server/discover, or answer error -32601",
        "在 server/discover 的 capabilities 里加上这一项，或者回错误 -32601";
    UNADVERTISED_USED = "unadvertised-used", Some(3), Client, Should, Likely, STATELESS, Message(unadvertised_used), "2026-07-28 server/discover",
        "a client asks only for what server/discover promises",
        "客户端只用 server/discover 声明过的功能",
        "the answer is an error, each time, and its users take that for a broken server",
        "每次都只能得到错误，用户会以为是服务器坏了",
        "look at the capabilities of server/discover before you ask, and leave out what is not there",
        "先看 server/discover 的 capabilities，没有的就不要问";
}

/// The methods that a capability stands for. Of tools there is a rule for every revision.
const FEATURES: [(&str, &str); 6] = [
    (RESOURCES_LIST, "resources"),
    (RESOURCES_TEMPLATES_LIST, "resources"),
    (RESOURCES_READ, "resources"),
    (PROMPTS_LIST, "prompts"),
    (PROMPTS_GET, "prompts"),
    (COMPLETION_COMPLETE, "completions"),
];

/// A list that was shown before to the same kind of request, and how it is now.
fn again(facts: &Facts, seen: &Seen<'_>) -> Option<(String, Vec<String>, Vec<String>)> {
    let (asked, result) = answered(seen)?;
    let before = facts.stateless.lists.before(asked).filter(|it| !facts.is_past(it.at))?;
    let now = entries(asked, result)?;
    let told = facts.stateless.lists.changed(&asked.method).is_some_and(|at| at > before.at);
    (!told && now != before.entries).then(|| (asked.method.clone(), before.entries.clone(), now))
}

/// Whether the client is told of changes, and the server has agreed to it.
fn is_told(facts: &Facts, method: &str) -> bool {
    let member = match method {
        TOOLS_LIST => "toolsListChanged",
        PROMPTS_LIST => "promptsListChanged",
        _ => "resourcesListChanged",
    };
    let listens = facts.stateless.listens.open();
    let mut agreed = listens.filter_map(|(_, listen)| listen.agreed.as_ref());
    agreed.any(|agreed| agreed.get(member).and_then(Value::as_bool) == Some(true))
}

fn list_changed_alone(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((method, before, now)) = again(facts, seen) else { return Vec::new() };
    let missing = before.iter().find(|entry| !now.contains(entry));
    let new = now.iter().find(|entry| !before.contains(entry));
    let (en, zh) = match (new, missing) {
        (Some(entry), _) => (
            format!("{method} has {entry:?} now, and had not before; nothing was said of a change"),
            format!("{method} 里多了 {entry:?}，之前没有；也没有通知说清单变了"),
        ),
        (None, Some(entry)) => (
            format!(
                "{method} had {entry:?} before, and has it no more; nothing was said of a change"
            ),
            format!("{method} 里原来有 {entry:?}，现在没有了；也没有通知说清单变了"),
        ),
        (None, None) => return Vec::new(),
    };
    // Lists may change with time, and whoever does not listen is not told.
    let sure = if is_told(facts, &method) { Certainty::Likely } else { Certainty::CannotTell };
    Found::new(en, zh).byte(point(seen.line, &["result"])).sure(sure).alone()
}

fn list_reordered(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((method, before, now)) = again(facts, seen) else { return Vec::new() };
    let sorted = |names: &[String]| {
        let mut names = names.to_vec();
        names.sort();
        names
    };
    if method != TOOLS_LIST || sorted(&before) != sorted(&now) {
        return Vec::new();
    }
    let (before, now) = (brief(&before.join(", ")), brief(&now.join(", ")));
    let en = format!("the same tools came in another order: \"{before}\" before, \"{now}\" now");
    let zh = format!("同样的工具换了顺序：原来是“{before}”，现在是“{now}”");
    Found::new(en, zh).byte(point(seen.line, &["result", "tools"])).alone()
}

fn cache_scope_pages(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = answered(seen) else { return Vec::new() };
    let before = facts.stateless.lists.scope_before(asked);
    let (Some(before), Some(now)) = (before, result.get("cacheScope").and_then(Value::as_string))
    else {
        return Vec::new();
    };
    if now.excerpt() == *before {
        return Vec::new();
    }
    let (method, now) = (&asked.method, now.excerpt());
    let en =
        format!("this page of {method} has cacheScope {now:?}; the page before it had {before:?}");
    let zh = format!("{method} 的这一页 cacheScope 是 {now:?}，上一页是 {before:?}");
    Found::new(en, zh).byte(point(seen.line, &["result", "cacheScope"])).alone()
}

fn log_unasked(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let told = seen.notification().filter(|it| it.method == *LOGGING_MESSAGE);
    let Some(told) = told.filter(|_| seen.side == Side::Server && facts.is_stateless()) else {
        return Vec::new();
    };
    // What belongs to a subscription is told as that.
    if subscription(told.params.as_ref()).is_some() {
        return Vec::new();
    }
    let level = told.params.as_ref().and_then(|params| params.get("level"));
    let wanted = facts.stateless.levels.iter().position(|count| *count > 0);
    let forgotten = || facts.client.each_open().any(|asked| asked.forgotten);
    let rank = level.and_then(rank);
    if wanted.is_some_and(|wanted| rank.is_none_or(|rank| rank >= wanted)) || forgotten() {
        return Vec::new();
    }
    let is = level.map_or_else(|| "none".to_owned(), shown);
    let (en, zh) = if wanted.is_none() {
        (
            format!("a log message of level {is} came, and no open request has a logLevel"),
            format!("来了一条级别为 {is} 的日志，而没有哪个等着响应的请求写了 logLevel"),
        )
    } else {
        (
            format!(
                "a log message of level {is} came, and that is below what any open request wants"
            ),
            format!("来了一条级别为 {is} 的日志，比等着响应的请求要的级别都低"),
        )
    };
    let byte = point(seen.line, &["params", "level"]);
    Found::new(en, zh).byte(byte).sure(facts.sure()).alone()
}

/// A request for something that the server has not declared, once that is known.
fn unadvertised<'s>(facts: &Facts, seen: &'s Seen<'_>) -> Option<(&'s str, &'static str, bool)> {
    let asked = seen.asked.filter(|it| it.era == Era::Stateless && seen.side == Side::Server)?;
    let (_, capability) = FEATURES.iter().find(|(method, _)| asked.method == **method)?;
    let discovered = facts.stateless.discovered.filter(|at| !facts.is_past(*at))?;
    let served = seen.response()?.outcome.is_ok();
    let known = facts.stateless.declared(capability) == Some(false);
    // A client that asks before it has the answer does not know yet.
    let late = served || asked.at > discovered;
    (known && late).then_some((asked.method.as_str(), capability, served))
}

fn unadvertised_feature(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((method, capability, true)) = unadvertised(facts, seen) else { return Vec::new() };
    let en = format!("{method} is served, and server/discover did not declare {capability}");
    let zh = format!("{method} 返回了 result，而 server/discover 没有声明 {capability}");
    Found::new(en, zh).byte(point(seen.line, &["result"])).alone()
}

/// Held against the client only where the server has refused: otherwise it is the server that forgot to say so.
fn unadvertised_used(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((method, capability, false)) = unadvertised(facts, seen) else { return Vec::new() };
    let en =
        format!("the client asked for {method}, and server/discover did not declare {capability}");
    let zh = format!("客户端请求了 {method}，而 server/discover 没有声明 {capability}");
    Found::new(en, zh).byte(point(seen.line, &["error"])).of(Owner::Client).alone()
}
