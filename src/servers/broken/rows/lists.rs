//! Broken lists, log messages and promises; and what nobody wants any more.

broken! {
    "list-changed-alone", Server, MODERN, [Drop("notifications/tools/list_changed"), After(r#""id":10,"result""#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"tools/list","params":{@meta}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"result":{"resultType":"complete","tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}},{"name":"undo","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"private",@server}}"#))], [],
        "A tool can be seen only after another one was called. Behind a load balancer it comes and goes.",
        "有个工具要先调用另一个才看得到。放到负载均衡后面，它就时有时无。";
    "list-reordered", Server, STATELESS, [Swap(r#""tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]"#, r#""tools":[{"name":"now","inputSchema":{"type":"object"}},{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]"#), After(r#"server -> {"jsonrpc":"2.0","id":3,"result""#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"tools/list","params":{@meta}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"result":{"resultType":"complete","tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}},{"name":"now","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"private",@server}}"#))], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "The bill of the model has doubled. Nothing was changed, neither questions nor tools.",
        "模型的账单翻了一倍，问题没变，工具也没变。";
    "cache-scope-pages", Server, MODERN, [Swap(r#""name":"two"}],"ttlMs":0,"cacheScope":"private""#, r#""name":"two"}],"ttlMs":0,"cacheScope":"public""#)], [],
        "The second page of somebody's own list turned up with somebody else.",
        "自己的清单，第二页却出现在了别人那里。";
    "log-unasked", Server, MODERN, [Swap(r#""io.modelcontextprotocol/logLevel":"info","#, "")], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "The client's console fills with lines that nobody has turned on, and there is no switch to turn them off.",
        "没人打开日志，客户端的控制台却刷个不停，也找不到开关可以关掉。";
    "unadvertised-feature", Server, MODERN, [Swap(r#""prompts":{},"#, ""), Drop(r#"client -> {"jsonrpc":"2.0","id":8,"#), Drop(r#"server -> {"jsonrpc":"2.0","id":8,"#)], [],
        "The prompts are written and tested by hand. No client shows them.",
        "提示写好了，手动测试也没问题，可是没有哪个客户端显示它们。";
    "unadvertised-used", Client, MODERN, [Swap(r#""completions":{},"#, ""), After(r#""id":8,"result""#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"explain"},"argument":{"name":"topic","value":"o"},@meta}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"error":{"code":-32601,"message":"Method not found"}}"#))], [],
        "With every key that the user presses, the client logs one more error of the server.",
        "用户每按一个键，客户端日志里就多一条服务器的错误。";
    "server-cancelled", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":3,"error":{"code":-32603,"message":"Gave up"}"#), Before(r#"server -> {"jsonrpc":"2.0","id":3,"error""#, r#"server -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3,"reason":"too busy"}}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "When the server is busy, the client says that it was told to cancel something it had never cancelled.",
        "服务器一忙，客户端就说收到了一个莫名其妙的取消。";
    "answered-after-cancel", Server, STATELESS, [Drop(r#"server -> {"jsonrpc":"2.0","id":3,"result""#), After(r#"client -> {"jsonrpc":"2.0","id":3,"#, r#"client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#), After(r#""id":6,"result""#, r#"server -> {"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#, "--cancel"],
        "The user has stopped the call. A moment later its result stands under the next one.",
        "用户已经停掉了这次调用，过一会儿它的结果却出现在下一次调用下面。";
}
