//! Rules about the headers of 2026-07-28, which repeat what the body says.

use super::ANY;
use crate::doctor::examine::{Body, Exchange as Crossed, Exchanged, Facts, Found, Seen};
use crate::doctor::finding::Certainty::Likely;
use crate::doctor::finding::brief;
use crate::doctor::rule::Check::{Exchange, Message};
use crate::doctor::rule::Owner;
use crate::mcp::stateless::{HEADER_MISMATCH, MCP_METHOD, MCP_NAME, MCP_PROTOCOL_VERSION, decode};
use crate::transport::Side;

rules! {
    HEADER_MISSING = "header-missing", ANY, Client, Must, Certain, STATELESS, Exchange(header_missing), "2026-07-28 basic/transports/streamable-http",
        "a request carries MCP-Protocol-Version and Mcp-Method, and Mcp-Name where it names something",
        "请求带 MCP-Protocol-Version 和 Mcp-Method；指名了什么的，还要带 Mcp-Name",
        "whatever stands in between routes and counts by these headers without reading the body, so a server must refuse a request that lacks one",
        "中间的设备靠这些请求头转发和统计，不读正文；所以缺了任何一个，服务器都必须拒绝",
        "copy the method into Mcp-Method, params.name or params.uri into Mcp-Name, and the version of _meta into MCP-Protocol-Version",
        "把 method 抄进 Mcp-Method，params.name 或 params.uri 抄进 Mcp-Name，_meta 里的版本抄进 MCP-Protocol-Version";
    HEADER_MISMATCH_SEEN = "header-mismatch", ANY, Client, Must, Certain, STATELESS, Exchange(header_mismatch), "2026-07-28 basic/transports/streamable-http",
        "the headers of a request say the same as its body",
        "请求头和正文说的是同一回事",
        "a gateway that lets a request pass by its header, and a server that serves it by its body, must not be led to see two different things",
        "网关按请求头放行，服务器按正文处理，两边看到的不能是两回事",
        "build the headers from the very message that is sent, after its last change; and look for a proxy that changes one of the two",
        "消息最后定稿之后，再从这条消息生成请求头；再看看有没有代理改了其中一个";
    MISMATCH_REFUSED = "mismatch-refused", ANY, Server, Must, Likely, STATELESS, Message(mismatch_refused), "2026-07-28 basic/transports/streamable-http",
        "error -32020 is for headers that differ from the body",
        "-32020 只用在请求头和正文不一致的时候",
        "a client that gets -32020 looks for the difference in its own request, and here there is none: either something changed it on the way, or the server compares wrongly",
        "客户端收到 -32020，会去自己的请求里找不一致的地方；可这里没有：要么是路上被改了，要么是服务器比错了",
        "decode =?base64?…?= before comparing, compare names of headers without case and values with it, and log both values",
        "先解开 =?base64?…?= 再比；请求头的名字不分大小写，值要分；把两边的值都记进日志";
}

/// A header, what the body says in its place, and what the header says.
type Pair<'e> = (&'static str, &'e str, Option<&'e str>);

/// What headers repeat of a body.
fn pairs<'e>(exchange: &'e Crossed, body: &'e Body) -> impl Iterator<Item = Pair<'e>> {
    let said = [
        (MCP_PROTOCOL_VERSION, body.version.as_deref()),
        (MCP_METHOD, body.method.as_deref()),
        (MCP_NAME, body.name.as_deref()),
    ];
    said.into_iter().filter_map(|(name, said)| Some((name, said?, exchange.sent(name))))
}

/// Whether a header says just this; a value that was cut is taken on trust.
fn agrees(value: &str, said: &str) -> bool {
    value.ends_with('…') || said.ends_with('…') || decode(value).is_some_and(|it| it == said)
}

/// The body of a request of this era.
fn asked<'e>(about: &Exchanged<'e>) -> Option<&'e Body> {
    let exchange = about.exchange;
    exchange
        .body
        .as_ref()
        .filter(|body| exchange.posts() && exchange.asks() && body.version.is_some())
}

fn header_missing(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let Some(body) = asked(about) else { return Vec::new() };
    let lacks: Vec<_> = pairs(about.exchange, body).filter(|pair| pair.2.is_none()).collect();
    if lacks.is_empty() {
        return Vec::new();
    }
    let named = lacks.iter().map(|(name, said, _)| format!("{name}: {}", brief(said)));
    let (named, called) = (named.collect::<Vec<_>>().join(", "), about.exchange.called());
    let status = about.replied.status;
    let en = format!("{called} does not carry {named}, and was answered {status}");
    Found::new(en, format!("{called} 没有带 {named}，收到了 {status}")).alone()
}

fn header_mismatch(_: &Facts, about: &Exchanged<'_>) -> Vec<Found> {
    let Some(body) = asked(about) else { return Vec::new() };
    let differs = |pair: &Pair<'_>| pair.2.is_some_and(|value| !agrees(value, pair.1));
    let Some((name, said, value)) = pairs(about.exchange, body).find(differs) else {
        return Vec::new();
    };
    let (said, value) = (brief(&said), brief(&value.unwrap_or_default()));
    let status = about.replied.status;
    let en = format!("header {name}: {value} | body: {said}; answered {status}");
    Found::new(en, format!("请求头 {name}: {value} ｜ 正文：{said}；收到了 {status}")).alone()
}

/// The server says that they differ, and they do not, as far as anybody can see.
fn mismatch_refused(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(response) = seen.response().filter(|_| seen.side == Side::Server) else {
        return Vec::new();
    };
    let (Err(error), Some(asked)) = (&response.outcome, seen.asked) else { return Vec::new() };
    if error.code != HEADER_MISMATCH {
        return Vec::new();
    }
    let Some(exchange) = facts.http.of(asked.at).filter(|it| !it.on_purpose) else {
        return Vec::new();
    };
    let Some(body) = exchange.body.as_ref() else { return Vec::new() };
    let same = |pair: &Pair<'_>| pair.2.is_some_and(|value| agrees(value, pair.1));
    // An argument that a header repeats is not compared here.
    let params = error.message.excerpt().to_ascii_lowercase().contains("param");
    if params || body.version.is_none() || !pairs(exchange, body).all(|pair| same(&pair)) {
        return Vec::new();
    }
    let called = exchange.called();
    let both = pairs(exchange, body).map(|(name, said, value)| {
        format!("{name}: {} | {}", brief(&value.unwrap_or_default()), brief(&said))
    });
    let both = both.collect::<Vec<_>>().join("; ");
    let message = brief(&error.message.excerpt());
    let en =
        format!("{called} was refused with -32020 ({message}), and header and body agree: {both}");
    let zh = format!("{called} 被 -32020 拒绝（{message}），可是请求头和正文一致：{both}");
    Found::new(en, zh).byte(seen.byte_of(&error.message)).of(Owner::Server).sure(Likely).alone()
}
