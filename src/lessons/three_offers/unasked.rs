//! What a teacher says when the server speaks unasked, or asks itself: steps 5 to 9.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Notes, Step};

// A note takes two lines: place, label and English; Chinese.

#[rustfmt::skip]
pub(super) const WORKING: Step = Step {
    title: Text::new("While it works: log messages and progress", "干活的时候：日志和进度"),
    ask: Text::new("Three lines come between the call and its answer. Which of them say to which call they belong?",
        "调用和响应之间插进来三行。哪几行写明了自己属于哪次调用？"),
    lines: 7,
    notes: notes![
        note(1, NEXT, "the server notes the level for this session", "服务器记下这个会话要的级别"),
        note(1, NOTICE, "info is the second lowest of eight levels: only debug stays away", "一共八级，info 是倒数第二级：被挡住的只有 debug"),
        note(1, RULE, "MCP 2025-11-25, server/utilities/logging: the levels of RFC 5424, from debug up to emergency", "MCP 2025-11-25 server/utilities/logging：级别按 RFC 5424，从 debug 到 emergency"),
        note(2, NEXT, "from here on log messages may come at any time", "从这里起，随时可能收到日志"),
        note(2, NOTICE, "{} means \"noted\". Had the client not asked, this server would have logged nothing; another might", "{} 就是“知道了”。客户端要是没设过级别，这个服务器一条日志也不会发；别的服务器不一定"),
        note(2, RULE, "schema, LoggingMessageNotification: as long as no level was set, the server decides what it sends", "schema 的 LoggingMessageNotification：没有设过级别时，发什么由服务器自己定"),
        note(3, NEXT, "the server reads line by line; several lines may come before the answer", "服务器一行一行地读；响应之前可能先来好几条消息"),
        note(3, NOTICE, "_meta is new: with progressToken the client says \"report to me under this name\". Without it no progress comes",
            "多了一个 _meta：客户端用 progressToken 说“请用这个名字向我报告”。没有它，就没有进度通知"),
        note(3, RULE, "basic/utilities/progress: a token is a string or an integer, unique among the open requests", "basic/utilities/progress：token 是字符串或整数，在未完成的请求当中不能重复"),
        note(4, NEXT, "the client shows the message, keeps it or drops it", "客户端可以显示、保存，也可以丢掉"),
        note(4, NOTICE, "\"begins to read handshake, 2 lines\". logger names a part of the server, and nothing names request 14: with two\nsuch calls open at once, nobody could tell whose it is",
            "logger 写的是服务器的哪个部分；没有哪个成员提到请求 14。要是同时开着两次 recite，就分不清它属于哪一次"),
        note(4, RULE, "server/utilities/logging: data is any JSON value, but must hold no secrets and nothing personal", "server/utilities/logging：data 可以是任何 JSON 值，但不许含有密码等机密和个人信息"),
        note(5, NEXT, "the client moves its progress bar to one half", "客户端把进度条推到一半"),
        note(5, NOTICE, "progressToken \"read-1\" is the one of request 14: this line belongs to that call. message is the line just read",
            "progressToken \"read-1\" 就是请求 14 带的那个：这一行属于那次调用。message 是刚读的那一行"),
        note(5, RULE, "basic/utilities/progress: progress must rise with every notification; total may be left out", "basic/utilities/progress：progress 必须一次比一次大；total 可以没有"),
        note(6, NEXT, "the client still waits: the call is open", "客户端还得等：调用没有结束"),
        note(6, NOTICE, "2 of 2 looks like the end and is none: only a line with \"id\":14 is the answer", "2/2 看着像完了，其实没有：带 \"id\":14 的那一行才是响应"),
        note(6, RULE, "basic/utilities/progress: only for a request that is still open, and never after its answer", "basic/utilities/progress：只能报告还没结束的请求，响应之后就不许再发"),
        note(7, NEXT, "the call is over, and so is the token read-1", "调用结束，read-1 这个 token 也跟着作废"),
        note(7, NOTICE, "the whole note once more: whoever ignored all three lines has missed nothing", "笔记的全文又在这里：前面三行一行没看，也不会少了什么"),
        note(7, RULE, "basic/utilities/progress: whoever is asked for progress need not send any; so the answer must do without", "basic/utilities/progress：要了进度，对方也可以一条不发；所以响应本身必须完整"),
    ],
};

#[rustfmt::skip]
pub(super) const CHANGED: Step = Step {
    title: Text::new("When something has changed", "有变化的时候"),
    ask: Text::new("add_note is called twice, and each time a different notification comes. Which of the two comes only to a subscriber?",
        "add_note 调用了两次，来的通知却不一样。哪一种要先订阅才有？"),
    lines: 8,
    notes: notes![
        note(1, NEXT, "the server notes the URI for this session", "服务器为这个会话记下这个 URI"),
        note(1, NOTICE, "one URI, one subscription: of other notes nothing will be heard", "一个 URI 就是一份订阅：别的笔记变了，不会通知"),
        note(1, RULE, "server/resources: allowed because the handshake said \"subscribe\":true", "server/resources：握手时写了 \"subscribe\":true，才可以订阅"),
        note(2, NEXT, "nothing, until the note changes", "笔记不变，就什么也不会来"),
        note(2, NOTICE, "{} and not the text of the note: to subscribe is not to read", "只有 {}，没有笔记的正文：订阅不等于读取"),
        note(2, RULE, "basic/index: a request is owed a result even if there is nothing to say", "basic/index：请求总要有响应，哪怕没什么可说，也要回一个 result"),
        note(3, NEXT, "the server appends a line to the note, and tells whoever wants to know", "服务器在笔记末尾加一行，再通知想知道的人"),
        note(3, NOTICE, "\"if the versions do not match, disconnect\". Here the client changes the note itself; mostly it is somebody else",
            "这里是客户端自己改了笔记；多数情况下是别人改的"),
        note(3, RULE, "server/index: to act takes a tool; resources only give context, there is no method to write one", "server/index：要动手就得用工具；资源只提供上下文，没有“写资源”的方法"),
        note(4, NEXT, "the client may read the note again, or wait until somebody needs it", "客户端可以重新读一遍，也可以等用到了再读"),
        note(4, NOTICE, "which, and not what: the uri and no new text. It comes before answer 16 and carries nothing of it: no id, no token",
            "只说是哪一个，没说变成了什么：有 uri，没有新内容。它虽然排在响应 16 之前，却没有它的 id 或 token"),
        note(4, RULE, "server/resources: whoever has subscribed to a resource is told when it changes", "server/resources：订阅了一个资源，它变化时就会收到通知"),
        note(5, NEXT, "the client calls the tool again", "客户端再调用一次这个工具"),
        note(5, NOTICE, "\"written to note:///handshake\". The list has the same four URIs as before, so no list_changed came", "清单还是那四个 URI，所以没有 list_changed"),
        note(5, RULE, "server/tools: \"isError\":false: the tool did its work", "server/tools：\"isError\":false，工具把事情办成了"),
        note(6, NEXT, "there is no note called roots: the server makes one", "还没有叫 roots 的笔记：服务器新建一条"),
        note(6, NOTICE, "the same tool, another name: 可以在哪里干活, \"where one may work\". Sent twice, it would add the line twice", "工具没变，name 变了。同样的内容发两次，就会写进去两行"),
        note(6, RULE, "schema, ToolAnnotations: that is what \"idempotentHint\":false of step 2 said", "schema 的 ToolAnnotations：第 2 步里的 \"idempotentHint\":false 说的就是这个"),
        note(7, NEXT, "a client that shows the list fetches it anew, from its first page", "正在显示清单的客户端，从第一页起重新取"),
        note(7, NOTICE, "no params: it says that the list has changed, not how. And nobody had to subscribe to it", "没有 params：只说清单变了，没说变了什么。而且这一种不用订阅"),
        note(7, RULE, "server/resources: a server that declared \"listChanged\":true should tell", "server/resources：声明了 \"listChanged\":true 的服务器，清单变了就应该通知"),
        note(8, NEXT, "the client knows of a change and goes on", "客户端知道有变化，接着往下走"),
        note(8, NOTICE, "no resources/updated came for note:///roots: the subscription is to note:///handshake", "没有来 note:///roots 的 resources/updated：订阅的是 note:///handshake"),
        note(8, RULE, "server/resources: subscriptions are for single resources, listChanged is for the list", "server/resources：订阅管单个资源，listChanged 管清单"),
    ],
};

#[rustfmt::skip]
pub(super) const SAMPLING: Step = Step {
    title: Text::new("What it asks: the client's model", "反过来提问：借用客户端的模型"),
    ask: Text::new("The second line has an \"id\" and a \"method\", and the server sends it. Who owes whom an answer now?",
        "第二行有 \"id\" 也有 \"method\"，却是服务器发的。现在该由谁来响应谁？"),
    lines: 4,
    notes: notes![
        note(1, NEXT, "the server finds the note, and has no model to sum it up", "服务器找到了笔记，可自己没有模型来概括"),
        note(1, NOTICE, "a call like any other; nothing in it says that it will be answered with a question", "和别的调用没有两样；看不出接下来会先反问一句"),
        note(1, RULE, "MCP 2025-11-25, client/sampling: with sampling a server needs no API key of its own", "MCP 2025-11-25 client/sampling：有了采样，服务器自己不需要 API 密钥"),
        note(2, NEXT, "the client may show this to its user, then ask its model; or refuse", "客户端可以先给用户过目，再去问模型；也可以拒绝"),
        note(2, NOTICE, "\"id\":1 again, and no clash with initialize: each side counts its own requests. 用一句话概括, \"sum up in one\nsentence\", stands before the note, which has three lines now",
            "又是 \"id\":1，但和 initialize 不冲突：双方各数各的请求。附上的笔记已经有三行了"),
        note(2, RULE, "client/sampling: there should always be a human who can deny this", "client/sampling：始终应该有人能够拒绝这样的请求"),
        note(3, NEXT, "the server has its sentence and can finish call 18", "服务器拿到了这句话，可以完成调用 18"),
        note(3, NOTICE, "a response, and the client sends it: \"first get to know each other, then to business\". The model of this lesson\nalways says that. The server gets a text and the model's name, never the model",
            "这是响应，由客户端发出。本课的模型永远只会说这一句。\n服务器拿到的是文字和模型的名字，碰不到模型本身"),
        note(3, RULE, "basic/index: a response has the id of its request: here 1 of the server, not 1 of the client", "basic/index：响应带着请求的 id：这里是服务器的 1，不是客户端的 1"),
        note(4, NEXT, "call 18 is answered; nothing is open any more", "调用 18 有了响应；没有未完成的请求了"),
        note(4, NOTICE, "nodding-model 说, \"nodding-model says\". For a while two requests were open, one in each direction, the inner one\nwithin the outer",
            "刚才有一阵子两个请求同时开着，一个方向一个，里面那个套在外面那个当中"),
        note(4, RULE, "client/sampling: a server may ask for a model in the middle of serving a call", "client/sampling：服务器可以在处理一次调用的中途来借模型"),
    ],
};

#[rustfmt::skip]
pub(super) const LISTEN: Step = Step {
    title: Text::new("The stateless era: whoever wants to hear of changes keeps a request open", "无状态方式：想知道变化，就让一个请求一直开着"),
    ask: Text::new("Request 19 never gets a response. Is that a fault of the server?", "请求 19 始终没有响应。是服务器错了吗？"),
    lines: 7,
    notes: notes![
        note(1, NEXT, "the server says of which changes it will tell, and leaves the request open", "服务器说明会通知哪些变化，然后让这个请求一直开着"),
        note(1, NOTICE, "_meta says version, client and capabilities: all that step 1 was for. resourceSubscriptions takes the place of\nresources/subscribe. On one connection only for comparison: a real client stays in one era",
            "_meta 里有版本、客户端和能力，第 1 步的事这一行全说了。resourceSubscriptions 取代了 resources/subscribe。\n两种方式放在一条连接上只是为了对照，真正的客户端只用其中一种"),
        note(1, RULE, "MCP 2026-07-28, basic/patterns/subscriptions: a server must not send a type that was not asked for",
            "MCP 2026-07-28 basic/patterns/subscriptions：没有要过的类型，服务器不许发"),
        note(2, NEXT, "from now on changes may come at any time", "从现在起，变化随时可能来"),
        note(2, NOTICE, "subscriptionId 19 is the id of the line above. notifications repeats what is granted: here all, it could be less",
            "subscriptionId 19 就是上一行的 id。notifications 写的是答应了哪些：这里全答应了，也可能只答应一部分"),
        note(2, RULE, "basic/patterns/subscriptions: this must be the first message with that subscriptionId", "basic/patterns/subscriptions：带这个 subscriptionId 的第一条消息必须是它"),
        note(3, NEXT, "the server appends the line to roots and tells whoever listens", "服务器给 roots 加一行，再通知正在监听的客户端"),
        note(3, NOTICE, "\"only what begins with file://\". The three members of _meta stand here again: every request speaks for itself", "_meta 的三个成员又写了一遍：每个请求都要自己说清楚"),
        note(3, RULE, "2026-07-28, basic/index: protocolVersion and clientCapabilities must be in every request, clientInfo should",
            "2026-07-28 basic/index：每个请求都必须有 protocolVersion 和 clientCapabilities，还应该有 clientInfo"),
        note(4, NEXT, "the client may read note:///roots", "客户端可以去读 note:///roots"),
        note(4, NOTICE, "the same method as in step 6, now with a tag: 19, the listen request, not 20, the call that is open", "方法和第 6 步一样，只是多了标记：是 19，即 listen 请求，不是正开着的调用 20"),
        note(4, RULE, "basic/patterns/subscriptions: every notification is tagged; on stdio a client must go by the tag", "basic/patterns/subscriptions：每条通知都要带这个标记；在 stdio 上，客户端必须靠它来区分"),
        note(5, NEXT, "the client has heard enough", "客户端不想再听了"),
        note(5, NOTICE, "resultType and serverInfo are new. No list_changed came, though it was asked for: roots was there before", "新面孔是 resultType 和 serverInfo。要过 list_changed 却没有来：roots 本来就在，清单没变"),
        note(5, RULE, "2026-07-28, basic/index: every result must have a resultType; complete means that this is all", "2026-07-28 basic/index：每个结果都必须有 resultType；complete 表示到此为止"),
        note(6, NEXT, "the server stops telling; late notifications are to be ignored", "服务器不再通知；万一还有迟到的，客户端不用理会"),
        note(6, NOTICE, "requestId 19 ends the subscription: it was a request all along, and is given up like any other", "用 requestId 19 结束订阅：它本来就是一个请求，放弃的办法也和别的请求一样"),
        note(6, RULE, "2026-07-28, basic/patterns/cancellation: after it no response should be sent; over HTTP one closes the stream instead",
            "2026-07-28 basic/patterns/cancellation：取消之后不该再发响应；在 HTTP 上则是直接关掉流"),
    ],
};

#[rustfmt::skip]
pub(super) const RETRY: Step = Step {
    title: Text::new("The stateless era: the question comes back as a result", "无状态方式：问题作为结果返回"),
    ask: Text::new("In step 7 the server asked with a request. Now it may send none. Where does the question stand?",
        "第 7 步里服务器用请求来问。现在它不能发请求了，问题写在哪里？"),
    lines: 4,
    notes: notes![
        note(1, NEXT, "the server needs a sentence from a model, and must not send a request", "服务器需要模型的一句话，却不许发请求"),
        note(1, NOTICE, "\"sampling\":{} stands in this very line; what the handshake of step 1 promised does not count here", "\"sampling\":{} 就写在这一行里；第 1 步握手时承诺过的，在这里不算数"),
        note(1, RULE, "2026-07-28, basic/patterns/mrtr: a server must not ask for what the client has not declared", "2026-07-28 basic/patterns/mrtr：客户端没有声明的能力，服务器不许要"),
        note(2, NEXT, "call 21 is over; the client asks its model and calls again, or lets it be", "调用 21 到此结束；客户端去问自己的模型，再调用一次，也可以就此作罢"),
        note(2, NOTICE, "inputRequests holds the question of step 7, without an id, under a key of the server's choice, summary. Here is no\nrequestState: nothing has to be remembered. `mcp-lab serve library` adds one; see the lesson input-required",
            "inputRequests 里就是第 7 步那样的问题，没有 id，键名 summary 由服务器起。\n没有 requestState，因为不用记什么；`mcp-lab serve library` 会带上它，见 input-required 这一课"),
        note(2, RULE, "basic/patterns/mrtr: allowed in answers to tools/call, prompts/get and resources/read only", "basic/patterns/mrtr：只有 tools/call、prompts/get 和 resources/read 可以用它来响应"),
        note(3, NEXT, "the server runs the tool from its beginning; this time the answer is there", "服务器把工具从头再跑一遍，这次答案已经有了"),
        note(3, NOTICE, "name and arguments as in call 21, a new id, and inputResponses with the same key: below it stands what was the\nresult in step 7",
            "name 和 arguments 与调用 21 相同，id 是新的，inputResponses 用同一个键名；\n键名下面就是第 7 步里的那个 result"),
        note(3, RULE, "basic/patterns/mrtr: a retry must have another id, and no requestState if none was given", "basic/patterns/mrtr：重发必须换一个 id；没有收到 requestState，就不能带"),
        note(4, NEXT, "nobody has anything left to ask; the client closes its end of the pipe", "没有要问的了；客户端关掉自己这一头的管道"),
        note(4, NOTICE, "the sentence of step 7 about another note: this model only nods. For this call the server kept nothing in between",
            "笔记换了，话还是第 7 步那一句：这个模型只会点头。两次调用之间，服务器没有为它记住任何事"),
        note(4, RULE, "2026-07-28, deprecated: sampling and logging still work; new programs should not take them up", "2026-07-28 deprecated：采样和日志还能用，但新程序不该再采用"),
    ],
};
