//! The desk: one tool reads, another writes, each in its own folder, and the second asks a human first.

use super::allow::AllowList;
use super::base::Base;
use super::drafts::{self, Drafts};
use super::mini;
use crate::json::{Object, Value, parse};
use crate::mcp::{
    ElicitRequestParams, ElicitResult, ServerCapabilities, Tool, ToolAnnotations, ToolError,
};
use crate::server::{Exchange, Pause, Server, Validation};
use crate::text::visible;
use std::sync::Arc;

const READ: &str =
    r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#;
const WRITE: &str = r#"{"type":"object","properties":{"path":{"type":"string","description":"要写的文件，例如 demo-drafts/plan.txt","maxLength":200},"text":{"type":"string","maxLength":20000}},"required":["path","text"],"additionalProperties":false}"#;
const FORM: &str = r#"{"type":"object","properties":{"confirm":{"type":"boolean","title":"确认写入"}},"required":["confirm"]}"#;

/// `desk` 1.0.0: `read_file` from `demo-data/`, and `write_file` into `demo-drafts/`.
///
/// # Errors
/// A schema above is wrong, which a test would have found.
pub fn desk(base: impl Into<Base>) -> Result<Server, ToolError> {
    let base = Arc::new(base.into());
    let (readable, writable) = (AllowList::new(Arc::clone(&base), mini::FOLDER), Drafts::new(base));
    let read = Tool::new("read_file", "读取 demo-data/ 内的文本文件", READ)?;
    let about = "把文本写进 demo-drafts/ 内的文件，会覆盖原有内容；写之前先问用户";
    let write = Tool::new("write_file", about, WRITE)?;
    let (reads, writes) = (hints(true), hints(false));
    let form = parse(FORM).map_err(ToolError::NotJson)?;
    let form = form.as_object().cloned().unwrap_or_default();
    Server::new("desk", "1.0.0")
        .capabilities(ServerCapabilities::tools())
        .validation(Validation::AtFirstCall)
        .tool(read.annotated(reads), move |arguments| mini::read_file(&readable, arguments))?
        .asking_tool(write.annotated(writes), move |exchange, arguments| {
            write_file(&writable, &form, exchange, arguments)
        })
}

/// What each of the two may do to the world.
fn hints(reads: bool) -> ToolAnnotations<'static> {
    let writes = (!reads).then_some(true);
    let (read_only, open_world) = (Some(reads), Some(false));
    ToolAnnotations {
        read_only,
        destructive: writes,
        idempotent: writes,
        open_world,
        ..ToolAnnotations::default()
    }
}

/// Asks first and acts afterwards: in the stateless era this function runs once for every round.
fn write_file(
    drafts: &Drafts,
    form: &Object<'static>,
    exchange: &Exchange,
    arguments: &Object<'_>,
) -> Result<Result<String, String>, Pause> {
    let (path, text) = match (word(arguments, "path"), word(arguments, "text")) {
        (Ok(path), Ok(text)) => (path, text),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    // Nobody should be asked about what will not be done anyway.
    if let Err(refusal) = drafts.check(&path) {
        return Ok(Err(drafts::sentence(refusal, &path)));
    }
    let (size, message) = (text.len(), question(&path, &text));
    let asked = ElicitRequestParams { message: message.into(), requested_schema: form.clone() };
    let confirmed = match exchange.elicit("confirm", asked)? {
        ElicitResult::Accept(content) => content.get("confirm").and_then(Value::as_bool),
        ElicitResult::Decline => Some(false),
        ElicitResult::Cancel => None,
    };
    Ok(match confirmed {
        Some(true) => match drafts.write(&path, &text) {
            Ok(()) => Ok(format!("已写入 {path}，共 {size} 字节")),
            Err(refusal) => Err(drafts::sentence(refusal, &path)),
        },
        Some(false) => {
            Err(format!("没有写入 {path}：用户拒绝了。不要换个说法再试，先问用户想怎么做"))
        }
        None => Err(format!("没有写入 {path}：用户没有回答，只是关掉了询问")),
    })
}

/// What the human reads. Every line of the text stands behind a bar, and what cannot be seen is spelled
/// out: the model must not be able to write the question.
fn question(path: &str, text: &str) -> String {
    let mut lines: Vec<_> = text.lines().take(SHOWN_LINES).map(shown).collect();
    if text.lines().count() > SHOWN_LINES || text.lines().any(|line| line.chars().count() > SHOWN) {
        lines.push("（上面只显示了开头）".to_owned());
    }
    format!("要把下面 {} 字节写进 {path} 吗？\n{}", text.len(), lines.join("\n"))
}

fn shown(line: &str) -> String {
    let start: String = line.chars().take(SHOWN).collect();
    format!("│ {}", visible(&start))
}

/// How much of a text is shown to the human who is asked: lines, and characters of each.
const SHOWN_LINES: usize = 20;
const SHOWN: usize = 100;

fn word(arguments: &Object<'_>, name: &str) -> Result<String, String> {
    let text = arguments.get(name).and_then(Value::as_string).and_then(|text| text.text().ok());
    let text = text.map(std::borrow::Cow::into_owned);
    text.ok_or_else(|| format!("参数错误：{name} 含有不成对的代理码点（surrogate），不是合法文本"))
}
