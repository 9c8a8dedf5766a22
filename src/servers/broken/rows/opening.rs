//! Broken beginnings: eras, versions, the handshake.

broken! {
    "refused-initialize", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version: 2025-11-25"}}
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "Since the client was updated: Failed to connect, -32602. The server has not changed.",
        "客户端更新以后就报 Failed to connect，-32602；服务器一点没改。";
    "unknown-version", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0","capabilities":{"tools":{}},"serverInfo":{"name":"ward","version":"1.0"}}}
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "The client says: Server's protocol version is not supported. The server answers version 1.0, its own.",
        "客户端说：Server's protocol version is not supported。服务器回的是 1.0，它自己的版本号。";
    "stateless-only", Client, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}
-- client closed stdin
-- server exited with code 0"#),
    ], ["--era", "handshake"],
        "The server is new and works with new clients. This one cannot even begin.",
        "服务器是新的，新客户端都能用；这个客户端连开始都开始不了。";
    "handshake-only", Client, STATELESS, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
-- client closed stdin
-- server exited with code 0"#),
    ], ["--era", "stateless"],
        "The client is new. The server was written last year, and the two do not get beyond the first line.",
        "客户端是新的，服务器是去年写的，第一句话之后就谈不下去了。";
    "no-common-version", Client, STATELESS, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2027-06-30"],"requested":"2026-07-28"}}}
-- client closed stdin
-- server exited with code 0"#),
    ], ["--era", "stateless"],
        "Both sides are modern, both are right, and they have nothing to say to each other.",
        "双方都是新的，都没有错，却一句话也说不到一块儿。";
    "discover-refused", Server, STATELESS, [
        Drop(r#"server -> {"jsonrpc":"2.0","id":1,"#),
        After(r#"client -> {"jsonrpc":"2.0","id":1,"#, r#"server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#),
        Drop(r#"client -> {"jsonrpc":"2.0","id":6,"#),
        Drop(r#"server -> {"jsonrpc":"2.0","id":6,"#),
    ], ["--era", "stateless"],
        "Every call works without a handshake. The client still takes the server for an old one.",
        "不用握手，每次调用都能成功；客户端却一直把它当成旧服务器。";
    "discover-kills", Server, HANDSHAKE, [
        Before(r#"client -> {"jsonrpc":"2.0","id":1,"#, r#"client -> {"jsonrpc":"2.0","id":0,"method":"server/discover","params":{@meta}}
-- server exited with code 0
-- server started once more: ward"#),
    ], [],
        "The client was updated, the server was not: connection closed, discover response.",
        "客户端更新了，服务器没动，结果报：connection closed: discover response。";
    "not-initialized", Client, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":1,"#, r#"client -> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
server -> {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid request parameters"}}
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "tools/list has no parameters. The server says: -32602 Invalid request parameters.",
        "tools/list 根本没有参数，服务器却说：-32602 Invalid request parameters。";
    "initialize-twice", Client, HANDSHAKE, [
        After(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"client -> {"jsonrpc":"2.0","id":20,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}
server -> {"jsonrpc":"2.0","id":20,"error":{"code":-32600,"message":"Already initialized"}}"#),
    ], [],
        "The client reconnects to be on the safe side. From then on everything fails.",
        "客户端为了保险又连接了一次，从那以后什么都失败。";
    "early-request", Client, HANDSHAKE, [
        Drop(r#"client -> {"jsonrpc":"2.0","id":2,"#),
        After(r#"client -> {"jsonrpc":"2.0","id":1,"#, r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}"#),
    ], [],
        "To save time the client asks two things at once. Most servers do not mind; one refuses.",
        "客户端为了省时间，一口气问了两件事；多数服务器不在意，有一个拒绝了。";
    "initialize-cancelled", Client, HANDSHAKE, [
        Before(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"timeout"}}"#),
    ], [],
        "The server is slow to start. The client gives up, politely, and the server logs an error.",
        "服务器启动慢，客户端很有礼貌地放弃了，服务器却记了一条错误。";
    "version-ignored", Client, HANDSHAKE, [
        Swap(r#""method":"initialize","params":{"protocolVersion":"2025-11-25""#, r#""method":"initialize","params":{"protocolVersion":"2024-11-05""#),
    ], [],
        "They connect. Later the client meets fields that it has never heard of.",
        "两边连上了，后来客户端碰到一些从没见过的字段。";
    "initialized-missing", Client, HANDSHAKE, [
        Drop(r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#),
    ], [],
        "With one server the client works. Another never sends a notification, and never asks anything.",
        "和一个服务器配合没问题；另一个从来不发通知，也从来不主动提问。";
    "initialized-twice", Client, HANDSHAKE, [
        After(r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#, r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#),
    ], [],
        "The server greets its client twice, and loads everything twice.",
        "服务器跟客户端打了两遍招呼，东西也加载了两遍。";
    "server-asked-early", Server, FEATURES, [
        Before(r#"server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion""#, r#"server -> {"jsonrpc":"2.0","id":"first","method":"roots/list"}"#),
        Before(r#"client -> {"jsonrpc":"2.0","method":"notifications/initialized"}"#, r#"client -> {"jsonrpc":"2.0","id":"first","result":{"roots":[]}}"#),
    ], ["--declare"],
        "The server wants to know the folders first of all. Some clients never answer that.",
        "服务器一上来就想知道有哪些文件夹，有的客户端从来不回答。";
}
