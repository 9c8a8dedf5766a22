//! Broken questions to the user, the model and the folders of a client; broken tasks.

broken! {
    "form-not-flat", Server, FEATURES, [Swap(r#""properties":{"sure":{"type":"boolean"}},"required":["sure"]}"#, r#""properties":{"address":{"type":"object","properties":{"city":{"type":"string"}}}}}"#), Swap(r#""action":"accept","content":{"sure":true}"#, r#""action":"cancel""#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "The server wants to know where to send it. The client shows a form without a field, and the user closes it.",
        "服务器想问寄到哪里。客户端弹出的表单上一个输入框也没有，用户只好关掉。";
    "content-unaccepted", Client, FEATURES, [Swap(r#""action":"accept","content":{"sure":true}"#, r#""action":"decline","content":{"sure":true}"#)], [],
        "The user ticked the box, thought better of it and pressed No. The server went ahead.",
        "用户勾了框，想了想又点了“不同意”。服务器却照做了。";
    "form-answer-invalid", Client, FEATURES, [Swap(r#""action":"accept","content":{"sure":true}"#, r#""action":"accept","content":{"sure":"yes"}"#)], [],
        "The box is ticked. The server says that it cannot tell whether the user is sure.",
        "框已经勾上了，服务器却说看不出用户是不是同意。";
    "elicit-mode", Server, FEATURES, [Swap(r#""message":"Shall I?","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean"}},"required":["sure"]}"#, r#""mode":"url","elicitationId":"e-1","url":"https://ward.example/connect","message":"Please sign in""#), Swap(r#""action":"accept","content":{"sure":true}"#, r#""action":"cancel""#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "The server wants the user to sign in on a page. No page opens; the client shows an empty form.",
        "服务器要用户到网页上登录。网页没有打开，客户端却弹出一张空表单。";
    "elicitation-unknown", Server, FEATURES, [After(r#""action":"accept""#, r#"server -> {"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e-1"}}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The user has signed in, and the page says so. The client still shows: waiting for you to sign in.",
        "用户已经登录，网页上也说成功了。客户端还是显示：等待登录。";
    "sampling-tools-undeclared", Server, FEATURES, [Swap(r#""maxTokens":10"#, r#""maxTokens":10,"tools":[{"name":"add","inputSchema":{"type":"object"}}]"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "The server lets the client's model do sums with a tool. With some clients the model does them in its head, and wrongly.",
        "服务器让客户端的模型用工具算数。有的客户端里，模型只靠自己心算，还算错了。";
    "sampling-unbalanced", Server, FEATURES, [Swap(r#""sampling":{}"#, r#""sampling":{"tools":{}}"#), Swap(r#"{"role":"user","content":{"type":"text","text":"3 + 4?"}}"#, r#"{"role":"user","content":{"type":"text","text":"3 + 4?"}},{"role":"assistant","content":{"type":"tool_use","id":"u1","name":"add","input":{"a":3,"b":4}}},{"role":"user","content":{"type":"text","text":"7"}}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}", "--declare"],
        "The first question to the model is answered. At the second its maker says: tool_use ids were found without tool_result blocks.",
        "问模型的第一句有回答；问到第二句，模型服务说：tool_use ids were found without tool_result blocks。";
    "root-not-file", Client, FEATURES, [Swap(r#""uri":"file:///notes""#, r#""uri":"/notes""#)], [],
        "The user has opened a folder. The server says that it was given none to work in.",
        "用户打开了一个文件夹，服务器却说没有可以工作的文件夹。";
    "task-undeclared", Client, HANDSHAKE, [Swap(r#""arguments":{"a":3,"b":4}}"#, r#""arguments":{"a":3,"b":4},"task":{"ttl":60000}}"#)], [],
        "The client starts a long job and waits for its number. The job is long done, and the client waits.",
        "客户端发起一个长任务，等着拿任务号。任务早做完了，客户端还在等。";
    "task-result", Server, HANDSHAKE, [Swap(r#""capabilities":{"tools":{}}"#, r#""capabilities":{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}"#), Swap(r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}"#, r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]},"execution":{"taskSupport":"optional"}"#), Swap(r#""arguments":{"a":3,"b":4}}"#, r#""arguments":{"a":3,"b":4},"task":{"ttl":60000}}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#, "--task"],
        "The server says that it does jobs in the background. The client asks for one, is blocked till the end, and then has no number to ask for.",
        "服务器说能在后台做任务。客户端要了一个，却一直卡到做完，最后也没有任务号可查。";
    "task-transition", Server, HANDSHAKE, [Swap(r#""capabilities":{"tools":{}}"#, r#""capabilities":{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}"#), Swap(r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}"#, r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]},"execution":{"taskSupport":"optional"}"#), Swap(r#""arguments":{"a":3,"b":4}}"#, r#""arguments":{"a":3,"b":4},"task":{"ttl":60000}}"#), Swap(r#""result":{"content":[{"type":"text","text":"7"}]}"#, r#""result":{"task":{"taskId":"t-1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}}"#), After(r#""taskId":"t-1","status":"working""#, r#"client -> {"jsonrpc":"2.0","id":"get-1","method":"tasks/get","params":{"taskId":"t-1"}}
server -> {"jsonrpc":"2.0","id":"get-1","result":{"taskId":"t-1","status":"completed","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:01Z","ttl":60000}}
client -> {"jsonrpc":"2.0","id":"result-1","method":"tasks/result","params":{"taskId":"t-1"}}
server -> {"jsonrpc":"2.0","id":"result-1","result":{"content":[{"type":"text","text":"7"}],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t-1"}}}}
client -> {"jsonrpc":"2.0","id":"get-2","method":"tasks/get","params":{"taskId":"t-1"}}
server -> {"jsonrpc":"2.0","id":"get-2","result":{"taskId":"t-1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#, "--task"],
        "The job is done, says the server. Ask once more, and it is at work again.",
        "服务器说任务做完了；再看一眼，又成了进行中。";
    "task-related", Server, HANDSHAKE, [Swap(r#""capabilities":{"tools":{}}"#, r#""capabilities":{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}"#), Swap(r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}"#, r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]},"execution":{"taskSupport":"optional"}"#), Swap(r#""arguments":{"a":3,"b":4}}"#, r#""arguments":{"a":3,"b":4},"task":{"ttl":60000}}"#), Swap(r#""result":{"content":[{"type":"text","text":"7"}]}"#, r#""result":{"task":{"taskId":"t-1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}}"#), After(r#""taskId":"t-1","status":"working""#, r#"client -> {"jsonrpc":"2.0","id":"get-1","method":"tasks/get","params":{"taskId":"t-1"}}
server -> {"jsonrpc":"2.0","id":"get-1","result":{"taskId":"t-1","status":"completed","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:01Z","ttl":60000}}
client -> {"jsonrpc":"2.0","id":"result-1","method":"tasks/result","params":{"taskId":"t-1"}}
server -> {"jsonrpc":"2.0","id":"result-1","result":{"content":[{"type":"text","text":"7"}]}}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#, "--task"],
        "Two jobs run at once. Both results are there, and nobody can say which is which.",
        "两个任务同时跑。两个结果都回来了，却分不清哪个是哪个。";
}
