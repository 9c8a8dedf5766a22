//! Broken progress, and log messages that should not be there.

broken! {
    "bad-progress-token", Client, FEATURES, [Swap(r#""_meta":{"progressToken":"t14"}"#, r#""_meta":{"progressToken":1.5}"#), Drop(r#""progress":1,"total":2"#), Drop(r#""progress":2,"total":2"#)], [],
        "The client wants a bar for every call. Some servers refuse the call, and the others never move the bar.",
        "客户端想给每次调用画进度条。有的服务器拒绝调用，有的进度条一动不动。";
    "progress-token-reused", Client, FEATURES, [After(r#""id":14,"method""#, r#"client -> {"jsonrpc":"2.0","id":"twin","method":"tools/call","params":{"name":"add","arguments":{"a":5,"b":6},"_meta":{"progressToken":"t14"}}}"#), Before(r#""id":14,"result""#, r#"server -> {"jsonrpc":"2.0","id":"twin","result":{"content":[{"type":"text","text":"{\"sum\":11}"}],"structuredContent":{"sum":11}}}"#)], [],
        "One call at a time, and the bars are right. Two at once, and one bar does the work of both.",
        "一次一个调用，进度条都对；两个一起跑，一根进度条动了两份，另一根不动。";
    "progress-unknown", Server, FEATURES, [Swap(r#"{"progressToken":"t14","progress":1"#, r#"{"progressToken":14,"progress":1"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The server reports on its work, and the log shows it. The bar of the client moves only at the very end.",
        "服务器一直在报进度，日志里也有。客户端的进度条却到最后才动。";
    "progress-not-rising", Server, FEATURES, [Swap(r#""progress":2,"#, r#""progress":1,"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The bar stands still at a half, and the client gives the call up as hung. It was nearly done.",
        "进度条停在一半，客户端以为卡死就放弃了，其实马上就好。";
    "progress-after-end", Server, FEATURES, [Drop(r#""progress":2,"total":2"#), After(r#""id":14,"result""#, r#"server -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t14","progress":2,"total":2}}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "The result is there, and after it an error in the log of the client: Received a progress notification for an unknown token.",
        "结果已经拿到了，客户端日志里随后又冒出一条错误：Received a progress notification for an unknown token。";
    "log-below-level", Server, FEATURES, [Before(r#""id":19,"result":{}"#, r#"server -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","logger":"ward","data":"still here"}}"#)], [],
        "The user asked for warnings only. The window fills with what the server thinks to itself.",
        "用户只要警告，窗口里却满是服务器的自言自语。";
    "bad-level-accepted", Server, FEATURES, [Swap(r#""params":{"level":"warning"}"#, r#""params":{"level":"verbose"}"#)], [],
        "The client asked for every detail, and the server said yes. Nothing more is to be seen than before.",
        "客户端要最详细的日志，服务器说好，看到的却和以前一样多。";
    "secret-in-log", Server, FEATURES, [Swap(r#""data":"half done""#, r#""data":{"user":"ward","password":"correct-horse-battery"}"#)], ["--call", "add", "--args", "{\"a\":3,\"b\":4}"],
        "Everything works. A week later somebody else is using the database.",
        "一切正常。一周以后，数据库里出现了别人。";
}
