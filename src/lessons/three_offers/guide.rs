//! What a teacher says to the three offers: the beginning, the end, and the steps in order.

use super::offers::{HANDSHAKE, PROMPTS, RESOURCES, TOOLS};
use super::unasked::{CHANGED, LISTEN, RETRY, SAMPLING, WORKING};
use crate::text::Text;
use crate::transcript::Guide;

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("Three offers of one server: tool, resource, prompt", "一个服务器，三样东西：工具、资源、提示"),
    steps: &[HANDSHAKE, TOOLS, RESOURCES, PROMPTS, WORKING, CHANGED, SAMPLING, LISTEN, RETRY],
    questions: &[
        (Text::new("Who decides for each of the three, and when is a thing better a resource than a tool?", "三样东西各由谁决定？什么时候该做成资源，而不是工具？"), Text::new(
            "Tool: the model, in the middle of its work, such as search. Resource: the application, such as the note that is\nopen in its window. Prompt: the user, such as explain, picked from a menu.\nMake it a resource when it has an address and is only read: a note, a file, a table's schema. Then it can be\npicked, attached and watched without any model. To search or to change something, offer a tool. A text that people\nwould otherwise type again and again is a prompt.",
            "工具由模型决定，干着活就会用到，例如 search。资源由应用决定，例如窗口里正打开的那条笔记。\n提示由用户决定，例如从菜单里选中 explain。\n有地址、只供读取的东西适合做成资源：一条笔记、一个文件、一张表的结构。不需要模型参与，就能挑选、附上、订阅。\n要搜索、要改动什么，就做成工具。人们总要反复输入的那段话，做成提示。")),
        (Text::new("Why do lists come in pages, and why is a cursor opaque?", "清单为什么要分页？游标为什么不许解读？"), Text::new(
            "A list may have a hundred thousand entries; in pages no message grows too large, and the first can be shown at once.\nA cursor that nobody reads may be anything: here the name of the last thing shown, elsewhere a row number or a\nsigned token. The server may change that tomorrow, and no client breaks.",
            "清单可能有十万项；分页之后，每条消息都不会太大，第一页马上就能显示。\n游标没有人去解读，里面放什么都行：这里放的是上一页最后一项的名字，别处可以是行号，也可以是签过名的一串内容。\n服务器明天换一种写法，也不会弄坏任何客户端。")),
        (Text::new("A notification comes between a request and its answer. Does it belong to that request?", "请求和响应之间来了一条通知。它是不是属于这次请求？"), Text::new(
            "Not because of its place. In step 5 progressToken \"read-1\" says so: the client chose it for request 14. In step 6\nupdated comes before answer 16 and carries nothing of it: it belongs to the session. In step 8 subscriptionId 19\nnames the listen request, although call 20 was the one being answered.",
            "不能凭位置判断。第 5 步靠 progressToken \"read-1\"：这是客户端给请求 14 起的名字。\n第 6 步的 updated 虽然排在响应 16 前面，却没有带它的任何标记：它属于整个会话。\n第 8 步里正在处理的是调用 20，通知上写的却是 subscriptionId 19：它属于那个 listen 请求。")),
        (Text::new("Why may a client refuse sampling?", "客户端为什么可以拒绝采样？"), Text::new(
            "The model, the bill and the conversation are the client's, and the text comes from somebody else: it may be long,\nor a trick. So a human should be able to see it and say no. A client that never wants it leaves out \"sampling\" and\nmust not be asked; one that says no this time answers with an error (the examples use code -1).",
            "模型是客户端的，账单和对话也是，而要处理的文字却是别人写的：可能很长，也可能是圈套。\n所以应该让人看得到，也能说“不”。根本不想借的客户端不声明 \"sampling\"，服务器就不许问；\n只是这一次不同意，就回一个错误（规范的例子里代码是 -1）。")),
        (Text::new("What is different in the stateless era, and what is not?", "无状态方式有哪些不同？哪些没变？"), Text::new(
            "Every request says its version and what its client can do; every result says its resultType. Changes come only\nto whoever keeps a listen request open, and only those it named. The server sends no requests: what it has to ask\ncomes back as a result. The three offers and their methods, tools/list or prompts/get, are the same.",
            "每个请求都自带版本和客户端的能力，每个结果都写明 resultType。只有让 listen 请求一直开着，才会收到变化的通知，\n而且只收点了名的那几种。服务器不再发请求：想问什么，就作为结果返回。\n三样东西没有变，tools/list、prompts/get 这些方法也还在。")),
    ],
    try_it: Text::new("Enter `mcp-lab serve library` into the settings of a client that you use: where do its tools, its resources and its\nprompts turn up, if at all? Or be the client yourself, in one stateless line\n(not installed? `cargo run -q --` in place of `mcp-lab`):\nprintf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}' | mcp-lab serve library",
        "在你常用的客户端里把 `mcp-lab serve library` 配成服务器：工具、资源、提示各出现在界面的什么地方？有没有哪一样根本看不到？\n或者自己来当客户端，无状态的一行就够了（没有安装？把 `mcp-lab` 换成 `cargo run -q --`）：\nprintf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}' | mcp-lab serve library"),
};
