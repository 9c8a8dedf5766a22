//! Rules about the headers that a client sends in either era: Accept, the session id, the version.

use super::ANY;
use super::refused::{accept, missing};
use crate::doctor::examine::{Exchange as Crossed, Exchanged, Facts, Found, SESSION, STREAM};
use crate::doctor::finding::Certainty::Likely;
use crate::doctor::finding::brief;
use crate::doctor::rule::Check::Exchange;
use crate::doctor::rule::Revisions;
use crate::mcp::stateless::MCP_PROTOCOL_VERSION;

rules! {
    NO_ACCEPT = "no-accept", ANY, Client, Must, Certain, SINCE_2025_03_26, Exchange(no_accept), "2025-06-18 basic/transports, streamable-http",
        "a POST has Accept: application/json, text/event-stream, and a GET Accept: text/event-stream",
        "POST 带 Accept: application/json, text/event-stream，GET 带 Accept: text/event-stream",
        "the server may answer in either form, and many refuse a request with 406 that does not name both; this server was lenient",
        "服务器两种形式都可能用；很多服务器看到没有两个都写，就回 406；这个服务器只是比较宽松",
        "send both types with every POST, also with notifications",
        "每个 POST 都写上两种类型，通知也一样";
    NO_SESSION_ID = "no-session-id", ANY, Client, Must, Certain, SINCE_2025_03_26, Exchange(no_session_id), "2025-06-18 basic/transports",
        "once the server has given a session id, every further request carries it",
        "服务器给了会话 id 之后，后面每个请求都要带上",
        "the id is all that ties a request to what was agreed on in initialize; without it the server cannot know who asks",
        "请求和 initialize 里谈好的内容，全靠这个 id 连起来；没有它，服务器不知道是谁在问",
        "copy Mcp-Session-Id from the head of the answer to initialize into every later POST, GET and DELETE, under just this name",
        "把 initialize 响应头里的 Mcp-Session-Id 原样抄进之后的每个 POST、GET 和 DELETE，名字一个字都不能改";
    NO_VERSION_HEADER = "no-version-header", ANY, Client, Must, Certain, LAST_TWO_HANDSHAKES, Exchange(no_version_header), "2025-06-18 basic/transports",
        "after initialize every request carries MCP-Protocol-Version, with the version that was agreed on",
        "initialize 之后，每个请求都带 MCP-Protocol-Version，值是谈好的版本",
        "a server that keeps no sessions knows the version from nowhere else, and has to take the request for one of 2025-03-26",
        "不保存会话的服务器没有别处可以知道版本，只能当作 2025-03-26 来处理",
        "send MCP-Protocol-Version with the protocolVersion of the answer to initialize",
        "把 initialize 响应里的 protocolVersion 写进 MCP-Protocol-Version";
}

/// How many headers of a like name are shown.
const MAX_LIKE: usize = 5;

fn no_accept(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let exchange = about.exchange;
    let wanted: &[_] = match exchange.verb.as_str() {
        "POST" => &["application/json", STREAM],
        "GET" => &[STREAM],
        _ => return Vec::new(),
    };
    let lacks = missing(exchange.sent("Accept"), wanted);
    if lacks.is_empty() || about.replied.status == 406 {
        return Vec::new();
    }
    let (called, said) = (exchange.called(), accept(about));
    let lacks = (lacks.join(" and "), lacks.join(" 和 "));
    let en = format!("{called} was sent with {}, and lacks {}", said.en, lacks.0);
    Found::new(en, format!("{called} 发的是 {}，缺少 {}", said.zh, lacks.1)).alone()
}

/// Whether a name is one that somebody may have meant for the session's.
fn is_like(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name != SESSION.to_ascii_lowercase() && (name.contains("session") || name == "cookie")
}

/// A server may speak both eras, and one log may hold both.
fn is_stateless(exchange: &Crossed) -> bool {
    let version = exchange.sent(MCP_PROTOCOL_VERSION).and_then(Revisions::of);
    let body = exchange.body.as_ref().map(|body| body.revisions);
    [version, body].contains(&Some(Revisions::STATELESS))
}

fn no_session_id(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let exchange = about.exchange;
    let Some(given) = exchange.given.as_deref() else { return Vec::new() };
    if exchange.sent(SESSION).is_some() || exchange.opens() || is_stateless(exchange) {
        return Vec::new();
    }
    let (called, given) = (exchange.called(), brief(&given));
    let status = about.replied.status;
    let like = exchange.fields().filter(|(name, _)| is_like(name)).take(MAX_LIKE);
    let like: Vec<_> = like.map(|(name, value)| format!("{name}: {}", brief(&value))).collect();
    let (en, zh) = if like.is_empty() {
        (String::new(), String::new())
    } else {
        let like = like.join(", ");
        (
            format!("; it carries {like}, which is another header"),
            format!("；它带的是 {like}，那是另一个请求头"),
        )
    };
    let en = format!(
        "initialize was answered with Mcp-Session-Id: {given}; {called} does not carry it, and got {status}{en}"
    );
    let zh = format!(
        "initialize 的响应头里有 Mcp-Session-Id: {given}；{called} 没有带上，结果是 {status}{zh}"
    );
    Found::new(en, zh).alone()
}

fn no_version_header(facts: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let exchange = about.exchange;
    let Some(agreed) = facts.session.agreed.as_deref().filter(|_| !exchange.opens()) else {
        return Vec::new();
    };
    let called = exchange.called();
    let Some(sent) = exchange.sent(MCP_PROTOCOL_VERSION) else {
        let en = format!("{called} does not carry MCP-Protocol-Version: {agreed}");
        return Found::new(en, format!("{called} 没有带 MCP-Protocol-Version: {agreed}")).alone();
    };
    if sent.trim() == agreed {
        return Vec::new();
    }
    let sent = brief(&sent);
    let en = format!("{called} carries MCP-Protocol-Version: {sent}, and {agreed} was agreed on");
    let zh = format!("{called} 带的是 MCP-Protocol-Version: {sent}，谈好的是 {agreed}");
    Found::new(en, zh).sure(Likely).alone()
}
