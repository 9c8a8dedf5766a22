//! What shows only when somebody asks for it: other versions, the end of input, a first message too new.

broken! {
    "version-error", Server, HANDSHAKE, [
        Swap(r#""id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25""#, r#""id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05""#),
        Until(r#"server -> {"jsonrpc":"2.0","id":1"#, "server -> {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"Unsupported protocol version\"}}\n-- client closed stdin\n-- server exited with code 0")
    ], [],
        "The client was updated and the server was not. Since then: Failed to connect, -32602.",
        "客户端升了级，服务器没动；从那以后就连不上了，只报 -32602。";
    "impossible-version-accepted", Server, HANDSHAKE, [
        Swap(r#""id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25""#, r#""id":1,"method":"initialize","params":{"protocolVersion":"2099-01-01""#),
        Until(r#"server -> {"jsonrpc":"2.0","id":1"#, "server -> {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2099-01-01\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"ward\",\"version\":\"1.0\"}}}\n-- client closed stdin\n-- server exited with code 0")
    ], [],
        "Every client connects, whatever version it offers. One day a new one connects and understands nothing.",
        "不管客户端给什么版本都连得上。有一天来了个新客户端，连是连上了，却什么也看不懂。";
    "version-not-echoed", Server, HANDSHAKE, [
        Swap(r#""id":1,"result":{"protocolVersion":"2025-11-25""#, r#""id":1,"result":{"protocolVersion":"2025-06-18""#),
        After("-- server exited with code 0", "-- server started: ward\nclient -> {\"jsonrpc\":\"2.0\",\"id\":11,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"ward-client\",\"version\":\"1.0\"}}}\nserver -> {\"jsonrpc\":\"2.0\",\"id\":11,\"result\":{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"ward\",\"version\":\"1.0\"}}}\n-- client closed stdin\n-- server exited with code 0")
    ], [],
        "A new client connects and gets 2025-06-18. A client that asks for just that gets something older, and hangs up.",
        "新客户端连上后得到的是 2025-06-18；专门要这个版本的客户端，得到的反而更旧，只好断开。";
    "drops-last-answers", Server, HANDSHAKE, [Until(r#"server -> {"jsonrpc":"2.0","id":2"#, "-- client closed stdin\n-- server exited with code 0")], [],
        "In a client everything works. `printf … | server` prints the first answer and no other.",
        "在客户端里一切正常；用 printf … | server 测试，只看到第一个响应。";
}
