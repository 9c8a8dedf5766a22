//! Rules about what a server answers over HTTP: the status that fits a message, and the type of its body.

use super::ANY;
use crate::doctor::examine::{Carried, Exchanged, Facts, Found, SESSION, Seen};
use crate::doctor::finding::Certainty::Likely;
use crate::doctor::finding::brief;
use crate::doctor::rule::Check::{Exchange, Message};
use crate::jsonrpc::code;
use crate::mcp::stateless::{
    HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION,
};
use crate::transport::Side;

rules! {
    GET_NOT_STREAM = "get-not-stream", ANY, Server, Must, Certain, SINCE_2025_03_26, Exchange(get_not_stream), "2025-06-18 basic/transports",
        "GET is answered with a stream of events or with 405",
        "GET 的响应要么是事件流，要么是 405",
        "405 says that the server has no stream of its own, and the client goes on; after anything else some clients believe that the URL or the session is wrong, and stop",
        "405 表示服务器没有自己的流，客户端会继续；收到别的，有些客户端会以为 URL 或会话不对，就停下了",
        "answer GET with 405 and Allow: POST where you have no stream",
        "没有流就用 405 和 Allow: POST 回答 GET";
    WRONG_CONTENT_TYPE = "wrong-content-type", ANY, Server, Must, Certain, SINCE_2025_03_26, Exchange(wrong_content_type), "2025-06-18 basic/transports",
        "a request is answered as application/json or as text/event-stream",
        "请求的响应是 application/json 或 text/event-stream",
        "the type tells a client how to read the body; SDKs refuse every other one, whatever is in it",
        "客户端靠内容类型决定怎么读正文；别的类型，SDK 一概拒绝，不管里面是什么",
        "send Content-Type: application/json with one response, or text/event-stream with events; that it works in a browser proves nothing",
        "一个响应就写 Content-Type: application/json，事件就写 text/event-stream；浏览器里看着正常不算数";
    NOT_202 = "not-202", ANY, Server, Must, Certain, SINCE_2025_03_26, Exchange(not_202), "2025-06-18 basic/transports",
        "a notification or a response that is accepted is answered with 202",
        "接受了通知或响应，就用 202 回答",
        "202 says that it arrived and that nothing follows; after 200 some clients wait for a body to read as an answer",
        "202 表示收到了，后面什么都没有；收到 200，有些客户端会等着把正文当作响应来读",
        "answer 202 Accepted without a body to whatever has no id, or no method",
        "没有 id 或没有 method 的消息，一律回 202 Accepted，不带正文";
    BODY_ON_202 = "body-on-202", ANY, Server, Must, Certain, SINCE_2025_03_26, Exchange(body_on_202), "2025-06-18 basic/transports",
        "202 has no body",
        "202 没有正文",
        "nothing may answer a notification; a client that reads the body takes it for a message, and finds none",
        "通知不允许有响应；客户端如果读了正文，会把它当成消息，却读不出来",
        "send 202 with Content-Length: 0; many web frameworks add a body such as null by themselves",
        "回 202 时写 Content-Length: 0；很多网页框架会自动加上 null 之类的正文";
    ERROR_STATUS = "error-status", ANY, Server, Must, Certain, STATELESS, Message(error_status), "2026-07-28 basic/transports/streamable-http",
        "over HTTP an unknown method has status 404, and a request that cannot be served 400",
        "走 HTTP 时，未知方法的状态码是 404，不能处理的请求是 400",
        "what stands in between, a gateway or a monitor, reads the status and not the body; and a client tells by it whether the other era is worth a try",
        "中间的网关和监控只看状态码，不看正文；客户端也靠它判断要不要试另一种方式",
        "send 404 with -32601, and 400 with -32020, -32021 and -32022",
        "-32601 用 404；-32020、-32021、-32022 用 400";
}

fn get_not_stream(facts: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let (exchange, replied) = (about.exchange, about.replied);
    // A 404 with a session id may mean that the session is gone, unless the next request of it is served.
    if let Some(get) = facts.http.unstreamed.as_ref().filter(|_| exchange.posts()) {
        let same = get.sent(SESSION) == exchange.sent(SESSION);
        if same && replied.is_success() {
            return not_a_stream(404, None).on(get.at).step(get.step).alone();
        }
    }
    let asked = exchange.verb == "GET"
        && exchange.sent("Accept").is_some_and(|it| it.contains("text/event-stream"))
        && exchange.sent(SESSION) == exchange.given.as_deref();
    let fine = match replied.status {
        404 => exchange.sent(SESSION).is_some(),
        405 | 401 | 403 | 406 | 409 | 421 | 429 | 300..=399 | 500.. => true,
        _ => replied.is_stream(),
    };
    // What is wrong with the URL shows at the first POST.
    if !asked || fine || facts.session.answered.is_none() {
        return Vec::new();
    }
    let found = not_a_stream(replied.status, replied.kind.as_deref());
    if replied.is_success() || replied.status == 404 {
        found.alone()
    } else {
        found.sure(Likely).alone()
    }
}

fn not_a_stream(status: u16, kind: Option<&str>) -> Found {
    let kind = kind.map(|kind| format!(" {}", brief(&kind))).unwrap_or_default();
    let en = format!("GET was answered {status}{kind}, where text/event-stream or 405 belongs");
    Found::new(en, format!("GET 收到了 {status}{kind}，应该是 text/event-stream 或 405"))
}

fn wrong_content_type(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let (exchange, replied) = (about.exchange, about.replied);
    let kind = replied.kind.as_deref();
    let json = kind.is_some_and(|it| it == "application/json" || it.ends_with("+json"));
    // A page is no answer of a server of this protocol at all: that is `no-endpoint`.
    let page = kind == Some("text/html");
    if !exchange.posts() || !exchange.asks() || !replied.is_success() {
        return Vec::new();
    }
    if page || replied.is_stream() || json && replied.status == 200 {
        return Vec::new();
    }
    let (called, status) = (exchange.called(), replied.status);
    let (en, zh) = match kind {
        Some(kind) => (format!(" {}", brief(&kind)), format!(" {}", brief(&kind))),
        None => (" without a type".to_owned(), "，没有内容类型".to_owned()),
    };
    let en = format!(
        "{called} was answered {status}{en}, and it is owed application/json or text/event-stream"
    );
    let zh = format!("{called} 收到了 {status}{zh}，应该是 application/json 或 text/event-stream");
    Found::new(en, zh).alone()
}

fn tells(about: &Exchanged<'_>) -> bool {
    let told = about.exchange.body.as_ref().is_some_and(|body| body.carried == Carried::Told);
    told && about.exchange.posts()
}

fn not_202(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let (replied, status) = (about.replied, about.replied.status);
    if !tells(about) || !replied.is_success() || status == 202 {
        return Vec::new();
    }
    let called = match about.exchange.body.as_ref().and_then(|body| body.method.as_deref()) {
        Some(method) => brief(&method),
        None => "POST".to_owned(),
    };
    let en = format!("{called} was answered {status}, where 202 belongs");
    Found::new(en, format!("{called} 收到了 {status}，应该是 202")).alone()
}

fn body_on_202(facts: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    // Where a stream is open, the next line may have come on that.
    if about.replied.status != 202 || !tells(about) || facts.http.streams {
        return Vec::new();
    }
    let Some(said) = about.said else { return Vec::new() };
    let (called, said) = (about.exchange.called(), brief(&said));
    let en = format!("{called} was answered 202 with a body: {said}");
    Found::new(en, format!("{called} 收到的 202 带着正文：{said}")).alone()
}

fn error_status(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(response) = seen.response().filter(|_| seen.side == Side::Server) else {
        return Vec::new();
    };
    let (Err(error), Some(asked)) = (&response.outcome, seen.asked) else { return Vec::new() };
    let wanted = match error.code {
        code::METHOD_NOT_FOUND => 404,
        HEADER_MISMATCH | MISSING_REQUIRED_CLIENT_CAPABILITY | UNSUPPORTED_PROTOCOL_VERSION => 400,
        _ => return Vec::new(),
    };
    let Some(exchange) = facts.http.of(asked.at).filter(|it| !it.on_purpose) else {
        return Vec::new();
    };
    // In a stream that has begun the status is said already.
    let replied = exchange.replied.as_ref().filter(|it| it.sure && !it.is_stream());
    let Some(status) = replied.map(|it| it.status).filter(|status| *status != wanted) else {
        return Vec::new();
    };
    let (number, called) = (error.code, exchange.called());
    let en =
        format!("{called} was answered {status} with error {number}, which has status {wanted}");
    let zh = format!("{called} 收到了 {status} 和错误 {number}，状态码应该是 {wanted}");
    Found::new(en, zh).alone()
}
