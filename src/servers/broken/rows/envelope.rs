//! Broken messages: what is one, and which answers which.

broken! {
    "no-message", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"server -> {"id":2,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}
-- client waited 60s for the answer to tools/list
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "The list of tools is on the wire, complete. The client waits for it until it gives up.",
        "线路上明明有完整的工具清单，客户端却一直等到放弃。";
    "wrong-id", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"server -> {"jsonrpc":"2.0","id":"2","result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}
-- client waited 60s for the answer to tools/list
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "The client says -32001 Request timed out. In the log, the answer came after 12 ms.",
        "客户端报 -32001 Request timed out；可是日志里，响应 12 毫秒就到了。";
    "answered-twice", Server, HANDSHAKE, [
        After(r#"server -> {"jsonrpc":"2.0","id":3,"#, r#"server -> {"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"Internal error"}}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The call works, and right after it the client reports an error nobody asked for.",
        "调用成功了，紧接着客户端又报了一个莫名其妙的错误。";
    "answered-early", Server, HANDSHAKE, [
        Drop(r#"server -> {"jsonrpc":"2.0","id":3,"#),
        Before(r#"client -> {"jsonrpc":"2.0","id":2,"#, r#"server -> {"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"7"}]}}"#),
    ], [],
        "Every request has its answer in the log, and yet the client says that one never came.",
        "日志里每个请求都有响应，客户端却说有一个一直没等到。";
    "id-reused", Client, HANDSHAKE, [
        Swap(r#"client -> {"jsonrpc":"2.0","id":4,"#, r#"client -> {"jsonrpc":"2.0","id":3,"#),
        Swap(r#"server -> {"jsonrpc":"2.0","id":4,"#, r#"server -> {"jsonrpc":"2.0","id":3,"#),
    ], [],
        "Now and then a call gets the result of another one.",
        "偶尔，一次调用会拿到另一次调用的结果。";
    "notification-answered", Server, HANDSHAKE, [
        After(r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#, r#"server -> {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found: notifications/initialized"}}"#),
    ], [],
        "One client connects and hangs up at once. Another has no trouble at all.",
        "有的客户端刚连上就断开，有的却毫无问题。";
    "unknown-method", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":5,"#, "-- server exited with code 0"),
    ], [],
        "After a client update the session just ends in the middle. No error, exit code 0.",
        "客户端更新以后，会话会在中途突然结束：没有报错，退出码是 0。";
    "ping-unanswered", Server, HANDSHAKE, [
        Swap(r#""id":6,"result":{}"#, r#""id":6,"error":{"code":-32601,"message":"Method not found: ping"}"#),
    ], [],
        "The connection drops every thirty seconds, though every call works.",
        "每次调用都正常，可是连接每三十秒断一次。";
    "batch", Client, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":3,"#, r#"client -> [{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}},{"jsonrpc":"2.0","id":4,"method":"ping"}]
-- client waited 60s for the answer to tools/call
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "To be fast the client sends two requests at once. No answer comes to either.",
        "客户端为了快，一次发出两个请求，结果一个响应也没有。";
    "initialize-in-batch", Client, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":1,"#, r#"client -> [{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}},{"jsonrpc":"2.0","id":2,"method":"ping"}]
-- client waited 60s for the answer to initialize
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "Client and server both know arrays of messages, and still the session does not begin.",
        "客户端和服务器都认识消息数组，会话却开始不了。";
    "big-number", Server, HANDSHAKE, [
        Swap(r#"{"content":[{"type":"text","text":"7"}]}"#, r#"{"content":[{"type":"text","text":"{\"order\":9007199254740993}"}],"structuredContent":{"order":9007199254740993}}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The server sends order …993. The client asks for order …992, and there is no such order.",
        "服务器给的订单号末尾是 993，客户端去查的却是 992，当然查不到。";
}
