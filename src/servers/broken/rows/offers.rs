//! Broken pages, resources and prompts.

broken! {
    "bad-cursor-accepted", Server, HANDSHAKE, [After(r#""id":2,"result":{"tools":["#, r#"client -> {"jsonrpc":"2.0","id":"more","method":"tools/list","params":{"cursor":"no-such-cursor"}}
server -> {"jsonrpc":"2.0","id":"more","result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]}}"#)], [],
        "Somebody tries out what happens when a page is asked for that does not exist, and has every tool twice.",
        "有人想试试：要一页根本不存在的，会怎么样？结果每个工具都有了两份。";
    "made-up-cursor", Client, FEATURES, [Swap(r#""cursor":"p2""#, r#""cursor":"page-2""#), Swap(r#""result":{"resources":[{"uri":"note:///two","name":"two"}]}"#, r#""error":{"code":-32602,"message":"Invalid cursor"}"#)], [],
        "With the author's server the list has all its pages. With every other it ends after the first: Invalid cursor.",
        "用作者自己的服务器，每一页都读得到；换别的服务器，读完第一页就报 Invalid cursor。";
    "bad-uri", Server, FEATURES, [Swap(r#""resources":[{"uri":"note:///two""#, r#""resources":[{"uri":"/notes/two.txt""#)], [],
        "Two notes are listed. One can be opened, the other is gone before the server is asked.",
        "清单里有两条笔记，一条能打开，另一条还没问服务器就没了。";
    "bad-contents", Server, FEATURES, [Swap(r#""mimeType":"text/plain","text":"first""#, r#""mimeType":"text/plain","content":"first""#)], [],
        "The note is found, and the server has sent it. The window stays white.",
        "笔记找到了，服务器也发了，窗口里却一片空白。";
    "missing-resource", Server, FEATURES, [Swap(r#""code":-32002"#, r#""code":-32603"#)], [],
        "A note was deleted. The client asks for it again every minute, because it believes that something went wrong inside the server.",
        "有条笔记已经删了。客户端每分钟重读一次，因为它以为服务器内部出了错。";
    "updated-unsubscribed", Server, FEATURES, [Drop("notifications/resources/updated"), After(r#""id":8,"result":{}"#, r#"server -> {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"note:///two"}}"#)], [],
        "The user watches one note. The client is told all day of another.",
        "用户只关注一条笔记，客户端却整天收到另一条的通知。";
    "prompt-arguments", Server, FEATURES, [Swap(r#""error":{"code":-32602,"message":"Unknown prompt: nobody"}"#, r#""result":{"messages":[{"role":"user","content":{"type":"text","text":"Explain undefined."}}]}"#)], [],
        "The user picked a prompt from an old list. The model explains, at length, what undefined means.",
        "用户从旧的清单里选了一个提示。模型长篇大论，解释什么是 undefined。";
    "bad-prompt-argument", Client, FEATURES, [Swap(r#""arguments":{"topic":"one"}"#, r#""arguments":{"topic":1}"#)], [],
        "Prompts with a name in them work. Those with a number in them say: expected string, received number.",
        "填名字的提示都好用，填数字的就报：expected string, received number。";
    "too-many-completions", Server, FEATURES, [Swap(r#""values":["one"]"#, r#""values":["o1","o2","o3","o4","o5","o6","o7","o8","o9","o10","o11","o12","o13","o14","o15","o16","o17","o18","o19","o20","o21","o22","o23","o24","o25","o26","o27","o28","o29","o30","o31","o32","o33","o34","o35","o36","o37","o38","o39","o40","o41","o42","o43","o44","o45","o46","o47","o48","o49","o50","o51","o52","o53","o54","o55","o56","o57","o58","o59","o60","o61","o62","o63","o64","o65","o66","o67","o68","o69","o70","o71","o72","o73","o74","o75","o76","o77","o78","o79","o80","o81","o82","o83","o84","o85","o86","o87","o88","o89","o90","o91","o92","o93","o94","o95","o96","o97","o98","o99","o100","o101"]"#)], [],
        "As long as the notes were few, typing brought them up. Now the list of suggestions stays shut.",
        "笔记少的时候，一打字就有候选；现在笔记多了，候选再也不出来。";
}
