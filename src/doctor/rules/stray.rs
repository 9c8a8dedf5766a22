//! How it is noticed that a response answers nothing that was asked: its id is another, it comes once more, it comes
//! too early, or what it answers was a notification.

use super::NOTIFICATION_ANSWERED;
use super::numbers::changed;
use crate::doctor::examine::{Asked, Facts, Found, Misshapen, Party, Seen, opens, other};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::place::byte_at;
use crate::doctor::rule::Owner;
use crate::doctor::shapes::method as row;
use crate::json::parse;
use crate::jsonrpc::{Id, Message as Kind, Reason, Response};
use crate::transport::Side;

/// The response that answers no open request, and its id; `None` when it has none to answer with.
fn stray<'s>(seen: &'s Seen<'_>) -> Option<&'s Response<'s>> {
    seen.response().filter(|_| seen.asked.is_none())
}

/// Its id names nothing that was ever asked, or there is nothing that could be meant.
pub(super) fn wrong_id(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let asks = facts.party(other(seen.side));
    // What a client answers in an era in which it answers nothing has a rule of its own.
    let silent = seen.side == Side::Client && facts.is_stateless();
    let told = silent || answers_a_notification(facts, seen);
    let Some(response) = stray(seen).filter(|_| !told) else {
        return Vec::new();
    };
    // A line that could not be read is refused without an id, and that is as it should be.
    let Some(id) = &response.id else { return Vec::new() };
    let refused = facts.http.refuses() && response.outcome.is_err();
    if asks.used(id) || refused {
        return Vec::new();
    }
    let came = brief(id);
    if begins_late(facts) && alike(asks, id).is_none() && rounded(asks, id).is_none() {
        return Vec::new();
    }
    if let Some(asked) = rounded(asks, id) {
        return rounded_id(seen, id, asked).alone();
    }
    let found = match likely(asks, id) {
        Some(meant) => Found::new(
            format!("an answer came with id {came}; the request had {meant}"),
            format!("来了一个响应，id 是 {came}；请求的 id 是 {meant}"),
        ),
        // The recording may have lost the request.
        None => Found::new(
            format!("an answer came with id {came}, and no request had that id"),
            format!("来了一个响应，id 是 {came}，可是没有哪个请求用过这个 id"),
        )
        .sure(Certainty::Likely),
    };
    found.byte(seen.byte_of_id()).of(Owner::of(seen.side)).alone()
}

/// Which open request is meant: the one whose id differs in its type only, else the oldest.
fn likely(asks: &Party, came: &Id<'_>) -> Option<String> {
    let mut waited = asks.each_open().filter(|asked| asked.cancelled.is_none());
    alike(asks, came).or_else(|| waited.next().map(|asked| brief(&asked.id)))
}

/// The open request whose id differs from this one in its type only.
fn alike(asks: &Party, came: &Id<'_>) -> Option<String> {
    let bare = |id: &str| id.trim_matches('"').to_owned();
    let came = bare(&came.to_string());
    asks.each_open().map(|asked| brief(&asked.id)).find(|id| bare(id) == came)
}

/// The open request whose id is a number beyond 2^53 that a double turns into this one.
fn rounded<'f>(asks: &'f Party, came: &Id<'_>) -> Option<&'f Asked> {
    let Id::Number(came) = came else { return None };
    let double: f64 = came.as_written().parse().ok()?;
    asks.each_open().find(|asked| match &asked.id {
        Id::Number(id) => changed(id.as_written()).is_some_and(|read| read.parse() == Ok(double)),
        Id::String(_) => false,
    })
}

/// That the number is too long for a double was found in the request already, and is a part of this.
fn rounded_id(seen: &Seen<'_>, came: &Id<'_>, asked: &Asked) -> Found {
    let (came, meant) = (brief(came), brief(&asked.id));
    let en = format!(
        "an answer came with id {came}; the request had {meant}: beyond 2^53 a double does not hold every whole number, and the server has read the id as one, which rounded it"
    );
    let zh = format!(
        "来了一个响应，id 是 {came}；请求的 id 是 {meant}：超过 2^53，双精度浮点数装不下每个整数，服务器把 id 读成了浮点数，末尾就被舍入了"
    );
    let found = Found::new(en, zh).instead(asked.at, &["big-number"]);
    found.byte(seen.byte_of_id()).of(Owner::of(seen.side))
}

/// Whether the recording may have begun in the middle of a session: what was asked before is not known.
const fn begins_late(facts: &Facts) -> bool {
    facts.process.started.is_none() && facts.session.asked.is_none()
}

pub(super) fn answered_twice(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let id = stray(seen).and_then(|response| response.id.as_ref());
    let Some(id) = id.filter(|id| facts.party(other(seen.side)).used(id)) else {
        return Vec::new();
    };
    let id = brief(id);
    let mut en = format!("request {id} was answered already, and is answered once more");
    let mut zh = format!("请求 {id} 已经响应过，又响应了一次");
    if let Some(open) = facts.party(other(seen.side)).each_open().next() {
        let (method, open) = (brief(&open.method), brief(&open.id));
        en.extend(["; ", &method, " with id ", &open, " still waits"]);
        zh.extend(["；而 ", &method, "（id 是 ", &open, "）还在等"]);
    }
    Found::new(en, zh).byte(seen.byte_of_id()).of(Owner::of(seen.side)).alone()
}

/// Right behind a notification, with an id that was never asked for, and nothing else is open.
fn answers_a_notification(facts: &Facts, seen: &Seen<'_>) -> bool {
    let asks = facts.party(other(seen.side));
    let told = facts.before.as_ref().is_some_and(|(side, method)| {
        let told = facts.last_told(*side).filter(|_| *side != seen.side && method.is_some());
        // What was no JSON may be answered without an id.
        told.is_some_and(|(at, _)| *side == Side::Server || facts.process.spoilt < Some(*at))
    });
    let never = |response: &Response<'_>| {
        response.id.as_ref().is_none_or(|id| !asks.used(id) && !begins_late(facts))
    };
    told && asks.each_open().next().is_none() && stray(seen).is_some_and(never)
}

pub(super) fn notification_answered(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    if !answers_a_notification(facts, seen) {
        return Vec::new();
    }
    let Some((_, method)) = facts.last_told(other(seen.side)) else { return Vec::new() };
    let id = stray(seen).and_then(|response| response.id.as_ref());
    // Under an id it may answer a request that the recording has lost.
    let sure = if id.is_none() { Certainty::Certain } else { Certainty::Likely };
    let id = id.map_or_else(|| "null".to_owned(), brief);
    let en = format!("{method}, which has no id, was answered: a response came with id {id}");
    let zh = format!("{method} 没有 id，却得到了响应：来了一个 id 是 {id} 的响应");
    Found::new(en, zh).byte(seen.byte_of_id()).of(Owner::of(seen.side)).sure(sure).alone()
}

/// A result under the id null, or under none, where only a notification can be meant: nothing waits, or what waits is
/// answered with more than this.
pub(super) fn nothing_answered(facts: &Facts, shape: &Misshapen<'_>) -> Option<Found> {
    let value = parse(shape.line).ok().filter(|_| shape.reason == Reason::ResultWithoutId)?;
    let (_, method) = facts.last_told(other(shape.side))?;
    let result = value.get("result")?;
    let empty = result.as_object().is_none_or(|object| object.members().is_empty());
    let wants =
        |asked: &Asked| row(&asked.method).is_some_and(|it| it.result.unfit(result).is_some());
    let mut open = facts.party(other(shape.side)).each_open();
    if !(empty && open.all(wants)) {
        return None;
    }
    let alone = facts.party(other(shape.side)).each_open().next().is_none();
    let next = facts.before.as_ref().is_some_and(|(_, before)| before.as_ref() == Some(method));
    let method = brief(method);
    let id = if value.get("id").is_some() {
        ("with id null", "id 是 null 的")
    } else {
        ("without an id", "没有 id 的")
    };
    let en = format!("{method}, which has no id, was answered: a result came {}", id.0);
    let zh = format!("{method} 没有 id，却得到了响应：来了一个{} result", id.1);
    let byte = byte_at(shape.line, "/id").or_else(|| byte_at(shape.line, "/result"));
    let sure = if alone && next { Certainty::Certain } else { Certainty::Likely };
    let found = Found::new(en, zh).byte(byte).of(Owner::of(shape.side)).sure(sure);
    Some(found.under(&NOTIFICATION_ANSWERED))
}

/// The request of an answer that has come before it. Whether the two really crossed so, or were written down in the
/// wrong order, nobody can tell where they stand side by side.
pub(super) fn answered_early(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Kind::Request(request) = seen.message else { return Vec::new() };
    let Some(at) = facts.party(seen.side).early(&request.id, facts.at, opens(seen)) else {
        return Vec::new();
    };
    let (id, method) = (brief(&request.id), brief(&request.method.excerpt()));
    let lines = facts.at - at;
    let plural = if lines == 1 { "" } else { "s" };
    let en = format!(
        "the answer with id {id} stands {lines} line{plural} before the request with that id, {method}: either the recording has mixed up the order, or nobody had asked yet"
    );
    let zh = format!(
        "id 是 {id} 的响应，比用这个 id 的请求 {method} 早了 {lines} 行：不是记录弄错了先后，就是还没人问就先答了"
    );
    let sure = if lines == 1 { Certainty::CannotTell } else { Certainty::Likely };
    let found = Found::new(en, zh).on(at).instead(at, &["wrong-id", "notification-answered"]);
    found.of(Owner::of(seen.other())).sure(sure).alone()
}
