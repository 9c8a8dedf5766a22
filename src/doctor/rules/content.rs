//! Rules about content: the blocks of a result, a prompt and a sampling, and what they hold.

use super::ANY;
use super::calls::done;
use super::tools::declared;
use crate::doctor::blocks::{Place, block_fault, no_base64};
use crate::doctor::examine::{Facts, Found, Seen, elements};
use crate::doctor::finding::{Certainty, start_of};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::{Owner, Revisions};
use crate::json::{Value, parse};
use crate::mcp::{PROMPTS_GET, RESOURCES_READ, SAMPLING_CREATE_MESSAGE};

/// How much of what a tool says is quoted, in characters.
const QUOTED: usize = 80;

rules! {
    BAD_CONTENT = "bad-content", ANY, Server, Must, Certain, ALL, Message(bad_content), "schema.ts of the revision, ContentBlock",
        "a block of content is of a type that the revision knows, and whole",
        "content 里每一块的类型都是该版本有的，成员也齐全",
        "clients read content by its type: a block they cannot read is lost, and strict ones refuse the whole result",
        "客户端按 type 读 content：读不懂的块就丢了，严格的客户端会拒收整个结果",
        "write text{text}, image or audio{data, mimeType}, resource{resource} or resource_link{uri, name}; audio is of 2025-03-26, resource_link of 2025-06-18",
        "写 text{text}、image 或 audio{data, mimeType}、resource{resource}、resource_link{uri, name}；audio 从 2025-03-26 起有，resource_link 从 2025-06-18 起有";
    BAD_BASE64 = "bad-base64", ANY, Server, Must, Certain, ALL, Message(bad_base64), "schema.ts of the revision, ImageContent, BlobResourceContents",
        "bytes are written in base64",
        "二进制数据用 base64 写",
        "bytes travel in JSON as base64 with + and / and padding; what does not decode is a picture that nobody sees",
        "二进制数据要用 base64 放进 JSON（用 + 和 /，末尾补 =）；解不开，图片就谁也看不到",
        "encode the bytes themselves with the standard alphabet, without line breaks and without data: in front",
        "用标准 base64 字母表编码原始字节，不要换行，前面也不要写 data:";
    STRUCTURED_WITHOUT_TEXT = "structured-without-text", Some(4), Server, Advice, Likely, SINCE_2025_06_18, Message(structured_without_text), "2025-06-18 server/tools",
        "structuredContent stands in a text block too",
        "structuredContent 的内容也写在一个文本块里",
        "older clients and many hosts read content alone: to them the tool has said nothing",
        "较老的客户端和很多宿主程序只读 content：在它们看来，工具什么也没说",
        "add a block {\"type\":\"text\",\"text\":…} that holds structuredContent as JSON",
        "在 content 里加一个 {\"type\":\"text\",\"text\":…}，写上 structuredContent 的 JSON";
    EMBEDDED_UNDECLARED = "embedded-undeclared", Some(4), Server, Should, Certain, LAST_TWO_HANDSHAKES, Message(embedded_undeclared), "2025-06-18 server/tools",
        "a server that embeds resources declares resources",
        "结果里嵌入资源，就要声明 resources",
        "a client that sees a resource in a result may want to read it again, or watch it, and has nobody to ask",
        "客户端在结果里看到资源，可能还想再读、想订阅，可是没有地方可问",
        "declare \"resources\" and serve resources/read, or answer with a text block",
        "声明 \"resources\" 并实现 resources/read，或者改用文本块";
    ERROR_AS_TEXT = "error-as-text", Some(4), Server, Should, Likely, ALL, Message(error_as_text), "2025-06-18 server/tools",
        "a tool that failed says so with isError",
        "工具失败了，就写 isError",
        "without isError a host counts the call as done, and a model may believe that it worked",
        "没有 isError，宿主程序就当调用成功，模型也可能以为办好了",
        "add \"isError\":true to the result where the tool catches its own failure",
        "工具捕获到自己的错误时，在 result 里加上 \"isError\":true";
}

/// Every block of a message, and where they stand.
fn blocks<'s>(seen: &Seen<'s>) -> (Place, Vec<&'s Value<'s>>) {
    if let Some((result, _)) = done(seen) {
        return (Place::Tool, elements(result, "content").iter().collect());
    }
    let messages = |value: &'s Value<'s>| -> Vec<_> {
        elements(value, "messages").iter().filter_map(|message| message.get("content")).collect()
    };
    if let Some(result) = seen.result_of(PROMPTS_GET) {
        return (Place::Prompt, messages(result));
    }
    let asked = seen.told().filter(|(method, _)| **method == *SAMPLING_CREATE_MESSAGE);
    let contents = match asked.and_then(|(_, params)| params) {
        Some(params) => messages(params),
        None => seen
            .result_of(SAMPLING_CREATE_MESSAGE)
            .and_then(|it| it.get("content"))
            .into_iter()
            .collect(),
    };
    // From 2025-11-25 on several may stand there.
    let several =
        Revisions::SINCE_2025_11_25.hold(seen.revisions) || seen.revisions == Revisions::HANDSHAKE;
    let flat = contents.into_iter().flat_map(|it| match it.as_array() {
        Some(blocks) if several => blocks.iter().collect(),
        _ => vec![it],
    });
    (Place::Sampling, flat.collect())
}

fn bad_content(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let (place, blocks) = blocks(seen);
    let mut faults = blocks.into_iter().filter_map(|it| block_fault(it, seen.revisions, place));
    let Some((what, sure, at)) = faults.next() else { return Vec::new() };
    let byte = at.and_then(|name| seen.byte_of(name));
    Found::said(what).byte(byte).sure(sure).of(Owner::of(seen.side)).alone()
}

fn bad_base64(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let (_, blocks) = blocks(seen);
    let read =
        seen.result_of(RESOURCES_READ).map(|it| elements(it, "contents")).unwrap_or_default();
    let data = blocks.into_iter().flat_map(|it| {
        let picture = it.get("type").and_then(Value::as_string);
        let picture = picture.is_some_and(|it| *it == *"image" || *it == *"audio");
        let blob = it.get("resource").and_then(|it| it.get("blob"));
        [it.get("data").filter(|_| picture), blob]
    });
    let data = data.chain(read.iter().map(|it| it.get("blob"))).flatten();
    for data in data.filter_map(Value::as_string) {
        if let Some((en, zh, sure)) = no_base64(data) {
            let start = start_of(data.as_written(), 40);
            let en = format!("bytes are not in base64: {en} ({start})");
            let zh = format!("数据不是 base64：{zh}（{start}）");
            let found = Found::new(en, zh).byte(seen.byte_of(data)).sure(sure);
            return found.of(Owner::of(seen.side)).alone();
        }
    }
    Vec::new()
}

/// Whether a text could be the structured content once more: JSON that is no mere number or word.
fn is_structure(text: &Value<'_>) -> bool {
    let text = text.get("text").and_then(Value::as_string).and_then(|text| text.text().ok());
    let read = text.as_deref().map(parse);
    matches!(read, Some(Ok(Value::Object(_) | Value::Array(_))))
}

/// A text of its own beside a lone `result` is how one of the official SDKs wraps what is no object.
fn structured_without_text(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((result, false)) = done(seen) else { return Vec::new() };
    let Some(content) = result.get("structuredContent") else { return Vec::new() };
    let mut texts = elements(result, "content").iter().filter(|it| it.get("text").is_some());
    let wrapped = content.as_object().is_some_and(|it| it.members().len() == 1)
        && content.get("result").is_some();
    let scalar = content.as_object().is_none();
    let (en, zh, sure) = match texts.next() {
        None => ("no text block at all", "一个文本块也没有", Certainty::Likely),
        Some(first) if wrapped || scalar || is_structure(first) || texts.any(is_structure) => {
            return Vec::new();
        }
        Some(_) => ("no text block that is JSON", "没有内容是 JSON 的文本块", Certainty::Likely),
    };
    let en = format!("there is structuredContent, and in content {en}");
    let zh = format!("有 structuredContent，content 里却{zh}");
    let byte = seen.byte_of_member(result, "structuredContent");
    Found::new(en, zh).byte(byte).sure(sure).alone()
}

fn embedded_undeclared(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((result, _)) = done(seen) else { return Vec::new() };
    let kind = |it: &&Value<'_>| {
        let kind = it.get("type").and_then(Value::as_string);
        kind.is_some_and(|kind| *kind == *"resource")
    };
    let Some(block) = elements(result, "content").iter().find(kind) else { return Vec::new() };
    if declared(facts, seen, "resources") != Some(false) {
        return Vec::new();
    }
    let en = "a result embeds a resource, and the server has not declared \"resources\"";
    let zh = "结果里嵌入了资源，服务器却没有声明 \"resources\"";
    Found::new(en, zh).byte(seen.byte_of_member(block, "resource")).alone()
}

/// How a failure begins that somebody caught and printed.
const BAD_NEWS: [&str; 14] = [
    "Error:",
    "ERROR:",
    "error:",
    "Error executing",
    "Error calling",
    "Exception:",
    "Traceback (most recent call last)",
    "Unhandled exception",
    "Unexpected error",
    "Internal error",
    "panic:",
    "{\"error\":\"",
    "{\"error\": \"",
    "错误：",
];

/// Where there is no such tool, it is that which should have been said.
fn error_as_text(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((result, false)) = done(seen) else { return Vec::new() };
    let asked = seen.asked.and_then(|asked| Some((asked.string("name")?, asked.at)));
    if asked.is_some_and(|(name, at)| facts.features.tools.lacks(name, at)) {
        return Vec::new();
    }
    let first = elements(result, "content").first();
    let Some(text) = first.and_then(|it| it.get("text")?.as_string()) else { return Vec::new() };
    let start: String = text.text().unwrap_or_default().chars().take(200).collect();
    if !BAD_NEWS.iter().any(|it| start.trim_start().starts_with(it)) {
        return Vec::new();
    }
    let start = start_of(&start, QUOTED);
    let en = format!("a result without isError begins like a failure: {start}");
    let zh = format!("结果没有写 isError，开头却像出了错：{start}");
    Found::new(en, zh).byte(seen.byte_of(text)).alone()
}
