//! Broken lines and bytes.

broken! {
    "malformed-line", Server, HANDSHAKE, [Before(r#"server -> {"jsonrpc":"2.0","id":1"#, "server -> Weather server ready")], [],
        "One client works. Another says: Unexpected token 'W', \"Weather se\"... is not valid JSON.",
        "有的客户端一切正常，有的却报错：Unexpected token 'W', \"Weather se\"... is not valid JSON。";
    "crlf", Server, HANDSHAKE, [Swap(r#"server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"ward","version":"1.0"}}}"#, r#"server ~> "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"ward\",\"version\":\"1.0\"}}}\r""#)], [],
        "It was written on Windows. On the author's machine it works; a client in Go says: invalid trailing data.",
        "服务器是在 Windows 上写的，作者那里一切正常；Go 写的客户端却说：invalid trailing data。";
    "no-newline", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"server ~> "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"ward\",\"version\":\"1.0\"}}}" no-newline
-- client waited 60s for the answer to initialize"#),
    ], [],
        "Piped from a file the server answers. In a client it hangs at initialize.",
        "用文件做输入，服务器有响应；放进客户端，就卡在 initialize。";
    "broken-json", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"server -> {
server ->   "jsonrpc": "2.0", "id": 2, "result": { "tools": [] }
server -> }
-- client waited 60s for the answer to tools/list
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "The server prints nicely formatted JSON. The client says: Unexpected end of JSON input.",
        "服务器输出的 JSON 排版很漂亮，客户端却说：Unexpected end of JSON input。";
    "byte-order-mark", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"server ~> "\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"ward\",\"version\":\"1.0\"}}}"
-- client waited 60s for the answer to initialize
-- client closed stdin
-- server exited with code 0"#),
    ], [],
        "The client reports an error at column 1 of a line that looks flawless.",
        "客户端说第 1 行第 1 列有错，可是那一行怎么看都没问题。";
    "lsp-framing", Server, HANDSHAKE, [
        Before(r#"server -> {"jsonrpc":"2.0","id":1,"#, "server -> Content-Length: 139
server -> "),
    ], [],
        "The author has written language servers for years. The client says: Unexpected token C.",
        "作者写了多年语言服务器；客户端却说：Unexpected token C。";
    "not-utf8", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":3,"#, r#"server ~> "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"\xd6\xd0\xce\xc4\"}]}}"
-- client waited 60s for the answer to tools/call
-- client closed stdin
-- server exited with code 0"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "English answers arrive. As soon as there is Chinese in one, the call fails.",
        "英文结果都正常，结果里一有中文，调用就失败。";
    "too-long", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":3,"#, r#"server ~> "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"2026-07-28 00:00:01 GET /index.html" no-newline
# a line of more than 16 MiB, of which only the beginning was kept
-- client closed stdin
-- server exited with code 0"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "A tool reads log files. With small ones it works; a big one makes the client hang up.",
        "工具用来读日志文件。小文件没问题，文件一大，客户端就断开了。";
    "duplicate-member", Server, HANDSHAKE, [
        Swap(r#"{"content":[{"type":"text","text":"7"}]}"#, r#"{"content":[{"type":"text","text":"7"}],"isError":true,"isError":false}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "One client says that the call failed, another that it worked. Both read the same line.",
        "一个客户端说调用失败，另一个说成功，而它们读的是同一行。";
}
