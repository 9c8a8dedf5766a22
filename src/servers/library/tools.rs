//! What a model can do with the notes.

use super::super::waiting::pause;
use super::notes::Notes;
use crate::json::{Object, Value};
use crate::mcp::{
    ContentBlock, CreateMessageRequestParams, LoggingLevel, Tool, ToolAnnotations, ToolError,
};
use crate::server::{Exchange, Pause, Server};
use std::sync::Arc;

const SEARCH: &str = r#"{"type":"object","properties":{"word":{"type":"string","description":"要找的词","minLength":1,"maxLength":100}},"required":["word"]}"#;
const ADD_NOTE: &str = r#"{"type":"object","properties":{"name":{"type":"string","description":"笔记的名字：小写字母、数字和连字符","pattern":"^[a-z0-9-]{1,40}$"},"text":{"type":"string","description":"笔记的内容，一两行","minLength":1,"maxLength":2000}},"required":["name","text"]}"#;
const SUMMARIZE: &str = r#"{"type":"object","properties":{"name":{"type":"string","description":"笔记的名字"}},"required":["name"]}"#;
const RECITE: &str = r#"{"type":"object","properties":{"name":{"type":"string","description":"笔记的名字"},"pause_ms":{"type":"integer","description":"每行之后停多少毫秒","minimum":0,"maximum":1000,"default":0}},"required":["name"]}"#;

/// Offers them.
pub(super) fn offer(server: Server, notes: &Arc<Notes>) -> Result<Server, ToolError> {
    let reads = ToolAnnotations {
        read_only: Some(true),
        open_world: Some(false),
        ..ToolAnnotations::default()
    };
    let adds = ToolAnnotations {
        read_only: Some(false),
        destructive: Some(false),
        idempotent: Some(false),
        open_world: Some(false),
        ..ToolAnnotations::default()
    };
    let search_tool = Tool::new("search", "找出含有某个词的笔记，给出它们的 URI。", SEARCH)?;
    let add_tool = Tool::new(
        "add_note",
        "添加一条笔记；同名的笔记已存在时，在它末尾加一行。只存在内存里。",
        ADD_NOTE,
    )?;
    let recite_tool = Tool::new("recite", "逐行朗读一条笔记，每读一行报告一次进度。", RECITE)?;
    let summarize_tool = Tool::new("summarize", "请客户端的模型用一句话概括一条笔记。", SUMMARIZE)?;
    let [searched, added, recited, summarized] = [(); 4].map(|()| Arc::clone(notes));
    server
        .tool(search_tool.annotated(reads.clone()), move |it| search(&searched, it))?
        .tool(add_tool.annotated(adds), move |it| add_note(&added, it))?
        .long_tool(recite_tool.annotated(reads.clone()), move |exchange, it| {
            recite(&recited, exchange, it)
        })?
        .asking_tool(summarize_tool.annotated(reads), move |exchange, it| {
            summarize(&summarized, exchange, it)
        })
}

fn search(notes: &Notes, arguments: &Object<'_>) -> Result<String, String> {
    let word = text(arguments, "word")?;
    let found = notes.holding(&word);
    Ok(match found.len() {
        0 => format!("没有笔记提到 {word}"),
        count => format!("{count} 条笔记提到 {word}：\n{}", found.join("\n")),
    })
}

fn add_note(notes: &Notes, arguments: &Object<'_>) -> Result<String, String> {
    let uri = notes.add(&text(arguments, "name")?, &text(arguments, "text")?)?;
    Ok(format!("已写入 {uri}"))
}

fn recite(notes: &Notes, exchange: &Exchange, arguments: &Object<'_>) -> Result<String, String> {
    let name = text(arguments, "name")?;
    let note = find(notes, &name)?;
    let wanted = arguments.get("pause_ms").and_then(Value::as_number);
    let wanted = wanted.and_then(|number| u64::try_from(number.to_i64().ok()?).ok());
    let lines: Vec<_> = note.lines().collect();
    exchange.log(LoggingLevel::Info, "recite", format!("开始朗读 {name}，共 {} 行", lines.len()));
    let total = u32::try_from(lines.len()).ok().map(f64::from);
    for (number, line) in (1_u32..).zip(&lines) {
        exchange.progress(f64::from(number), total, Some(line));
        pause(exchange, wanted.unwrap_or_default());
        if exchange.is_cancelled() {
            return Err(format!("读到第 {number} 行时被取消"));
        }
    }
    Ok(note)
}

/// A server has no model of its own, but the client may lend it one.
fn summarize(
    notes: &Notes,
    exchange: &Exchange,
    arguments: &Object<'_>,
) -> Result<Result<String, String>, Pause> {
    let note = text(arguments, "name").and_then(|name| find(notes, &name));
    let note = match note {
        Ok(note) => note,
        Err(why) => return Ok(Err(why)),
    };
    let question = CreateMessageRequestParams {
        text: format!("用一句话概括：{note}").into(),
        max_tokens: 100,
    };
    let answer = exchange.sample("summary", question)?;
    Ok(match answer.content {
        ContentBlock::Text(text) => {
            Ok(format!("{} 说：{}", answer.model.excerpt(), text.excerpt()))
        }
        ContentBlock::Other(_) => Err("客户端的模型没有用文字回答".to_owned()),
    })
}

fn find(notes: &Notes, name: &str) -> Result<String, String> {
    let names = || notes.names("").join("、");
    notes.text(name).ok_or_else(|| format!("没有名为 {name} 的笔记，可以选：{}", names()))
}

/// The schema has seen to it that this is a string; half a surrogate pair in it is no text.
fn text(arguments: &Object<'_>, name: &str) -> Result<String, String> {
    let found = arguments.get(name).and_then(Value::as_string);
    let text = found.and_then(|found| found.text().ok());
    text.map(std::borrow::Cow::into_owned)
        .ok_or_else(|| format!("参数错误：{name} 含有不成对的代理码点（surrogate），不是合法文本"))
}
