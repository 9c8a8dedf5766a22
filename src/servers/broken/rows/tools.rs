//! Broken lists of tools.

broken! {
    "undeclared-tools", Server, HANDSHAKE, [Swap(r#""capabilities":{"tools":{}}"#, r#""capabilities":{}"#)], [],
        "The light is green, the server is connected, and the host shows no tools. The server's own log says that one is registered.",
        "指示灯是绿的，服务器也连上了，宿主程序里却一个工具都没有。服务器自己的日志说注册了一个。";
    "list-refused", Server, HANDSHAKE, [Swap(r#""id":2,"result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]}"#, r#""id":2,"error":{"code":-32601,"message":"Method not found: tools/list"}"#)], [],
        "It connects, and says that it has tools. The list stays empty, with a line in the log of the client: Method not found.",
        "连上了，也说自己有工具。清单却是空的，客户端日志里有一行：Method not found。";
    "invalid-schema", Server, HANDSHAKE, [Swap(r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}"#, r#""inputSchema":{}"#)], [],
        "One tool was added yesterday. Since then none of the tools is to be seen, the old ones neither.",
        "昨天加了一个工具。从那以后，所有工具都看不见了，连以前的也没有。";
    "duplicate-tool", Server, HANDSHAKE, [Swap(r#""tools":["#, r#""tools":[{"name":"add","description":"Adds a note.","inputSchema":{"type":"object"}},"#)], [],
        "The model adds a note and gets a number. Sometimes it is the other way round.",
        "模型想加一条笔记，得到的却是一个数；有时候又反过来。";
    "endless-pages", Server, HANDSHAKE, [Swap(r#""required":["a","b"]}}]}"#, r#""required":["a","b"]}}],"nextCursor":"p2"}"#), After(r#""id":2,"result":{"tools":["#, r#"client -> {"jsonrpc":"2.0","id":"more","method":"tools/list","params":{"cursor":"p2"}}
server -> {"jsonrpc":"2.0","id":"more","result":{"tools":[],"nextCursor":"p2"}}"#)], [],
        "The client connects and then reads the list of tools. It has been reading for an hour.",
        "客户端连上以后开始读工具清单，已经读了一个小时。";
    "tool-name", Server, HANDSHAKE, [Swap(r#""tools":[{"name":"add""#, r#""tools":[{"name":"add numbers""#), Swap(r#""name":"add","arguments""#, r#""name":"add numbers","arguments""#)], [],
        "The list of tools looks fine. As soon as the user writes to the model, the model's service answers 400: tools.0.name is invalid.",
        "工具清单看起来没问题。用户一跟模型说话，模型服务就回 400：tools.0.name 不合法。";
}
