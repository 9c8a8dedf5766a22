//! Rules about requests over HTTP that are turned away by their status: 3xx, 403, 404, 405, 406, 421.

use super::ANY;
use crate::doctor::examine::{End, Exchanged, Facts, Found, SESSION, STREAM};
use crate::doctor::finding::Certainty::{Certain, Likely};
use crate::doctor::finding::{Said, brief};
use crate::doctor::rule::Check::{End as AtEnd, Exchange};
use crate::doctor::rule::Owner;

rules! {
    NOT_ACCEPTABLE = "not-acceptable", ANY, Client, Must, Certain, SINCE_2025_03_26, Exchange(not_acceptable), "2025-06-18 basic/transports, streamable-http",
        "the Accept header of a POST lets the server answer in either form",
        "POST 的 Accept 请求头让服务器可以用两种形式响应",
        "the server chooses for each request whether it answers with JSON or with a stream of events; 406 says that the header allows too little",
        "每个请求是回 JSON 还是回事件流，由服务器决定；406 就是说 Accept 写得不够",
        "send Accept: application/json, text/event-stream with every POST, and look whether a proxy rewrites it",
        "每个 POST 都带上 Accept: application/json, text/event-stream，再看看有没有代理改写它";
    OLD_TRANSPORT = "old-transport", Some(1), Config, Must, Likely, SINCE_2025_03_26, Exchange(old_transport), "2025-06-18 basic/transports",
        "the URL is one of Streamable HTTP, which takes POST",
        "URL 是 Streamable HTTP 的地址，接受 POST",
        "the transport of 2024-11-05, HTTP+SSE, opens with a GET, and has another URL for what the client sends; a client of today and such a server miss each other at the first request",
        "2024-11-05 的 HTTP+SSE 传输先用 GET 打开，客户端发消息用另一个 URL；今天的客户端遇到这种服务器，第一个请求就对不上",
        "write the URL of the server's Streamable HTTP endpoint, often /mcp in place of /sse; where it has none, update it, or tell the client to use the old transport",
        "改用服务器的 Streamable HTTP 地址，一般是 /mcp 而不是 /sse；没有的话就升级服务器，或者让客户端改用旧传输";
    REDIRECT = "redirect", ANY, Config, Should, Certain, SINCE_2025_03_26, Exchange(redirect), "2025-06-18 basic/transports",
        "the URL is the endpoint itself, and points to no other place",
        "URL 就是端点本身，不会再指到别处",
        "many clients do not follow a redirect, and those that do may turn the POST into a GET or leave out headers; often it is only the slash at the end that differs",
        "很多客户端不跟随重定向；跟随的也可能把 POST 变成 GET，或者丢掉请求头；往往只差末尾的一个斜杠",
        "write the URL of Location into the configuration, if you trust it, or let the server answer at both",
        "Location 里的地址信得过，就直接写进配置；或者让服务器两个地址都能响应";
    HOST_REFUSED = "host-refused", ANY, Config, Must, Likely, ALL, Exchange(host_refused), "2025-06-18 basic/transports, streamable-http",
        "the server knows the Host and the Origin that its clients send",
        "服务器认得客户端发来的 Host 和 Origin",
        "a web page anywhere could otherwise reach a server on this machine (DNS rebinding), so a server lets in only the names it was told, and that is often localhost alone",
        "不然任何网页都可能连到本机的服务器（DNS 重绑定），所以服务器只放行它知道的名字，常常只有 localhost",
        "add the host or origin that your clients really use to the server's allow list; behind a proxy that is the name the proxy passes on",
        "把客户端实际用的 host 或 origin 加进服务器的允许列表；前面有代理时，看代理传过来的是哪个名字";
    SESSION_GONE = "session-gone", ANY, Client, Must, Certain, SINCE_2025_03_26, AtEnd(left_behind), "2025-06-18 basic/transports",
        "after a 404 to its session id the client starts over with initialize, and without the id",
        "带着会话 id 收到 404 之后，客户端不带 id、从 initialize 重新开始",
        "a server that was restarted, or has ended the session, knows the id no more, and never will: to send it again fails for ever",
        "服务器重启过，或者已经结束了会话，就不认识这个 id 了，以后也不会认识：再发多少次都是失败",
        "on 404 forget the id, send initialize without it, and then what was refused once more",
        "收到 404 就丢掉这个 id，不带它发 initialize，然后把被拒的请求再发一次";
    SESSION_STATUS = "session-status", ANY, Server, Must, Likely, SINCE_2025_03_26, Exchange(session_status), "2025-06-18 basic/transports",
        "a session id that the server does not know any more is answered with 404",
        "服务器不再认识的会话 id，用 404 回答",
        "404 is how a client learns that it has to start over; after 400 it believes that its request was wrong, and many go on failing until a person reconnects",
        "客户端靠 404 知道要重新开始；收到 400，它会以为是请求写错了，很多客户端就一直失败，直到有人手动重连",
        "answer 404 to an id that is unknown or ended, and 400 only where there is no id at all",
        "id 不认识或已结束就回 404；完全没带 id 才回 400";
}

/// What an Accept header of a POST lists in vain: the types that it does not allow.
pub(super) fn missing<'t>(accept: Option<&str>, wanted: &[&'t str]) -> Vec<&'t str> {
    let accept = accept.unwrap_or_default().to_ascii_lowercase();
    let listed = |wanted: &&str| {
        let types = accept.split(',').map(|it| it.split(';').next().unwrap_or_default().trim());
        let whole = wanted.split('/').next().unwrap_or_default();
        types.into_iter().any(|it| it == *wanted || it == "*/*" || it == format!("{whole}/*"))
    };
    wanted.iter().copied().filter(|it| !listed(it)).collect()
}

/// The header as it was sent.
pub(super) fn accept(about: &Exchanged<'_>) -> Said {
    match about.exchange.sent("Accept") {
        Some(accept) => {
            let accept = brief(&accept);
            Said::new(format!("Accept: {accept}"), format!("Accept: {accept}"))
        }
        None => Said::new("no Accept at all", "根本没有 Accept"),
    }
}

fn not_acceptable(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    if about.replied.status != 406 {
        return Vec::new();
    }
    let (called, Said { en, zh }) = (about.exchange.called(), accept(about));
    let wanted: &[_] =
        if about.exchange.posts() { &["application/json", STREAM] } else { &[STREAM] };
    let lacks = missing(about.exchange.sent("Accept"), wanted);
    if lacks.is_empty() {
        let en = format!("{called} was answered 406, although it was sent with {en}");
        let zh = format!("{called} 带着 {zh}，还是收到了 406");
        return Found::new(en, zh).of(Owner::Server).sure(Likely).alone();
    }
    let en = format!(
        "{called} was answered 406: it was sent with {en}, and lacks {}",
        lacks.join(" and ")
    );
    let zh = format!("{called} 收到了 406：发的是 {zh}，缺少 {}", lacks.join(" 和 "));
    Found::new(en, zh).alone()
}

fn old_transport(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let (exchange, replied) = (about.exchange, about.replied);
    if !exchange.posts() || !exchange.opens() || ![404, 405].contains(&replied.status) {
        return Vec::new();
    }
    let allow = replied.got("Allow").unwrap_or_default().to_ascii_uppercase();
    let path = exchange.target.split('?').next().unwrap_or_default();
    let ends = path.trim_end_matches('/').ends_with("/sse");
    let only_get = allow.contains("GET") && !allow.contains("POST");
    if !(ends || only_get) {
        return Vec::new();
    }
    let (status, called) = (replied.status, brief(&exchange.target));
    let (en, zh) = if allow.is_empty() {
        (String::new(), String::new())
    } else {
        (format!(" (Allow: {})", brief(&allow)), format!("（Allow: {}）", brief(&allow)))
    };
    let en = format!(
        "POST {called} was answered {status}{en}: this looks like the HTTP+SSE transport of 2024-11-05"
    );
    let zh = format!("POST {called} 收到了 {status}{zh}：看起来是 2024-11-05 的 HTTP+SSE 传输");
    Found::new(en, zh).alone()
}

fn redirect(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let (status, called) = (about.replied.status, about.exchange.called());
    if !matches!(status, 301 | 302 | 303 | 307 | 308) {
        return Vec::new();
    }
    let Some(to) = about.replied.got("Location").map(|to| brief(&to)) else {
        let en = format!("{called} was answered {status} without a Location");
        return Found::new(en, format!("{called} 收到了 {status}，没有 Location")).alone();
    };
    let target = brief(&about.exchange.target);
    let en = format!("{called} to {target} was answered {status}, Location: {to}");
    Found::new(en, format!("发到 {target} 的 {called} 收到了 {status}，Location: {to}")).alone()
}

fn host_refused(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let (status, called) = (about.replied.status, about.exchange.called());
    let sent = |name: &str| about.exchange.sent(name).map(|it| format!("{name}: {}", brief(&it)));
    let origin = sent("Origin");
    let told = about.names("host") || about.names("origin");
    // 403 is also what somebody gets who may not do this.
    let sure = match status {
        421 => Certain,
        403 if told || origin.is_some() => Likely,
        _ => return Vec::new(),
    };
    let sent: Vec<_> = sent("Host").into_iter().chain(origin).collect();
    let said = about.said.filter(|_| told).map(|said| brief(&said));
    let sent = if sent.is_empty() { None } else { Some(sent.join(", ")) };
    let all = |start: String, [before, behind]: [&str; 2]| {
        let sent = sent.iter().map(|sent| format!("{before}{sent}"));
        let said = said.iter().map(|said| format!("{behind}{said}"));
        [start].into_iter().chain(sent).chain(said).collect::<String>()
    };
    let en = all(
        format!("{called} was answered {status}"),
        ["; it was sent with ", "; what came with it: "],
    );
    let zh = all(format!("{called} 收到了 {status}"), ["；发的是 ", "；附带的内容："]);
    Found::new(en, zh).sure(sure).alone()
}

/// The client has given up, or has not been seen to start over.
fn left_behind(facts: &Facts, _: &End) -> Vec<Found> {
    let Some(lost) = &facts.http.lost else { return Vec::new() };
    let session = brief(&lost.session);
    let found = match lost.since {
        // One request may have been on its way already.
        since @ 2.. => Found::new(
            format!("the session {session} was answered 404, and {since} more requests carried it"),
            format!("会话 {session} 收到了 404，之后还有 {since} 个请求带着它"),
        ),
        _ => Found::new(
            format!("the session {session} was answered 404, and no initialize came after it"),
            format!("会话 {session} 收到了 404，之后没有再发 initialize"),
        )
        .sure(Likely),
    };
    found.on(lost.at).step(lost.step).alone()
}

fn session_status(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let Some(session) = about.exchange.sent(SESSION).filter(|_| about.replied.status == 400) else {
        return Vec::new();
    };
    if !about.names("session") || about.names("version") {
        return Vec::new();
    }
    let (called, session) = (about.exchange.called(), brief(&session));
    let said = brief(&about.said.unwrap_or_default());
    let en = format!("{called} carries the session {session} and was answered 400: {said}");
    Found::new(en, format!("{called} 带着会话 {session}，收到了 400：{said}")).alone()
}
