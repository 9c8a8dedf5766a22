//! Rules about the pages of lists: where a cursor comes from.

use crate::doctor::examine::{Asked, Facts, Found, Seen, is_empty};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::json::Str;
use crate::mcp::Era;
use crate::transport::Side;

rules! {
    BAD_CURSOR = "bad-cursor-accepted", Some(3), Server, Advice, Likely, ALL, Message(bad_cursor), "2025-06-18 server/utilities/pagination",
        "a cursor that was never given is refused",
        "没有给过的游标要拒绝",
        "a server that takes any cursor answers with some page or other; a client that lost its place reads the wrong one, and never learns of it",
        "什么游标都接受，就只能随便回一页；客户端翻错了页，自己永远不知道",
        "answer error -32602 to a cursor that you did not give, also where a list has one page only",
        "不是自己给的游标，一律回错误 -32602；清单只有一页时也一样";
    MADE_UP_CURSOR = "made-up-cursor", Some(3), Client, Must, Certain, ALL, Message(made_up_cursor), "2025-06-18 server/utilities/pagination",
        "a client sends only cursors that it was given",
        "客户端只用服务器给过的游标",
        "a cursor means something to its server alone: one that was changed, counted up or kept from before leads anywhere or nowhere",
        "游标只有发出它的服务器看得懂：改过的、自己数出来的、以前留下的，可能指到别处，也可能根本无效",
        "send nextCursor back as it came, to the same method, in the same session; without one, begin at the first page",
        "把 nextCursor 原样送回，用在同一个方法、同一个会话里；没有就从第一页开始";
}

/// Which lists answer in pages, and what a client asks of them.
fn cursor<'s>(asked: &'s Asked, facts: &Facts) -> Option<&'s Str<'static>> {
    let cursors = facts.features.pages.of(&asked.method)?;
    asked.string("cursor").filter(|cursor| !cursors.gave(cursor) && facts.is_whole())
}

/// Answered as if it were known: with the page that comes without a cursor, with an empty one, or by a list that
/// has but one page.
fn bad_cursor(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(asked) = seen.asked else { return Vec::new() };
    let Some(cursor) = cursor(asked, facts) else { return Vec::new() };
    let Some(cursors) = facts.features.pages.of(&asked.method) else { return Vec::new() };
    let Some(result) = seen.result_of(&asked.method) else { return Vec::new() };
    let (method, shown) = (&asked.method, brief(cursor));
    let (en, zh) = if cursors.is_first(asked, result) {
        ("the first page over again", "第一页")
    } else if is_empty(method, result) {
        ("an empty page", "空的一页")
    } else if cursors.has_one_page() {
        ("a page, though the list had only one", "一页内容，而这个清单本来只有一页")
    } else {
        return Vec::new();
    };
    let en = format!("no page gave the cursor {shown}, and {method} answered it with {en}");
    let zh = format!("没有哪一页给过游标 {shown}，{method} 却返回了{zh}");
    Found::new(en, zh).byte(seen.byte_of_member(result, "nextCursor")).alone()
}

/// Whoever asks for what says of itself that there is no such thing tries out what the server does.
fn is_trial(cursor: &Str<'_>) -> bool {
    ["no-such", "no_such"].iter().any(|it| cursor.as_written().contains(it))
}

/// Without a handshake nobody knows where a session begins, and a cursor may be from before.
fn made_up_cursor(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(request) = seen.request(Side::Client) else { return Vec::new() };
    let cursor = request.params.as_ref().and_then(|it| it.get("cursor")?.as_string());
    let Some(cursor) = cursor else { return Vec::new() };
    let method = request.method.excerpt();
    let Some(cursors) = facts.features.pages.of(&method) else { return Vec::new() };
    // A page that is still to come may have been read from where this recording does not reach.
    let mut open = facts.client.each_open().filter(|asked| asked.method == method);
    if cursors.gave(cursor) || !facts.is_whole() || is_trial(cursor) || open.next().is_some() {
        return Vec::new();
    }
    let shown = brief(cursor);
    let en = format!("{method} is asked for the cursor {shown}, which no page of it has given");
    let zh = format!("{method} 用了游标 {shown}，可是它的哪一页都没有给过");
    let stateless = seen.era == Era::Stateless;
    let sure = if stateless { Certainty::Likely } else { Certainty::Certain };
    Found::new(en, zh).byte(seen.byte_of(cursor)).sure(sure).alone()
}
