//! Rules about resources: how they are called, what is read of them, and what is told of them.

use super::ANY;
use super::calls::done;
use crate::doctor::blocks::contents_fault;
use crate::doctor::examine::{Facts, Found, Seen, Wanted, elements};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::json::{Str, Value};
use crate::jsonrpc::code;
use crate::mcp::{Era, RESOURCES_LIST, RESOURCES_READ, RESOURCES_UPDATED};

rules! {
    BAD_URI = "bad-uri", ANY, Server, Must, Certain, ALL, Message(bad_uri), "2025-06-18 server/resources; RFC 3986, section 3",
        "the URI of a resource has a scheme, and only characters that a URI may have",
        "资源的 URI 有 scheme，而且只用 URI 允许的字符",
        "clients read URIs with a URI parser: a mere path, or a space in it, and the resource cannot be asked for",
        "客户端用 URI 解析器读它：只写路径，或者中间有空格，资源就取不到了",
        "write file:///… for files and a scheme of your own for the rest, and percent-encode special characters",
        "文件写 file:///…，别的用自己的 scheme，特殊字符用百分号编码";
    BAD_CONTENTS = "bad-contents", Some(4), Server, Must, Certain, ALL, Message(bad_contents), "schema.ts of the revision, ReadResourceResult",
        "each of the contents has a uri, and either text or blob",
        "contents 的每一项都有 uri，以及 text 或 blob",
        "a client tells text from bytes by which of the two members is there",
        "客户端看有 text 还是有 blob，来区分文字和二进制",
        "give each of the contents its uri, and either text, or the bytes as base64 in blob",
        "每一项都写上 uri；文字放在 text 里，二进制数据用 base64 放在 blob 里";
    MISSING_RESOURCE = "missing-resource", Some(4), Server, Advice, Likely, ALL, Message(missing_resource), "2025-06-18 server/resources; 2026-07-28 server/resources",
        "a resource that is not there is refused with the code for that",
        "资源不存在，要回专门的错误码",
        "by the code a client knows that it has to look elsewhere and not to try again: -32002, and from 2026-07-28 on -32602",
        "客户端看错误码就知道：该换个地方找，而不是重试；代码是 -32002，从 2026-07-28 起是 -32602",
        "answer error -32002 (from 2026-07-28 on -32602) with the uri in data, and not with empty contents",
        "回错误 -32002（2026-07-28 起用 -32602），data 里写上 uri；不要返回空的 contents";
    UPDATED_UNSUBSCRIBED = "updated-unsubscribed", Some(4), Server, Must, Certain, HANDSHAKE, Message(updated_unsubscribed), "2025-06-18 server/resources",
        "a change is told only to whoever has subscribed to the resource",
        "资源变了，只告诉订阅过它的客户端",
        "a client that has not asked for it knows nothing of the resource: it drops the notification, or reads again for nothing",
        "客户端没有订阅过，不知道这是什么资源：要么丢掉通知，要么白白再读一遍",
        "keep the URIs of resources/subscribe, drop them at resources/unsubscribe, and notify of nothing else",
        "记下 resources/subscribe 里的 URI，收到 resources/unsubscribe 就去掉，别的不要通知";
}

/// The URIs that a message of the server names.
fn uris<'s>(seen: &Seen<'s>) -> Vec<&'s Str<'s>> {
    let of = |it: &'s Value<'s>| it.get("uri").and_then(Value::as_string);
    if let Some(result) = seen.result_of(RESOURCES_LIST) {
        return elements(result, "resources").iter().filter_map(of).collect();
    }
    if let Some(result) = seen.result_of(RESOURCES_READ) {
        return elements(result, "contents").iter().filter_map(of).collect();
    }
    if let Some((result, _)) = done(seen) {
        let blocks = elements(result, "content").iter();
        return blocks.filter_map(|it| of(it.get("resource").unwrap_or(it))).collect();
    }
    updated(seen).into_iter().collect()
}

/// The resource of which a notification says that it has changed.
fn updated<'s>(seen: &Seen<'s>) -> Option<&'s Str<'s>> {
    let told = seen.notification().filter(|it| it.method == *RESOURCES_UPDATED)?;
    told.params.as_ref()?.get("uri")?.as_string()
}

fn bad_uri(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    for uri in uris(seen) {
        let text = uri.text().unwrap_or_default();
        let scheme = text.split_once(':').map(|(scheme, _)| scheme);
        let named = scheme.is_some_and(|scheme| {
            scheme.starts_with(|it: char| it.is_ascii_alphabetic())
                && scheme.chars().all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it))
        });
        let odd = |it: &char| !it.is_ascii_graphic() || "\"<>\\^`{|}".contains(*it);
        let shown = brief(uri);
        let (en, zh, sure) = match text.chars().find(odd) {
            _ if !named => {
                ("has no scheme".to_owned(), "没有 scheme".to_owned(), Certainty::Certain)
            }
            // Many readers take what is written in other letters.
            Some(odd) if !odd.is_ascii() => {
                (format!("holds {odd:?} as it is"), format!("直接写了 {odd:?}"), Certainty::Likely)
            }
            Some(odd) => (format!("holds {odd:?}"), format!("里有 {odd:?}"), Certainty::Certain),
            None => continue,
        };
        let en = format!("the URI {shown} {en}");
        let zh = format!("URI {shown} {zh}");
        return Found::new(en, zh).byte(seen.byte_of(uri)).sure(sure).alone();
    }
    Vec::new()
}

fn bad_contents(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(RESOURCES_READ) else { return Vec::new() };
    let mut faults = elements(result, "contents").iter().filter_map(contents_fault);
    let Some((what, sure, at)) = faults.next() else { return Vec::new() };
    let byte = at.and_then(|name| seen.byte_of(name));
    let byte = byte.or_else(|| seen.byte_of_member(result, "contents"));
    Found::said(what).byte(byte).sure(sure).alone()
}

/// The code for a resource that is not there.
const RESOURCE_NOT_FOUND: i64 = -32002;

/// What servers say of what is not there.
const NOT_FOUND: [&str; 5] =
    ["not found", "unknown resource", "no such", "does not exist", "not exist"];

fn missing_resource(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let uri = |name: &str| seen.asked.filter(|it| it.method == *name)?.string("uri");
    let Some(uri) = uri(RESOURCES_READ) else { return Vec::new() };
    let shown = brief(uri);
    if let Some(result) = seen.result_of(RESOURCES_READ) {
        let contents = result.get("contents").and_then(Value::as_array);
        let empty = contents.is_some_and(<[Value<'_>]>::is_empty);
        if !empty || facts.features.resources.get(uri).is_some() {
            return Vec::new();
        }
        let en =
            format!("{shown} is not on the list, and reading it gives empty contents and no error");
        let zh = format!("{shown} 不在清单里，读到的 contents 是空的，也没有报错");
        return Found::new(en, zh).byte(seen.byte_of_member(result, "contents")).alone();
    }
    let Some((_, error)) = seen.refusal_of(RESOURCES_READ) else { return Vec::new() };
    let wanted = match seen.era {
        Era::Handshake => RESOURCE_NOT_FOUND,
        Era::Stateless => code::INVALID_PARAMS,
    };
    let said = error.message.excerpt().to_ascii_lowercase();
    // A code that is gone in the stateless era is a fault of its own.
    let known = [wanted, RESOURCE_NOT_FOUND].contains(&error.code);
    if known || !NOT_FOUND.iter().any(|it| said.contains(it)) {
        return Vec::new();
    }
    let code = error.code;
    let en = format!("{shown} is not found, and the error has code {code}, not {wanted}");
    let zh = format!("找不到 {shown}，错误码是 {code}，应该是 {wanted}");
    Found::new(en, zh).byte(seen.byte_of(&error.message)).alone()
}

fn updated_unsubscribed(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(uri) = updated(seen) else { return Vec::new() };
    let subscriptions = &facts.features.subscriptions;
    // What is told of a listening request has rules of its own.
    let listens = facts.is_both();
    if subscriptions.full || listens || !facts.is_whole() {
        return Vec::new();
    }
    let shown = brief(uri);
    let found = match subscriptions.want(uri) {
        Wanted::Yes => return Vec::new(),
        Wanted::NoLonger => Found::new(
            format!(
                "the server says that {shown} has changed; the client has unsubscribed from it"
            ),
            format!("通知说 {shown} 变了，可是客户端已经取消订阅"),
        )
        .sure(Certainty::Likely),
        Wanted::Never => Found::new(
            format!("the server says that {shown} has changed; nobody has subscribed to it"),
            format!("通知说 {shown} 变了，可是没有人订阅过它"),
        ),
    };
    found.byte(seen.byte_of(uri)).alone()
}
