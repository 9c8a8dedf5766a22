//! Rules of 2026-07-28 about what every message carries instead of a handshake.

use super::ANY;
use super::stateless::{answered, point, shown};
use crate::doctor::examine::{Facts, Found, Seen, named, rank};
use crate::doctor::finding::{Certainty, brief, start_of};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Owner;
use crate::json::{Str, Value};
use crate::mcp::stateless::{
    CLIENT_CAPABILITIES, CLIENT_INFO, DISCOVER, LOG_LEVEL, PROTOCOL_VERSION, SERVER_INFO,
    SUBSCRIPTIONS_LISTEN, VERSION,
};
use crate::mcp::{
    INITIALIZE, INITIALIZED, LOGGING_SET_LEVEL, PING, RESOURCES_SUBSCRIBE, RESOURCES_UNSUBSCRIBE,
};
use crate::transport::Side;

rules! {
    ID_STILL_OPEN = "id-still-open", ANY, Client, Must, Certain, STATELESS, Message(id_still_open), "2026-07-28 basic/index",
        "of two requests that wait for their answers, each has an id of its own",
        "同时在等响应的请求，id 各不相同",
        "the id alone says which request an answer belongs to; once the answer has come, the id is free again",
        "响应靠 id 找到它的请求；响应回来之后，这个 id 才可以再用",
        "count upwards: a new id for every request",
        "id 一直往上数，每个请求用一个新的";
    CLIENT_ANSWERED = "client-answered", ANY, Client, Must, Certain, STATELESS, Message(client_answered), "2026-07-28 basic/transports/stdio",
        "a client sends no responses",
        "客户端不发响应",
        "from 2026-07-28 on a server asks nothing by requests of its own, so there is nothing to respond to; what a result asks for is brought by the same request, sent again",
        "从 2026-07-28 起服务器不再自己发请求，客户端也就没有什么可响应的；result 里问的问题，要重发原来的请求带上回答",
        "put the answer into inputResponses, under the name of the question, and send the request again under a new id",
        "把回答按问题的名字放进 inputResponses，换一个 id，把原来的请求再发一次";
    REMOVED_METHOD = "removed-method", ANY, Client, Must, Certain, ALL, Message(removed_method), "2026-07-28 changelog",
        "what 2026-07-28 has removed is not sent in it",
        "2026-07-28 里去掉的方法不再发送",
        "a server of this revision does not know these methods any more: it answers -32601, or what was to happen does not",
        "这个版本的服务器已经没有这些方法：要么回 -32601，要么什么也不发生",
        "use what has taken their place: _meta and server/discover for initialize, _meta logLevel for logging/setLevel, subscriptions/listen for resources/subscribe",
        "换成替代的写法：initialize 换成 _meta 和 server/discover，logging/setLevel 换成 _meta 里的 logLevel，resources/subscribe 换成 subscriptions/listen";
    BAD_META = "bad-meta", ANY, Client, Must, Certain, STATELESS, Message(bad_meta), "2026-07-28 basic/index",
        "every request says in its _meta which version it is written in and what its client can do",
        "每个请求都在 _meta 里写明自己的版本和客户端的能力",
        "nothing is remembered from request to request, so each must say it; a server refuses a request without them with -32602",
        "服务器不记得上一个请求，所以每个请求都要自己说明；没写的，服务器回 -32602",
        "build _meta in one place, with protocolVersion (a string) and clientCapabilities (an object, {} for none), and put it into the params of every request",
        "在一个地方统一生成 _meta：protocolVersion（字符串）和 clientCapabilities（对象，没有能力就写 {}），放进每个请求的 params";
    NO_CLIENT_INFO = "no-client-info", ANY, Client, Should, Likely, STATELESS, Message(no_client_info), "2026-07-28 basic/index",
        "a request says who asks",
        "请求写明是谁发的",
        "a server shows and logs it; whoever has to find out which client does something wrong has nothing else to go by",
        "服务器用它显示和记日志；要查是哪个客户端出了问题，全靠它",
        "add clientInfo with name and version to _meta, unless it is withheld on purpose",
        "在 _meta 里加上 clientInfo（name 和 version），除非有意不透露";
    NO_SERVER_INFO = "no-server-info", ANY, Server, Advice, Likely, STATELESS, Message(no_server_info), "2026-07-28 basic/index",
        "a result says who answers",
        "result 写明是谁回答的",
        "there is no handshake to say it in; a client shows it to its user, and a log without it does not tell which server it is of",
        "没有握手，只能写在这里；客户端要显示给用户看，日志里没有它就不知道是哪个服务器",
        "add serverInfo with name and version to the _meta of every result, unless it is withheld on purpose",
        "在每个 result 的 _meta 里加上 serverInfo（name 和 version），除非有意不透露";
    BAD_TRACE = "bad-trace", ANY, Client, Must, Certain, STATELESS, Message(bad_trace), "2026-07-28 basic/index",
        "a trace in _meta is written as the W3C says",
        "_meta 里的跟踪信息按 W3C 的格式写",
        "a tracing library drops what it cannot read, and the calls can no longer be joined into one trace",
        "跟踪库遇到读不懂的内容会丢掉，这些调用就串不起来了",
        "let a tracing library write traceparent, tracestate and baggage; traceparent is 00-<32 hex digits>-<16 hex digits>-<2 hex digits>, all in lower case",
        "traceparent、tracestate、baggage 让跟踪库来写；traceparent 是 00-<32 位十六进制>-<16 位>-<2 位>，全部小写";
}

/// What was removed; of a notification too.
const REMOVED: [&str; 7] = [
    INITIALIZE,
    INITIALIZED,
    PING,
    LOGGING_SET_LEVEL,
    RESOURCES_SUBSCRIBE,
    RESOURCES_UNSUBSCRIBE,
    "notifications/roots/list_changed",
];

/// What a client can declare, each an object.
const CAPABILITIES: [&str; 5] = ["roots", "sampling", "elicitation", "experimental", "extensions"];

fn id_still_open(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(request) = seen.request(Side::Client) else { return Vec::new() };
    let before = facts.client.open(&request.id);
    let before = before.filter(|it| it.cancelled.is_none() && !facts.is_past(it.at));
    let Some(before) = before else { return Vec::new() };
    let (id, method, now) = (brief(&request.id), &before.method, request.method.excerpt());
    let en = format!("{now} has id {id}, and {method} of that id is not answered yet");
    let zh = format!("{now} 用了 id {id}，而用这个 id 的 {method} 还没有得到响应");
    Found::new(en, zh).byte(seen.byte_of_id()).sure(facts.sure()).alone()
}

fn client_answered(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let response = seen.response().filter(|_| seen.side == Side::Client && facts.is_stateless());
    let Some(response) = response else { return Vec::new() };
    let id = response.id.as_ref().map_or_else(|| "null".to_owned(), brief);
    let en = format!("the client sent a response, with id {id}");
    let zh = format!("客户端发了一个响应，id 是 {id}");
    Found::new(en, zh).byte(seen.byte_of_id()).sure(facts.sure()).alone()
}

fn is_removed(method: &Str<'_>) -> bool {
    REMOVED.iter().any(|removed| *method == **removed)
}

/// The `_meta` of what the client sent.
fn meta<'l>(seen: &Seen<'l>) -> Option<&'l Value<'l>> {
    seen.told()?.1?.get("_meta")
}

fn removed_method(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let told = seen.told().filter(|(method, _)| seen.side == Side::Client && is_removed(method));
    let Some((method, _)) = told else { return Vec::new() };
    let version = meta(seen).and_then(|meta| meta.get(PROTOCOL_VERSION)?.as_string());
    let said = version.is_some_and(|version| version.as_written() >= VERSION);
    if !said && (*method == *INITIALIZE || !facts.is_stateless()) {
        return Vec::new();
    }
    let name = method.excerpt();
    let en = format!("{name} came, which 2026-07-28 has no more");
    let zh = format!("来了 {name}，而 2026-07-28 已经没有这个方法");
    let sure = if said { Certainty::Certain } else { facts.sure() };
    Found::new(en, zh).byte(seen.byte_of(method)).sure(sure).alone()
}

fn bad_meta(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(request) = seen.request(Side::Client) else { return Vec::new() };
    let meta = meta(seen);
    let version = meta.and_then(|meta| meta.get(PROTOCOL_VERSION));
    let said = version.is_some() || request.method == *DISCOVER;
    if (!said && !facts.is_stateless()) || is_removed(&request.method) {
        return Vec::new();
    }
    let Some((key, is)) = lacking(meta) else { return Vec::new() };
    let method = request.method.excerpt();
    let en = format!("{key} in the _meta of {method} is {is}");
    let zh = format!("{method} 的 _meta 里，{key} 是 {is}");
    let (outer, inner) = key.split_once(" / ").unwrap_or((key.as_str(), ""));
    let byte = point(seen.line, &["params", "_meta", outer, inner]);
    let byte = byte.or_else(|| seen.byte_of(&request.method));
    let sure = if said { Certainty::Certain } else { facts.sure() };
    Found::new(en, zh).byte(byte).sure(sure).alone()
}

/// The first member that is not as it must be, and what it is instead.
fn lacking(meta: Option<&Value<'_>>) -> Option<(String, String)> {
    let get = |key: &str| meta.and_then(|meta| meta.get(key));
    let is = |value: Option<&Value<'_>>| value.map_or_else(|| "missing".to_owned(), shown);
    let version = get(PROTOCOL_VERSION);
    if version.and_then(Value::as_string).is_none() {
        return Some((PROTOCOL_VERSION.to_owned(), is(version)));
    }
    let Some(declared) = get(CLIENT_CAPABILITIES).filter(|it| it.as_object().is_some()) else {
        return Some((CLIENT_CAPABILITIES.to_owned(), is(get(CLIENT_CAPABILITIES))));
    };
    let flat = |name: &&&str| declared.get(name).is_some_and(|it| it.as_object().is_none());
    if let Some(name) = CAPABILITIES.iter().find(flat) {
        return Some((format!("{CLIENT_CAPABILITIES} / {name}"), is(declared.get(name))));
    }
    let level = get(LOG_LEVEL).filter(|level| rank(level).is_none());
    level.map(|level| (LOG_LEVEL.to_owned(), shown(level)))
}

/// Said once: whoever does not say it never does.
fn no_client_info(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let [said, _] = facts.stateless.nameless;
    let Some(request) = seen.request(Side::Client).filter(|_| !said) else { return Vec::new() };
    let params = request.params.as_ref();
    let version = meta(seen).and_then(|meta| meta.get(PROTOCOL_VERSION));
    if version.is_none() || named(params, CLIENT_INFO) {
        return Vec::new();
    }
    let method = request.method.excerpt();
    let en = format!("the _meta of {method} has no clientInfo with a name and a version");
    let zh = format!("{method} 的 _meta 里没有带 name 和 version 的 clientInfo");
    Found::new(en, zh).byte(point(seen.line, &["params", "_meta", CLIENT_INFO])).alone()
}

/// Said once, and only of a server of this era.
fn no_server_info(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let [_, said] = facts.stateless.nameless;
    let Some((asked, result)) = answered(seen).filter(|_| !said) else { return Vec::new() };
    let stateless = result.get("resultType").and_then(Value::as_string).is_some();
    let listen = asked.method == SUBSCRIPTIONS_LISTEN;
    if !stateless || listen || named(Some(result), SERVER_INFO) {
        return Vec::new();
    }
    let method = &asked.method;
    let en = format!("the result of {method} has no serverInfo with a name and a version in _meta");
    let zh = format!("{method} 的 result 里，_meta 没有带 name 和 version 的 serverInfo");
    Found::new(en, zh).byte(point(seen.line, &["result", "_meta", SERVER_INFO])).alone()
}

fn bad_trace(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let result = seen.response().and_then(|it| it.outcome.as_ref().ok());
    let (outer, meta) = match seen.told() {
        Some(_) => ("params", meta(seen)),
        None => ("result", result.and_then(|result| result.get("_meta"))),
    };
    let Some(meta) = meta else { return Vec::new() };
    let wrong = TRACES.iter().find_map(|(name, fits)| {
        let value = meta.get(name)?;
        let fits = value.as_string().is_some_and(|it| it.text().is_ok_and(|text| fits(&text)));
        (!fits).then_some((*name, value))
    });
    let Some((name, value)) = wrong else { return Vec::new() };
    let value = start_of(&shown(value), 80);
    let en = format!("{name} is not written as it must be: {value}");
    let zh = format!("{name} 的格式不对：{value}");
    let byte = point(seen.line, &[outer, "_meta", name]);
    Found::new(en, zh).byte(byte).of(Owner::of(seen.side)).alone()
}

/// Whether a text is a value of a member.
type Fits = fn(&str) -> bool;

/// The members that carry a trace.
const TRACES: [(&str, Fits); 3] =
    [("traceparent", is_traceparent), ("tracestate", is_list), ("baggage", is_list)];

/// W3C Trace Context, section 3.2: of later versions more may stand behind.
fn is_traceparent(text: &str) -> bool {
    let hex = |part: &str, length| {
        part.len() == length && part.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
    };
    let set = |part: &str| part.bytes().any(|it| it != b'0');
    let parts: Vec<_> = text.splitn(5, '-').collect();
    let [version, trace, parent, flags, more @ ..] = parts.as_slice() else { return false };
    let whole = hex(version, 2) && hex(trace, 32) && hex(parent, 16) && hex(flags, 2);
    let known = *version != "ff" && (more.is_empty() || *version != "00");
    whole && known && set(trace) && set(parent)
}

/// A list of `name=value`; more than that is not asked, since not everybody reads the letter alike.
fn is_list(text: &str) -> bool {
    let plain = text.bytes().all(|it| it == b'\t' || (b' '..=b'~').contains(&it));
    let named = |part: &str| part.is_empty() || part.find('=').is_some_and(|at| at > 0);
    plain && text.split(',').all(|part| named(part.trim()))
}
