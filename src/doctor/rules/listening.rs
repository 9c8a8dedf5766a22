//! Rules of 2026-07-28 about subscriptions, and about what is not wanted any more.

use super::stateless::{answered, point, shown};
use crate::doctor::examine::{Facts, Found, Listen, Seen, subscription};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::json::{Str, Value};
use crate::jsonrpc::Notification;
use crate::mcp::stateless::{SUBSCRIPTION_ID, SUBSCRIPTIONS_ACKNOWLEDGED, SUBSCRIPTIONS_LISTEN};
use crate::mcp::{
    LOGGING_MESSAGE, PROGRESS, PROMPTS_LIST_CHANGED, RESOURCES_LIST_CHANGED, RESOURCES_UPDATED,
    TOOLS_LIST_CHANGED,
};
use crate::transport::Side;

rules! {
    LISTEN_UNACKNOWLEDGED = "listen-unacknowledged", Some(4), Server, Must, Certain, STATELESS, Message(listen_unacknowledged), "2026-07-28 basic/patterns/subscriptions",
        "a subscription begins with its acknowledgement",
        "订阅从确认开始",
        "the acknowledgement says what the client will be told of; before it comes the client does not know whether the subscription holds",
        "确认里写明会通知什么；没有确认，客户端不知道订阅有没有成立",
        "answer subscriptions/listen at once with notifications/subscriptions/acknowledged, and only then send changes",
        "收到 subscriptions/listen，先发 notifications/subscriptions/acknowledged，再发变化通知";
    LISTEN_ACK_MORE = "listen-ack-more", Some(4), Server, Must, Certain, STATELESS, Message(listen_ack_more), "2026-07-28 basic/patterns/subscriptions",
        "an acknowledgement names nothing that was not asked for",
        "确认里只有客户端要过的通知",
        "the client goes by the acknowledgement: what stands there in addition will come, and nobody wants it",
        "客户端以确认为准；多写的那些也会发过来，却没人要",
        "acknowledge what the client asked for, less what you do not have",
        "只确认客户端要的，去掉自己没有的";
    LISTEN_UNTAGGED = "listen-untagged", Some(4), Server, Must, Certain, STATELESS, Message(listen_untagged), "2026-07-28 basic/patterns/subscriptions",
        "every message of a subscription carries the id of its request",
        "订阅里的每条消息都带着订阅请求的 id",
        "several subscriptions share one pipe, and the id alone tells them apart; 1 and \"1\" are two ids",
        "几个订阅共用一条管道，只靠这个 id 区分；1 和 \"1\" 是两个 id",
        "put the id of the subscriptions/listen request, as it came, into _meta under io.modelcontextprotocol/subscriptionId",
        "把 subscriptions/listen 请求的 id 原样放进 _meta 的 io.modelcontextprotocol/subscriptionId";
    LISTEN_UNREQUESTED = "listen-unrequested", Some(4), Server, Must, Certain, STATELESS, Message(listen_unrequested), "2026-07-28 basic/patterns/subscriptions",
        "a subscription tells only of what was asked for",
        "订阅只通知客户端要过的变化",
        "a client asks for what it can use; for the rest it may have no handler, or does work for nothing",
        "客户端只要用得上的；别的它可能处理不了，或者白忙一场",
        "compare each notification with the filter that was acknowledged before you send it",
        "发通知之前，先对照确认过的过滤条件";
    LISTEN_FOREIGN = "listen-foreign", Some(4), Server, Must, Certain, STATELESS, Message(listen_foreign), "2026-07-28 basic/transports/streamable-http",
        "progress and log messages do not belong to a subscription",
        "进度和日志不属于订阅",
        "they tell of one request that is running, and go where its answer will go",
        "它们说的是某个正在处理的请求，应该和那个请求的响应走在一起",
        "send them for the request they tell of, without a subscriptionId",
        "随它们所属的请求发送，不要写 subscriptionId";
    CHANGE_OUTSIDE_LISTEN = "change-outside-listen", Some(4), Server, Must, Certain, STATELESS, Message(change_outside_listen), "2026-07-28 basic/patterns/subscriptions",
        "changes are told only to whoever listens",
        "只有订阅了才会收到变化通知",
        "in this era a client says with subscriptions/listen what it wants to be told of; whoever has not asked is told nothing",
        "无状态方式下，客户端用 subscriptions/listen 说明想收到什么；没有订阅，就什么也不该发",
        "send list_changed and resources/updated only while an open subscriptions/listen asks for them",
        "有开着的 subscriptions/listen 要了，才发 list_changed 和 resources/updated";
    LISTEN_CLOSE = "listen-close", Some(4), Server, Should, Likely, STATELESS, Message(listen_close), "2026-07-28 basic/patterns/subscriptions",
        "a server that ends a subscription says which",
        "服务器结束订阅时写明是哪一个",
        "the result of subscriptions/listen is the last message of the subscription, and is marked like all the others",
        "subscriptions/listen 的 result 是订阅的最后一条消息，和别的消息一样要带标记",
        "send {\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":…}} with the id as it came",
        "回 {\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":…}}，id 照原样写";
    LISTEN_AFTER_CANCEL = "listen-after-cancel", Some(4), Server, Must, Certain, STATELESS, Message(listen_after_cancel), "2026-07-28 basic/transports/stdio",
        "a subscription that was cancelled is silent",
        "取消了的订阅不再发消息",
        "the client has forgotten the subscription; what still comes it cannot place, and the server works for nobody",
        "客户端已经忘了这个订阅，再来的消息它对不上，服务器也是白做",
        "drop the subscription when notifications/cancelled names its id, before you read on",
        "收到 notifications/cancelled 就按 id 删掉订阅，然后再往下读";
}

/// What a client can ask to be told of: the notification, and its member of the filter.
const CHANGES: [(&str, &str); 4] = [
    (TOOLS_LIST_CHANGED, "toolsListChanged"),
    (PROMPTS_LIST_CHANGED, "promptsListChanged"),
    (RESOURCES_LIST_CHANGED, "resourcesListChanged"),
    (RESOURCES_UPDATED, "resourceSubscriptions"),
];

const TAG: [&str; 3] = ["params", "_meta", SUBSCRIPTION_ID];

/// A notification of the server.
fn told<'l>(seen: &Seen<'l>) -> Option<&'l Notification<'l>> {
    seen.notification().filter(|_| seen.side == Side::Server)
}

/// A change that the server tells of, and its member of the filter.
fn change<'l>(seen: &Seen<'l>) -> Option<(&'l Notification<'l>, &'static str)> {
    let told = told(seen)?;
    let (_, member) = CHANGES.iter().find(|(method, _)| told.method == **method)?;
    Some((told, member))
}

/// Said of the first that comes.
fn listen_unacknowledged(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((told, _)) = change(seen) else { return Vec::new() };
    let Some(id) = subscription(told.params.as_ref()) else { return Vec::new() };
    let listen = facts.stateless.listens.of(&id).filter(|it| it.ended.is_none());
    if listen.is_none_or(|listen| listen.begun || facts.is_past(listen.at)) {
        return Vec::new();
    }
    let (id, method) = (brief(&id), told.method.excerpt());
    let en = format!("{method} came for subscription {id} before its acknowledgement");
    let zh = format!("订阅 {id} 还没有确认，就来了 {method}");
    Found::new(en, zh).byte(seen.byte_of(&told.method)).sure(facts.sure()).alone()
}

fn listen_ack_more(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let acknowledges = |it: &&Notification<'_>| it.method == *SUBSCRIPTIONS_ACKNOWLEDGED;
    let Some(told) = told(seen).filter(acknowledges) else { return Vec::new() };
    let params = told.params.as_ref();
    let listen = subscription(params).and_then(|id| facts.stateless.listens.of(&id));
    let wanted = listen.and_then(|listen| listen.wanted.as_ref());
    let (Some(wanted), Some(agreed)) = (wanted, params.and_then(|it| it.get("notifications")))
    else {
        return Vec::new();
    };
    let Some((member, what)) = CHANGES.iter().find_map(|(_, member)| more(agreed, wanted, member))
    else {
        return Vec::new();
    };
    let en = format!("the acknowledgement has {member} {what}, which was not asked for");
    let zh = format!("确认里有 {member} {what}，而客户端没有要");
    Found::new(en, zh).byte(point(seen.line, &["params", "notifications", member])).alone()
}

/// What this member of the filter has that the other one has not.
fn more<'m>(agreed: &Value<'_>, wanted: &Value<'_>, member: &'m str) -> Option<(&'m str, String)> {
    let found = agreed.get(member)?;
    let wanted = wanted.get(member);
    if let Some(uris) = found.as_array() {
        let wanted = wanted.and_then(Value::as_array).unwrap_or_default();
        let strange = uris.iter().find(|uri| !wanted.iter().any(|it| it.same(uri)))?;
        return Some((member, shown(strange)));
    }
    let more = found.as_bool() == Some(true) && wanted.and_then(Value::as_bool) != Some(true);
    more.then(|| (member, "true".to_owned()))
}

/// It has no id of a subscription, or one that is no subscription's.
fn listen_untagged(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(told) = told(seen) else { return Vec::new() };
    let acknowledges = told.method == *SUBSCRIPTIONS_ACKNOWLEDGED;
    if !acknowledges && (change(seen).is_none() || !facts.is_stateless()) {
        return Vec::new();
    }
    let listens = &facts.stateless.listens;
    let tag = told.params.as_ref().and_then(|params| params.get("_meta")?.get(SUBSCRIPTION_ID));
    let known = subscription(told.params.as_ref()).is_some_and(|id| listens.of(&id).is_some());
    let nobody = listens.open().next().is_none();
    if known || listens.forgotten || (tag.is_none() && nobody && !acknowledges) {
        return Vec::new();
    }
    let method = told.method.excerpt();
    let open = listens.open().next_back().map_or_else(|| "none".to_owned(), |(id, _)| brief(id));
    let is = tag.map_or_else(
        || "no subscriptionId".to_owned(),
        |tag| format!("subscriptionId {}", shown(tag)),
    );
    let is_zh = tag.map_or_else(
        || "没有 subscriptionId".to_owned(),
        |tag| format!("subscriptionId 是 {}", shown(tag)),
    );
    let en = format!("{method} has {is}; the open subscription is {open}");
    let zh = format!("{method} {is_zh}；开着的订阅是 {open}");
    let byte = point(seen.line, &TAG).or_else(|| seen.byte_of(&told.method));
    // Nothing can be missing that would make no id one.
    let sure = if tag.is_none() && !nobody { Certainty::Certain } else { facts.sure() };
    Found::new(en, zh).byte(byte).sure(sure).alone()
}

fn listen_unrequested(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((told, member)) = change(seen) else { return Vec::new() };
    let params = told.params.as_ref();
    let Some(id) = subscription(params) else { return Vec::new() };
    let Some(listen) = facts.stateless.listens.of(&id) else { return Vec::new() };
    let uri = params.and_then(|params| params.get("uri")?.as_string());
    let Some(sure) = unrequested(listen, member, uri) else { return Vec::new() };
    let (id, method) = (brief(&id), told.method.excerpt());
    let of = uri.map(|uri| format!(" {}", brief(uri))).unwrap_or_default();
    let en =
        format!("{method}{of} came for subscription {id}, and that did not ask for it ({member})");
    let zh = format!("订阅 {id} 来了 {method}{of}，而它没有要过（{member}）");
    Found::new(en, zh).byte(seen.byte_of(&told.method)).sure(sure).alone()
}

/// How sure it is that this was not asked for; `None` when it was, or nobody knows.
fn unrequested(listen: &Listen, member: &str, uri: Option<&Str<'_>>) -> Option<Certainty> {
    let wanted = listen.wanted.as_ref()?;
    let agreed = listen.agreed.as_ref().unwrap_or(wanted);
    let (asked, kept) = (has(wanted, member, uri), has(agreed, member, uri));
    if asked == Some(true) && kept == Some(true) {
        return None;
    }
    // Something below a resource may be told of, and a URI does not say what lies below it.
    let surely = asked == Some(false) && (uri.is_none() || wanted.get(member).is_none());
    Some(if surely { Certainty::Certain } else { Certainty::Likely })
}

fn has(filter: &Value<'_>, member: &str, uri: Option<&Str<'_>>) -> Option<bool> {
    let found = filter.get(member);
    let Some(uri) = uri else { return Some(found.and_then(Value::as_bool) == Some(true)) };
    let uri = uri.text().ok()?;
    let uris = found.and_then(Value::as_array).unwrap_or_default();
    let below = |it: &Value<'_>| it.as_string().is_some_and(|it| uri.starts_with(it.as_written()));
    Some(uris.iter().any(below))
}

fn listen_foreign(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let foreign = |it: &&Notification<'_>| it.method == *PROGRESS || it.method == *LOGGING_MESSAGE;
    let Some(told) = told(seen).filter(foreign) else { return Vec::new() };
    let Some(id) = subscription(told.params.as_ref()) else { return Vec::new() };
    let (id, method) = (brief(&id), told.method.excerpt());
    let en = format!("{method} came with subscriptionId {id}");
    let zh = format!("{method} 带着 subscriptionId {id}");
    Found::new(en, zh).byte(point(seen.line, &TAG)).alone()
}

fn change_outside_listen(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((told, _)) = change(seen) else { return Vec::new() };
    let listens = &facts.stateless.listens;
    let tagged = subscription(told.params.as_ref()).is_some();
    if tagged || !facts.is_stateless() || listens.forgotten || listens.open().next().is_some() {
        return Vec::new();
    }
    let method = told.method.excerpt();
    let en = format!("{method} came, and no subscriptions/listen is open");
    let zh = format!("来了 {method}，可是没有开着的 subscriptions/listen");
    Found::new(en, zh).byte(seen.byte_of(&told.method)).sure(facts.sure()).alone()
}

fn listen_close(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let ended = answered(seen).filter(|(asked, _)| asked.method == SUBSCRIPTIONS_LISTEN);
    let Some((asked, result)) = ended else { return Vec::new() };
    if subscription(Some(result)).is_some_and(|id| id == asked.id) {
        return Vec::new();
    }
    let tag = result.get("_meta").and_then(|meta| meta.get(SUBSCRIPTION_ID));
    let (id, is) = (brief(&asked.id), tag.map_or_else(|| "missing".to_owned(), shown));
    let en = format!("subscription {id} ended, and subscriptionId in its result is {is}");
    let zh = format!("订阅 {id} 结束了，result 里的 subscriptionId 是 {is}");
    Found::new(en, zh).byte(point(seen.line, &["result", "_meta", SUBSCRIPTION_ID])).alone()
}

/// The server has answered something that was asked behind the cancellation, so it has read it.
fn listen_after_cancel(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(told) = told(seen) else { return Vec::new() };
    let Some(id) = subscription(told.params.as_ref()) else { return Vec::new() };
    let listen = facts.stateless.listens.of(&id);
    let cancelled = listen.and_then(|listen| listen.cancelled);
    if !cancelled.is_some_and(|at| facts.has_read(at) && !facts.is_past(at)) {
        return Vec::new();
    }
    let (id, method) = (brief(&id), told.method.excerpt());
    let en = format!("{method} came for subscription {id}, which was cancelled long before");
    let zh = format!("订阅 {id} 早已取消，还来了 {method}");
    Found::new(en, zh).byte(point(seen.line, &TAG)).alone()
}
