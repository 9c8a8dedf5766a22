//! Rules about arrays of messages, which one revision has and the others have not.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Misshapen};
use crate::doctor::finding::brief;
use crate::doctor::rule::Check::Shape;
use crate::doctor::rule::{Owner, Revisions};
use crate::json::{Str, Value, parse};
use crate::jsonrpc::Reason;
use crate::mcp::INITIALIZE;
use crate::transport::Side;

rules! {
    BATCH = "batch", ANY, Client, Must, Certain, ALL, Shape(batch), "2025-06-18 basic/transports, and changelog",
        "a line holds one message, and not an array of them",
        "一行只有一条消息，不是消息数组",
        "arrays of messages came with 2025-03-26 and went with 2025-06-18; many servers find no method in an array, and say nothing at all",
        "消息数组是 2025-03-26 加入的，2025-06-18 又取消了；很多服务器在数组里找不到 method，就什么也不回",
        "write each message on a line of its own, without [ and ]",
        "每条消息单独写一行，不要用 [ ] 包起来";
    INITIALIZE_IN_BATCH = "initialize-in-batch", Some(1), Client, Must, Certain, ALL, Shape(initialize_in_batch), "2025-03-26 basic/lifecycle",
        "initialize stands alone",
        "initialize 单独发送",
        "before the answer to initialize nobody knows whether the other side takes arrays; so it is never part of one",
        "initialize 得到响应之前，谁也不知道对方认不认数组，所以它不能放进数组里",
        "send initialize alone, and wait for its answer",
        "单独发送 initialize，等它的响应";
}

/// Where the revision allows them, an array must have something in it.
fn batch(facts: &Facts, shape: &Misshapen<'_>) -> Vec<Found> {
    if shape.reason != Reason::Batch {
        return Vec::new();
    }
    let Ok(value) = parse(shape.line) else { return Vec::new() };
    let elements = value.as_array().unwrap_or_default();
    let pipe = if shape.side == Side::Server { "stdout" } else { "stdin" };
    let found =
        |en: String, zh: String| Found::new(en, zh).byte(0).of(Owner::of(shape.side)).alone();
    if elements.is_empty() {
        return found(
            format!("a line on {pipe} is an empty array"),
            format!("{pipe} 上有一行是空数组"),
        );
    }
    let agreed = match (facts.session.revisions(), facts.stateless.spoken) {
        (Some(Revisions::V2025_03_26), _) | (None, false) => return Vec::new(),
        (Some(_), _) => facts.session.agreed.clone().unwrap_or_default(),
        (None, true) => "2026-07-28".to_owned(),
    };
    if elements.iter().any(is_initialize) {
        return Vec::new();
    }
    let (count, agreed) = (elements.len(), brief(&agreed));
    found(
        format!(
            "a line on {pipe} is an array of {count} messages, and {agreed} has no such arrays"
        ),
        format!("{pipe} 上有一行是 {count} 条消息的数组，而 {agreed} 版本没有消息数组"),
    )
}

fn initialize_in_batch(_: &Facts, shape: &Misshapen<'_>) -> Vec<Found> {
    if shape.reason != Reason::Batch || shape.side != Side::Client {
        return Vec::new();
    }
    let Ok(value) = parse(shape.line) else { return Vec::new() };
    let elements = value.as_array().unwrap_or_default();
    if !elements.iter().any(is_initialize) {
        return Vec::new();
    }
    let count = elements.len();
    let en = format!("initialize was sent in an array of {count}");
    let zh = format!("initialize 放在 {count} 条消息的数组里发送");
    Found::new(en, zh).byte(0).alone()
}

fn is_initialize(element: &Value<'_>) -> bool {
    element.get("method").and_then(Value::as_string).is_some_and(|it: &Str<'_>| *it == *INITIALIZE)
}
