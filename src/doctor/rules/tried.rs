//! How it is noticed in a recording that a server did not stand what its client did on purpose.

use crate::doctor::examine::{
    Asked, Earlier, End, Facts, Found, Seen, Way, features, is_something,
};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::last_words::in_chinese;
use crate::json::Value;
use crate::mcp::INITIALIZE;

/// A request that was sent in an unusual way and never answered, though somebody waited.
pub(super) fn unanswered<'f>(facts: &'f Facts, end: &End) -> Option<(Way, &'f Asked)> {
    let process = &facts.process;
    let (at, _) = end.owed.as_ref()?;
    let ended = end.gone || process.waited.is_some() || process.stdin_closed.is_some();
    let way = facts.trials.way(*at).filter(|way| ended && !matches!(way, Way::Other | Way::NoJson));
    let asked = facts.client.each_open().find(|asked| asked.at == *at)?;
    Some((way?, asked))
}

/// The line that was no JSON, after which the server has said nothing and was gone, or waited for in vain.
pub(super) fn killed_by_a_line(facts: &Facts, end: &End) -> Option<usize> {
    let process = &facts.process;
    let spoilt = facts.trials.spoilt?;
    let deaf = process.spoke.is_none_or(|spoke| spoke < spoilt);
    let waited = end.owed.as_ref().is_some_and(|(at, _)| *at > spoilt) && process.waited.is_some();
    (deaf && (end.gone || waited)).then_some(spoilt)
}

/// What was done, as the rest of a sentence.
fn done(way: Way) -> Said {
    let (en, zh) = match way {
        Way::Pieces => ("which was written in two pieces", "分两次写入"),
        Way::AtOnce => ("which was written together with another line", "和另一行一次写入"),
        Way::CrLf => ("which ended in CR LF", "以 CR LF 结尾"),
        Way::Letters => ("which held letters of other languages", "带有别的语言的文字"),
        Way::NoJson | Way::Head | Way::Other => ("which was sent on purpose", "是有意发的"),
    };
    Said::new(en, zh)
}

/// What came of a line that was sent in this way.
fn tried(facts: &Facts, end: &End, way: Way) -> Vec<Found> {
    let Said { en, zh } = done(way);
    if let Some((at, _, error)) = facts.trials.refused.as_ref().filter(|it| it.1 == way) {
        let en = format!("the server could not read a request, {en}: {error}");
        return Found::new(en, format!("有一个请求{zh}，服务器读不了：{error}")).on(*at).alone();
    }
    let Some((_, asked)) = unanswered(facts, end).filter(|it| it.0 == way) else {
        return Vec::new();
    };
    let (method, process) = (brief(&asked.method), &facts.process);
    let found = match &process.exited {
        Some((_, how)) if end.gone => Found::new(
            format!("the server exited with {how} at the request {method}, {en}"),
            format!("请求 {method} {zh}，服务器就退出了（{}）", in_chinese(how)),
        ),
        _ => Found::new(
            format!("no answer to the request {method}, {en}"),
            format!("请求 {method} {zh}，没有得到响应"),
        ),
    };
    found.on(asked.at).step(asked.step).alone()
}

pub(super) fn split_write(facts: &Facts, end: &End) -> Vec<Found> {
    tried(facts, end, Way::Pieces)
}

pub(super) fn merged_write(facts: &Facts, end: &End) -> Vec<Found> {
    tried(facts, end, Way::AtOnce)
}

pub(super) fn crlf_refused(facts: &Facts, end: &End) -> Vec<Found> {
    tried(facts, end, Way::CrLf)
}

pub(super) fn non_ascii(facts: &Facts, end: &End) -> Vec<Found> {
    let Some((at, sent, came)) = &facts.trials.garbled else {
        return tried(facts, end, Way::Letters);
    };
    let en = format!("{sent} came back as {came}");
    Found::new(en, format!("{sent} 送回来变成了 {came}")).on(*at).alone()
}

pub(super) fn malformed_kills(facts: &Facts, end: &End) -> Vec<Found> {
    let Some(at) = killed_by_a_line(facts, end) else { return Vec::new() };
    match &facts.process.exited {
        Some((_, how)) if end.gone => Found::new(
            format!("a line was no JSON, and the server exited with {how}"),
            format!("有一行不是 JSON，服务器就退出了（{}）", in_chinese(how)),
        ),
        _ => Found::new(
            "a line was no JSON, and the server said nothing any more",
            "有一行不是 JSON，服务器从此不再响应",
        )
        .sure(Certainty::Likely),
    }
    .on(at)
    .alone()
}

/// Of two sessions in one version, with the same server: one client declared something, the other nothing.
pub(super) fn capabilities_differ(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(INITIALIZE) else { return Vec::new() };
    let Some(asked) = seen.asked.filter(|asked| !asked.forgotten) else { return Vec::new() };
    let version = result.get("protocolVersion").and_then(Value::as_string);
    let client = asked.param("capabilities").is_some_and(is_something);
    let other = |it: &&Earlier| {
        version.is_some_and(|version| *version == *it.version) && it.client != client
    };
    let Some(other) = facts.session.earlier.iter().find(other) else { return Vec::new() };
    let capabilities = result.get("capabilities");
    let now = capabilities.map(features).unwrap_or_default();
    let lost = other.features.iter().filter(|it| !now.contains(it));
    let new = now.iter().filter(|it| !other.features.contains(it));
    let changed: Vec<_> = lost.chain(new).copied().collect();
    if changed.is_empty() {
        return Vec::new();
    }
    let changed = changed.join(", ");
    let (en, zh) = if client {
        ("declares something", "声明了能力")
    } else {
        ("declares nothing", "什么能力都没声明")
    };
    Found::new(
        format!("to a client that {en} the server declares otherwise than before: {changed}"),
        format!("这次客户端{zh}，服务器声明的能力就和之前不一样：{changed}"),
    )
    .byte(seen.byte_of_member(result, "capabilities"))
    .alone()
}
