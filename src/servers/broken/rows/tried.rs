//! What a server does not stand when a client does it on purpose.

broken! {
    "split-write", Server, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":6,"#, r#"-- client does this on purpose: the next line is written in two pieces, cut at byte 24
client -> {"jsonrpc":"2.0","id":"ward-中","method":"ping"}
-- client waited 60s for the answer to ping
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "Short questions are answered. A long one, or one with Chinese in it, now and then never is.",
        "短的请求都有响应；长一点的，或者带中文的，时不时就没了下文。";
    "merged-write", Server, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":6,"#, r#"-- client does this on purpose: the next two lines are written at once
client -> {"jsonrpc":"2.0","id":6,"method":"ping"}
client -> {"jsonrpc":"2.0","id":7,"method":"ping"}
server -> {"jsonrpc":"2.0","id":6,"result":{}}
-- client waited 60s for the answer to ping
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "One question after the other works. A client that asks two at once waits for the second for ever.",
        "一个一个地问都没事；客户端连问两个，第二个永远等不到。";
    "crlf-refused", Server, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":6,"#, r#"-- client does this on purpose: the next line ends in CR LF
client ~> "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}\r"
server -> {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: trailing characters"}}
-- client waited 60s for the answer to ping
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "It works on the author's Mac. With a client on Windows every question ends in a parse error.",
        "作者在 Mac 上用一切正常；换成 Windows 上的客户端，每个请求都报解析错误。";
    "malformed-kills", Server, HANDSHAKE, [
        Until(r#"client -> {"jsonrpc":"2.0","id":6,"#, r#"-- client does this on purpose: the next line is no JSON
client -> {"jsonrpc":"2.0","id":6,"method":
server !! json.decoder.JSONDecodeError: Expecting value: line 1 column 34 (char 33)
-- server exited with code 1"#),
    ], [],
        "For weeks all is well. Then one spoilt line comes, and the whole session is gone.",
        "几个星期都好好的。某天来了一行坏数据，整个会话就没了。";
    "non-ascii", Server, HANDSHAKE, [
        Before(r#""id":4,"method":"tools/call""#, "-- client does this on purpose: the next line holds letters of other languages"),
        Swap(r#"{"name":"nobody","arguments":{}}"#, r#"{"name":"mcp_lab_没有_🦀","arguments":{}}"#),
        Swap("Unknown tool: nobody", "Unknown tool: mcp_lab_??_?"),
    ], [],
        "In English everything works. A file with a Chinese name is never found.",
        "用英文一切正常；文件名一带中文，就总说找不到。";
    "capabilities-differ", Server, HANDSHAKE, [
        After("-- server exited with code 0", r#"-- server started: ward
client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{},"sampling":{},"elicitation":{}},"clientInfo":{"name":"ward-client","version":"1.0"}}}
server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"roots":{},"sampling":{},"elicitation":{}},"serverInfo":{"name":"ward","version":"1.0"}}}
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "In a simple client the tools appear. In one that can do more they do not.",
        "在简单的客户端里看得到工具；换成功能更多的客户端，反而没有了。";
}
