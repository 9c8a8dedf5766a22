//! Rules about what a message has inside, whose method it is, and what its `_meta` may be called.

use super::ANY;
use crate::doctor::examine::{Asked, Facts, Found, Seen};
use crate::doctor::finding::{Said, brief};
use crate::doctor::place::byte_at;
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::{Owner, Revisions};
use crate::doctor::shapes::{Unfit, method, named};
use crate::json::{Object, Value};
use crate::jsonrpc::Message as Kind;
use crate::mcp::{Era, PING};
use crate::transport::Side;

rules! {
    WRONG_DIRECTION = "wrong-direction", ANY, Server, Must, Certain, HANDSHAKE, Message(wrong_direction), "schema.ts of the revision",
        "a method is sent by the side that it belongs to",
        "一个方法只由规定的那一方发送",
        "tools/list is for the client to ask, roots/list for the server; whichever side gets the wrong one has nothing to answer it with",
        "tools/list 只能由客户端来问，roots/list 只能由服务器来问；发反了，对方没有东西可以回答",
        "look up in the schema who sends it: ClientRequest and ClientNotification, or ServerRequest and ServerNotification",
        "在 schema 里查清楚谁来发：ClientRequest、ClientNotification，还是 ServerRequest、ServerNotification";
    ECHO = "echo", ANY, Config, Must, Certain, ALL, Message(echo), "2025-06-18 basic/transports, stdio",
        "what is written to a server is read by it, and does not come back",
        "写给服务器的内容由它来读，不会原样回来",
        "the program repeats its input, as cat does or a terminal: it is no MCP server, or something between it and the client repeats what it hears",
        "这个程序只是重复它的输入，像 cat 或者终端那样：它不是 MCP 服务器，或者中间有什么东西在回显",
        "look at the command in the configuration: it must start the server itself; where a terminal stands between (docker -t, script, ssh -t), leave that out",
        "检查配置里的命令，它要直接启动服务器；如果中间隔着终端（docker -t、script、ssh -t），去掉它";
    NOT_IN_REVISION = "not-in-revision", ANY, Server, Must, Certain, HANDSHAKE, Message(not_in_revision), "2025-06-18 basic/lifecycle, operation",
        "both sides use only what the agreed revision has",
        "双方只用商定版本里有的方法",
        "client and server have agreed on a revision; a method of another one is unknown to the side that keeps to it",
        "客户端和服务器已经商定了版本；别的版本里的方法，按商定版本工作的一方并不认识",
        "remember the version in the answer to initialize, and send only what that revision has",
        "记住 initialize 响应里的版本，只发那个版本里有的方法";
    PARAMS_ARRAY = "params-array", ANY, Client, Must, Certain, ALL, Message(params_array), "2025-06-18 basic/index, and schema.ts",
        "params are an object",
        "params 是对象",
        "JSON-RPC also knows params by position, in an array; MCP does not: every member of params has a name",
        "JSON-RPC 允许用数组按位置传 params；MCP 不允许，params 里每个成员都有名字",
        "send params as an object, or leave them out",
        "params 写成对象；没有就不写";
    BAD_PARAMS = "bad-params", ANY, Client, Must, Certain, ALL, Message(bad_params), "schema.ts of the revision",
        "params have what their method demands",
        "params 里有这个方法要求的成员",
        "params must have the members that their method demands; the other side answers -32602, or drops a notification without a word",
        "params 里必须有这个方法要求的成员；缺了，请求会得到 -32602，通知则会被悄悄丢掉",
        "check the params against the schema of the revision, and add or mend the member that is named",
        "对照该版本的 schema，补上或改正指出的成员";
    BAD_RESULT = "bad-result", ANY, Server, Must, Certain, ALL, Message(bad_result), "schema.ts of the revision",
        "a result has what its method promises",
        "result 里有这个方法规定的成员",
        "the result must have the members its method promises",
        "result 里必须有这个方法规定的成员",
        "check the result against the schema of the revision, and add or mend the member that is named",
        "对照该版本的 schema，补上或改正指出的成员";
    PING_NOT_EMPTY = "ping-not-empty", ANY, Server, Must, Certain, HANDSHAKE, Message(ping_not_empty), "2025-06-18 basic/utilities/ping",
        "a ping is answered with an empty result",
        "ping 用空的 result 响应",
        "the answer to a ping says that somebody is there, and nothing else; a strict reader takes anything more for an error",
        "ping 的响应只表示对方还在，别的什么也不说；严格的解析器会把多余的内容当成错误",
        "answer ping with \"result\":{}",
        "用 \"result\":{} 响应 ping";
    META_KEY = "meta-key", ANY, Server, Must, Likely, SINCE_2025_06_18, Message(meta_key), "2025-06-18 basic/index, _meta",
        "a name in _meta is made of letters and digits, with a domain in front of it if it has one",
        "_meta 里的名字由字母和数字组成，前面可以带一个域名前缀",
        "names in _meta are shared by everybody: a prefix such as com.example/ keeps them apart, and both parts begin and end with a letter or digit",
        "_meta 里的名字大家共用，要靠 com.example/ 这样的前缀区分；两部分的开头和结尾都必须是字母或数字",
        "call it com.example/name, with your own domain; inside, - _ and . are allowed",
        "改成 com.example/name 的样子，域名用自己的；中间可以有 - _ .";
}

/// The request of the client that this one of the server's repeats, with its id, its method and its params.
/// Who only asks what both sides may ask can hit on the same.
pub(super) fn echoed<'f>(facts: &'f Facts, seen: &Seen<'_>) -> Option<&'f Asked> {
    let request = seen.request(Side::Server)?;
    let foreign = named(&request.method).is_some_and(|row| !row.sender.may_be(Side::Server));
    let asked = foreign.then(|| facts.client.open(&request.id))??;
    let params = |it: &Option<Value<'_>>| it.as_ref().map(Value::to_line);
    let same = request.method == *asked.method && !asked.forgotten;
    let same = same && params(&request.params) == params(&asked.params);
    same.then_some(asked)
}

fn echo(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(asked) = echoed(facts, seen) else { return Vec::new() };
    let (id, method) = (brief(&asked.id), &asked.method);
    let en = format!(
        "{method} with id {id} came back just as it was sent: the program echoes its input"
    );
    let zh = format!("id 为 {id} 的 {method} 原样回来了：这个程序在重复自己的输入");
    Found::new(en, zh).byte(seen.byte_of_id()).alone()
}

/// Requests and notifications of one side that only the other may send.
fn wrong_direction(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((name, _)) = seen.told() else { return Vec::new() };
    let foreign = named(name).filter(|row| !row.sender.may_be(seen.side));
    let Some(row) = foreign.filter(|_| echoed(facts, seen).is_none()) else {
        return Vec::new();
    };
    let (en, zh) = match seen.side {
        Side::Server => {
            ("the server sent {}, which only a client sends", "服务器发了 {}，这只能由客户端来发")
        }
        Side::Client => {
            ("the client sent {}, which only a server sends", "客户端发了 {}，这只能由服务器来发")
        }
    };
    let told = |text: &str| text.replace("{}", row.name);
    Found::new(told(en), told(zh)).byte(seen.byte_of(name)).of(Owner::of(seen.side)).alone()
}

fn not_in_revision(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((name, _)) = seen.told() else { return Vec::new() };
    let Some(row) = named(name).filter(|row| !row.revisions.meet(seen.revisions)) else {
        return Vec::new();
    };
    // Where both eras are spoken, a notification says of neither that it belongs to it.
    if facts.stateless.spoken && row.revisions.meet(Revisions::STATELESS) {
        return Vec::new();
    }
    // Before anything is agreed on, every revision with a handshake may be the one.
    let Some(agreed) = facts.session.agreed.as_deref() else { return Vec::new() };
    let (name, has) = (row.name, row.revisions.names().join(", "));
    let agreed = brief(&agreed);
    let en = format!("{agreed} was agreed on, and has no {name}: that is in {has}");
    let zh = format!("商定的版本是 {agreed}，里面没有 {name}；有它的版本是 {has}");
    let byte = seen.told().and_then(|(name, _)| seen.byte_of(name));
    Found::new(en, zh).byte(byte).of(Owner::of(seen.side)).alone()
}

fn params_array(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((name, Some(Value::Array(params)))) = seen.told() else { return Vec::new() };
    let (name, count) = (brief(&name.excerpt()), params.len());
    let en = format!("the params of {name} are an array of {count}, and not an object");
    let zh = format!("{name} 的 params 是一个数组（{count} 个元素），不是对象");
    Found::new(en, zh).byte(byte_at(seen.line, "/params")).of(Owner::of(seen.side)).alone()
}

fn bad_params(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((name, params)) = seen.told() else { return Vec::new() };
    if matches!(params, Some(Value::Array(_))) {
        return Vec::new();
    }
    let Some(row) = named(name) else { return Vec::new() };
    let empty = Value::Object(Object::default());
    let Some(unfit) = row.params.unfit(params.unwrap_or(&empty)) else { return Vec::new() };
    let name = row.name;
    let Unfit { what: Said { en, zh }, pointer } = unfit;
    let (en, zh) = if params.is_none() {
        (format!("{name} has no params: {en}"), format!("{name} 没有 params：{zh}"))
    } else {
        (format!("the params of {name} do not fit: {en}"), format!("{name} 的 params 不合格：{zh}"))
    };
    let at = byte_at(seen.line, &format!("/params{pointer}"));
    let byte = at.or_else(|| seen.told().and_then(|(name, _)| seen.byte_of(name)));
    Found::new(en, zh).byte(byte).of(Owner::of(seen.side)).alone()
}

/// Results that are whole: one that asks for input, or that stands for a task, has other members.
fn bad_result(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let (Some(asked), Kind::Response(response)) = (seen.asked, seen.message) else {
        return Vec::new();
    };
    let Ok(result) = &response.outcome else { return Vec::new() };
    let is_object = result.as_object().is_some();
    let kind = result.get("resultType").and_then(Value::as_string);
    let waits = seen.era == Era::Stateless && kind.is_some_and(|kind| *kind != *"complete");
    let task = result.get("task").is_some() && asked.param("task").is_some();
    if is_object && (waits || task) {
        return Vec::new();
    }
    let name = brief(&asked.method);
    let unfit = match method(&asked.method) {
        Some(row) => row.result.unfit(result),
        None => None,
    };
    let (said, pointer) = match unfit {
        Some(Unfit { what, pointer }) => (what, pointer),
        None if is_object => return Vec::new(),
        None => {
            let is = result.kind();
            let en = format!("expected object, found {is}");
            (Said::new(en, format!("应为 object，却是 {is}")), String::new())
        }
    };
    let en = format!("the result of {name} does not fit: {}", said.en);
    let zh = format!("{name} 的 result 不合格：{}", said.zh);
    let byte = byte_at(seen.line, &format!("/result{pointer}"));
    Found::new(en, zh).byte(byte).of(Owner::of(seen.side)).alone()
}

/// `_meta` alone may stand in it.
fn ping_not_empty(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(PING).and_then(Value::as_object) else { return Vec::new() };
    let Some(more) = result.members().iter().find(|member| member.name != *"_meta") else {
        return Vec::new();
    };
    let name = brief(&more.name.excerpt());
    let en = format!("the result of ping is not empty: it has \"{name}\"");
    let zh = format!("ping 的 result 不是空的：里面有 \"{name}\"");
    Found::new(en, zh).byte(seen.byte_of(&more.name)).of(Owner::of(seen.side)).alone()
}

fn meta_key(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let inside = match seen.message {
        Kind::Request(it) => it.params.as_ref(),
        Kind::Notification(it) => it.params.as_ref(),
        Kind::Response(it) => it.outcome.as_ref().ok(),
    };
    let meta = inside.and_then(|inside| inside.get("_meta")?.as_object());
    let members = meta.map(Object::members).unwrap_or_default();
    let Some(bad) = members.iter().find(|member| !is_key(&member.name.text().unwrap_or_default()))
    else {
        return Vec::new();
    };
    let name = brief(&bad.name.excerpt());
    let en = format!("a name in _meta is \"{name}\"");
    let zh = format!("_meta 里有一个名字是 \"{name}\"");
    Found::new(en, zh).byte(seen.byte_of(&bad.name)).of(Owner::of(seen.side)).alone()
}

/// `label.label/name`: a label begins with a letter, everything ends with a letter or digit, and the name
/// may be missing behind its prefix.
fn is_key(key: &str) -> bool {
    let (prefix, name) =
        key.rsplit_once('/').map_or((None, key), |(prefix, name)| (Some(prefix), name));
    let ends = |part: &str| part.ends_with(|it: char| it.is_ascii_alphanumeric());
    let label = |label: &str| {
        label.starts_with(|it: char| it.is_ascii_alphabetic())
            && ends(label)
            && label.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
    };
    let named = name.starts_with(|it: char| it.is_ascii_alphanumeric())
        && ends(name)
        && name.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.'));
    prefix.is_none_or(|prefix| prefix.split('.').all(label)) && (named || name.is_empty())
}
