//! Broken endpoints of HTTP, as a client of them writes down what came.

broken! {
    "unreachable", Server, HANDSHAKE, [
        Whole("-- client speaks to http://127.0.0.1:3000/mcp
-- server could not be reached: 127.0.0.1:3000: Connection refused (os error 111)
"),
    ], [],
        "In the container the log says that it listens on port 3000. From outside, every client says fetch failed.",
        "容器里的日志说它在监听 3000 端口；从外面连，所有客户端都报 fetch failed。";
    "no-endpoint", Server, HANDSHAKE, [
        Whole(r#"-- client speaks to http://127.0.0.1:3000/
client >> POST / HTTP/1.1 | Content-Type: application/json | Accept: application/json, text/event-stream
client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"lab","version":"1.0"}}}
server >> 200 text/html
-- client got no message: 200 with `text/html` where application/json or text/event-stream belongs: Sign in
"#),
    ], [],
        "The URL opens well in a browser. The client says: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON.",
        "URL 用浏览器打开一切正常；客户端却报 Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON。";
    "cut-off", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":3,"result""#, "server >> 200 text/event-stream
-- client lost the answer: the stream ended after 0 events, before the answer, and its events have no ids to go on from"),
    ], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "Short calls work. Whatever takes longer than a minute ends in an error, and the server's log says that it went well.",
        "耗时短的调用都正常；超过一分钟的一律报错，而服务器日志里都写着成功。";
}
