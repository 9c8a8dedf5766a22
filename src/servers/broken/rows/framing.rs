//! Broken lines and bytes.

broken! {
    "malformed-line", Server, HANDSHAKE, [Before(r#"server -> {"jsonrpc":"2.0","id":1"#, "server -> Weather server ready")], [],
        "One client works. Another says: Unexpected token 'W', \"Weather se\"... is not valid JSON.",
        "有的客户端一切正常，有的却报错：Unexpected token 'W', \"Weather se\"... is not valid JSON。";
    "crlf", Server, HANDSHAKE, [Swap(r#"server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"ward","version":"1.0"}}}"#, r#"server ~> "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"ward\",\"version\":\"1.0\"}}}\r""#)], [],
        "It was written on Windows. On the author's machine it works; a client in Go says: invalid trailing data.",
        "服务器是在 Windows 上写的，作者那里一切正常；Go 写的客户端却说：invalid trailing data。";
}
