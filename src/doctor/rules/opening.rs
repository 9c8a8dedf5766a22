//! Rules about the beginning: how two sides agree on a version.

use super::asked::is_impossible;
use super::versions::nameless;
use crate::doctor::examine::{Asked, End, Facts, Found, Refusal, Seen, killed, version};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::place::byte_at;
use crate::doctor::refusal::{modern, supported};
use crate::doctor::rule::Check::{End as AtEnd, Message};
use crate::doctor::rule::Revisions;
use crate::doctor::shapes::method;
use crate::json::Str;
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::{
    DISCOVER, HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION,
    VERSION,
};
use crate::mcp::{Era, INITIALIZE, Revision};

rules! {
    REFUSED_INITIALIZE = "refused-initialize", Some(1), Server, Must, Certain, HANDSHAKE, Message(refused_initialize), "2025-06-18 basic/lifecycle",
        "initialize is answered with a version, not with an error",
        "initialize 要用一个版本来响应，不能报错",
        "a version the server does not know is answered with one it does know, as a normal result",
        "客户端提的版本服务器不认识，也要用它认识的版本正常响应，不能报错",
        "answer initialize with a result: the same version if it is known, else the newest you have",
        "initialize 要用 result 响应：认识就回同一个版本，不认识就回自己最新的版本";
    UNKNOWN_VERSION = "unknown-version", Some(1), Server, Must, Certain, HANDSHAKE, Message(unknown_version), "2025-06-18 basic/lifecycle",
        "the version in the answer is a published one",
        "服务器回的版本是已发布的版本",
        "a version is the date of a published revision; a client that does not know the version has to hang up",
        "版本号就是规范发布的日期；客户端不认识，就只能断开",
        "answer with a published revision: 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25",
        "回一个已发布的版本：2024-11-05、2025-03-26、2025-06-18 或 2025-11-25";
    STATELESS_ONLY = "stateless-only", Some(1), Client, Must, Certain, ALL, Message(stateless_only), "2026-07-28 basic/versioning",
        "client and server begin in the same way",
        "客户端和服务器用同一种方式开始",
        "from 2026-07-28 on there is no handshake: a server that knows only that era refuses initialize, and a client of older revisions cannot use it",
        "从 2026-07-28 起没有握手；只支持这种方式的服务器会拒绝 initialize，旧客户端用不了它",
        "probe it with --era stateless or --era auto; clients that shake hands need a newer version, or a server of both eras",
        "用 --era stateless 或 --era auto 测试；只会握手的客户端要升级，或者换两种方式都支持的服务器";
    HANDSHAKE_ONLY = "handshake-only", Some(1), Client, Must, Certain, ALL, AtEnd(handshake_only), "2026-07-28 basic/versioning",
        "client and server begin in the same way",
        "客户端和服务器用同一种方式开始",
        "the server speaks only revisions that begin with a handshake; a client that knows only 2026-07-28 cannot use it",
        "服务器只支持带握手的版本；只会 2026-07-28 的客户端用不了它",
        "probe it with --era handshake or --era auto; or update the server to one of both eras",
        "用 --era handshake 或 --era auto 测试；或者把服务器升级到两种方式都支持的版本";
    NO_COMMON_VERSION = "no-common-version", Some(1), Client, Must, Certain, STATELESS, AtEnd(no_common_version), "2026-07-28 basic/versioning",
        "client and server have a version in common",
        "客户端和服务器有共同的版本",
        "both sides need a revision in common; when a server of the stateless era lists only others, a client does not fall back to a handshake",
        "双方要有共同的版本；无状态方式的服务器列出的是别的版本，就不再退回去握手",
        "update the client, or the server; if one of the versions listed begins with a handshake, probe it with --era handshake",
        "升级客户端或服务器；如果列出的版本里有带握手的，可以用 --era handshake 测试";
    DISCOVER_REFUSED = "discover-refused", Some(1), Server, Must, Certain, STATELESS, Message(discover_refused), "2026-07-28 server/discover",
        "server/discover is answered",
        "server/discover 得到响应",
        "every server of the stateless era answers server/discover; one that cannot serve the version says in data.supported which it can",
        "无状态方式的服务器都必须响应 server/discover；版本不合适，就要在 data.supported 里列出能用的",
        "answer server/discover whatever the client can do, and list in data.supported what is really served",
        "不管客户端声明了什么能力，都要响应 server/discover；data.supported 里只列真正支持的版本";
    DISCOVER_KILLS = "discover-kills", Some(1), Server, Must, Likely, ALL, AtEnd(discover_kills), "JSON-RPC 2.0, section 5.1",
        "a server that does not know server/discover answers -32601, and lives on",
        "不认识 server/discover 的服务器回 -32601，并且继续运行",
        "clients of 2026-07-28 ask server/discover first, and go on with initialize when it is refused; with a server that is gone they cannot",
        "2026-07-28 的客户端先问 server/discover，被拒绝了再用 initialize；服务器已经退出，就没法继续了",
        "answer any request that is not known with error -32601, before initialize too, and keep reading",
        "不认识的请求一律回错误 -32601（initialize 之前也一样），然后继续读下一行";
}

/// Codes that only the stateless era has.
const MODERN: [i64; 3] =
    [HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION];

/// The error that answers an `initialize` which had all it needs, in a session that had none before.
fn refusal<'s>(facts: &Facts, seen: &'s Seen<'_>) -> Option<(&'s Asked, &'s ErrorObject<'s>)> {
    let asked = seen.asked.filter(|asked| asked.method == INITIALIZE)?;
    let error = seen.response()?.outcome.as_ref().err()?;
    let fits = || {
        let params = asked.params.as_ref()?;
        method(INITIALIZE)?.params.unfit(params).is_none().then_some(())
    };
    (!facts.order.shaken && (asked.forgotten || fits().is_some())).then_some((asked, error))
}

fn refused_initialize(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, error)) = refusal(facts, seen) else { return Vec::new() };
    if is_modern(error) {
        return Vec::new();
    }
    let offered = asked.string("protocolVersion").map(Str::excerpt).unwrap_or_default();
    let stateless = facts.stateless.served || facts.stateless.served_before == Some(true);
    // Both have rules that say more.
    let about_version = offered != Revision::NEWEST.as_str() && is_about_version(error);
    if about_version || stateless && nameless(error).is_some() {
        return Vec::new();
    }
    let (version, error_text) = (brief(&offered), brief(error));
    let en = format!("initialize with version {version} was refused: {error_text}");
    let zh = format!("用 {version} 版本发 initialize，被拒绝：{error_text}");
    // Who does not know the method may be a server of the stateless era alone.
    let unknown = error.code == code::METHOD_NOT_FOUND;
    let sure = if unknown { Certainty::Likely } else { Certainty::Certain };
    Found::new(en, zh).byte(byte_at(seen.line, "/error")).sure(sure).alone()
}

fn stateless_only(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((_, error)) = refusal(facts, seen).filter(|(_, error)| is_modern(error)) else {
        return Vec::new();
    };
    let names = brief(&modern(error).join(", "));
    let error = brief(error);
    let (en, zh) = if names.is_empty() {
        let en =
            format!("initialize was refused as only a server of the stateless era does: {error}");
        (en, format!("initialize 被拒绝，只有无状态方式的服务器才会这样：{error}"))
    } else {
        let en = format!("initialize was refused, and the server names {names}: {error}");
        (en, format!("initialize 被拒绝，服务器给出的版本是 {names}：{error}"))
    };
    Found::new(en, zh).byte(byte_at(seen.line, "/error")).alone()
}

/// Whether it says that the version is why.
fn is_about_version(error: &ErrorObject<'_>) -> bool {
    error.code != code::METHOD_NOT_FOUND
        && error.message.as_written().to_ascii_lowercase().contains("version")
}

/// Whether only a server without a handshake refuses `initialize` like this.
fn is_modern(error: &ErrorObject<'_>) -> bool {
    MODERN.contains(&error.code) || !modern(error).is_empty()
}

fn unknown_version(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let result = seen.result_of(INITIALIZE);
    let Some(version) = result.and_then(|it| it.get("protocolVersion")?.as_string()) else {
        return Vec::new();
    };
    let date = version.excerpt();
    // To take whatever is offered has a rule of its own.
    let offered = seen.asked.and_then(|asked| asked.string("protocolVersion"));
    if is_impossible(version) && offered.is_some_and(|offered| offered == version) {
        return Vec::new();
    }
    if Revisions::of(&date).is_some_and(|it| Revisions::HANDSHAKE.hold(it)) {
        return Vec::new();
    }
    let date = brief(&date);
    let en =
        format!("the server answered version {date:?}, the date of no revision with a handshake");
    let zh = format!("服务器回的版本是 {date:?}，没有哪个带握手的版本是这个日期");
    Found::new(en, zh).byte(byte_at(seen.line, "/result/protocolVersion")).alone()
}

/// The client asked `server/discover`, was refused, and left without falling back.
fn handshake_only(facts: &Facts, end: &End) -> Vec<Found> {
    let order = &facts.order;
    let Some(refused) = &order.undiscovered else { return Vec::new() };
    let tried = order.stateless || facts.session.asked.is_some();
    if MODERN.contains(&refused.code) || tried || !end.over {
        return Vec::new();
    }
    let error = &refused.error;
    let en = format!("server/discover was refused, and the client did not try initialize: {error}");
    let zh = format!("server/discover 被拒绝，客户端没有再试 initialize：{error}");
    Found::new(en, zh).on(refused.at).sure(Certainty::Likely).alone()
}

/// The last word about versions was a refusal.
fn no_common_version(facts: &Facts, _: &End) -> Vec<Found> {
    let Some(refused) = facts.order.unsupported.as_ref().filter(|it| !contradicts(it)) else {
        return Vec::new();
    };
    if facts.session.asked.is_some_and(|asked| asked > refused.at) {
        return Vec::new();
    }
    let names = brief(&refused.supported.join(", "));
    let en = format!("the server speaks {names}, and the client went no further");
    let zh = format!("服务器只支持 {names}，客户端就此停下");
    Found::new(en, zh).on(refused.at).alone()
}

/// A refusal that names no version, or the very one that it refuses.
fn contradicts(refused: &Refusal) -> bool {
    refused.supported.is_empty() || refused.supported.iter().any(|name| name == VERSION)
}

/// A server of the stateless era, as its code or another result shows, that does not answer this.
fn discover_refused(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let usual = |at: usize| !facts.trials.by_head(at);
    let Some(asked) = seen.asked.filter(|it| it.era == Era::Stateless && usual(it.at)) else {
        return Vec::new();
    };
    let order = &facts.order;
    let sent = version(asked.params.as_ref()).map_or_else(|| VERSION.to_owned(), Str::excerpt);
    let said = |error: &str| {
        let sent = brief(&sent);
        let en = format!("server/discover with version {sent} was refused: {error}");
        Found::new(en, format!("用 {sent} 版本发 server/discover，被拒绝：{error}"))
    };
    match seen.response().map(|response| &response.outcome) {
        Some(Err(error)) if asked.method == DISCOVER => {
            let names = supported(error).unwrap_or_default();
            let own = names.is_empty() || names.contains(&sent);
            let modern = MODERN.contains(&error.code) && own;
            if !modern && !order.stateless {
                return Vec::new();
            }
            said(&brief(error)).byte(byte_at(seen.line, "/error")).alone()
        }
        Some(Ok(result)) if !order.stateless && result.get("resultType").is_some() => {
            let Some(refused) = order.undiscovered.as_ref() else { return Vec::new() };
            if MODERN.contains(&refused.code) {
                return Vec::new();
            }
            let (error, method) = (&refused.error, brief(&asked.method));
            let en = format!(
                "server/discover was refused by a server that answers {method} without a handshake: {error}"
            );
            let zh = format!("服务器不经握手就能回答 {method}，却拒绝了 server/discover：{error}");
            Found::new(en, zh).on(refused.at).step(1).alone()
        }
        _ => Vec::new(),
    }
}

/// Said at the very end: whether a later process answered `initialize` shows who can still use the server.
fn discover_kills(facts: &Facts, end: &End) -> Vec<Found> {
    let kill = facts.order.killed.clone().or_else(|| killed(facts));
    let Some((at, how)) = kill.filter(|_| end.last) else { return Vec::new() };
    let mut en = format!("the server exited with {how} when it was asked server/discover");
    let mut zh = format!("收到 server/discover，服务器就退出了（{how}）");
    let lives = facts.session.answered.is_some() || !facts.session.earlier.is_empty();
    if lives {
        en.push_str(
            "; started again, it answered initialize: clients that ask that first can still use it",
        );
        zh.push_str("；重新启动后它响应了 initialize：先发 initialize 的客户端还能用");
    }
    Found::new(en, zh).on(at).mild(lives).alone()
}
