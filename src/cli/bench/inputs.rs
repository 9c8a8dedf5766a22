//! What the JSON bench reads.

use crate::cli::failure::Failure;
use crate::json::{self, Limits, Object, Value};
use crate::text::{Lang, caret, visible};
use std::ffi::OsStr;
use std::fs;

/// A text to parse and print.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) text: String,
}

/// The largest file that is measured: 1 GiB, in bytes; its values take several times as much.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// How files are read: they are the user's own, so the line limit does not apply.
pub(super) const LIMITS: Limits = Limits { depth: Limits::DEEPEST, line_bytes: usize::MAX };

impl Input {
    /// A file of the user's.
    pub(super) fn read(path: &OsStr, lang: Lang) -> Result<Self, Failure> {
        let name = path.to_string_lossy().into_owned();
        let said = |why: String| Failure::Said(format!("{}: {why}", visible(&name)));
        let about = fs::metadata(path).map_err(|error| said(error.to_string()))?;
        // Asked before opening: a pipe or device may never end.
        if !about.is_file() || about.len() > MAX_BYTES {
            return Err(said(match lang {
                Lang::En => format!("not a file of at most {MAX_BYTES} bytes"),
                Lang::Zh => format!("不是普通文件，或超过 {MAX_BYTES} 字节"),
            }));
        }
        let bytes = fs::read(path).map_err(|error| said(error.to_string()))?;
        let text = json::utf8(&bytes).map_err(|error| said(error.to_string()))?;
        if let Err(error) = LIMITS.parse(text) {
            let title = match lang {
                Lang::En => "not JSON",
                Lang::Zh => "不是 JSON",
            };
            let drawn = caret(text, error.offset, &error.to_string());
            return Err(said(format!("{title}\n{}", drawn.trim_end())));
        }
        let text = text.to_owned();
        let short = path.to_string_lossy();
        let name = short.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        Ok(Self { name, text })
    }
}

/// A small message, a large one, and a long Chinese text full of escapes.
pub(super) fn built_in() -> Vec<Input> {
    let call = r#"{"jsonrpc":"2.0","id":12345,"method":"tools/call","params":{"name":"add","arguments":{"a":12345,"b":7}}}"#;
    [
        ("tools/call", call.to_owned()),
        ("tools/list, 50 tools", tools_list()),
        ("1 MB of Chinese", chinese()),
    ]
    .map(|(name, text)| Input { name: name.to_owned(), text })
    .into()
}

fn tools_list() -> String {
    let tool = |number: i64| {
        let name = format!("search_notes_{number}");
        let schema = r#"{"type":"object","properties":{"keyword":{"type":"string","minLength":2,"maxLength":80},"limit":{"type":"integer","minimum":1,"maximum":20,"default":5},"scope":{"type":"string","enum":["all","mine"]}},"required":["keyword"],"additionalProperties":false}"#;
        let schema = json::parse(schema).unwrap_or_default();
        Value::from(Object::from([
            ("name", name.into()),
            (
                "description",
                "Searches the notes. Use it when the user asks where something was written.".into(),
            ),
            ("inputSchema", schema),
        ]))
    };
    let tools: Value<'_> = (0..50).map(tool).collect();
    let result = Object::from([("tools", tools)]).into();
    let id = Value::from(2);
    Value::from(Object::from([("jsonrpc", "2.0".into()), ("id", id), ("result", result)])).to_line()
}

fn chinese() -> String {
    let line =
        "12\t\"握手之后才谈工具\"，路径是 C:\\notes\\学习。\nThen the tool is called by name.\n";
    Value::from(line.repeat(1_000_000 / line.len())).to_line()
}
