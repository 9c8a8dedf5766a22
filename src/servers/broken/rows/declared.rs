//! Capabilities that were not declared, and requests that were given up.

broken! {
    "undeclared-feature-used", Client, HANDSHAKE, [
        After(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"client -> {"jsonrpc":"2.0","id":20,"method":"prompts/list"}
server -> {"jsonrpc":"2.0","id":20,"error":{"code":-32601,"message":"Method not found"}}
client -> {"jsonrpc":"2.0","id":21,"method":"prompts/list"}
server -> {"jsonrpc":"2.0","id":21,"error":{"code":-32601,"message":"Method not found"}}"#),
    ], [],
        "The log of the server is full of the same error. Nobody misses anything.",
        "服务器的日志里满是同一条错误，可是谁也没觉得缺了什么。";
    "undeclared-feature", Server, HANDSHAKE, [
        After(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"client -> {"jsonrpc":"2.0","id":20,"method":"resources/list"}
server -> {"jsonrpc":"2.0","id":20,"result":{"resources":[{"uri":"note:///one","name":"one"}]}}"#),
    ], [],
        "Asked by hand the server lists its resources. In no client are there any.",
        "手动去问，服务器列得出资源；在客户端里一个也看不到。";
    "undeclared-question", Server, HANDSHAKE, [
        After(r#"client -> {"jsonrpc":"2.0","id":3,"#, r#"server -> {"jsonrpc":"2.0","id":1,"method":"roots/list"}
client -> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#),
    ], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "With the author's client the tool works. With another one it says that roots are not supported.",
        "作者的客户端里，工具能用；换一个，就说不支持 roots。";
    "undeclared-list-changed", Server, HANDSHAKE, [
        After(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, r#"server -> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#),
    ], [],
        "The server tells of a new tool. It shows up only after a restart of the client.",
        "服务器通知说多了一个工具，可是要重启客户端才看得到。";
    "cancelled-foreign", Client, FEATURES, [
        Swap(r#""requestId":16"#, r#""requestId":"16""#),
        Before(r#"client -> {"jsonrpc":"2.0","id":17,"#, r#"server -> {"jsonrpc":"2.0","id":16,"result":{"content":[{"type":"text","text":"{\"sum\":2}"}],"structuredContent":{"sum":2}}}"#),
    ], [],
        "The user presses stop. The server works on to the end.",
        "用户点了停止，服务器照样干到底。";
    "cancelled-late", Client, FEATURES, [
        After(r#"client -> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#, r#"client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3,"reason":"timeout"}}"#),
    ], [],
        "The list came at once. A minute later the client says that it has given up waiting for it.",
        "清单早就到了；一分钟以后，客户端却说等不到，不等了。";
    "answered-cancelled", Server, FEATURES, [
        After(r#"server -> {"jsonrpc":"2.0","id":19,"#, r#"server -> {"jsonrpc":"2.0","id":16,"result":{"content":[{"type":"text","text":"{\"sum\":2}"}],"structuredContent":{"sum":2}}}"#),
    ], ["--call", "add", "--args", r#"{"a":1,"b":1}"#, "--cancel"],
        "The user has pressed stop long ago. Then the client reports an answer to an unknown request.",
        "用户早就点了停止；后来客户端却报告，收到一个不知道是谁的响应。";
}
