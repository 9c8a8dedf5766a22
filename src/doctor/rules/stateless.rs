//! Rules of the era without a handshake: results, and who may ask.

use super::ANY;
use super::shapes::echoed;
use crate::client::MAX_ROUNDS;
use crate::doctor::examine::{Asked as Request, Facts, Found, Seen, asks};
use crate::doctor::finding::{Certainty, start_of};
use crate::doctor::place::{byte_of, name_of};
use crate::doctor::rule::Check::Message;
use crate::json::{Object, Str, Value, parse};
use crate::mcp::stateless::{
    CLIENT_CAPABILITIES, COMPLETE, DISCOVER, INPUT_REQUIRED, PROTOCOL_VERSION,
};
use crate::mcp::{
    COMPLETION_COMPLETE, ELICITATION_CREATE, Era, PING, PROMPTS_GET, PROMPTS_LIST, RESOURCES_LIST,
    RESOURCES_READ, RESOURCES_TEMPLATES_LIST, ROOTS_LIST, SAMPLING_CREATE_MESSAGE, TOOLS_CALL,
    TOOLS_LIST,
};
use crate::transport::Side;

rules! {
    NO_RESULT_TYPE = "no-result-type", ANY, Server, Must, Certain, STATELESS, Message(no_result_type), "2026-07-28 basic/index",
        "every result says what type it is",
        "每个 result 都写明类型",
        "in the stateless era every result says whether it is whole or asks for input; a client cannot tell them apart otherwise",
        "无状态方式下，每个 result 都要说明自己是完整的还是在要求输入，否则客户端分不清",
        "add \"resultType\":\"complete\" to every result, whatever the method",
        "所有方法的 result 都加上 \"resultType\":\"complete\"";
    UNKNOWN_RESULT_TYPE = "unknown-result-type", ANY, Server, Must, Certain, STATELESS, Message(unknown_result_type), "2026-07-28 basic/index",
        "a resultType is one that the client knows, and stands where it may",
        "resultType 是客户端认识的值，也用在允许的地方",
        "a client treats a resultType that it does not know as an invalid result; input may be asked for only by tools/call, prompts/get and resources/read",
        "客户端遇到不认识的 resultType，会当作无效结果；只有 tools/call、prompts/get、resources/read 可以要求输入",
        "write \"complete\"; other words belong to extensions that the client has declared",
        "写 \"complete\"；别的词属于扩展，要客户端声明过才能用";
    NO_CACHE_HINTS = "no-cache-hints", ANY, Server, Must, Certain, STATELESS, Message(no_cache_hints), "2026-07-28 server/utilities/caching",
        "a result that may be kept says how long and for whom",
        "可以缓存的结果写明缓存多久、给谁用",
        "server/discover and the lists say how long they may be kept, and for whom; a client asks every time otherwise",
        "server/discover 和各种清单要说明可以缓存多久、给谁用，否则客户端每次都得重新问",
        "add \"ttlMs\" and \"cacheScope\" to these results; 0 and \"private\" promise nothing",
        "在这些 result 里加上 \"ttlMs\" 和 \"cacheScope\"；写 0 和 \"private\" 就等于不缓存";
    SERVER_ASKED = "server-asked", ANY, Server, Must, Certain, STATELESS, Message(server_asked), "2026-07-28 basic/index",
        "a server sends no requests",
        "服务器不发请求",
        "in the stateless era only the client asks, and it sends no answers: the server would wait for ever",
        "无状态方式下只有客户端提问，客户端不发响应；服务器会一直等下去",
        "end the call with resultType \"input_required\" and the question in inputRequests; the call comes again with the answer",
        "让这次调用以 resultType \"input_required\" 结束，把问题写进 inputRequests；客户端会带着回答再调用一次";
    UNDECLARED_INPUT = "undeclared-input", Some(4), Server, Must, Certain, STATELESS, Message(undeclared_input), "2026-07-28 basic/patterns/mrtr",
        "a server asks only what this request allows",
        "请求里声明过的，服务器才能问",
        "a server may ask only what this very request says can be asked; anything else has nobody to answer it",
        "服务器只能问这个请求里声明过的那几类问题，别的没人能回答",
        "look at clientCapabilities in the request's _meta; without the one you need, answer error -32021 with requiredCapabilities",
        "先看请求 _meta 里的 clientCapabilities；没有需要的能力，就回错误 -32021，并写上 requiredCapabilities";
    ENDLESS_ROUNDS = "endless-rounds", Some(4), Server, Should, Certain, STATELESS, Message(endless_rounds), "2026-07-28 basic/patterns/mrtr",
        "a call comes to an end",
        "一次调用总会完成",
        "a result that asks for nothing but to be called again brings a call no nearer to its end; clients give up after some rounds",
        "结果里什么也不问，只要求重新调用，这次调用就永远完不成；客户端试几轮就会放弃",
        "answer with resultType \"complete\" as soon as the work is done, and let a call wait rather than come again",
        "工作完成就返回 resultType \"complete\"；需要等待时，就让这次调用等着，不要让客户端反复重来";
}

/// The results that may be kept.
const KEPT: [&str; 6] =
    [DISCOVER, TOOLS_LIST, PROMPTS_LIST, RESOURCES_LIST, RESOURCES_TEMPLATES_LIST, RESOURCES_READ];

/// The requests whose results may ask for input.
const ASKING: [&str; 3] = [TOOLS_CALL, PROMPTS_GET, RESOURCES_READ];

/// A result of the server to a request of this era.
pub(super) fn answered<'s>(seen: &'s Seen<'_>) -> Option<(&'s Request, &'s Value<'s>)> {
    let asked =
        seen.asked.filter(|asked| asked.era == Era::Stateless && seen.side == Side::Server)?;
    Some((asked, seen.response()?.outcome.as_ref().ok()?))
}

/// A result that asks for input, with its questions.
pub(super) fn asking<'s>(seen: &'s Seen<'_>) -> Option<(&'s Request, &'s Value<'s>)> {
    answered(seen).filter(|(_, result)| asks(result))
}

/// The byte of the last of these member names, each inside the one before, as far as they are there.
pub(super) fn point(line: &str, path: &[&str]) -> Option<usize> {
    let whole = parse(line).ok()?;
    let (mut here, mut last) = (&whole, None);
    for name in path {
        let Some(found) = name_of(here, name) else { break };
        last = byte_of(line, found.as_written());
        here = here.get(name)?;
    }
    last?.checked_sub(1)
}

/// The value as it is written, in short.
pub(super) fn shown(value: &Value<'_>) -> String {
    start_of(&value.to_line(), 80)
}

/// An old server knows nothing of it, so it has to have shown that it is none.
fn no_result_type(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = answered(seen) else { return Vec::new() };
    let kind = result.get("resultType");
    let served = facts.stateless.served;
    let old = facts.stateless.undiscovered.is_some() && !served;
    let written = asked.forgotten || asked.meta(PROTOCOL_VERSION).is_some();
    if kind.and_then(Value::as_string).is_some() || old || !written {
        return Vec::new();
    }
    let discovered = asked.method == DISCOVER && result.get("supportedVersions").is_some();
    let (method, is) = (&asked.method, kind.map_or("missing", Value::kind));
    let en = format!("the result of {method} has no string resultType ({is})");
    let zh = format!("{method} 的 result 里没有字符串 resultType（{is}）");
    let sure = if served || discovered { Certainty::Certain } else { Certainty::Likely };
    Found::new(en, zh).byte(point(seen.line, &["result", "resultType"])).sure(sure).alone()
}

fn unknown_result_type(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = answered(seen) else { return Vec::new() };
    let Some(kind) = result.get("resultType").and_then(Value::as_string) else { return Vec::new() };
    let asking = *kind == *INPUT_REQUIRED;
    // Methods of extensions have rules of their own.
    let core = KEPT.contains(&asked.method.as_str()) || asked.method == COMPLETION_COMPLETE;
    let misplaced = asking && core && !ASKING.contains(&asked.method.as_str());
    if *kind == *COMPLETE || (asking && !misplaced) || (!asking && may_extend(asked)) {
        return Vec::new();
    }
    let (method, kind) = (&asked.method, start_of(&kind.excerpt(), 80));
    let en = format!("the result of {method} has resultType {kind:?}");
    let zh = format!("{method} 的 result 里 resultType 是 {kind:?}");
    Found::new(en, zh).byte(point(seen.line, &["result", "resultType"])).alone()
}

/// Whether its client has declared an extension, which may have words of its own.
fn may_extend(asked: &Request) -> bool {
    let declared = asked.meta(CLIENT_CAPABILITIES);
    let any = |name| declared.is_some_and(|it| it.get(name).is_some());
    asked.forgotten || any("extensions") || any("experimental")
}

fn no_cache_hints(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = answered(seen) else { return Vec::new() };
    let string = |name| result.get(name).and_then(Value::as_string);
    let whole = string("resultType").is_some_and(|kind| *kind == *COMPLETE);
    if !whole || !KEPT.contains(&asked.method.as_str()) {
        return Vec::new();
    }
    let ttl = result.get("ttlMs").and_then(Value::as_number);
    let ttl = ttl.is_some_and(|ttl| ttl.is_integer() && !ttl.as_written().starts_with('-'));
    let scope = string("cacheScope").is_some_and(|it| *it == *"public" || *it == *"private");
    let ttl =
        (!ttl).then_some(("ttlMs", "ttlMs (an integer, at least 0)", "ttlMs（不小于 0 的整数）"));
    let scope = (!scope).then_some((
        "cacheScope",
        "cacheScope (public or private)",
        "cacheScope（public 或 private）",
    ));
    let lacks: Vec<_> = ttl.into_iter().chain(scope).collect();
    let Some((first, ..)) = lacks.first() else { return Vec::new() };
    let (en, zh): (Vec<_>, Vec<_>) = lacks.iter().map(|(_, en, zh)| (*en, *zh)).unzip();
    let (method, en, zh) = (&asked.method, en.join(", "), zh.join("、"));
    let en = format!("the result of {method} lacks, or has of a wrong kind: {en}");
    let zh = format!("{method} 的 result 里缺少，或者类型不对：{zh}");
    Found::new(en, zh).byte(point(seen.line, &["result", first])).alone()
}

fn server_asked(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(request) = seen.request(Side::Server) else { return Vec::new() };
    let known = facts.is_stateless();
    // Before a handshake a server of an old revision may ping.
    let ping = !known && request.method == *PING;
    if facts.session.asked.is_some() || ping || echoed(facts, seen).is_some() {
        return Vec::new();
    }
    let method = request.method.excerpt();
    let en = format!("the server sent a request of its own: {method}");
    let zh = format!("服务器自己发来一个请求：{method}");
    let sure = if known { facts.sure() } else { Certainty::Likely };
    Found::new(en, zh).byte(seen.byte_of(&request.method)).sure(sure).alone()
}

fn undeclared_input(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = asking(seen) else { return Vec::new() };
    let Some(declared) = asked.meta(CLIENT_CAPABILITIES) else { return Vec::new() };
    let questions = result.get("inputRequests").and_then(Value::as_object);
    let questions = questions.map(Object::members).unwrap_or_default();
    let found = questions.iter().find_map(|question| {
        let method = question.value.get("method")?.as_string()?;
        let lacks = undeclared(method, question.value.get("params"), declared)?;
        Some((&question.name, method, lacks))
    });
    let Some((key, method, lacks)) = found else { return Vec::new() };
    let (key, method, name) = (key.excerpt(), method.excerpt(), &asked.method);
    let en =
        format!("{name} asks for input {key:?}: {method}, and its client did not declare {lacks}");
    let zh = format!("{name} 要求输入 {key:?}：{method}，而客户端并没有声明 {lacks}");
    let byte = point(seen.line, &["result", "inputRequests", &key, "method"]);
    Found::new(en, zh).byte(byte).alone()
}

/// What a client has to declare for this question, and has not; `None` also for an unknown question.
fn undeclared(
    method: &Str<'_>,
    params: Option<&Value<'_>>,
    declared: &Value<'_>,
) -> Option<&'static str> {
    let has = |name: &str| declared.get(name).is_some();
    if *method == *ROOTS_LIST {
        return (!has("roots")).then_some("roots");
    }
    if *method == *SAMPLING_CREATE_MESSAGE {
        let tools = params.is_some_and(|params| params.get("tools").is_some());
        let can = declared.get("sampling").is_some_and(|it| it.get("tools").is_some());
        return (!has("sampling"))
            .then_some("sampling")
            .or((tools && !can).then_some("sampling.tools"));
    }
    if *method != *ELICITATION_CREATE {
        return None;
    }
    let Some(elicitation) = declared.get("elicitation") else { return Some("elicitation") };
    let mode = params.and_then(|params| params.get("mode")?.as_string());
    let (form, url) = (elicitation.get("form").is_some(), elicitation.get("url").is_some());
    // `{}` stands for forms.
    if mode.is_some_and(|mode| *mode == *"url") {
        return (!url).then_some("elicitation.url");
    }
    (url && !form).then_some("elicitation.form")
}

/// Said once, when as many have come as a client bears.
fn endless_rounds(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = asking(seen) else { return Vec::new() };
    let idle = facts.stateless.rounds.idle(&asked.method, asked.params.as_ref(), result);
    if idle != MAX_ROUNDS + 1 {
        return Vec::new();
    }
    let method = &asked.method;
    let en = format!("{method} asked to be called again {idle} times, without asking for anything");
    let zh = format!("{method} 没有问任何问题，却连续 {idle} 次要求重新调用");
    let byte = point(seen.line, &["result", "resultType"]);
    Found::new(en, zh).byte(byte).sure(Certainty::CannotTell).alone()
}
