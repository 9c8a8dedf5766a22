//! Rules about log messages: which ones are wanted, and what does not belong into one.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Seen, level};
use crate::doctor::finding::brief;
use crate::doctor::rule::Check::Message;
use crate::json::{Str, Value};
use crate::mcp::{LOGGING_MESSAGE, LOGGING_SET_LEVEL};

rules! {
    BELOW_LEVEL = "log-below-level", Some(4), Server, Should, Certain, HANDSHAKE, Message(below_level), "2025-06-18 server/utilities/logging",
        "a log message is of the level that was asked for, or above",
        "日志消息不低于要求的级别",
        "the client said how much it wants to hear; with anything below that it is flooded",
        "客户端说过要听到什么级别；低于它的消息只会把客户端淹没",
        "compare the level of each message with the last logging/setLevel before it is sent",
        "每条日志发送之前，先和最近一次 logging/setLevel 的级别比较";
    BAD_LEVEL = "bad-level-accepted", Some(4), Server, Should, Certain, HANDSHAKE, Message(bad_level), "2025-06-18 server/utilities/logging",
        "a level that does not exist is refused",
        "不存在的级别要拒绝",
        "the eight levels are those of RFC 5424; a client whose level was not understood waits for messages that never come",
        "级别只有 RFC 5424 的八个；服务器没看懂却答应了，客户端就会空等日志",
        "answer logging/setLevel with error -32602 when its level is none of the eight",
        "logging/setLevel 的 level 不是那八个之一，就回错误 -32602";
    SECRET_IN_LOG = "secret-in-log", ANY, Server, Must, Likely, ALL, Message(secret_in_log), "2025-06-18 server/utilities/logging",
        "a log message holds no secrets",
        "日志消息里没有秘密",
        "log messages are shown, stored and sent to models: a key in one of them is a key that others have",
        "日志消息会被显示、保存，还会交给模型：写进去的密钥，等于交给了别人",
        "take the secret out of the message, and change it: it has been seen",
        "把秘密从消息里去掉，并且换一个：它已经被人看到了";
}

/// The params of a log message.
fn logged<'s>(seen: &Seen<'s>) -> Option<&'s Value<'s>> {
    seen.notification().filter(|it| it.method == *LOGGING_MESSAGE)?.params.as_ref()
}

/// Below every level that may be wanted: the last that was granted, and those asked for meanwhile.
fn below_level(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(params) = logged(seen) else { return Vec::new() };
    let Some(written) = params.get("level") else { return Vec::new() };
    // In the stateless era each request says what it wants to hear.
    let wanted = facts.features.log.level.filter(|_| !facts.is_both());
    let Some(wanted) = wanted else { return Vec::new() };
    let Some(came) = level(written).filter(|came| *came < wanted) else { return Vec::new() };
    let mut open = facts.client.each_open().filter(|asked| asked.method == LOGGING_SET_LEVEL);
    if open.any(|asked| asked.param("level").and_then(level).is_none_or(|it| it <= came)) {
        return Vec::new();
    }
    let en = format!("a log message of level {came} came, and {wanted} was the lowest wanted");
    let zh = format!("来了一条 {came} 级的日志，而客户端要的最低是 {wanted}");
    Found::new(en, zh).byte(seen.byte_at(written)).alone()
}

fn bad_level(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    if seen.result_of(LOGGING_SET_LEVEL).is_none() {
        return Vec::new();
    }
    let asked = seen.asked.and_then(|asked| asked.param("level"));
    let Some(asked) = asked.filter(|asked| level(asked).is_none()) else { return Vec::new() };
    let shown = brief(&asked.to_line());
    let en = format!("{shown} is none of the eight levels, and logging/setLevel took it");
    let zh = format!("{shown} 不是八个级别之一，logging/setLevel 却接受了");
    Found::new(en, zh).alone()
}

/// Names of members that hold secrets, in small letters without `_` and `-`.
const SECRET_NAMES: [&str; 12] = [
    "password",
    "passwd",
    "secret",
    "clientsecret",
    "apikey",
    "accesstoken",
    "refreshtoken",
    "authtoken",
    "authorization",
    "privatekey",
    "secretkey",
    "credentials",
];

/// How secrets begin, and how many letters follow at least.
const SECRET_STARTS: [(&str, usize); 9] = [
    ("sk-", 20),
    ("ghp_", 26),
    ("github_pat_", 20),
    ("xoxb-", 20),
    ("xoxp-", 20),
    ("AKIA", 16),
    ("AIza", 30),
    ("Bearer ", 16),
    ("PRIVATE KEY-----", 0),
];

/// How deep, and how many values, are looked at for secrets.
const MAX_VALUES: usize = 1000;

/// How much of a text is looked at, in bytes.
const MAX_TEXT: usize = 4096;

/// The secret itself is not shown, nor the line around it: a report is passed on too.
fn secret_in_log(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(data) = logged(seen).and_then(|params| params.get("data")) else { return Vec::new() };
    let mut open = vec![(None, data)];
    let mut looked = 0;
    while let Some((name, value)) = open.pop() {
        looked += 1;
        if looked > MAX_VALUES {
            break;
        }
        match value {
            Value::Array(elements) => open.extend(elements.iter().map(|it| (None, it))),
            Value::Object(object) => {
                let members = object.members().iter();
                open.extend(members.map(|member| (Some(&member.name), &member.value)));
            }
            Value::String(text) => {
                if let Some((en, zh)) = secret(name, text) {
                    let en = format!("a log message holds what looks like a secret: {en}");
                    let zh = format!("日志消息里有像秘密的内容：{zh}");
                    return Found::new(en, zh).alone();
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    Vec::new()
}

/// What makes a text look like a secret.
fn secret(name: Option<&Str<'_>>, text: &Str<'_>) -> Option<(String, String)> {
    let written = text.as_written();
    let written = written.get(..MAX_TEXT).unwrap_or(written);
    let plain = |text: &str| text.to_ascii_lowercase().replace(['_', '-', ' '], "");
    let hidden =
        written.len() < 6 || written.starts_with(['*', '<', '[']) || written.contains("***");
    if let Some(name) = name.map(Str::excerpt).filter(|_| !hidden)
        && SECRET_NAMES.contains(&plain(&name).as_str())
    {
        return Some((format!("a member named {name}"), format!("名为 {name} 的成员")));
    }
    let is_letter = |it: char| it.is_ascii_alphanumeric() || "_-.+/=".contains(it);
    for (start, least) in SECRET_STARTS {
        let found = written.match_indices(start).any(|(place, _)| {
            let before = written.get(..place).and_then(|it| it.chars().next_back());
            let rest = written.get(place + start.len()..).unwrap_or_default();
            let length = rest.chars().take_while(|it| is_letter(*it)).take(least).count();
            !before.is_some_and(char::is_alphanumeric) && length == least
        });
        if found {
            return Some((format!("a text with {start}…"), format!("含有 {start}… 的文字")));
        }
    }
    ["password=", "passwd=", "api_key=", "apikey=", "secret="].into_iter().find_map(|start| {
        let place = written.to_ascii_lowercase().find(start)?;
        let rest = written.get(place + start.len()..)?;
        let told = rest.chars().take_while(|it| !it.is_whitespace()).take(6).collect::<String>();
        let shown = told.chars().count() == 6 && !told.starts_with(['*', '<', '$', '{']);
        shown.then(|| (format!("a text with {start}…"), format!("含有 {start}… 的文字")))
    })
}
