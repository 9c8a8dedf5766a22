//! Rules about lines and bytes: what a message looks like before anybody knows what it says.

use super::ANY;
use super::bytes::foreign;
use crate::doctor::examine::{End as AtEnd, Facts, Found, Parsed, Raw};
use crate::doctor::finding::{Said, start_of};
use crate::doctor::place::byte_of;
use crate::doctor::rule::Check::{End, Line, Value as OnValue};
use crate::doctor::rule::{Owner, Rule};
use crate::json::{MAX_LINE_BYTES, ParseError, Value};
use crate::transport::Side;

/// How much of a line is quoted, in characters.
const QUOTED: usize = 80;

rules! {
    NO_NEWLINE = "no-newline", ANY, Server, Must, Certain, ALL, End(no_newline), "2025-06-18 basic/transports, stdio",
        "a message ends with a newline",
        "一条消息以换行结束",
        "a message ends with a newline; without it a client cannot know that the message is complete",
        "一条消息以换行结束；没有换行，客户端就不知道消息是不是完整了",
        "write a newline after every message, and flush",
        "每条消息后面写一个换行，然后刷新输出";
    MALFORMED_LINE = "malformed-line", ANY, Server, Must, Certain, ALL, Line(malformed_line), "2025-06-18 basic/transports, stdio",
        "there are only messages on the wire",
        "线路上只有消息",
        "stdout is the wire: only messages may be written to it. Some clients skip such a line, others hang up",
        "stdout 就是线路，上面只能有消息。遇到这样的行，有的客户端跳过，有的直接断开",
        "send logs and banners to stderr; look for print, console.log and the runner's own output",
        "日志和欢迎语写到 stderr；检查 print、console.log 以及启动程序自己的输出";
    BROKEN_JSON = "broken-json", ANY, Server, Must, Certain, ALL, Line(broken_json), "2025-06-18 basic/transports, stdio",
        "a message is one whole JSON text on one line",
        "一条消息是一行完整的 JSON",
        "a message is one whole JSON text on one line; a client reads line by line and cannot put it together again",
        "一条消息就是一行完整的 JSON；客户端逐行读取，拼不回去",
        "write each message with a JSON library (Python: json.dumps), without line breaks or indentation, and nothing behind it",
        "用 JSON 库生成消息（Python：json.dumps），不要换行、不要缩进，后面也不要跟别的内容";
    BYTE_ORDER_MARK = "byte-order-mark", ANY, Server, Must, Certain, ALL, Line(byte_order_mark), "RFC 8259, section 8.1",
        "a message does not begin with a byte order mark",
        "消息不以字节顺序标记开头",
        "JSON that is sent to others must not begin with a byte order mark: clients report an error at column 1 of a line that looks flawless",
        "发给别人的 JSON 不能以字节顺序标记开头：客户端会在看起来毫无问题的一行的第 1 列报错",
        "write UTF-8 without a BOM (PowerShell 5.1 and some editors add one)",
        "输出不带 BOM 的 UTF-8（PowerShell 5.1 和某些编辑器会自动加上）";
    LSP_FRAMING = "lsp-framing", ANY, Server, Must, Certain, ALL, Line(lsp_framing), "2025-06-18 basic/transports, stdio",
        "a message has no header",
        "消息前面没有消息头",
        "Content-Length headers belong to the Language Server Protocol; in MCP over stdio a message is one line and nothing else",
        "Content-Length 头是语言服务器协议（LSP）的；MCP 的 stdio 上，一条消息就是一行，没有别的",
        "write the JSON and a newline, without any header, and read likewise",
        "只写 JSON 和一个换行，不要写头；读取时也一样";
    NOT_UTF8 = "not-utf8", ANY, Server, Must, Certain, ALL, Line(not_utf8), "2025-06-18 basic/transports",
        "a message is UTF-8",
        "消息用 UTF-8 编码",
        "messages are UTF-8, whatever the system's code page is",
        "消息必须是 UTF-8，与系统代码页无关",
        "set the encoding of stdin and stdout to UTF-8 (Python: PYTHONUTF8=1)",
        "把 stdin 和 stdout 的编码设为 UTF-8（Python：PYTHONUTF8=1）";
    TOO_LONG = "too-long", ANY, Server, Should, Certain, ALL, Line(too_long), "2025-06-18 basic/transports",
        "a message is short enough for others to read",
        "消息不能长到别人读不下",
        "no client reads a line of any length",
        "没有哪个客户端能读任意长的一行",
        "answer in pages, or with a link to a resource",
        "分页返回，或者只给资源的链接";
    CRLF = "crlf", ANY, Server, Should, Likely, ALL, Line(crlf), "2025-06-18 basic/transports, stdio",
        "a line ends with a newline alone",
        "行尾只有一个换行符",
        "a message ends with LF; a carriage return before it is blank space to most readers of JSON, and some strict clients refuse the line",
        "一条消息以 LF 结束；前面多出来的 CR，多数 JSON 解析器当空白跳过，但个别严格的客户端会拒收",
        "open stdin and stdout in binary mode (Windows turns \\n into CR LF in text mode), and write \\n alone",
        "以二进制方式打开 stdin 和 stdout（Windows 的文本方式会把 \\n 变成 CR LF），只写 \\n";
    DUPLICATE_MEMBER = "duplicate-member", ANY, Server, Should, Certain, ALL, OnValue(duplicate_member), "RFC 8259, section 4",
        "a member is written once",
        "一个成员只写一次",
        "of two members with one name, one reader takes the first and another the last: two programs see two different messages",
        "同名的成员写了两次，有的解析器取第一个，有的取最后一个：两个程序看到的就不是同一条消息",
        "build objects from a map, and do not join pieces of JSON text",
        "用字典（map）生成对象，不要拼接 JSON 文本";
}

/// A carriage return before the newline, of a line that is otherwise in order.
fn crlf(_: &Facts, raw: &Raw<'_>) -> Vec<Found> {
    if !raw.ended || raw.error.is_some() || !raw.bytes.ends_with(b"\r") || raw.bytes.len() == 1 {
        return Vec::new();
    }
    let (en, zh) = ("the line ends with CR LF (bytes 0D 0A)", "这一行以 CR LF（字节 0D 0A）结尾");
    Found::new(en, zh).byte(raw.bytes.len() - 1).of(Owner::of(raw.side)).alone()
}

fn not_utf8(_: &Facts, raw: &Raw<'_>) -> Vec<Found> {
    let Err(error) = str::from_utf8(raw.bytes) else { return Vec::new() };
    let place = error.valid_up_to();
    let Said { en, zh } = foreign(raw.bytes.get(place..).unwrap_or_default());
    let en = format!("a line that is not UTF-8 from byte {place} on: {en}");
    let zh = format!("有一行从第 {place} 字节起不是 UTF-8：{zh}");
    Found::new(en, zh).byte(place).of(Owner::of(raw.side)).alone()
}

fn too_long(_: &Facts, raw: &Raw<'_>) -> Vec<Found> {
    let length = raw.length;
    if length <= MAX_LINE_BYTES {
        return Vec::new();
    }
    // A recording that says that it holds only the beginning does not say how much there was.
    let (en, zh) = if raw.bytes.is_empty() {
        ("a line of more than 16 MiB".to_owned(), "有一行超过 16 MiB".to_owned())
    } else {
        (format!("a line of {length} bytes"), format!("有一行长 {length} 字节"))
    };
    Found::new(en, zh).of(Owner::of(raw.side)).alone()
}

fn malformed_line(_: &Facts, raw: &Raw<'_>) -> Vec<Found> {
    no_json(raw, &MALFORMED_LINE)
}

fn broken_json(_: &Facts, raw: &Raw<'_>) -> Vec<Found> {
    no_json(raw, &BROKEN_JSON)
}

fn byte_order_mark(_: &Facts, raw: &Raw<'_>) -> Vec<Found> {
    no_json(raw, &BYTE_ORDER_MARK)
}

fn lsp_framing(_: &Facts, raw: &Raw<'_>) -> Vec<Found> {
    no_json(raw, &LSP_FRAMING)
}

/// A whole line that is not JSON, if this is the rule for it.
fn no_json(raw: &Raw<'_>, rule: &Rule) -> Vec<Found> {
    let (Some(line), Some(error), true) = (raw.text, &raw.error, raw.ended) else {
        return Vec::new();
    };
    let (is, en, zh) = malformed(line, error);
    if is != rule {
        return Vec::new();
    }
    let pipe = if raw.side == Side::Server { "stdout" } else { "stdin" };
    let start = start_of(line, QUOTED);
    let (en, zh) =
        (format!("a line on {pipe} {en}: {start}"), format!("{pipe} 上有一行{zh}：{start}"));
    Found::new(en, zh).byte(error.offset).of(Owner::of(raw.side)).alone()
}

/// What a line that is not JSON is likely to be.
pub(in crate::doctor) fn malformed(
    line: &str,
    error: &ParseError,
) -> (&'static Rule, String, String) {
    let said = |en: &str, zh: &str| (en.to_owned(), zh.to_owned());
    let (rule, (en, zh)) = if is_header(line) {
        (&LSP_FRAMING, said("is a header, as LSP has them", "是 LSP 那样的消息头"))
    } else if line.starts_with('\u{feff}') {
        let en = "begins with a byte order mark (EF BB BF)";
        (&BYTE_ORDER_MARK, said(en, "以字节顺序标记（EF BB BF）开头"))
    } else if is_piece(line.trim_start()) {
        let en = format!("is not one whole JSON text ({error})");
        (&BROKEN_JSON, (en, format!("不是一段完整的 JSON（{error}）")))
    } else {
        (&MALFORMED_LINE, printed_by(line).unwrap_or_else(|| said("is not JSON", "不是 JSON")))
    };
    (rule, en, zh)
}

/// Who is known to print such a line, and how it is kept from doing so.
fn printed_by(line: &str) -> Option<(String, String)> {
    let script = line.strip_prefix("> ").is_some_and(|rest| {
        let mut words = rest.split(' ');
        words.next().is_some_and(|name| name.contains('@')) && words.count() <= 1
    });
    let (en, zh) = if script {
        (
            "is what npm prints before a script (start the program itself, or npm run --silent)",
            "是 npm 运行脚本前打印的（直接启动程序，或者加 npm run --silent）",
        )
    } else if line.starts_with("[dotenv@") {
        (
            "is what dotenv prints (give its config quiet: true)",
            "是 dotenv 打印的（给 config 加 quiet: true）",
        )
    } else if line.len() == 64 && line.bytes().all(|it| it.is_ascii_hexdigit()) {
        (
            "is what docker run -d prints, the id of a container (run it with -i and without -d)",
            "是 docker run -d 打印的容器 id（改用 -i，不要 -d）",
        )
    } else {
        return None;
    };
    Some((en.to_owned(), zh.to_owned()))
}

fn is_header(line: &str) -> bool {
    const HEADER: &str = "Content-Length:";
    line.get(..HEADER.len()).is_some_and(|start| start.eq_ignore_ascii_case(HEADER))
}

/// Whether a line begins as JSON does that is broken off, or printed over several lines. What begins
/// with a word in brackets is a log.
fn is_piece(line: &str) -> bool {
    let array = |rest: &str| rest.trim_start().is_empty() || rest.trim_start().starts_with('{');
    line.starts_with(['{', '}', ']', '"']) || line.strip_prefix('[').is_some_and(array)
}

/// The deciding members, and those inside `params`, `result` and `error`, as deep as they go.
fn duplicate_member(_: &Facts, parsed: &Parsed<'_>) -> Vec<Found> {
    let mut open = vec![parsed.value];
    let mut found = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(elements) => open.extend(elements.iter()),
            Value::Object(object) => {
                let again = object.members().iter().enumerate().find(|(index, member)| {
                    let before = object.members().iter().take(*index);
                    *index < MAX_MEMBERS && before.rev().any(|it| same(&it.name, &member.name))
                });
                if let Some((_, member)) = again {
                    let name = member.name.excerpt();
                    let en = format!("member \"{name}\" is written more than once");
                    let zh = format!("成员 \"{name}\" 写了不止一次");
                    let byte = byte_of(parsed.line, member.name.as_written());
                    let byte = byte.and_then(|byte| byte.checked_sub(1));
                    found.push(Found::new(en, zh).byte(byte).of(Owner::of(parsed.side)));
                }
                open.extend(object.members().iter().map(|member| &member.value));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found.truncate(1);
    found
}

/// Of an object with very many members only the first are compared with each other.
const MAX_MEMBERS: usize = 64;

fn same(one: &crate::json::Str<'_>, other: &crate::json::Str<'_>) -> bool {
    one.as_written() == other.as_written()
}

/// What the server said last and did not end, while an answer was owed.
fn no_newline(facts: &Facts, end: &AtEnd) -> Vec<Found> {
    let (Some((at, text, whole)), Some(_)) = (&facts.process.unended, &end.owed) else {
        return Vec::new();
    };
    let found = if *whole {
        Found::new(
            format!("a whole message came, but no newline after it: {text}"),
            format!("来了一条完整的消息，可是后面没有换行：{text}"),
        )
    } else {
        Found::new(
            format!("the last thing it said is no whole message and has no newline: {text}"),
            format!("它最后说的话不是完整的消息，也没有换行：{text}"),
        )
        .sure(crate::doctor::finding::Certainty::Likely)
    };
    found.on(*at).alone()
}
