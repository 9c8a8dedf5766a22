//! Messages that lack something, or are not their sender's to send.

broken! {
    "wrong-direction", Server, HANDSHAKE, [
        After(r#"client -> {"jsonrpc":"2.0","id":3,"#, r#"server -> {"jsonrpc":"2.0","id":1,"method":"resources/list"}
client -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The server asks its client for files, and is told that there is no such method.",
        "服务器向客户端要文件，对方却说没有这个方法。";
    "echo", Server, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":1,"#, r#"client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}
server -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}
client -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: initialize"}}
server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: initialize"}}
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "The command starts at once and never fails. The client shows a server without a name and without tools.",
        "命令一下就启动了，从不报错；客户端里却只有一个没有名字、没有工具的服务器。";
    "not-in-revision", Server, HANDSHAKE, [
        Swap(r#""protocolVersion":"2025-11-25","capabilities":{},"#, r#""protocolVersion":"2025-03-26","capabilities":{"elicitation":{}},"#),
        Swap(r#""result":{"protocolVersion":"2025-11-25""#, r#""result":{"protocolVersion":"2025-03-26""#),
        After(r#"client -> {"jsonrpc":"2.0","id":3,"#, r#"server -> {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Shall I?","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean"}}}}}
client -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "With new clients the server may ask back. With an older one every question fails.",
        "用新客户端，服务器可以反过来提问；换成旧一点的，每次提问都失败。";
    "params-array", Client, HANDSHAKE, [
        Swap(r#""method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}"#, r#""method":"tools/call","params":["add",{"a":3,"b":4}]"#),
        Swap(r#""id":3,"result":{"content":[{"type":"text","text":"7"}]}"#, r#""id":3,"error":{"code":-32602,"message":"Invalid params"}"#),
    ], [],
        "It is correct JSON-RPC, says the author of the client. Every call is refused.",
        "客户端作者说，这是标准的 JSON-RPC；可是每次调用都被拒绝。";
    "bad-params", Client, HANDSHAKE, [
        Swap(r#""params":{"name":"add","arguments":{"a":3,"b":4}}"#, r#""params":{"tool":"add","arguments":{"a":3,"b":4}}"#),
        Swap(r#""id":3,"result":{"content":[{"type":"text","text":"7"}]}"#, r#""id":3,"error":{"code":-32602,"message":"Invalid params"}"#),
    ], [],
        "The tool is in the list, the arguments are right, and the call is refused with -32602.",
        "工具在清单里，参数也对，调用却被拒绝：-32602。";
    "bad-result", Server, HANDSHAKE, [
        Swap(r#"{"content":[{"type":"text","text":"7"}]}"#, r#"{"content":"7"}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The answer is there for everybody to see. The client says that it is invalid.",
        "结果明明白白写在那里，客户端却说它不合法。";
    "misspelt-method", Client, HANDSHAKE, [
        Swap(r#""id":2,"method":"tools/list""#, r#""id":2,"method":"list_tools""#),
        Swap(r#""id":2,"result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]}"#, r#""id":2,"error":{"code":-32601,"message":"Method not found"}"#),
    ], [],
        "The server has tools and says so. The client asks for the list, and is told that there is no such method.",
        "服务器有工具，也声明了。客户端去要清单，得到的却是：没有这个方法。";
    "misspelt-member", Server, HANDSHAKE, [
        Swap(r#"{"content":[{"type":"text","text":"7"}]}"#, r#"{"content":[{"type":"text","text":"The ward is full"}],"is_error":true}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The tool fails and says so, and the model goes on as if all had gone well.",
        "工具失败了，也说明了失败，模型却当成一切顺利，接着往下做。";
    "ping-not-empty", Server, HANDSHAKE, [
        Swap(r#""id":6,"result":{}"#, r#""id":6,"result":{"status":"ok"}"#),
    ], [],
        "The server is alive and says so. A strict client takes that for an error.",
        "服务器活得好好的，也说了自己没事；严格的客户端却当成错误。";
    "meta-key", Server, HANDSHAKE, [
        Swap(r#"{"content":[{"type":"text","text":"7"}]}"#, r#"{"content":[{"type":"text","text":"7"}],"_meta":{"_trace":"7f"}}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The server adds a note for its own tools. One client drops it, another refuses the line.",
        "服务器顺手加了一点给自己工具看的信息；有的客户端把它丢掉，有的连整行都不收。";
}
