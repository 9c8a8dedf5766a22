//! Broken questions in results, and broken retries.

broken! {
    "input-required-empty", Server, STATELESS, [Swap(r#""id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":3,"result":{"resultType":"input_required",@server}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "The client says that the server wants something, shows an empty form, and stops.",
        "客户端说服务器要输入，却弹出一张空表单，然后就停住了。";
    "input-request-kind", Server, MODERN, [Swap(r#""sure":{"method":"elicitation/create","#, r#""sure":{"method":"confirm","#), Drop(r#"server -> {"jsonrpc":"2.0","id":10,"#), Drop(r#"client -> {"jsonrpc":"2.0","id":10,"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "The client says that it does not know how to ask that, and gives the call up.",
        "客户端说不知道这个该怎么问，就放弃了这次调用。";
    "cache-on-input", Server, MODERN, [Swap(r#""requestState":"s1",@server"#, r#""requestState":"s1","ttlMs":0,"cacheScope":"private",@server"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "A gateway between the two hands the same question to the next user.",
        "两者之间的网关把同一个问题又发给了下一个用户。";
    "retry-same-id", Client, MODERN, [Swap(r#""id":10,"method""#, r#""id":9,"method""#), Swap(r#""id":10,"result""#, r#""id":9,"result""#)], [],
        "One server asks, hears the answer and goes on. Another says that this request was answered long ago.",
        "有的服务器问完、听完就继续；有的却说这个请求早就回答过了。";
    "retry-changed", Client, MODERN, [Swap(r#""arguments":{"a":3,"b":4},"inputResponses""#, r#""arguments":{"a":3,"b":5},"inputResponses""#)], [],
        "The user agreed to one sum, and another was done.",
        "用户同意的是一道算式，算的却是另一道。";
    "retry-incomplete", Client, MODERN, [Swap(r#""inputResponses":{"sure":{"action":"accept","content":{"ok":true}}},"requestState":"s1""#, r#""requestState":"s1""#), Swap(r#""id":10,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":10,"result":{"resultType":"input_required","inputRequests":{"sure":{"method":"elicitation/create","params":{"message":"Shall I?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}}}},"requestState":"s1",@server}"#)], [],
        "The form comes up again and again, however often the user fills it in.",
        "不管用户填多少遍，表单总是再弹出来。";
    "input-response-kind", Client, MODERN, [Swap(r#""sure":{"action":"accept","content":{"ok":true}}"#, r#""sure":{"result":{"action":"accept","content":{"ok":true}}}"#), Swap(r#""id":10,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":10,"error":{"code":-32602,"message":"inputResponses: sure has no action"}"#)], [],
        "The user has said yes; the server says that nobody has said anything.",
        "用户明明点了同意，服务器却说没有收到任何回答。";
    "state-not-echoed", Client, MODERN, [Swap(r#"{"ok":true}}},"requestState":"s1","#, r#"{"ok":true}}},"#), Swap(r#""id":10,"result":{"resultType":"complete","content":[{"type":"text","text":"7"}],@server}"#, r#""id":10,"result":{"resultType":"input_required","inputRequests":{"sure":{"method":"elicitation/create","params":{"message":"Shall I?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}}}},"requestState":"s1",@server}"#)], [],
        "The server asks the same question for ever. With another client it asks once.",
        "服务器没完没了地问同一个问题；换个客户端，只问一次。";
    "input-leaked", Client, MODERN, [After(r#""id":10,"result""#, concat!(r#"client -> {"jsonrpc":"2.0","id":21,"method":"prompts/list","params":{"requestState":"s1",@meta}}"#, "\n", r#"server -> {"jsonrpc":"2.0","id":21,"result":{"resultType":"complete","prompts":[{"name":"explain","arguments":[{"name":"topic","required":true}]}],"ttlMs":0,"cacheScope":"private",@server}}"#))], [],
        "Nothing goes wrong, until a server looks at what it is sent: that was meant for another call.",
        "一直没出事，直到有个服务器检查了收到的内容：那是另一次调用的东西。";
}
