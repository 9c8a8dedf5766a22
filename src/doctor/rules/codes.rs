//! Rules of 2026-07-28 about error codes.

use super::ANY;
use super::stateless::{point, shown};
use crate::doctor::examine::{Asked as Request, Facts, Found, Seen, names, version};
use crate::doctor::finding::brief;
use crate::doctor::rule::Check::Message;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::stateless::{
    CLIENT_CAPABILITIES, HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY,
    UNSUPPORTED_PROTOCOL_VERSION,
};
use crate::mcp::{Era, RESOURCE_NOT_FOUND};
use crate::transport::Side;

rules! {
    REMOVED_CODE = "removed-code", ANY, Server, Must, Certain, STATELESS, Message(removed_code), "2026-07-28 basic/index",
        "error codes that 2026-07-28 has removed are not sent",
        "2026-07-28 去掉的错误码不再使用",
        "-32002 has become -32602, and what -32042 asked for is asked in a result now: a client of this revision knows neither code",
        "-32002 改成了 -32602；-32042 要问的事现在写在 result 里；这个版本的客户端两个都不认识",
        "answer -32602 for a resource that is not there, and resultType \"input_required\" with an elicitation of mode \"url\" where a page has to be opened",
        "资源不存在回 -32602；要用户打开网页，就回 resultType \"input_required\"，里面放一个 mode 为 \"url\" 的 elicitation";
    RESERVED_CODE = "reserved-code", ANY, Server, Must, Certain, STATELESS, Message(reserved_code), "2026-07-28 basic/index",
        "nobody invents error codes between -32099 and -32020",
        "-32099 到 -32020 之间的错误码不能自己定",
        "these codes belong to the specification: a later revision may give this one a meaning, and clients will act on it",
        "这一段留给规范；以后的版本可能给它一个含义，客户端就会照那个含义处理",
        "take a code outside -32768 to -32000 for errors of your own, or -32603",
        "自己的错误用 -32768 到 -32000 之外的码，或者用 -32603";
    LEGACY_CODE = "legacy-code", ANY, Server, Should, Likely, STATELESS, Message(legacy_code), "2026-07-28 basic/index",
        "error codes between -32019 and -32000 are left alone",
        "-32019 到 -32000 之间的错误码不再使用",
        "every server used to give these codes a meaning of its own, so a client can do nothing with one",
        "以前每个服务器都给这些码定自己的含义，客户端拿到也没法处理",
        "take -32602 or -32603 where one of them fits, else a code outside -32768 to -32000",
        "-32602、-32603 合适就用它们，不然就用 -32768 到 -32000 之外的码";
    CODE_DATA = "code-data", ANY, Server, Must, Certain, STATELESS, Message(code_data), "2026-07-28 basic/index, schema",
        "-32021 and -32022 say what would have been right, and -32020 belongs to HTTP",
        "-32021 和 -32022 要写明怎样才对，-32020 只用于 HTTP",
        "a client acts on these codes by itself: it picks a version from data.supported, or shows which capability is missing",
        "客户端会自动处理这些码：从 data.supported 里挑一个版本，或者告诉用户缺哪项能力",
        "send data.requiredCapabilities (an object) with -32021; data.supported (an array of strings) and data.requested with -32022",
        "-32021 带上 data.requiredCapabilities（对象）；-32022 带上 data.supported（字符串数组）和 data.requested";
    CAPABILITY_OVERLOOKED = "capability-overlooked", ANY, Server, Must, Certain, STATELESS, Message(capability_overlooked), "2026-07-28 basic/index",
        "a request is not refused for want of what its client has declared",
        "客户端声明过的能力，服务器不能说它没有",
        "each request brings its own clientCapabilities; a server that looks elsewhere, in a handshake or at an older request, turns away clients that have the capability",
        "每个请求都带着自己的 clientCapabilities；服务器如果去看握手或者别的请求，就会把能用的客户端拒之门外",
        "look at clientCapabilities in the _meta of this very request, and nowhere else",
        "只看这个请求 _meta 里的 clientCapabilities，不看别处";
    HANDSHAKE_DEMANDED = "handshake-demanded", ANY, Server, Must, Likely, STATELESS, Message(handshake_demanded), "2026-07-28 basic/index",
        "a request is served whatever came before it",
        "不管之前有没有别的消息，请求都要处理",
        "there is no handshake in this era, and each request may be the first one that a process sees",
        "无状态方式没有握手，每个请求都可能是这个进程收到的第一个",
        "serve a request by what it carries; drop the check whether the session was initialized",
        "只根据请求自己带的内容处理；去掉“会话是否已初始化”的检查";
}

/// The refusal of a request of this era, by a server of this era.
fn refusal<'s>(facts: &Facts, seen: &'s Seen<'_>) -> Option<(&'s Request, &'s ErrorObject<'s>)> {
    let error = seen.response()?.outcome.as_ref().err()?;
    let usual = |at: usize| !facts.trials.by_head(at);
    let asked = seen.asked.filter(|it| it.era == Era::Stateless && usual(it.at))?;
    (seen.side == Side::Server && facts.stateless.served).then_some((asked, error))
}

fn code_at(seen: &Seen<'_>) -> Option<usize> {
    point(seen.line, &["error", "code"])
}

fn removed_code(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    const URL_ELICITATION_REQUIRED: i64 = -32042;
    let Some((asked, error)) = refusal(facts, seen) else { return Vec::new() };
    if ![RESOURCE_NOT_FOUND, URL_ELICITATION_REQUIRED].contains(&error.code) {
        return Vec::new();
    }
    refused_with(asked, error, seen)
}

fn reserved_code(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    const KNOWN: [i64; 4] = [
        HEADER_MISMATCH,
        MISSING_REQUIRED_CLIENT_CAPABILITY,
        UNSUPPORTED_PROTOCOL_VERSION,
        // Removed, and told so.
        -32042,
    ];
    let Some((asked, error)) = refusal(facts, seen) else { return Vec::new() };
    if !(-32099..=-32020).contains(&error.code) || KNOWN.contains(&error.code) {
        return Vec::new();
    }
    refused_with(asked, error, seen)
}

fn legacy_code(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, error)) = refusal(facts, seen) else { return Vec::new() };
    if !(-32019..=-32000).contains(&error.code) || error.code == RESOURCE_NOT_FOUND {
        return Vec::new();
    }
    refused_with(asked, error, seen)
}

fn refused_with(asked: &Request, error: &ErrorObject<'_>, seen: &Seen<'_>) -> Vec<Found> {
    let (method, code, message) = (&asked.method, error.code, brief(&error.message));
    let en = format!("{method} was refused with {code}: {message}");
    let zh = format!("{method} 被拒绝，错误码 {code}：{message}");
    Found::new(en, zh).byte(code_at(seen)).alone()
}

fn code_data(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, error)) = refusal(facts, seen) else { return Vec::new() };
    let data = |name| error.data.as_ref().and_then(|data| data.get(name));
    let lacks = |name, kind_en, kind_zh| {
        let is = data(name).map_or_else(|| "missing".to_owned(), shown);
        (
            format!("the error {} has no data.{name} that is {kind_en} ({is})", error.code),
            format!("错误 {} 的 data.{name} 不是{kind_zh}（{is}）", error.code),
        )
    };
    let wrong = match error.code {
        HEADER_MISMATCH if !facts.http => Some((
            "the error -32020 is about HTTP headers, and came over stdio".to_owned(),
            "错误 -32020 说的是 HTTP 头，却出现在 stdio 上".to_owned(),
        )),
        MISSING_REQUIRED_CLIENT_CAPABILITY => {
            let fits = data("requiredCapabilities").and_then(Value::as_object).is_some();
            (!fits).then(|| lacks("requiredCapabilities", "an object", "对象"))
        }
        UNSUPPORTED_PROTOCOL_VERSION => match names(data("supported")) {
            None => Some(lacks("supported", "an array of strings", "字符串数组")),
            Some(supported) => unsupported(asked, data("requested"), &supported),
        },
        _ => None,
    };
    let Some((en, zh)) = wrong else { return Vec::new() };
    Found::new(en, zh).byte(point(seen.line, &["error", "data"])).alone()
}

/// What is wrong with the refusal of a version.
fn unsupported(
    asked: &Request,
    requested: Option<&Value<'_>>,
    supported: &[String],
) -> Option<(String, String)> {
    let sent = version(asked.params.as_ref())?.excerpt();
    let named = requested.and_then(Value::as_string).map(Str::excerpt);
    if named.as_deref() != Some(sent.as_str()) {
        let is = requested.map_or_else(|| "missing".to_owned(), shown);
        return Some((
            format!("the error -32022 has data.requested {is}; the request had {sent:?}"),
            format!("错误 -32022 的 data.requested 是 {is}；请求里写的是 {sent:?}"),
        ));
    }
    supported.contains(&sent).then(|| {
        (
            format!("the error -32022 refuses {sent:?}, and its own data.supported has it"),
            format!("错误 -32022 拒绝了 {sent:?}，而它自己的 data.supported 里就有这个版本"),
        )
    })
}

fn capability_overlooked(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, error)) = refusal(facts, seen) else { return Vec::new() };
    if error.code != MISSING_REQUIRED_CLIENT_CAPABILITY {
        return Vec::new();
    }
    let required = error.data.as_ref().and_then(|data| data.get("requiredCapabilities"));
    let required = required.filter(|it| it.as_object().is_some_and(|it| !it.members().is_empty()));
    let (Some(required), Some(declared)) = (required, asked.meta(CLIENT_CAPABILITIES)) else {
        return Vec::new();
    };
    if !has(declared, required) {
        return Vec::new();
    }
    let (method, required) = (&asked.method, shown(required));
    let en = format!("{method} was refused for want of {required}, which its request declares");
    let zh = format!("{method} 被拒绝，说缺少 {required}，而请求里声明过");
    let byte = point(seen.line, &["error", "data", "requiredCapabilities"]);
    Found::new(en, zh).byte(byte).alone()
}

/// Whether all of this is declared; `"elicitation":{}` stands for forms.
fn has(declared: &Value<'_>, required: &Value<'_>) -> bool {
    let members = required.as_object().map(Object::members).unwrap_or_default();
    let empty = declared.as_object().is_some_and(|it| it.members().is_empty());
    members.iter().all(|member| {
        let name = member.name.text().unwrap_or_default();
        match declared.get(&name) {
            Some(found) => has(found, &member.value),
            None => empty && name == "form",
        }
    })
}

fn handshake_demanded(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    const SAID: [&str; 4] =
        ["not initialized", "not been initialized", "before initializ", "initialize first"];
    const OF: [&str; 5] = ["server", "session", "client", "connection", "request"];
    let Some((asked, error)) = refusal(facts, seen) else { return Vec::new() };
    if error.code == code::METHOD_NOT_FOUND {
        return Vec::new();
    }
    let message = error.message.excerpt().to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
    if !says(&SAID) || !says(&OF) {
        return Vec::new();
    }
    refused_with(asked, error, seen)
}
