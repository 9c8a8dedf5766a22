//! Rules about the order of a handshake: who may say what before both sides are ready.

use crate::doctor::examine::{Asked, End, Facts, Found, Seen, cancels, opens};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::{End as AtEnd, Message};
use crate::doctor::rule::Revisions;
use crate::doctor::shapes::named;
use crate::json::Str;
use crate::jsonrpc::code;
use crate::mcp::{
    INITIALIZE, INITIALIZED, PING, PROMPTS_LIST, RESOURCES_LIST, RESOURCES_TEMPLATES_LIST,
    TOOLS_LIST,
};
use crate::transport::Side;

rules! {
    NOT_INITIALIZED = "not-initialized", Some(1), Client, Must, Certain, HANDSHAKE, Message(not_initialized), "2025-06-18 basic/lifecycle",
        "a session begins with initialize, and work begins after notifications/initialized",
        "会话从 initialize 开始，发完 notifications/initialized 才能干活",
        "a server refuses what comes before the handshake, and mostly with -32602 Invalid params, which then does not mean that the params are wrong",
        "握手之前的请求，服务器会拒绝，而且多半回 -32602 Invalid params；这时并不是参数写错了",
        "send initialize, wait for its answer, send notifications/initialized; after a restart of the server, begin with that again",
        "先发 initialize，等到响应，再发 notifications/initialized；服务器重启以后，也要从头再来一遍";
    INITIALIZE_TWICE = "initialize-twice", Some(1), Client, Must, Certain, HANDSHAKE, Message(initialize_twice), "2025-06-18 basic/lifecycle",
        "initialize is asked once in a session",
        "一次会话只发一次 initialize",
        "initialize opens the session, and what is agreed on there holds until the session ends; many servers refuse a second one",
        "initialize 用来打开会话，商定的内容一直有效；再发一次，很多服务器会拒绝",
        "keep using the connection that is open, or start the server anew",
        "继续用已经打开的连接，或者重新启动服务器";
    EARLY_REQUEST = "early-request", Some(1), Client, Should, Likely, HANDSHAKE, Message(early_request), "2025-06-18 basic/lifecycle",
        "until initialize is answered the client asks nothing but ping",
        "initialize 得到响应之前，客户端除了 ping 什么请求也不发",
        "before the answer a client knows neither the version nor what the server can do; some servers refuse a request that comes so early",
        "还没有响应，客户端就不知道版本，也不知道服务器会什么；有的服务器会拒绝来得太早的请求",
        "wait for the answer to initialize, then send notifications/initialized, then ask",
        "等到 initialize 的响应，再发 notifications/initialized，然后才发别的请求";
    INITIALIZE_CANCELLED = "initialize-cancelled", Some(1), Client, Must, Certain, HANDSHAKE, Message(initialize_cancelled), "2025-06-18 basic/utilities/cancellation",
        "initialize is not cancelled",
        "initialize 不能取消",
        "without initialize there is no session; a cancelled one leaves a server that waits for ever",
        "没有 initialize 就没有会话；取消了它，服务器会一直等下去",
        "close the server's stdin instead, and start anew",
        "要放弃就关闭服务器的 stdin，重新开始";
    VERSION_IGNORED = "version-ignored", Some(2), Client, Should, Likely, HANDSHAKE, Message(version_ignored), "2025-06-18 basic/lifecycle, version negotiation",
        "a client goes on only with a version that it knows",
        "服务器回的版本，客户端认识才继续",
        "the client offers the newest version it knows; if the answer is another one that it does not know, the two do not understand each other from here on",
        "客户端提的是它认识的最新版本；服务器回的版本它不认识，后面双方就各说各话",
        "compare the answered version with those that the client knows, and close the connection when it is not among them",
        "看服务器回的版本是不是自己认识的，不认识就断开";
    INITIALIZED_MISSING = "initialized-missing", Some(2), Client, Must, Certain, HANDSHAKE, AtEnd(initialized_missing), "2025-06-18 basic/lifecycle",
        "after the answer to initialize the client says that it is ready",
        "收到 initialize 的响应后，客户端要说自己准备好了",
        "a server waits for notifications/initialized before it works: some refuse every request until then, others never send anything of their own",
        "服务器等到 notifications/initialized 才开始干活：在那之前，有的拒绝一切请求，有的从不主动发消息",
        "send {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"} right after the answer to initialize",
        "一收到 initialize 的响应，就发 {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    INITIALIZED_TWICE = "initialized-twice", Some(2), Client, Must, Certain, HANDSHAKE, Message(initialized_twice), "2025-06-18 basic/lifecycle",
        "notifications/initialized is sent once",
        "notifications/initialized 只发一次",
        "it ends the handshake; a server that starts its work on it does that work twice",
        "它表示握手结束；靠它来触发工作的服务器会把同样的事做两遍",
        "send it once, right after the answer to initialize",
        "只发一次，就在收到 initialize 的响应之后";
    SERVER_ASKED_EARLY = "server-asked-early", Some(2), Server, Should, Likely, HANDSHAKE, Message(server_asked_early), "2025-06-18 basic/lifecycle",
        "until notifications/initialized the server asks nothing but ping",
        "收到 notifications/initialized 之前，服务器除了 ping 什么请求也不发",
        "a client that is not ready yet has nobody to answer: it drops the question, or hangs up",
        "客户端还没准备好，没有人来回答：它要么丢掉这个问题，要么断开",
        "wait for notifications/initialized before asking for roots, sampling or elicitation",
        "等到 notifications/initialized，再问 roots、sampling、elicitation";
}

/// The first words of a client whose server was seen to start; or a request that was refused before it had said
/// that it is ready. A recording that begins late begins with requests too.
fn not_initialized(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let session = &facts.session;
    if seen.side == Side::Client {
        let Some((method, _)) = seen.told() else { return Vec::new() };
        let from_the_start = facts.process.started.is_some() && session.asked.is_none();
        if !from_the_start
            || facts.order.begun.is_some()
            || *method == *INITIALIZE
            || *method == *PING
        {
            return Vec::new();
        }
        let name = brief(&method.excerpt());
        let en = format!("the session begins with {name}: there was no initialize before it");
        let zh = format!("会话一开始就是 {name}，在它之前没有 initialize");
        return Found::new(en, zh).byte(seen.byte_of(method)).alone();
    }
    let (Some(asked), Some(response)) = (seen.asked, seen.response()) else { return Vec::new() };
    let Err(error) = &response.outcome else { return Vec::new() };
    let early = session.ready.is_none_or(|ready| ready > asked.at);
    // What a second handshake has upset is told there.
    if !early || facts.order.shaken || !means_too_early(asked, error.code) {
        return Vec::new();
    }
    // What was blamed when it was asked is not blamed again, nor is every one of many.
    let missing = match session.asked {
        Some(opened) if opened < asked.at => INITIALIZED,
        _ if facts.process.started.is_some() => return Vec::new(),
        // A recording that begins late does not begin with a refusal.
        _ if facts.order.begun != Some(asked.at) => return Vec::new(),
        _ => INITIALIZE,
    };
    if facts.order.unready.as_ref().is_some_and(|(first, _)| *first < asked.at) {
        return Vec::new();
    }
    let (name, error) = (brief(&asked.method), brief(error));
    let en = format!("{name} came before {missing}, and was refused: {error}");
    let zh = format!("{name} 在 {missing} 之前就发了，被拒绝：{error}");
    Found::new(en, zh).on(asked.at).sure(Certainty::Likely).alone()
}

/// What some servers say of a request before the handshake.
const NOT_INITIALIZED_CODE: i64 = -32002;

/// Whether nothing else can be meant: the request has no params that could be wrong, or is called invalid as a whole.
fn means_too_early(asked: &Asked, error: i64) -> bool {
    let plain = LISTS.contains(&&*asked.method) && asked.param("cursor").is_none();
    match error {
        code::INVALID_REQUEST => ![INITIALIZE, PING].contains(&&*asked.method),
        code::INVALID_PARAMS | NOT_INITIALIZED_CODE => plain,
        _ => false,
    }
}

/// What is asked without any params, but for the later pages.
const LISTS: [&str; 4] = [TOOLS_LIST, RESOURCES_LIST, RESOURCES_TEMPLATES_LIST, PROMPTS_LIST];

/// One that was refused may be tried again. Under an id of the first it may as well be another session in the same recording.
fn initialize_twice(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let session = &facts.session;
    let (Some(first), true) = (session.asked, opens(seen)) else { return Vec::new() };
    let Some(request) = seen.request(Side::Client) else { return Vec::new() };
    if session.refused.is_some() || facts.client.used(&request.id) {
        return Vec::new();
    }
    let en = format!("initialize is asked once more; the first one is line {first}");
    let zh = format!("又发了一次 initialize；第一次在第 {first} 行");
    Found::new(en, zh).byte(seen.byte_of(&request.method)).alone()
}

/// The first request, or the word that it is ready, while the answer to `initialize` is still to come.
fn early_request(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let session = &facts.session;
    let waits = session.asked.is_some() && session.answered.is_none() && session.refused.is_none();
    if !waits || facts.order.shaken || seen.side != Side::Client {
        return Vec::new();
    }
    let told = |method: &Str<'_>| *method == *INITIALIZED;
    let asks = |method: &Str<'_>| {
        seen.request(Side::Client).is_some() && *method != *PING && *method != *INITIALIZE
    };
    let Some((method, _)) = seen.told().filter(|(method, _)| told(method) || asks(method)) else {
        return Vec::new();
    };
    let open = facts.client.each_open();
    let more = open.filter(|asked| ![INITIALIZE, PING].contains(&&*asked.method)).count();
    if more > 0 || session.ready.is_some() {
        return Vec::new();
    }
    let name = brief(&method.excerpt());
    let en = format!("{name} was sent before initialize was answered");
    let zh = format!("initialize 还没有响应，就发了 {name}");
    Found::new(en, zh).byte(seen.byte_of(method)).alone()
}

fn initialize_cancelled(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(id) = cancels(seen).filter(|_| seen.side == Side::Client) else { return Vec::new() };
    let open = facts.client.open(&id).map(|asked| asked.method.as_str());
    let answered = || facts.order.answered(Side::Client, &id).map(|it| it.method.as_str());
    if open.or_else(answered) != Some(INITIALIZE) {
        return Vec::new();
    }
    let id = brief(&id);
    let en = format!("the client cancelled request {id}, which is initialize");
    let zh = format!("客户端取消了请求 {id}，而它正是 initialize");
    Found::new(en, zh).byte(seen.notification().and_then(|it| seen.byte_of(&it.method))).alone()
}

/// The client says that it is ready, and the version is newer than the newest it knows, or none at all.
fn version_ignored(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let ready = seen.notification().filter(|it| it.method == *INITIALIZED);
    let session = &facts.session;
    let (Some(ready), Some(agreed), Some(offered)) = (ready, &session.agreed, &session.offered)
    else {
        return Vec::new();
    };
    let known =
        |version: &str| Revisions::of(version).is_some_and(|it| Revisions::HANDSHAKE.hold(it));
    let newer = known(offered) && known(agreed) && agreed > offered;
    if seen.side != Side::Client || agreed == offered || (known(agreed) && !newer) {
        return Vec::new();
    }
    let (agreed, offered) = (brief(agreed), brief(offered));
    let en = format!("the client offered {offered}, was answered {agreed}, and went on");
    let zh = format!("客户端提的是 {offered}，服务器回的是 {agreed}，客户端照样继续");
    Found::new(en, zh).byte(seen.byte_of(&ready.method)).alone()
}

/// Work was asked for, and the word never came. Where the recording just stops it may yet have come.
fn initialized_missing(facts: &Facts, end: &End) -> Vec<Found> {
    let session = &facts.session;
    let (Some((at, method)), Some(_), None) =
        (&facts.order.unready, session.answered, session.ready)
    else {
        return Vec::new();
    };
    let sure = if end.over { Certainty::Certain } else { Certainty::Likely };
    let (en, zh) = if method == INITIALIZED {
        let en = "notifications/initialized came with an id: that makes it a request, and as a notification it was never sent";
        (
            en.to_owned(),
            "notifications/initialized 带着 id 发来，成了请求；作为通知始终没有发".to_owned(),
        )
    } else {
        let method = brief(method);
        let en =
            "initialize was answered, and {} came next: notifications/initialized was never sent";
        let zh = "initialize 得到响应后，接着就是 {}：始终没有发 notifications/initialized";
        (en.replace("{}", &method), zh.replace("{}", &method))
    };
    Found::new(en, zh).on(*at).sure(sure).alone()
}

fn initialized_twice(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let again = seen.notification().filter(|it| it.method == *INITIALIZED);
    let (Some(again), Some(first), Side::Client) = (again, facts.session.ready, seen.side) else {
        return Vec::new();
    };
    // A recording that begins late has seen no handshake, and says nothing about it.
    if facts.session.asked.is_none() {
        return Vec::new();
    }
    let en = format!("notifications/initialized is sent once more; the first one is line {first}");
    let zh = format!("又发了一次 notifications/initialized；第一次在第 {first} 行");
    Found::new(en, zh).byte(seen.byte_of(&again.method)).alone()
}

/// What it has sent before the client's word was on the wire, it cannot have waited for.
fn server_asked_early(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let session = &facts.session;
    let Some(request) = seen.request(Side::Server).filter(|it| it.method != *PING) else {
        return Vec::new();
    };
    // A client that has gone on without that word is at fault itself.
    let waits = session.asked.is_some() && session.ready.is_none() && facts.order.unready.is_none();
    // What only a client may ask has a rule of its own.
    let foreign = named(&request.method).is_some_and(|row| !row.sender.may_be(Side::Server));
    if !waits || foreign || facts.server.each_open().next().is_some() {
        return Vec::new();
    }
    let method = brief(&request.method.excerpt());
    let en = format!("the server asked {method} before notifications/initialized came");
    let zh = format!("notifications/initialized 还没有来，服务器就问了 {method}");
    Found::new(en, zh).byte(seen.byte_of(&request.method)).alone()
}
