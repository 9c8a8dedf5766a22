//! Broken results of the era without a handshake, and who may not ask in it.

/// As many rounds as a client bears, and one more.
macro_rules! rounds {
    ($($id:literal),*) => {
        concat!(r#""id":3,"result":{"resultType":"input_required","requestState":"s1",@server}"#, $(
            "}\n", r#"client -> {"jsonrpc":"2.0","id":"#, $id, r#","method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4},"requestState":"s1",@meta}}"#,
            "\n", r#"server -> {"jsonrpc":"2.0","id":"#, $id, r#","result":{"resultType":"input_required","requestState":"s1",@server}"#),*)
    };
}

/// A call that only ever comes again.
const IDLE: &str = rounds!(21, 22, 23, 24, 25, 26, 27, 28, 29, 30);

broken! {
    "no-result-type", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","#, r#""id":3,"result":{"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "The tool was taken over from an older server, with its result as it was. Old clients show 7, the newest ones an error.",
        "工具是从旧服务器原样搬过来的，返回的内容没动。旧客户端显示 7，最新的客户端却报错。";
    "unknown-result-type", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete""#, r#""id":3,"result":{"resultType":"done""#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "The log of the server says that the call is done. Its clients say that the result is invalid.",
        "服务器日志写着调用已经完成，客户端却说 result 无效。";
    "no-cache-hints", Server, STATELESS, [Swap(r#"{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}],"ttlMs":0,"cacheScope":"private","#, r#"{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}],"#)], [],
        "A strict client shows no tools. A lenient one shows them, and asks for the list before every single call.",
        "严格的客户端看不到工具；宽松的看得到，可是每次调用之前都要重新取一遍清单。";
    "server-asked", Server, STATELESS, [Before(r#"server -> {"jsonrpc":"2.0","id":3,"result""#, r#"server -> {"jsonrpc":"2.0","id":1,"method":"roots/list"}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "With clients of last year the tool finds its folders. With the newest it works as if there were none.",
        "用去年的客户端，工具找得到目录；用最新的客户端，它就像没有目录一样。";
    "undeclared-input", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":3,"result":{"resultType":"input_required","inputRequests":{"sure":{"method":"elicitation/create","params":{"message":"Shall I?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}}}},"requestState":"s1",@server}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "In the editor the tool asks before it adds. In the script that runs at night nobody ever gets a result.",
        "在编辑器里，工具会先问一句再计算；夜里跑的脚本却从来拿不到结果。";
    "endless-rounds", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, IDLE)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "The call spins until the client gives up. The server has not logged a single error.",
        "调用一直转圈，直到客户端放弃；服务器一条错误日志都没有。";
}
