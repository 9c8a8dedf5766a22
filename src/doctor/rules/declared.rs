//! Rules about capabilities: what a side has not declared is neither used nor sent.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Seen};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::{Owner, Revisions};
use crate::json::Str;
use crate::mcp::{
    COMPLETION_COMPLETE, ELICITATION_CREATE, LOGGING_MESSAGE, LOGGING_SET_LEVEL, PROMPTS_GET,
    PROMPTS_LIST, PROMPTS_LIST_CHANGED, RESOURCES_LIST, RESOURCES_LIST_CHANGED, RESOURCES_READ,
    RESOURCES_SUBSCRIBE, RESOURCES_TEMPLATES_LIST, RESOURCES_UNSUBSCRIBE, ROOTS_LIST,
    SAMPLING_CREATE_MESSAGE, TOOLS_CALL, TOOLS_LIST, TOOLS_LIST_CHANGED,
};
use crate::transport::Side;

rules! {
    UNDECLARED_FEATURE_USED = "undeclared-feature-used", ANY, Client, Must, Likely, HANDSHAKE, Message(undeclared_feature_used), "2025-06-18 basic/lifecycle, operation",
        "a client asks only for what the server has declared",
        "客户端只用服务器声明过的能力",
        "the answer to initialize says what the server can do; anything else is answered with -32601, and costs a round trip at every start",
        "initialize 的响应说明了服务器会什么；用别的只会得到 -32601，每次启动都白跑一趟",
        "before asking, look at the capabilities in the answer to initialize, and leave out what is not there",
        "发请求之前，先看 initialize 响应里的 capabilities，没有声明的就不要用";
    UNDECLARED_FEATURE = "undeclared-feature", ANY, Server, Must, Certain, HANDSHAKE, Message(undeclared_feature), "2025-06-18 server/resources, server/prompts, server/utilities",
        "a server declares what it serves",
        "服务器提供什么，就先声明什么",
        "a client asks only for what was declared: what is missing in capabilities stays unseen, though it works",
        "客户端只会用声明过的能力；没写进 capabilities 的，能用也没人看得见",
        "add it to the capabilities in the answer to initialize",
        "把它写进 initialize 响应的 capabilities";
    UNDECLARED_QUESTION = "undeclared-question", ANY, Server, Must, Certain, HANDSHAKE, Message(undeclared_question), "2025-06-18 basic/lifecycle, operation",
        "a server asks only what the client has declared",
        "客户端声明过的，服务器才能问",
        "a client that has not declared it has nobody to answer: it refuses with -32601, or never answers, and the call that waits for it hangs",
        "客户端没有声明，就没有人来回答：它会回 -32601，或者一直不回，等着它的那次调用就卡住了",
        "look at the client's capabilities in initialize, and do not ask for what is not there",
        "先看 initialize 里客户端的 capabilities，没有声明的就不要问";
    UNDECLARED_LIST_CHANGED = "undeclared-list-changed", ANY, Server, Must, Certain, HANDSHAKE, Message(undeclared_list_changed), "2025-06-18 server/tools, client/roots",
        "whoever sends list_changed has declared listChanged",
        "发 list_changed 的一方声明过 listChanged",
        "the other side listens for changes only where \"listChanged\":true was declared, and keeps its old list otherwise",
        "只有声明了 \"listChanged\":true，另一方才会留意变化；否则它一直用旧的清单",
        "declare \"listChanged\":true in that capability, or do not send the notification",
        "在对应的能力里声明 \"listChanged\":true，否则就不要发这个通知";
}

/// The capability of the server that a request needs, and the revisions in which it does.
const NEEDS: [(&str, &str, Revisions); 12] = [
    (TOOLS_LIST, "tools", Revisions::HANDSHAKE),
    (TOOLS_CALL, "tools", Revisions::HANDSHAKE),
    (RESOURCES_LIST, "resources", Revisions::HANDSHAKE),
    (RESOURCES_TEMPLATES_LIST, "resources", Revisions::HANDSHAKE),
    (RESOURCES_READ, "resources", Revisions::HANDSHAKE),
    (RESOURCES_SUBSCRIBE, "resources.subscribe", Revisions::HANDSHAKE),
    (RESOURCES_UNSUBSCRIBE, "resources.subscribe", Revisions::HANDSHAKE),
    (PROMPTS_LIST, "prompts", Revisions::HANDSHAKE),
    (PROMPTS_GET, "prompts", Revisions::HANDSHAKE),
    // 2024-11-05 has the method, and no capability for it.
    (COMPLETION_COMPLETE, "completions", Revisions::SINCE_2025_03_26),
    (LOGGING_SET_LEVEL, "logging", Revisions::HANDSHAKE),
    (LOGGING_MESSAGE, "logging", Revisions::HANDSHAKE),
];

/// The capability of the client that a question of the server needs.
const ASKS: [(&str, &str); 3] = [
    (ROOTS_LIST, "roots"),
    (SAMPLING_CREATE_MESSAGE, "sampling"),
    (ELICITATION_CREATE, "elicitation"),
];

/// Who sends which notification of changes, and what has to be declared for it.
const CHANGES: [(&str, Side, &str); 4] = [
    (TOOLS_LIST_CHANGED, Side::Server, "tools.listChanged"),
    (PROMPTS_LIST_CHANGED, Side::Server, "prompts.listChanged"),
    (RESOURCES_LIST_CHANGED, Side::Server, "resources.listChanged"),
    ("notifications/roots/list_changed", Side::Client, "roots.listChanged"),
];

/// The capability that is missing for this method, if one is.
fn lacking(facts: &Facts, method: &str, revisions: Revisions) -> Option<&'static str> {
    let row = NEEDS.iter().find(|(name, ..)| *name == method);
    let (_, capability, _) = row.filter(|(.., since)| since.hold(revisions))?;
    let undeclared = facts.session.declared(Side::Server, capability) == Some(false);
    undeclared.then_some(*capability)
}

/// Where the server serves it all the same, it is the server that has forgotten to declare it.
fn undeclared_feature_used(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let (Some(asked), Some(response), Side::Server) = (seen.asked, seen.response(), seen.side)
    else {
        return Vec::new();
    };
    let Err(error) = &response.outcome else { return Vec::new() };
    // Many clients ask once to see, and one honest -32601 later they know.
    if !facts.client.answered().any(|before| before.method == asked.method) {
        return Vec::new();
    }
    let Some(capability) = lacking(facts, &asked.method, seen.revisions) else { return Vec::new() };
    let session = &facts.session;
    // Asked before it was answered, nobody could know; asked right behind the answer, it may have crossed it.
    if session.answered.is_none_or(|answered| answered > asked.at) {
        return Vec::new();
    }
    let (method, error) = (brief(&asked.method), brief(error));
    let en = format!(
        "{method} was asked again of a server that has not declared \"{capability}\": {error}"
    );
    let zh = format!("服务器没有声明 \"{capability}\"，客户端还是反复问 {method}：{error}");
    Found::new(en, zh).on(asked.at).step(asked.step).alone()
}

/// An answer, or a log message. Tools have a rule of their own.
fn undeclared_feature(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    if seen.side != Side::Server {
        return Vec::new();
    }
    let (method, sure, byte) = match (seen.asked, seen.response(), seen.notification()) {
        (Some(asked), Some(response), _) if response.outcome.is_ok() => {
            (asked.method.as_str(), Certainty::Certain, seen.byte_of_id())
        }
        // One official server library sends them and declares nothing.
        (_, _, Some(it)) if it.method == *LOGGING_MESSAGE => {
            (LOGGING_MESSAGE, Certainty::Likely, seen.byte_of(&it.method))
        }
        _ => return Vec::new(),
    };
    let lacks = lacking(facts, method, seen.revisions).filter(|lacks| *lacks != "tools");
    let Some(capability) = lacks else { return Vec::new() };
    // Said once: a server that logs does so all the time. Where both eras are spoken, the request may have asked for it.
    if method == LOGGING_MESSAGE && (facts.order.logged.is_some() || facts.stateless.spoken) {
        return Vec::new();
    }
    let (en, zh) = if method == LOGGING_MESSAGE {
        (
            format!("the server sent {method}, and has not declared \"{capability}\""),
            format!("服务器发了 {method}，却没有声明 \"{capability}\""),
        )
    } else {
        (
            format!(
                "{method} was answered with a result by a server that has not declared \"{capability}\""
            ),
            format!("服务器没有声明 \"{capability}\"，却给 {method} 回了 result"),
        )
    };
    Found::new(en, zh).byte(byte).sure(sure).alone()
}

fn undeclared_question(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(request) = seen.request(Side::Server) else { return Vec::new() };
    let row = ASKS.iter().find(|(name, _)| request.method == **name);
    let undeclared = |capability| facts.session.declared(Side::Client, capability) == Some(false);
    let Some((method, capability)) = row.filter(|(_, capability)| undeclared(capability)) else {
        return Vec::new();
    };
    let en = format!("the server asked {method}, and the client has not declared \"{capability}\"");
    let zh = format!("服务器问了 {method}，而客户端没有声明 \"{capability}\"");
    Found::new(en, zh).byte(seen.byte_of(&request.method)).alone()
}

fn undeclared_list_changed(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(told) = seen.notification() else { return Vec::new() };
    let is = |name: &str, method: &Str<'_>| *method == *name;
    let row = CHANGES.iter().find(|(name, side, _)| *side == seen.side && is(name, &told.method));
    // Where both eras are spoken, it may belong to a subscription.
    let undeclared = |capability| {
        let session = &facts.session;
        !facts.is_both() && session.declared(seen.side, capability) == Some(false)
    };
    let Some((method, _, capability)) = row.filter(|(.., capability)| undeclared(capability))
    else {
        return Vec::new();
    };
    let (en, zh) = match seen.side {
        Side::Server => ("the server", "服务器"),
        Side::Client => ("the client", "客户端"),
    };
    let en = format!("{en} sent {method}, and has not declared {capability}");
    let zh = format!("{zh}发了 {method}，却没有声明 {capability}");
    Found::new(en, zh).byte(seen.byte_of(&told.method)).of(Owner::of(seen.side)).alone()
}
