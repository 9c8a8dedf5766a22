//! What a line is, and which member makes it so.

use super::wire::message;
use crate::jsonrpc::{Id, Message};
use crate::mcp::{CallToolResult, Payload};
use crate::text::{Lang, Text, visible};
use crate::transport::Crossing;

/// A label and a sentence about what crossed; `None` stands for the silence after a notification.
pub(super) fn explain(crossing: Option<&Crossing>, lang: Lang) -> Option<(Text, String)> {
    let Some(crossing) = crossing else {
        return Some((NOTHING, SILENT.get(lang).to_owned()));
    };
    let (label, sentence, id) = match message(crossing)?.1 {
        Message::Request(request) => (REQUEST, ASKS, Some(request.id)),
        Message::Notification(_) => (NOTIFICATION, TELLS, None),
        Message::Response(response) => {
            let sentence = match response.outcome.map(CallToolResult::from_value) {
                Ok(Ok(result)) if result.is_error => SAYS_NO,
                Ok(_) => ANSWERS,
                Err(_) => REFUSES,
            };
            (RESPONSE, sentence, response.id)
        }
    };
    let id = id.as_ref().map_or_else(|| "null".to_owned(), Id::to_string);
    // An id is the sender's, and may hold anything.
    Some((label, sentence.get(lang).replace("{id}", &visible(&id))))
}

const REQUEST: Text = Text::new("request", "请求");
const NOTIFICATION: Text = Text::new("notification", "通知");
const RESPONSE: Text = Text::new("response", "响应");
const NOTHING: Text = Text::new("nothing", "无响应");

const ASKS: Text = Text::new(
    "\"id\":{id} beside \"method\" makes it a request: exactly one answer is owed, with the same id",
    "既有 \"id\":{id} 又有 \"method\"，所以是请求：对方必须响应，而且只响应一次，带着同一个 id",
);
const TELLS: Text = Text::new(
    "\"method\" without \"id\" makes it a notification: it tells, it does not ask",
    "有 \"method\" 没有 \"id\"，所以是通知：只是告诉一声，不要求响应",
);
const ANSWERS: Text = Text::new(
    "\"id\":{id} and \"result\" make it the answer to request {id}; the id says so, not the order of lines",
    "有 \"id\":{id} 和 \"result\"，所以是对请求 {id} 的响应；认的是 id，不是行的先后",
);
const SAYS_NO: Text = Text::new(
    "\"id\":{id} and \"result\": call {id} went through. \"isError\":true inside: the tool itself said no",
    "有 \"id\":{id} 和 \"result\"：调用 {id} 走通了；里面的 \"isError\":true 表示工具自己说“不行”",
);
const REFUSES: Text = Text::new(
    "\"id\":{id} and \"error\" in place of \"result\": request {id} was read, and refused by the protocol",
    "有 \"id\":{id}，但该放 \"result\" 的地方是 \"error\"：请求 {id} 读懂了，被协议层拒绝",
);
const SILENT: Text = Text::new(
    "not a line of the wire but our remark, \"notification, no response\": nothing came back, and nothing may",
    "这一行并没有传过，是我们加的旁注：通知发出后没有任何响应，也不允许有",
);
