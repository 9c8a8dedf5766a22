//! Broken talk about versions.

broken! {
    "no-versions", Server, STATELESS, [Swap(r#""id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"]"#, r#""id":1,"result":{"resultType":"complete","supportedVersions":[]"#)], [],
        "The client says: no version in common. It is the newest client, and the newest server.",
        "客户端说没有共同的版本，可是客户端和服务器都是最新的。";
    "unsupported-version-accepted", Server, STATELESS, [Swap(r#""id":1,"method":"server/discover","params":{@meta}"#, r#""id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-15","io.modelcontextprotocol/clientInfo":{"name":"ward-client","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}"#)], [],
        "Half a year later there is a new revision, and with clients of it the server behaves strangely. It never says why.",
        "半年后有了新版本的规范，新客户端用这个服务器总有些不对劲，服务器却从来不说为什么。";
    "initialize-after-unsupported", Client, STATELESS, [Whole(concat!("-- server started: ward", "\n", r#"client -> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-15","io.modelcontextprotocol/clientInfo":{"name":"ward-client","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2027-01-15"}}}"#, "\n", r#"client -> {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found: initialize. This server speaks 2026-07-28"}}"#, "\n", "-- client closed stdin", "\n", "-- server exited with code 0"))], [],
        "Client and server both speak 2026-07-28. Together they end with: Method not found: initialize.",
        "客户端和服务器都会 2026-07-28，连在一起却得到：Method not found: initialize。";
    "versions-differ", Server, STATELESS, [Before(r#"client -> {"jsonrpc":"2.0","id":1,"#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-15","io.modelcontextprotocol/clientInfo":{"name":"ward-client","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28","2026-11-30"],"requested":"2027-01-15"}}}"#)), Drop(r#"client -> {"jsonrpc":"2.0","id":6,"#), Drop(r#"server -> {"jsonrpc":"2.0","id":6,"#)], [],
        "Some clients begin with 2026-11-30, and are refused at once. The error had offered it.",
        "有的客户端用 2026-11-30 开始，马上被拒绝；而这个版本正是错误信息里给出的。";
    "initialize-error-nameless", Server, STATELESS, [After(r#"server -> {"jsonrpc":"2.0","id":1,"result""#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"error":{"code":-32601,"message":"Method not found"}}"#))], [],
        "All that the user of an older client ever sees is: Method not found.",
        "用旧客户端的人看到的只有一句：Method not found。";
    "no-probe-first", Client, HANDSHAKE, [Before(r#"client -> {"jsonrpc":"2.0","id":1,"#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"tools/list","params":{@meta}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"error":{"code":-32600,"message":"Received request before initialization was complete"}}"#))], [],
        "With most old servers the client falls back and works. One old server hangs up on its very first line.",
        "遇到旧服务器，客户端多半能退回去继续；有一个旧服务器，第一行就把它断开了。";
}
