//! Broken subscriptions, and what comes too late.

broken! {
    "listen-unacknowledged", Server, MODERN, [Drop("notifications/subscriptions/acknowledged")], [],
        "The client waits for its subscription to begin, and drops the changes that come meanwhile.",
        "客户端一直在等订阅生效，等的时候来的变化都丢掉了。";
    "listen-ack-more", Server, MODERN, [Swap(r#"{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["note:///one"]},"_meta":{"io.modelcontextprotocol/subscriptionId":"listen-1"}"#, r#"{"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["note:///one"]},"_meta":{"io.modelcontextprotocol/subscriptionId":"listen-1"}"#)], [],
        "A strict client ends the subscription right after it has begun.",
        "严格的客户端刚订阅就把它断了。";
    "listen-untagged", Server, MODERN, [Swap(r#""method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"listen-1"}}"#, r#""method":"notifications/tools/list_changed""#)], [],
        "The tools have changed, the server has said so, and the client goes on with the old ones.",
        "工具变了，服务器也通知了，客户端用的还是旧的。";
    "listen-unrequested", Server, MODERN, [Swap("notifications/tools/list_changed", "notifications/prompts/list_changed")], [],
        "A client that has no use for prompts logs a warning each time somebody edits one.",
        "有个客户端根本不用提示，可是每次有人改提示，它都要记一条警告。";
    "listen-foreign", Server, MODERN, [Swap(r#""method":"notifications/tools/list_changed","params":{"_meta""#, r#""method":"notifications/message","params":{"level":"info","data":"a tool has changed","_meta""#)], [],
        "The server writes down what it does. The client takes that for news of a subscription, and shows it nowhere.",
        "服务器在日志里写了自己在做什么，客户端却当成订阅的通知，哪里也没显示。";
    "change-outside-listen", Server, STATELESS, [Before(r#"server -> {"jsonrpc":"2.0","id":3,"result""#, r#"server -> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#)], ["--call", "add", "--args", r#"{"a":3,"b":4}"#],
        "The server tells everybody of everything, as it always did. New clients call that noise, and one hangs up.",
        "服务器还像以前那样什么都通知。新客户端嫌它吵，有一个干脆断开了。";
    "listen-close", Server, MODERN, [After(r#""method":"notifications/resources/updated""#, r#"server -> {"jsonrpc":"2.0","id":"listen-1","result":{"resultType":"complete",@server}}"#), Drop(r#"client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"listen-1"}}"#)], [],
        "A client with three subscriptions on one gateway is told that one of them is over, and not which.",
        "客户端通过网关开了三个订阅，得知有一个结束了，却不知道是哪一个。";
    "listen-after-cancel", Server, MODERN, [After(r#""id":11,"error""#, r#"server -> {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"note:///one","_meta":{"io.modelcontextprotocol/subscriptionId":"listen-1"}}}"#)], [],
        "The window is closed, and its changes still come in.",
        "窗口已经关了，它的变化通知还在不断地来。";
}
