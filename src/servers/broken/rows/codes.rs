//! Broken error codes.

broken! {
    "removed-code", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":3,"error":{"code":-32042,"message":"Open the page first","data":{"elicitations":[{"mode":"url","url":"https://ward.example/login"}]}}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "Last year's client opens the login page. The newest one only shows an error.",
        "去年的客户端会打开登录页，最新的客户端只显示一个错误。";
    "reserved-code", Server, MODERN, [Swap(r#""id":5,"result":{"resultType":"complete","contents":[{"uri":"note:///one","text":"first"}],"ttlMs":0,"cacheScope":"private",@server}"#, r#""id":5,"error":{"code":-32050,"message":"Too many readers today"}"#)], [],
        "The server has a code of its own for a used-up budget. After an update a client took it for something else.",
        "服务器给“额度用完”定了一个自己的错误码。客户端升级之后，把它当成了别的意思。";
    "legacy-code", Server, MODERN, [Swap(r#""id":5,"result":{"resultType":"complete","contents":[{"uri":"note:///one","text":"first"}],"ttlMs":0,"cacheScope":"private",@server}"#, r#""id":5,"error":{"code":-32001,"message":"The database did not answer"}"#)], [],
        "The database is down, and the client tells its user that the session has expired.",
        "是数据库停了，客户端却告诉用户会话已过期。";
    "code-data", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":3,"error":{"code":-32021,"message":"This client cannot be asked"}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "The client says that something is missing, and cannot say what.",
        "客户端说缺了点什么，可是说不出缺什么。";
    "capability-overlooked", Server, MODERN, [Swap(r#""id":9,"result":{"resultType":"input_required","inputRequests":{"sure":{"method":"elicitation/create","params":{"message":"Shall I?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}}}},"requestState":"s1",@server}"#, r#""id":9,"error":{"code":-32021,"message":"Needs elicitation","data":{"requiredCapabilities":{"elicitation":{}}}}"#), Drop(r#"server -> {"jsonrpc":"2.0","id":10,"#), Drop(r#"client -> {"jsonrpc":"2.0","id":10,"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "The server says that this client cannot be asked anything. The same client answers every other server.",
        "服务器说这个客户端没法提问；可是别的服务器问它，它都能回答。";
    "handshake-demanded", Server, MODERN, [Swap(r#""id":7,"result":{"resultType":"complete","prompts":[{"name":"explain","arguments":[{"name":"topic","required":true}]}],"ttlMs":0,"cacheScope":"private",@server}"#, r#""id":7,"error":{"code":-32600,"message":"Server not initialized"}"#)], [],
        "Tools and resources are there. The prompts, which are the oldest part of the server, are never shown.",
        "工具和资源都在；提示是服务器里最老的部分，偏偏不显示。";
}
