//! Rules of JSON-RPC: what a message is, and which one answers which.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Misshapen, Party, Seen, other};
use crate::doctor::finding::{brief, start_of};
use crate::doctor::rule::Check::{Asked, Message, Shape};
use crate::doctor::rule::Owner;
use crate::jsonrpc::{Id, Reason, Response};
use crate::transport::Side;

/// How much of a line is quoted, in characters.
const QUOTED: usize = 80;

rules! {
    NO_MESSAGE = "no-message", ANY, Server, Must, Certain, ALL, Shape(no_message), "JSON-RPC 2.0, section 4 and 5",
        "a line is a request, a notification or a response",
        "一行是请求、通知、响应三者之一",
        "a message is an object with \"jsonrpc\":\"2.0\" that is a request, a notification or a response, and not two of them",
        "消息是带有 \"jsonrpc\":\"2.0\" 的对象，只能是请求、通知、响应三者之一",
        "build messages in one place, and compare them with the schema of the revision",
        "在一个地方统一生成消息，并对照该版本的 schema";
    WRONG_ID = "wrong-id", ANY, Server, Must, Certain, ALL, Message(wrong_id), "JSON-RPC 2.0, section 5",
        "a response carries the id of its request",
        "响应带着请求的 id",
        "an answer carries the id of its request, with the same type: the id, not the order, says what is answered",
        "响应要带上请求的 id，类型也要相同：对号靠的是 id，不是先后",
        "keep the id as the JSON value it came as, and send that back",
        "把收到的 id 按原来的 JSON 值保存，原样送回";
    ANSWERED_TWICE = "answered-twice", ANY, Server, Must, Certain, ALL, Message(answered_twice), "JSON-RPC 2.0, section 5",
        "a request is answered once",
        "一个请求只响应一次",
        "every request is owed exactly one answer: a second one is taken for a fault, or for the answer to something else",
        "每个请求只能有一个响应：再来一个，客户端要么报错，要么当成别的请求的响应",
        "send one response for each request; progress is reported in notifications",
        "一个请求只回一次；中间进度用通知来报告";
    BAD_RESULT = "bad-result", ANY, Server, Must, Certain, ALL, Asked, "schema.ts of the revision",
        "a result has what its method promises",
        "result 里有这个方法规定的成员",
        "the result must have the members its method promises",
        "result 里必须有这个方法规定的成员",
        "compare the result with the schema of the revision",
        "对照该版本的 schema 检查 result";
    NOTIFICATION_ANSWERED = "notification-answered", Some(2), Server, Must, Certain, ALL, Message(notification_answered), "JSON-RPC 2.0, section 4.1",
        "a notification is not answered",
        "通知不能响应",
        "a notification has no id and is never answered, not even with an error; strict clients hang up here",
        "通知没有 id，永远不能响应，连错误也不行；严格的客户端会在这里断开",
        "before you write an answer, look whether the message had an id; without one, write nothing",
        "写响应之前先看消息有没有 id；没有就什么也别写";
    UNKNOWN_METHOD = "unknown-method", Some(6), Server, Must, Certain, ALL, Asked, "JSON-RPC 2.0, section 5.1",
        "an unknown method is answered with error -32601",
        "不认识的方法用错误 -32601 回答",
        "clients ask for what is new and expect -32601 from a server that does not know it; anything else breaks them",
        "客户端会试探新方法，服务器不认识就该回 -32601；别的做法都会出问题",
        "answer any unknown method with error -32601, and keep reading",
        "遇到不认识的方法，回错误 -32601，然后继续读下一行";
    PING_UNANSWERED = "ping-unanswered", Some(6), Server, Must, Certain, HANDSHAKE, Asked, "2025-06-18 basic/utilities/ping",
        "a ping is answered at once",
        "收到 ping 立刻响应",
        "ping is how either side finds out whether the other still lives; a client that gets no answer may hang up",
        "ping 用来确认对方是不是还活着；得不到响应，客户端可以断开",
        "answer ping with {} at once, whatever else is going on",
        "收到 ping 就立刻用 {} 响应，不管正在忙什么";
}

/// Members that are written twice have a rule of their own.
fn no_message(_: &Facts, shape: &Misshapen<'_>) -> Vec<Found> {
    let reason = shape.reason;
    if matches!(reason, Reason::Batch | Reason::Repeated(_)) {
        return Vec::new();
    }
    let pipe = if shape.side == Side::Server { "stdout" } else { "stdin" };
    let start = start_of(shape.line, QUOTED);
    let en = format!("a line on {pipe} is no message: {reason}: {start}");
    let zh = format!("{pipe} 上有一行不是合法的消息（{reason}）：{start}");
    Found::new(en, zh).of(Owner::of(shape.side)).alone()
}

/// The response that answers no open request, and its id; `None` when it has none to answer with.
fn stray<'s>(seen: &'s Seen<'_>) -> Option<&'s Response<'s>> {
    seen.response().filter(|_| seen.asked.is_none())
}

/// Its id names nothing that was ever asked, or there is nothing that could be meant.
fn wrong_id(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let asks = facts.party(other(seen.side));
    // What a client answers in an era in which it answers nothing has a rule of its own.
    let silent = seen.side == Side::Client && facts.is_stateless();
    let told = silent || answers_a_notification(facts, seen);
    let Some(response) = stray(seen).filter(|_| !told) else {
        return Vec::new();
    };
    // A line that could not be read is refused without an id, and that is as it should be.
    let Some(id) = &response.id else { return Vec::new() };
    if asks.used(id) {
        return Vec::new();
    }
    let came = brief(id);
    let found = match likely(asks, id) {
        Some(meant) => Found::new(
            format!("an answer came with id {came}; the request had {meant}"),
            format!("来了一个响应，id 是 {came}；请求的 id 是 {meant}"),
        ),
        None => Found::new(
            format!("an answer came with id {came}, and nothing was asked under that"),
            format!("来了一个响应，id 是 {came}，可是没有哪个请求用过这个 id"),
        ),
    };
    found.byte(seen.byte_of_id()).of(Owner::of(seen.side)).alone()
}

/// Which open request is meant: the one whose id differs in its type only, else the oldest.
fn likely(asks: &Party, came: &Id<'_>) -> Option<String> {
    let came = came.to_string();
    let bare = |id: &str| id.trim_matches('"').to_owned();
    let alike = asks.each_open().map(|asked| brief(&asked.id)).find(|id| bare(id) == bare(&came));
    alike.or_else(|| asks.each_open().map(|asked| brief(&asked.id)).next())
}

fn answered_twice(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let id = stray(seen).and_then(|response| response.id.as_ref());
    let Some(id) = id.filter(|id| facts.party(other(seen.side)).used(id)) else {
        return Vec::new();
    };
    let id = brief(id);
    let en = format!("request {id} was answered already, and is answered once more");
    let zh = format!("请求 {id} 已经响应过，又响应了一次");
    Found::new(en, zh).byte(seen.byte_of_id()).of(Owner::of(seen.side)).alone()
}

/// Right behind a notification, with an id that was never asked for, and nothing else is open.
fn answers_a_notification(facts: &Facts, seen: &Seen<'_>) -> bool {
    let asks = facts.party(other(seen.side));
    let told = facts.before.as_ref().is_some_and(|(side, method)| {
        *side != seen.side && method.is_some() && facts.last_told(*side).is_some()
    });
    let never = |response: &Response<'_>| response.id.as_ref().is_none_or(|id| !asks.used(id));
    told && asks.each_open().next().is_none() && stray(seen).is_some_and(never)
}

fn notification_answered(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    if !answers_a_notification(facts, seen) {
        return Vec::new();
    }
    let Some((_, method)) = facts.last_told(other(seen.side)) else { return Vec::new() };
    let id = stray(seen).and_then(|response| response.id.as_ref());
    let id = id.map_or_else(|| "null".to_owned(), brief);
    let en = format!("{method}, which has no id, was answered: a response came with id {id}");
    let zh = format!("{method} 没有 id，却得到了响应：来了一个 id 是 {id} 的响应");
    Found::new(en, zh).byte(seen.byte_of_id()).of(Owner::of(seen.side)).alone()
}
