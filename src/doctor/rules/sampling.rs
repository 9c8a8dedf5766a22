//! Rules about what a server wants of a client's model, and of its folders.

use super::asking::found;
use crate::doctor::examine::{Facts, Found, Seen, elements};
use crate::doctor::forms::{balance_fault, root_fault};
use crate::doctor::rule::Check::Message;
use crate::json::Value;
use crate::mcp::{ROOTS_LIST, SAMPLING_CREATE_MESSAGE};
use crate::transport::Side;

rules! {
    SAMPLING_TOOLS = "sampling-tools-undeclared", Some(4), Server, Must, Certain, V2025_11_25, Message(sampling_tools), "2025-11-25 client/sampling",
        "a server gives a model tools only where the client has said that this can be done",
        "客户端声明过，服务器才能给模型提供工具",
        "a client without sampling.tools cannot pass tools on: the model answers as if there were none",
        "客户端没有 sampling.tools，就没法把工具转给模型：模型会当作没有工具来回答",
        "look for sampling.tools in the capabilities of the client, and leave out tools and toolChoice without it",
        "先看客户端 capabilities 里有没有 sampling.tools，没有就不要写 tools 和 toolChoice";
    SAMPLING_UNBALANCED = "sampling-unbalanced", Some(4), Server, Must, Certain, V2025_11_25, Message(sampling_unbalanced), "2025-11-25 client/sampling",
        "every tool_use is answered by a tool_result in the very next message, and by nothing else",
        "每个 tool_use 都由紧接着的下一条消息里的 tool_result 回答，那条消息里没有别的",
        "model services refuse a conversation in which a call of a tool has no result, or a result has no call",
        "对话里调用了工具却没有结果，或者有结果却没有调用，模型服务会直接拒绝",
        "answer all tool_use of a message in one user message that holds tool_result blocks alone",
        "一条消息里的所有 tool_use，用一条只含 tool_result 的 user 消息来回答";
    ROOT_NOT_FILE = "root-not-file", Some(4), Client, Must, Certain, HANDSHAKE, Message(root_not_file), "2025-06-18 client/roots",
        "a root is a file:// URI",
        "root 是 file:// 开头的 URI",
        "a server turns roots into folders to work in; a mere path, or a web address, is none",
        "服务器要把 root 当作可以工作的文件夹；只写路径或网址都不行",
        "write file:///home/me/project, on Windows file:///C:/project, with special characters percent-encoded",
        "写成 file:///home/me/project，Windows 上写 file:///C:/project，特殊字符用百分号编码";
}

/// The params of a sampling that a server asks for.
fn asked<'s>(seen: &Seen<'s>) -> Option<&'s Value<'s>> {
    let request = seen.request(Side::Server)?;
    request.params.as_ref().filter(|_| request.method == *SAMPLING_CREATE_MESSAGE)
}

fn sampling_tools(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(params) = asked(seen) else { return Vec::new() };
    let member = ["tools", "toolChoice"].into_iter().find(|it| params.get(it).is_some());
    let Some(member) = member else { return Vec::new() };
    // A client that does no sampling at all is another case.
    let declared = |name| facts.session.declared(Side::Client, name);
    if declared("sampling") != Some(true) || declared("sampling.tools") != Some(false) {
        return Vec::new();
    }
    let en = format!(
        "the sampling request has {member}, and the client has not declared sampling.tools"
    );
    let zh = format!("sampling 请求里有 {member}，客户端却没有声明 sampling.tools");
    Found::new(en, zh).byte(seen.byte_of_member(params, member)).alone()
}

fn sampling_unbalanced(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    found(seen, asked(seen).and_then(balance_fault))
}

fn root_not_file(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let roots = seen.result_of(ROOTS_LIST).map(|it| elements(it, "roots")).unwrap_or_default();
    found(seen, roots.iter().find_map(root_fault))
}
