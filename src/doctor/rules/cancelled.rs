//! Rules about giving up a request. Cancellations and answers may cross: nobody is blamed for that.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Seen, cancels, other};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Owner;
use crate::jsonrpc::Id;
use crate::mcp::INITIALIZE;

rules! {
    CANCELLED_FOREIGN = "cancelled-foreign", ANY, Client, Must, Certain, HANDSHAKE, Message(cancelled_foreign), "2025-06-18 basic/utilities/cancellation",
        "a side cancels only what it has asked itself",
        "一方只能取消自己发的请求",
        "requestId is an id that the sender of the cancellation has used; the two sides number their requests apart from each other",
        "requestId 必须是取消的一方自己用过的 id；双方的请求各编各的号",
        "keep the id of the request, with its type, and send that",
        "记住请求的 id 和它的类型，取消时原样发出";
    CANCELLED_LATE = "cancelled-late", ANY, Client, Must, Certain, HANDSHAKE, Message(cancelled_late), "2025-06-18 basic/utilities/cancellation",
        "a request that was answered is not cancelled",
        "已经有响应的请求不再取消",
        "there is nothing left to stop; a server that keeps its requests by id may stop another one",
        "已经没有什么可以停了；按 id 保存请求的服务器还可能停错",
        "forget a request when its answer comes, and its timer with it",
        "收到响应就把这个请求忘掉，计时器也一起取消";
    ANSWERED_CANCELLED = "answered-cancelled", ANY, Server, Should, Likely, HANDSHAKE, Message(answered_cancelled), "2025-06-18 basic/utilities/cancellation",
        "a request that was cancelled is not answered",
        "已经取消的请求不再响应",
        "whoever cancels a request has stopped waiting: nobody takes the answer, and strict readers report an answer to an unknown request",
        "取消的一方已经不等了：这个响应没有人要，严格的一方还会报告收到来历不明的响应",
        "stop the work when the cancellation comes, and write no answer, not even an error",
        "收到取消就停下，什么响应也不要写，错误也不要";
}

/// Ids that were used before the recording began are not known; with an `initialize` in it there are none.
fn cancelled_foreign(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(id) = cancels(seen) else { return Vec::new() };
    let mine = facts.party(seen.side);
    if facts.session.asked.is_none() || mine.used(&id) {
        return Vec::new();
    }
    let bare = |id: &Id<'_>| id.to_string().trim_matches('"').to_owned();
    let alike = mine.each_open().find(|asked| bare(&asked.id) == bare(&id));
    let theirs = facts.party(other(seen.side)).used(&id);
    // The recording may have lost a request that nothing else tells of.
    let sure = if alike.is_some() || theirs { Certainty::Certain } else { Certainty::Likely };
    let id = brief(&id);
    let (en, zh) = match alike {
        Some(asked) => (
            format!(
                "request {id} was cancelled; what is open is {}, which is another id",
                brief(&asked.id)
            ),
            format!("取消的请求是 {id}，而还没有响应的是 {}，这是两个不同的 id", brief(&asked.id)),
        ),
        None if theirs => (
            format!("request {id} was cancelled, which the other side has asked"),
            format!("取消的请求 {id} 是对方发的"),
        ),
        None => (
            format!("request {id} was cancelled, and was never asked"),
            format!("取消的请求 {id} 从来没有发过"),
        ),
    };
    Found::new(en, zh).byte(byte_of_id(seen)).of(Owner::of(seen.side)).sure(sure).alone()
}

/// Only where whoever cancels has read the answer: it has said something since that shows it.
fn cancelled_late(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(id) = cancels(seen) else { return Vec::new() };
    let order = &facts.order;
    let answered = order.answered(seen.side, &id).filter(|it| it.method != INITIALIZE);
    // Of two requests with one id the later may still be open.
    let Some(answered) = answered.filter(|_| facts.party(seen.side).open(&id).is_none()) else {
        return Vec::new();
    };
    let sure = if order.heard(seen.side) > answered.at {
        Certainty::Certain
    } else if order.went_round(seen.side, answered.at) {
        Certainty::Likely
    } else {
        return Vec::new();
    };
    let (id, at) = (brief(&id), answered.at);
    let en = format!("request {id} was cancelled, and was answered long before, in line {at}");
    let zh = format!("取消了请求 {id}，而它早在第 {at} 行就有了响应");
    Found::new(en, zh).byte(byte_of_id(seen)).of(Owner::of(seen.side)).sure(sure).alone()
}

/// Only where whoever answers has read the cancellation: it has answered something since that came behind it.
fn answered_cancelled(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, cancelled)) = seen.asked.and_then(|it| Some((it, it.cancelled?))) else {
        return Vec::new();
    };
    if facts.order.heard(seen.side) <= cancelled || asked.method == INITIALIZE {
        return Vec::new();
    }
    let (id, method) = (brief(&asked.id), brief(&asked.method));
    // A later request was answered first, so the cancellation had been read.
    let en = format!(
        "{method}, request {id}, was cancelled; a later request is answered by now, and so is this one"
    );
    let zh = format!("{method}（请求 {id}）已经取消；后面的请求都响应过了，它却还是来了响应");
    Found::new(en, zh).byte(seen.byte_of_id()).of(Owner::of(seen.side)).alone()
}

/// Where the id stands that a cancellation names.
fn byte_of_id(seen: &Seen<'_>) -> Option<usize> {
    crate::doctor::place::byte_at(seen.line, "/params/requestId")
}
