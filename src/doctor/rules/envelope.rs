//! Rules of JSON-RPC: what a message is, and which one answers which.

use super::ANY;
use super::starting::passed_over;
use super::stray::{
    answered_early, answered_twice, nothing_answered, notification_answered, wrong_id,
};
use crate::doctor::examine::{Asked, End, Facts, Found, Misshapen, Refusal, Seen, opens, other};
use crate::doctor::finding::{Certainty, brief, start_of};
use crate::doctor::last_words::in_chinese;
use crate::doctor::place::byte_at;
use crate::doctor::rule::Check::{End as AtEnd, Message, Shape};
use crate::doctor::rule::Owner;
use crate::doctor::shapes::method;
use crate::jsonrpc::{Message as Kind, Reason, code};
use crate::mcp::PING;
use crate::transport::Side;

/// How much of a line is quoted, in characters.
const QUOTED: usize = 80;

rules! {
    NO_MESSAGE = "no-message", ANY, Server, Must, Certain, ALL, Shape(no_message), "JSON-RPC 2.0, section 4 and 5",
        "a line is a request, a notification or a response",
        "一行是请求、通知、响应三者之一",
        "a message is an object with \"jsonrpc\":\"2.0\" that is a request, a notification or a response, and not two of them",
        "消息是带有 \"jsonrpc\":\"2.0\" 的对象，只能是请求、通知、响应三者之一",
        "build messages in one place, and check them against the schema of the revision",
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
        "every request is owed exactly one answer: a client takes a second one for an error, or for the answer to something else",
        "每个请求只能有一个响应：再来一个，客户端要么报错，要么当成别的请求的响应",
        "send one response for each request, with the id of that request; progress is reported in notifications",
        "一个请求只回一次，用它自己的 id；中间进度用通知来报告";
    ANSWERED_EARLY = "answered-early", ANY, Server, Must, Likely, ALL, Message(answered_early), "JSON-RPC 2.0, section 5",
        "an answer comes after its request",
        "响应在请求之后",
        "an answer that comes first answers nothing: a client that reads it drops it, and then waits for the request's own",
        "先来的响应没有可以对应的请求：客户端读到就丢掉，之后又一直等真正的响应",
        "first look at whatever wrote the recording: both directions must go into one file in the order in which they were read; if it is right, let the server take the id from the request it has just read",
        "先查记录是怎么写的：两个方向要按读到的先后写进同一个文件；记录没错，就改服务器：id 只能取自刚读到的请求";
    ID_REUSED = "id-reused", ANY, Client, Must, Certain, HANDSHAKE, Message(id_reused), "2025-06-18 basic/index, requests",
        "every request of a session has an id of its own",
        "一次会话里，每个请求的 id 各不相同",
        "an id says which request an answer belongs to; of two requests with one id nobody can tell",
        "响应属于哪个请求全看 id；两个请求用同一个 id，就分不清了",
        "count upwards, and never start anew within a session",
        "id 一直往上数，同一次会话里不要从头再数";
    NOTIFICATION_ANSWERED = "notification-answered", Some(2), Server, Must, Certain, ALL, Message(notification_answered), "JSON-RPC 2.0, section 4.1",
        "a notification is not answered",
        "通知不能响应",
        "a notification has no id and is never answered, not even with an error; strict clients hang up here",
        "通知没有 id，永远不能响应，连错误也不行；严格的客户端会在这里断开",
        "before you write an answer, look whether the message had an id; without one, write nothing",
        "写响应之前先看消息有没有 id；没有就什么也别写";
    UNKNOWN_METHOD = "unknown-method", Some(6), Server, Must, Certain, ALL, AtEnd(unknown_method), "JSON-RPC 2.0, section 5.1",
        "an unknown method is answered with error -32601",
        "遇到不认识的方法，回错误 -32601",
        "clients try out new methods, and expect -32601 from a server that does not know them; anything else breaks the client",
        "客户端会试着用新方法，服务器不认识就该回 -32601；用别的办法，客户端就会出问题",
        "answer any unknown method with error -32601, and keep reading",
        "遇到不认识的方法，回错误 -32601，然后继续读下一行";
    PING_UNANSWERED = "ping-unanswered", Some(6), Server, Must, Certain, HANDSHAKE, AtEnd(ping_unanswered), "2025-06-18 basic/utilities/ping",
        "a ping is answered at once",
        "收到 ping 立刻响应",
        "ping is how either side finds out whether the other still lives; a client that gets no answer may hang up",
        "ping 用来确认对方是不是还活着；得不到响应，客户端可以断开",
        "answer ping with {} at once, whatever else is going on",
        "收到 ping 就立刻用 {} 响应，不管正在忙什么";
}

/// Members that are written twice have a rule of their own, and so has a result for a notification.
fn no_message(facts: &Facts, shape: &Misshapen<'_>) -> Vec<Found> {
    let reason = shape.reason;
    if matches!(reason, Reason::Batch | Reason::Repeated(_)) {
        return Vec::new();
    }
    if let Some(found) = nothing_answered(facts, shape) {
        return found.alone();
    }
    let pipe = if shape.side == Side::Server { "stdout" } else { "stdin" };
    let start = start_of(shape.line, QUOTED);
    let (member, zh) = wrong_member(reason);
    let en = format!("a line on {pipe} is no message: {reason}: {start}");
    let zh = format!("{pipe} 上有一行不是合法的消息：{zh}：{start}");
    let byte = byte_at(shape.line, member);
    Found::new(en, zh).byte(byte).of(Owner::of(shape.side)).alone()
}

/// The member that is to be looked at, as a pointer, and what is wrong, in Chinese.
const fn wrong_member(reason: Reason) -> (&'static str, &'static str) {
    match reason {
        Reason::NotObject(_) => ("", "消息应该是一个对象"),
        Reason::Batch => ("", "不接受消息数组"),
        Reason::Repeated(_) => ("", "有成员写了不止一次"),
        Reason::Version => ("/jsonrpc", "成员 jsonrpc 必须是字符串 \"2.0\""),
        Reason::NoKind => ("", "没有 method，也没有 result、error：既不是请求、通知，也不是响应"),
        Reason::TwoKinds => ("/method", "method 和 result 或 error 同时出现：分不清是请求还是响应"),
        Reason::MethodNotString => ("/method", "成员 method 必须是字符串"),
        Reason::IdNull => ("/id", "成员 id 不能是 null；要发通知就不写 id"),
        Reason::IdNotInteger => ("/id", "成员 id 必须是字符串或整数"),
        Reason::ParamsNotStructured => ("/params", "成员 params 必须是对象"),
        Reason::ResultAndError => ("/error", "result 和 error 同时出现"),
        Reason::ResultWithoutId => ("/result", "有 result 却没有 id，不知道响应的是哪个请求"),
        Reason::ErrorShape => ("/error", "成员 error 必须是对象，带整数 code 和字符串 message"),
    }
}

/// A second `initialize` under an id of the first is more likely the beginning of another session.
fn id_reused(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Kind::Request(request) = seen.message else { return Vec::new() };
    let mine = facts.party(seen.side);
    if !mine.used(&request.id) || opens(seen) {
        return Vec::new();
    }
    let (id, method) = (brief(&request.id), brief(&request.method.excerpt()));
    let (en, zh) = match mine.open(&request.id) {
        Some(open) => (
            format!(
                "{method} has id {id}, and so has {}, which is still open",
                brief(&open.method)
            ),
            format!("{method} 的 id 是 {id}，而还没有响应的 {} 也用着这个 id", brief(&open.method)),
        ),
        None => (
            format!("{method} has id {id}, which was used before in this session"),
            format!("{method} 的 id 是 {id}，这次会话里已经用过"),
        ),
    };
    Found::new(en, zh).byte(seen.byte_of_id()).of(Owner::of(seen.side)).alone()
}

/// Whether nobody knows what was asked: no revision has it.
pub(super) fn is_unknown(asked: &Asked) -> bool {
    method(&asked.method).is_none()
}

/// An unknown method that was refused with another code, or that nobody survived.
fn unknown_method(facts: &Facts, end: &End) -> Vec<Found> {
    // What was asked on purpose, such as too early, is refused as it deserves.
    let usual = |it: &&Refusal| facts.trials.way(it.asked).is_none();
    let refusals = facts.order.refusals.iter().filter(usual);
    let odd = refusals.filter(|it| it.method != PING && it.code != code::METHOD_NOT_FOUND);
    let mut found: Vec<_> = odd
        .map(|it| {
            let (method, error) = (brief(&it.method), &it.error);
            let en = format!(
                "{method}, which no revision has, was refused, but not with -32601: {error}"
            );
            let zh = format!("{method} 不在任何版本里，拒绝它应该用 -32601，这里却是：{error}");
            Found::new(en, zh).on(it.at).of(Owner::of(it.by)).sure(Certainty::Likely)
        })
        .collect();
    found.extend(fatal(facts, end).and_then(|asked| {
        let method = brief(&asked.method);
        let (en, zh) = match (&facts.process.exited, &facts.process.waited) {
            (Some((_, how)), _) => (
                format!(
                    "the server exited with {how} when it was asked {method}, which no revision has"
                ),
                format!("{method} 不在任何版本里；问了它，服务器就退出了（{}）", in_chinese(how)),
            ),
            (None, Some(_)) => (
                format!("{method}, which no revision has, was not answered at all"),
                format!("{method} 不在任何版本里；问了它，一直没有响应"),
            ),
            (None, None) => return None,
        };
        let at = facts.process.exited.as_ref().map_or(asked.at, |(at, _)| *at);
        Some(Found::new(en, zh).on(at).of(Owner::Server).sure(Certainty::Likely))
    }));
    found
}

/// The unknown method that was asked last and alone, and after which nothing came any more.
pub(super) fn fatal<'f>(facts: &'f Facts, end: &End) -> Option<&'f Asked> {
    let (at, _) = end.owed.as_ref()?;
    let asked = facts.client.each_open().find(|asked| asked.at == *at)?;
    let silent = facts.process.spoke.is_some_and(|spoke| spoke < *at);
    let ended = end.gone || facts.process.waited.is_some();
    (silent && ended && is_unknown(asked)).then_some(asked)
}

/// A ping that was refused, or passed over while later requests were answered.
fn ping_unanswered(facts: &Facts, _: &End) -> Vec<Found> {
    let pings = |it: &&Refusal| it.method == PING && !facts.trials.by_head(it.at);
    let refused = facts.order.refusals.iter().filter(pings).map(|it| {
        let (en, zh) =
            (format!("ping was refused: {}", it.error), format!("ping 被拒绝：{}", it.error));
        Found::new(en, zh).on(it.at).of(Owner::of(it.by))
    });
    let passed = [Side::Client, Side::Server].into_iter().filter_map(|side| {
        let open = facts.party(side).each_open().find(|asked| passed_over(facts, side, asked))?;
        let en = "a ping was not answered, though what was asked after it was";
        let found = Found::new(en, "ping 没有得到响应，在它之后发的请求却有").on(open.at);
        Some(found.of(Owner::of(other(side))).step(open.step).sure(Certainty::Likely))
    });
    refused.chain(passed).collect()
}
