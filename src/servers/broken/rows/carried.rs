//! Broken `_meta`, and what does not belong into this era.

broken! {
    "id-still-open", Client, STATELESS, [Before(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{@meta}}"#)], [],
        "When the server is slow the client asks once more, to be sure. Now and then it then shows a list twice, or never.",
        "服务器一慢，客户端就再问一遍。有时候清单会显示两次，有时候干脆不出来。";
    "client-answered", Client, MODERN, [Drop(r#"server -> {"jsonrpc":"2.0","id":10,"#), Drop(r#"client -> {"jsonrpc":"2.0","id":10,"#), After(r#""resultType":"input_required""#, r#"client -> {"jsonrpc":"2.0","id":"sure","result":{"action":"accept","content":{"ok":true}}}"#)], [],
        "The user clicks yes. The call never ends.",
        "用户点了“确定”，这次调用却一直没有结束。";
    "removed-method", Client, STATELESS, [After(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"ping","params":{@meta}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"error":{"code":-32601,"message":"Method not found"}}"#))], [],
        "After the update the client says every minute that the server is unhealthy. All its tools work.",
        "升级之后，客户端每分钟都说服务器不健康，可是工具全都能用。";
    "bad-meta", Client, STATELESS, [Swap(r#""arguments":{"a":3,"b":4},@meta}"#, r#""arguments":{"a":3,"b":4},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"ward-client","version":"1.0"}}}"#), Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":3,"error":{"code":-32602,"message":"Invalid params: clientCapabilities must be an object in `_meta`"}"#)], [],
        "The list comes, every call is refused with -32602. The arguments are right.",
        "清单拿得到，调用却全部被 -32602 拒绝，参数明明没有错。";
    "no-client-info", Client, STATELESS, [Swap(r#""id":2,"method":"tools/list","params":{@meta}"#, r#""id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#)], [],
        "Somebody's client asks for the tools a thousand times an hour. The log of the server does not say whose.",
        "不知道是谁的客户端，一小时要取一千次工具清单，服务器日志里也查不出来。";
    "no-server-info", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}]}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "Three servers, one log: nobody can tell which of them has answered 7.",
        "三个服务器写进同一份日志，没人知道 7 是哪一个回答的。";
    "bad-trace", Client, STATELESS, [Swap(r#""arguments":{"a":3,"b":4},@meta}"#, r#""arguments":{"a":3,"b":4},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"ward-client","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{},"traceparent":"00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01"}}"#)], [],
        "In the tracing tool each call stands alone, though the client passes its trace along.",
        "客户端明明传了跟踪信息，跟踪系统里每次调用还是孤零零的。";
}
