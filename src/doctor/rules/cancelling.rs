//! Rules of 2026-07-28 about giving up: who may, and what must not come any more.

use super::ANY;
use super::stateless::point;
use crate::doctor::examine::{Facts, Found, Seen};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::jsonrpc::{Id, Notification};
use crate::mcp::{CANCELLED, Era};
use crate::transport::Side;

rules! {
    SERVER_CANCELLED = "server-cancelled", ANY, Server, Must, Certain, STATELESS, Message(server_cancelled), "2026-07-28 basic/patterns/cancellation",
        "a server cancels nothing but a subscription",
        "服务器只能取消订阅",
        "a server that will not go on with a request has an answer for that: a result, or an error",
        "服务器不想继续处理某个请求，应该用响应来说：result 或者 error",
        "answer the request with an error; notifications/cancelled is only for the id of an open subscriptions/listen",
        "用错误来响应那个请求；notifications/cancelled 里只能写还开着的 subscriptions/listen 的 id";
    ANSWERED_AFTER_CANCEL = "answered-after-cancel", ANY, Server, Must, Certain, STATELESS, Message(answered_after_cancel), "2026-07-28 basic/transports/stdio",
        "a request that was cancelled is not answered",
        "取消了的请求不再响应",
        "the client has given the request up and may have used its id again: a late answer is then taken for another",
        "客户端已经放弃了这个请求，可能又用了它的 id；迟来的响应会被当成别的响应",
        "when notifications/cancelled names an open request, stop the work and send nothing more for it, not even an error",
        "notifications/cancelled 指到还没响应的请求，就停止处理，什么也不再发，错误也不要发";
}

fn server_cancelled(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let cancels = |it: &&Notification<'_>| {
        it.method == *CANCELLED && seen.side == Side::Server && facts.is_stateless()
    };
    let Some(told) = seen.notification().filter(cancels) else { return Vec::new() };
    let id = told.params.as_ref().and_then(|params| params.get("requestId"));
    let Some(id) = id.and_then(|id| Id::from_value(id.clone()).ok()) else { return Vec::new() };
    let listens = &facts.stateless.listens;
    if listens.of(&id).is_some() || listens.forgotten {
        return Vec::new();
    }
    let method = facts.client.open(&id).map(|asked| asked.method.as_str());
    let sure = if method.is_some() { Certainty::Certain } else { facts.sure() };
    let id = brief(&id);
    let en = match method {
        Some(method) => format!("the server cancelled request {id}, which is {method}"),
        None => format!("the server cancelled request {id}, which is no open subscription"),
    };
    let zh = match method {
        Some(method) => format!("服务器取消了请求 {id}（{method}）"),
        None => format!("服务器取消了请求 {id}，它不是开着的订阅"),
    };
    Found::new(en, zh).byte(point(seen.line, &["params", "requestId"])).sure(sure).alone()
}

fn answered_after_cancel(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let asked = seen.asked.filter(|it| it.era == Era::Stateless && seen.side == Side::Server);
    let Some(asked) = asked else { return Vec::new() };
    if !asked.cancelled.is_some_and(|at| facts.has_read(at) && !facts.is_past(at)) {
        return Vec::new();
    }
    let (id, method) = (brief(&asked.id), &asked.method);
    let en = format!("{method} with id {id} was cancelled long before, and is answered");
    let zh = format!("id 为 {id} 的 {method} 早已取消，还是来了响应");
    Found::new(en, zh).byte(seen.byte_of_id()).alone()
}
