//! Broken calls of tools, and what comes back.

broken! {
    "call-refused", Server, HANDSHAKE, [Swap(r#""result":{"content":[{"type":"text","text":"7"}]}"#, r#""error":{"code":-32603,"message":"Internal error"}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The model asked for just what the tool wants, and the user reads: Internal error. The model was told nothing.",
        "模型按工具的要求写好了参数，用户看到的却是 Internal error，模型什么也没收到。";
    "output-schema", Server, FEATURES, [Swap(r#","structuredContent":{"sum":7}"#, "")], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The tool works, and prints the right number. One client shows it; another says: has an output schema but did not return structured content.",
        "工具正常，数也算对了。有的客户端显示出来，有的却说：has an output schema but did not return structured content。";
    "unknown-tool-accepted", Server, HANDSHAKE, [Swap(r#""error":{"code":-32602,"message":"Unknown tool: nobody"}"#, r#""result":{"content":[{"type":"text","text":"ok"}]}"#)], [],
        "The model misspelt the name of a tool. It was told ok, and the user that it is done.",
        "模型写错了工具名，得到的回答是 ok，于是告诉用户：办好了。";
    "wrong-arguments-accepted", Server, FEATURES, [Swap(r#""result":{"content":[{"type":"text","text":"/a: expected integer, found string"}],"isError":true}"#, r#""result":{"content":[{"type":"text","text":"{\"sum\":0}"}],"structuredContent":{"sum":0}}"#)], ["--call", "add", "--args", "{\"a\":\"x\"}"],
        "The model wrote only half of its question, and that half wrongly. It got an answer all the same: 0.",
        "模型的问题只写了一半，这一半还写错了，照样得到了答案：0。";
    "arguments-refused", Server, FEATURES, [Swap(r#""result":{"content":[{"type":"text","text":"/a: expected integer, found string"}],"isError":true}"#, r#""error":{"code":-32602,"message":"Invalid arguments: /a: expected integer, found string"}"#)], ["--call", "add", "--args", "{\"a\":\"x\"}"],
        "With one server the model corrects its own mistakes. With this one it gives up at the first.",
        "用别的服务器，模型写错了会自己改；用这个，错一次就放弃了。";
    "structured-not-object", Server, HANDSHAKE, [Swap(r#""result":{"content":[{"type":"text","text":"7"}]}"#, r#""result":{"content":[{"type":"text","text":"7"}],"structuredContent":7}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "In Python it works. The client in Kotlin throws the whole result away.",
        "Python 客户端没问题，Kotlin 客户端却把整个结果扔掉了。";
    "structured-without-text", Server, HANDSHAKE, [Swap(r#""result":{"content":[{"type":"text","text":"7"}]}"#, r#""result":{"content":[],"structuredContent":{"sum":7}}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "In the newest client the answer is there. In last year's the tool says nothing at all.",
        "最新的客户端能看到结果；去年的客户端里，工具什么也没说。";
    "embedded-undeclared", Server, HANDSHAKE, [Swap(r#"{"type":"text","text":"7"}"#, r#"{"type":"text","text":"7"},{"type":"resource","resource":{"uri":"note:///seven","text":"seven"}}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The result brings a note along. The user wants to open it again, and the client says that there are no resources here.",
        "结果里带了一条笔记。用户想再打开看看，客户端却说这个服务器没有资源。";
    "error-as-text", Server, HANDSHAKE, [Swap(r#""text":"7""#, r#""text":"Error: database is locked""#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The dashboard counts a hundred calls and no failure. The users say that nothing was saved.",
        "监控上一百次调用，零失败。用户却说什么都没存下来。";
    "bad-content", Server, HANDSHAKE, [Swap(r#"{"type":"text","text":"7"}"#, r#"{"type":"image","data":"iVBORw0KGgo="}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The tool draws a picture. One client shows it, one shows nothing, and one refuses the whole answer.",
        "工具画了一张图。有的客户端显示，有的什么也没有，有的拒收整个结果。";
    "bad-base64", Server, HANDSHAKE, [Swap(r#"{"type":"text","text":"7"}"#, r#"{"type":"image","data":"data:image/png;base64,iVBORw0KGgo=","mimeType":"image/png"}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "In the browser the picture is fine. The model answers: could not process image.",
        "图片在浏览器里好好的，模型却回答：could not process image。";
}
