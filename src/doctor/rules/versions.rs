//! Rules of 2026-07-28 about versions: which are spoken, and what follows when one is not.

use super::stateless::{answered, point};
use crate::doctor::examine::{Facts, Found, Seen, names, version};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rule::Check::Message;
use crate::json::{Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::stateless::{DISCOVER, UNSUPPORTED_PROTOCOL_VERSION};
use crate::mcp::{INITIALIZE, Revision};
use crate::transport::Side;

rules! {
    NO_VERSIONS = "no-versions", Some(1), Server, Must, Certain, STATELESS, Message(no_versions), "2026-07-28 server/discover",
        "server/discover names at least one version",
        "server/discover 至少列出一个版本",
        "a client picks its version from supportedVersions; from an empty list it can pick none, and leaves",
        "客户端从 supportedVersions 里挑版本；列表是空的就没得挑，只能离开",
        "list in supportedVersions every revision that a request may name in its _meta",
        "supportedVersions 里列出请求的 _meta 可以写的全部版本";
    UNSUPPORTED_VERSION_ACCEPTED = "unsupported-version-accepted", Some(1), Server, Must, Certain, STATELESS, Message(unsupported_version_accepted), "2026-07-28 basic/versioning",
        "a request in a version that is not supported is refused",
        "请求用了不支持的版本，就要拒绝",
        "a client that gets a result believes that both sides speak that version; where it differs, things then go wrong later, without an error",
        "客户端拿到 result，就以为双方用的是同一个版本；两个版本不同的地方，以后会悄悄出错",
        "compare protocolVersion in the _meta of every request, also of server/discover, with your list, and answer error -32022 with data.supported and data.requested",
        "每个请求（server/discover 也算）都拿 _meta 里的 protocolVersion 对照自己的列表；没有就回错误 -32022，带上 data.supported 和 data.requested";
    INITIALIZE_AFTER_UNSUPPORTED = "initialize-after-unsupported", Some(1), Client, Should, Likely, ALL, Message(initialize_after_unsupported), "2026-07-28 basic/versioning",
        "after -32022 a client tries a version of the list, or gives up",
        "收到 -32022，客户端换列表里的版本再试，或者放弃",
        "-32022 comes only from a server of this era: a handshake leads nowhere there",
        "只有无状态方式的服务器才会回 -32022，跟它握手没有用",
        "take a version from data.supported and send the request again; fall back to initialize only on other errors, or when nothing comes",
        "从 data.supported 里选一个版本重发请求；只有别的错误，或者一直没有响应，才退回 initialize";
    VERSIONS_DIFFER = "versions-differ", Some(1), Server, Should, Likely, STATELESS, Message(versions_differ), "2026-07-28 basic/versioning",
        "a server names the same versions wherever it names them",
        "服务器在不同地方列出的版本都一样",
        "a client may hear of the versions from server/discover or from an error; where the two differ it picks one that is then refused",
        "客户端可能从 server/discover，也可能从错误里得知版本；两处不一样，就会挑到一个被拒绝的",
        "fill supportedVersions and data.supported from one list",
        "supportedVersions 和 data.supported 用同一个列表";
    INITIALIZE_ERROR_NAMELESS = "initialize-error-nameless", Some(1), Server, Should, Likely, ALL, Message(initialize_error_nameless), "2026-07-28 basic/versioning",
        "a server that has no handshake names its versions when it refuses initialize",
        "没有握手的服务器拒绝 initialize 时，要写明自己的版本",
        "the error is all that the user of an old client sees; without a version in it nobody knows that the client is too old",
        "旧客户端的用户只看得到这个错误；里面没写版本，就没人知道是客户端太旧",
        "write the versions into the message, and into data.supported",
        "把版本写进 message，也写进 data.supported";
    NO_PROBE_FIRST = "no-probe-first", Some(1), Client, Should, Likely, ALL, Message(no_probe_first), "2026-07-28 basic/transports/stdio",
        "a client of both eras asks server/discover before anything else",
        "两种方式都会的客户端，先问 server/discover",
        "a server of the older era may carry out any other request without a handshake, by the rules of its own revision, or it may exit",
        "旧服务器可能不握手就按老规则执行别的请求，也可能直接退出",
        "send server/discover first, and by what comes back go on without a handshake or with initialize",
        "先发 server/discover，再根据得到的响应，决定是不握手直接继续，还是发 initialize";
}

fn no_versions(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let result = answered(seen).filter(|(asked, _)| asked.method == DISCOVER);
    let names = result.and_then(|(_, result)| result.get("supportedVersions")?.as_array());
    if names.is_none_or(|names| !names.is_empty()) {
        return Vec::new();
    }
    let en = "the result of server/discover has an empty supportedVersions";
    let zh = "server/discover 的 result 里，supportedVersions 是空的";
    Found::new(en, zh).byte(point(seen.line, &["result", "supportedVersions"])).alone()
}

fn unsupported_version_accepted(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = answered(seen) else { return Vec::new() };
    let Some(sent) = version(asked.params.as_ref()).map(Str::excerpt) else { return Vec::new() };
    let own = names(result.get("supportedVersions")).filter(|_| asked.method == DISCOVER);
    let Some(names) = own.as_ref().or(facts.stateless.versions.as_ref()) else { return Vec::new() };
    if names.is_empty() || names.contains(&sent) {
        return Vec::new();
    }
    let (method, names) = (&asked.method, brief(&names.join(", ")));
    let en = format!(
        "{method} in version {sent:?} was answered with a result; the server supports {names}"
    );
    let zh = format!("{method} 用的版本是 {sent:?}，却得到了 result；服务器支持的是 {names}");
    let byte = point(seen.line, &["result", "supportedVersions"]);
    Found::new(en, zh).byte(byte).alone()
}

/// A version with a handshake, which would be a reason to shake hands.
fn is_older(version: &str) -> bool {
    Revision::from_name(version).is_some()
}

fn initialize_after_unsupported(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let request = seen.request(Side::Client).filter(|it| it.method == *INITIALIZE);
    let (Some(request), Some(refusal)) = (request, &facts.stateless.refusal) else {
        return Vec::new();
    };
    if refusal.supported.iter().any(|it| is_older(it)) {
        return Vec::new();
    }
    let (version, names) = (&refusal.version, brief(&refusal.supported.join(", ")));
    let en = format!(
        "version {version:?} was refused, {names} would do, and the client sent initialize"
    );
    let zh = format!("版本 {version:?} 被拒绝，{names} 可以用，客户端却发了 initialize");
    Found::new(en, zh).byte(seen.byte_of(&request.method)).alone()
}

/// The refusal of a request, with its method.
fn refusal<'s>(seen: &'s Seen<'_>) -> Option<(&'s str, &'s ErrorObject<'s>)> {
    let error = seen.response()?.outcome.as_ref().err()?;
    let asked = seen.asked.filter(|_| seen.side == Side::Server)?;
    Some((&asked.method, error))
}

fn versions_differ(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let supported = |error: &ErrorObject<'_>| {
        let data = error.data.as_ref().filter(|_| error.code == UNSUPPORTED_PROTOCOL_VERSION);
        names(data.and_then(|data| data.get("supported")))
    };
    let refused = refusal(seen).and_then(|(_, error)| supported(error));
    let discovered = answered(seen).filter(|(asked, _)| asked.method == DISCOVER);
    let listed = discovered.and_then(|(_, result)| names(result.get("supportedVersions")));
    let other = match (&refused, &listed) {
        (Some(_), _) => facts.stateless.versions.as_ref(),
        (None, Some(_)) => facts.stateless.told.as_ref(),
        (None, None) => None,
    };
    let (Some(here), Some(there)) = (refused.as_ref().or(listed.as_ref()), other) else {
        return Vec::new();
    };
    if here.iter().all(|it| there.contains(it)) && there.iter().all(|it| here.contains(it)) {
        return Vec::new();
    }
    let (here, there) = (brief(&here.join(", ")), brief(&there.join(", ")));
    let (en, zh) = if refused.is_some() {
        (
            format!("data.supported is {here}, and server/discover has named {there}"),
            format!("data.supported 是 {here}，而 server/discover 列出的是 {there}"),
        )
    } else {
        (
            format!("server/discover names {here}, and data.supported of an error was {there}"),
            format!("server/discover 列出的是 {here}，而错误里的 data.supported 是 {there}"),
        )
    };
    let byte = point(seen.line, &["error", "data", "supported"]);
    let byte = byte.or_else(|| point(seen.line, &["result", "supportedVersions"]));
    Found::new(en, zh).byte(byte).alone()
}

fn initialize_error_nameless(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((_, error)) = refusal(seen).filter(|(method, _)| *method == INITIALIZE) else {
        return Vec::new();
    };
    let (served, before) = (facts.stateless.served, facts.stateless.served_before == Some(true));
    let Some(Said { en, zh }) = nameless(error).filter(|_| served || before) else {
        return Vec::new();
    };
    // A recording may hold sessions with two servers.
    let sure = if served { Certainty::Certain } else { Certainty::Likely };
    Found::new(en, zh).byte(point(seen.line, &["error", "message"])).sure(sure).alone()
}

/// What is to be said of a refusal of `initialize` that names no version.
pub(in crate::doctor) fn nameless(error: &ErrorObject<'_>) -> Option<Said> {
    let data = error.data.as_ref().map(Value::to_line).unwrap_or_default();
    if has_date(error.message.as_written()) || has_date(&data) {
        return None;
    }
    let error = brief(error);
    let en = format!("initialize was refused without a version: {error}");
    Some(Said::new(en, format!("initialize 被拒绝，错误里没有写版本：{error}")))
}

/// Whether a date stands in a text, as versions are dates.
fn has_date(text: &str) -> bool {
    let words = text.split(|it: char| !it.is_ascii_digit() && it != '-');
    words.into_iter().any(|word| word.split('-').map(str::len).eq([4, 2, 2]))
}

fn no_probe_first(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let request = seen.request(Side::Client).filter(|it| it.method == *INITIALIZE);
    let Some(request) = request else { return Vec::new() };
    let stateless = &facts.stateless;
    if !stateless.spoken || stateless.probed || facts.session.asked.is_some() {
        return Vec::new();
    }
    let en = "requests of 2026-07-28 came before initialize, and none of them was server/discover";
    let zh = "initialize 之前来过 2026-07-28 的请求，可是都不是 server/discover";
    Found::new(en, zh).byte(seen.byte_of(&request.method)).alone()
}
