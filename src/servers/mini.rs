//! The mini server: two tools, small enough for a slide.

use super::allow::{AllowList, Refusal};
use super::base::Base;
use crate::json::{Object, Value};
use crate::mcp::{ServerCapabilities, Tool, ToolError};
use crate::server::{Server, Validation};

const ADD_SCHEMA: &str = r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}"#;
const READ_SCHEMA: &str =
    r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#;

/// The only folder `read_file` reads from.
pub(super) const FOLDER: &str = "demo-data";

/// The server of the six-step lesson; `base` is the directory that holds `demo-data/`.
///
/// # Errors
/// A schema above is wrong, which a test would have found.
pub fn mini(base: impl Into<Base>) -> Result<Server, ToolError> {
    let allowed = AllowList::new(base.into(), FOLDER);
    let add_tool = Tool::new("add", "计算两个整数的和", ADD_SCHEMA)?;
    let read_tool = Tool::new("read_file", "读取白名单目录内的文本文件", READ_SCHEMA)?;
    Server::new("mini-mcp-server", "0.1.0")
        .capabilities(ServerCapabilities::tools())
        .validation(Validation::AtFirstCall)
        .tool(add_tool, add)?
        .tool(read_tool, move |arguments| read_file(&allowed, arguments))
}

fn add(arguments: &Object<'_>) -> Result<String, String> {
    let sum = i128::from(integer(arguments, "a")?) + i128::from(integer(arguments, "b")?);
    Ok(sum.to_string())
}

/// The schema has seen to it that this is an integer; JSON sets no limit to how long it may be.
fn integer(arguments: &Object<'_>, name: &str) -> Result<i64, String> {
    let number = arguments.get(name).and_then(Value::as_number);
    let value = number.and_then(|number| number.to_i64().ok());
    value.ok_or_else(|| format!("参数错误：add 的 {name} 必须是 64 位整数"))
}

pub(super) fn read_file(allowed: &AllowList, arguments: &Object<'_>) -> Result<String, String> {
    let path = arguments.get("path").and_then(Value::as_string);
    let path = path.ok_or("参数错误：read_file 需要字符串 path")?;
    let text = path
        .text()
        .map_err(|_| "参数错误：path 含有不成对的代理码点（surrogate），不是合法文本")?;
    allowed.read(&text).map_err(|refusal| sentence(refusal, &path.excerpt()))
}

/// What the model is told: what went wrong, and what would go right.
fn sentence(refusal: Refusal, path: &str) -> String {
    match refusal {
        Refusal::Outside => {
            format!("权限拒绝：read_file 只允许读取 {FOLDER}/ 内的文件，收到 {path}")
        }
        Refusal::Missing => format!("文件不存在：{FOLDER}/ 内没有这个文件，收到 {path}"),
        Refusal::NotAFile => format!("不是文件：read_file 只能读取普通文件，收到 {path}"),
        Refusal::TooLarge => format!("文件太大：read_file 最多读取 1 MiB，收到 {path}"),
        Refusal::NotText => format!("不是文本：read_file 只能读取 UTF-8 文本，收到 {path}"),
        Refusal::Unreadable => format!("读取失败：系统不允许读取这个文件，收到 {path}"),
    }
}
