//! Rules about what is told while something runs: progress.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Seen, progress};
use crate::doctor::finding::brief;
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Owner;
use crate::json::{Number, Value};
use std::cmp::Ordering;

rules! {
    BAD_TOKEN = "bad-progress-token", ANY, Client, Must, Certain, ALL, Message(bad_token), "2025-06-18 basic/utilities/progress",
        "a progress token is a string or a whole number",
        "progressToken 是字符串或整数",
        "the token comes back in every notification, and says which request it is about; strict readers refuse any other kind",
        "每条进度通知都带着这个 token，发请求的一方靠它找到自己的请求；别的类型，严格的一方会拒收",
        "put a string or a whole number into _meta.progressToken, such as the id of the request",
        "_meta.progressToken 写字符串或整数，例如请求的 id";
    TOKEN_REUSED = "progress-token-reused", ANY, Client, Must, Certain, ALL, Message(token_reused), "2025-06-18 basic/utilities/progress",
        "two requests that run at once have two progress tokens",
        "同时进行的两个请求，progressToken 不能相同",
        "progress names a token and nothing else: with one token for two requests nobody knows which of them has moved",
        "进度通知里只写 token：两个请求用同一个，就分不清是谁有了进展",
        "give every request a token of its own; its id will do",
        "每个请求用自己的 progressToken，用请求的 id 就行";
    PROGRESS_UNKNOWN = "progress-unknown", ANY, Server, Must, Likely, ALL, Message(progress_unknown), "2025-06-18 basic/utilities/progress",
        "progress is reported only for a request that asked for it",
        "进度只报给要求过的请求",
        "a token that nobody gave out belongs to no request: some clients skip such a notification, others report an error",
        "没人给过的 token 不属于任何请求：有的客户端跳过这条通知，有的报错",
        "send back the token of the request's _meta as it came, with its type; without one, send no progress",
        "把请求 _meta 里的 progressToken 原样（连类型）送回；请求里没有，就不要发进度";
    NOT_RISING = "progress-not-rising", ANY, Server, Must, Certain, ALL, Message(not_rising), "2025-06-18 basic/utilities/progress",
        "progress rises with every notification",
        "每条进度通知的 progress 都比上一条大",
        "progress that stands still or falls makes bars jump; a client may take it for a request that hangs",
        "进度不动或倒退，进度条就会乱跳；客户端还可能以为请求卡住了",
        "count up, and send nothing where nothing has moved; counting the steps that are done is enough",
        "只能往上数，没有进展就不要发；只数做完了几步就够了";
    AFTER_END = "progress-after-end", ANY, Server, Must, Certain, ALL, Message(after_end), "2025-06-18 basic/utilities/progress",
        "after the answer there is no more progress",
        "响应之后不再报进度",
        "once a request is answered it is over and its token forgotten: what comes later belongs to nothing",
        "响应一到，请求就结束了，token 也不再有效：后面来的通知不知道属于谁",
        "stop reporting before the answer is written, in whatever thread or task does it",
        "写响应之前先停止报告进度，不管是在哪个线程或任务里";
}

/// The token that a request gives out.
fn given<'s>(seen: &Seen<'s>) -> Option<&'s Value<'s>> {
    let (_, params) = seen.told()?;
    params?.get("_meta")?.get("progressToken")
}

fn bad_token(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(token) = given(seen).or_else(|| progress(seen)?.get("progressToken")) else {
        return Vec::new();
    };
    let (en, zh) = match token {
        Value::String(_) => return Vec::new(),
        Value::Number(number) if number.is_integer() => return Vec::new(),
        Value::Number(number) => (brief(number), brief(number)),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            (token.kind().to_owned(), token.kind().to_owned())
        }
    };
    let en = format!("progressToken is neither a string nor a whole number: {en}");
    let zh = format!("progressToken 既不是字符串，也不是整数：{zh}");
    let (_, params) = seen.told().unzip();
    let holder = params.flatten().map(|params| params.get("_meta").unwrap_or(params));
    let byte = holder.and_then(|it| seen.byte_of_member(it, "progressToken"));
    Found::new(en, zh).byte(seen.byte_at(token).or(byte)).of(Owner::of(seen.side)).alone()
}

fn token_reused(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    if seen.request(seen.side).is_none() {
        return Vec::new();
    }
    let Some(token) = given(seen) else { return Vec::new() };
    let before = facts.features.tokens(seen.side).of(token);
    let Some(before) = before.filter(|it| it.ended.is_none()) else { return Vec::new() };
    // Whoever has given a request up counts it no longer.
    let mut open = facts.party(seen.side).each_open();
    if !open.any(|asked| asked.at == before.at && asked.cancelled.is_none()) {
        return Vec::new();
    }
    let token_shown = brief(&token.to_line());
    let en = format!("progressToken {token_shown} is in use: its first request is still open");
    let zh = format!("progressToken {token_shown} 正在使用：前一个用它的请求还没有响应");
    Found::new(en, zh).byte(seen.byte_at(token)).of(Owner::of(seen.side)).alone()
}

/// The token of a notification about progress.
fn told<'s>(seen: &Seen<'s>) -> Option<&'s Value<'s>> {
    progress(seen)?.get("progressToken")
}

fn progress_unknown(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(token) = told(seen) else { return Vec::new() };
    let tokens = facts.features.tokens(seen.other());
    let counts = token.as_string().is_some() || token.as_number().is_some_and(Number::is_integer);
    if !counts || tokens.of(token).is_some() || tokens.lost || !facts.is_whole() {
        return Vec::new();
    }
    let shown = brief(&token.to_line());
    let twin = match token.as_string() {
        Some(text) => Value::Number(text.excerpt().parse::<i64>().unwrap_or(-1).into()),
        None => Value::from(token.to_line()),
    };
    let (en, zh) = if tokens.of(&twin).is_some() {
        let twin = twin.to_line();
        (format!("that of a request was {twin}"), format!("有一个请求的是 {twin}，类型不同"))
    } else {
        ("no request had that token".to_owned(), "没有哪个请求用过它".to_owned())
    };
    let en = format!("progress is reported for token {shown}, and {en}");
    let zh = format!("进度通知的 token 是 {shown}，可是{zh}");
    Found::new(en, zh).byte(seen.byte_at(token)).of(Owner::of(seen.side)).alone()
}

fn not_rising(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(token) = told(seen) else { return Vec::new() };
    let known = facts.features.tokens(seen.other()).of(token);
    let Some((before, last)) = known.and_then(|it| Some((it, it.last.as_ref()?))) else {
        return Vec::new();
    };
    let now = progress(seen).and_then(|params| params.get("progress")?.as_number());
    let Some(now) = now.filter(|_| !before.shared && before.ended.is_none()) else {
        return Vec::new();
    };
    if order(last, now.as_written()) != Some(Ordering::Less)
        && order(last, now.as_written()).is_some()
    {
        let shown = brief(&token.to_line());
        let en = format!("progress of {shown} does not rise: {last}, then {}", brief(now));
        let zh = format!("{shown} 的进度没有增加：先是 {last}，然后是 {}", brief(now));
        let byte = seen.byte_at(&Value::Number(now.clone()));
        return Found::new(en, zh).byte(byte).of(Owner::of(seen.side)).alone();
    }
    Vec::new()
}

/// How two numbers follow each other; `None` when nobody can tell.
fn order(before: &str, now: &str) -> Option<Ordering> {
    if before == now {
        return Some(Ordering::Equal);
    }
    if let (Ok(before), Ok(now)) = (before.parse::<i64>(), now.parse::<i64>()) {
        return Some(before.cmp(&now));
    }
    let order = before.parse::<f64>().ok()?.partial_cmp(&now.parse().ok()?)?;
    // Of two that are written differently the difference may be too small to be counted.
    Some(order).filter(|order| order.is_ne())
}

fn after_end(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(token) = told(seen) else { return Vec::new() };
    let known = facts.features.tokens(seen.other()).of(token);
    if known.is_none_or(|it| it.ended.is_none()) {
        return Vec::new();
    }
    let shown = brief(&token.to_line());
    let en = format!("progress is reported for token {shown}, whose request is answered already");
    let zh = format!("进度通知的 token 是 {shown}，可是那个请求已经响应过了");
    Found::new(en, zh).byte(seen.byte_at(token)).of(Owner::of(seen.side)).alone()
}
