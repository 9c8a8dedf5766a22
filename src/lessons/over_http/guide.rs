//! What a teacher says to the six steps over HTTP.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("Over HTTP: the six steps with a session (2025-11-25) and without one (2026-07-28)", "走 HTTP：同样六步，有会话的 2025-11-25 版和没有会话的 2026-07-28 版对照"),
    steps: &[HELLO, DISCOVERY, CALL, SAYS_NO, UNKNOWN_TOOL, UNKNOWN_METHOD, GOODBYE, MISMATCH],
    questions: &[
        (Text::new("What is a session made of?", "会话是靠什么维持的？"), Text::new(
            "Of one header. The server gives an id in the head of its answer to initialize, and the client sends it with every\nrequest after that. No connection holds the session: each POST may come on another one.",
            "就靠一个请求头。服务器在 initialize 的响应头里给一个 id，客户端之后每个请求都带上它。\n会话不依赖某个连接：每个 POST 都可以走不同的连接。")),
        (Text::new("Why does a session make it hard to run several copies of a server?", "为什么有了会话，服务器就不好多开几份？"), Text::new(
            "Only the copy that gave the id knows it. Whatever shares the requests out has to send each to the copy that knows\nits session; when that copy is gone, all its sessions are. Without sessions any copy answers any request.",
            "id 只有发出它的那一份认识。负责分配请求的设备，必须把每个请求送到认识它的那一份；\n那一份没了，它的会话就全没了。没有会话，哪一份都能回答任何请求。")),
        (Text::new("Why do the headers of 2026-07-28 repeat what the body says?", "2026-07-28 版的请求头为什么要重复正文里的内容？"), Text::new(
            "So that a gateway can route, count and forbid without reading JSON. It must not be possible to tell the gateway one\nthing and the server another: so the server compares, and refuses with 400 and -32020 where they differ (step 8).",
            "这样网关不用读 JSON，就能转发、统计、拦截。但不能让人对网关说一套、对服务器说另一套：\n所以服务器会比对，不一致就用 400 和 -32020 拒绝（第 8 步）。")),
        (Text::new("What does the status say, and what does the body?", "状态码说的是什么？正文说的又是什么？"), Text::new(
            "With a session the status says how the transport went: a refusal by the protocol comes with 200 (step 6). Without one\nan unknown method has 404, and what is wrong with the request itself 400; a refused call still has 200 (step 5).\nAlways: 202 for what is owed no answer.",
            "有会话的版本，状态码只说传输顺不顺利：协议层的拒绝也是 200（第 6 步）。没有会话的版本，\n未知方法是 404，请求本身有错是 400；调用被拒仍然是 200（第 5 步）。两版都一样：不用响应的消息，回 202。")),
    ],
    try_it: Text::new("Run `mcp-lab serve calculator --http 3000` (not installed? `cargo run -q --` in place of `mcp-lab`) and in a second\nterminal `mcp-lab probe http://127.0.0.1:3000/mcp`. Then stop the server, start it again, and send a request with the\nold session id with curl: which status comes?",
        "运行 `mcp-lab serve calculator --http 3000`（没有安装？把 `mcp-lab` 换成 `cargo run -q --`），在另一个终端里运行\n`mcp-lab probe http://127.0.0.1:3000/mcp`。然后停掉服务器再启动，用 curl 带着旧的会话 id 发一个请求：会收到什么状态码？"),
};

// A note takes two lines, or one if it is short: place, label and English; Chinese.

#[rustfmt::skip]
const HELLO: Step = Step {
    title: Text::new("Hello: an id in a head, or nothing to remember", "打招呼：一个给 id，一个什么都不用记"),
    ask: Text::new("Which header appears for the first time in an answer, and in which lines do you find it again?",
        "哪个头是在响应里第一次出现的？后面哪些行里又能看到它？"),
    lines: 14,
    notes: notes![
        note(1, NOTICE, "in every step up to the sixth first the session, then the same without one. A line with >> is the head of an HTTP\nmessage: of its fields those are shown that belong to MCP",
            "到第 6 步为止，每一步先看有会话的，再看没有会话的。带 >> 的行是 HTTP 消息的头部，\n只列出和 MCP 有关的字段"),
        note(2, NEXT, "the server may answer with one JSON text or with a stream of events: the client has said that it reads both", "服务器可以回一段 JSON，也可以回事件流：客户端说了两种都能读"),
        note(2, NOTICE, "a POST for each message, always to the same URL", "每条消息一个 POST，URL 始终是同一个"),
        note(2, RULE, "MCP 2025-11-25, basic/transports: Accept must list application/json and text/event-stream; a server may answer 406\nto less",
            "MCP 2025-11-25 basic/transports：Accept 必须同时写上 application/json 和 text/event-stream；\n少一个，服务器可以回 406"),
        note(3, NOTICE, "the line itself is the same as over stdio, byte for byte; no newline is needed, the length ends it", "这一行和走 stdio 时一模一样；不需要换行，靠长度就知道到哪里结束"),
        note(4, NEXT, "the client keeps the id, and sends it with everything from now on", "客户端记下这个 id，从现在起每次都带上"),
        note(4, NOTICE, "the session begins here, in a head, and not in a line. (A real id is random, so that nobody can guess it.)", "会话从这里开始：在响应头里，不在消息里。（真正的 id 是随机的，谁也猜不到。）"),
        note(4, RULE, "MCP 2025-11-25, basic/transports: a server may give an id in the answer to initialize, and only there", "MCP 2025-11-25 basic/transports：服务器可以在 initialize 的响应里给 id，也只能在那里给"),
        note(6, NOTICE, "two headers more, and they stay until the end: the id, and the version that was agreed on", "多了两个头，一直带到最后：会话 id，和谈好的版本"),
        note(6, RULE, "MCP 2025-11-25, basic/transports: the client must send both with every request after initialize", "MCP 2025-11-25 basic/transports：initialize 之后，客户端每个请求都必须带这两个头"),
        note(9, NEXT, "the client may ask now", "客户端可以开始提要求了"),
        note(9, NOTICE, "HTTP always answers, MCP does not: 202 says that the notification has arrived, and it has no body", "HTTP 一定有响应，MCP 不一定：202 表示通知收到了，没有正文"),
        note(9, RULE, "MCP 2025-11-25, basic/transports: 202 without a body to a notification or a response", "MCP 2025-11-25 basic/transports：通知和响应都回 202，不带正文"),
        note(11, NOTICE, "no id, and a new header: Mcp-Method repeats the method of the body", "没有 id，多了一个新的头：Mcp-Method 重复正文里的 method"),
        note(11, RULE, "MCP 2026-07-28, basic/transports/streamable-http: every POST carries the version, every request its method", "MCP 2026-07-28 basic/transports/streamable-http：每个 POST 都带版本，每个请求都带方法名"),
        note(13, NEXT, "nothing was set up: the next request may go to another copy of the server", "什么都没有建立：下一个请求可以发给另一份服务器"),
        note(13, NOTICE, "no Mcp-Session-Id: this era has none", "没有 Mcp-Session-Id：这一版根本没有会话"),
    ],
};

#[rustfmt::skip]
const DISCOVERY: Step = Step {
    title: Text::new("What can you do?", "你能做什么？"),
    ask: Text::new("What does the server look at first to know who asks: the head or the body?",
        "服务器要知道是谁在问，先看请求头，还是先看正文？"),
    lines: 10,
    notes: notes![
        note(2, NOTICE, "without the id the body says nothing about who asks; with a wrong one the server answers 404", "没有 id，光看正文不知道是谁在问；id 不对，服务器回 404"),
        note(2, RULE, "MCP 2025-11-25, basic/transports: 400 where the id is missing, 404 where it is unknown", "MCP 2025-11-25 basic/transports：没带 id 回 400，不认识的 id 回 404"),
        note(4, NOTICE, "200 and JSON: this server had nothing to say before the answer, so it needed no stream", "200 加 JSON：响应之前没有别的话要说，就用不着事件流"),
        note(7, NOTICE, "the version stands in the head and in _meta, and must be the same in both", "版本在请求头里有，在 _meta 里也有，两处必须一样"),
        note(9, NOTICE, "ttlMs and cacheScope stand in the body, not in HTTP's own headers for caches: they also hold over stdio", "ttlMs 和 cacheScope 写在正文里，不用 HTTP 自己的缓存头：这样走 stdio 也有效"),
    ],
};

#[rustfmt::skip]
const CALL: Step = Step {
    title: Text::new("A call", "调用一次"),
    ask: Text::new("A gateway is to let add pass and nothing else. In which of the two sessions can it do so without reading a body?",
        "网关只想放行 add。两个会话里，哪一个不用读正文就能做到？"),
    lines: 10,
    notes: notes![
        note(2, NOTICE, "nothing in this head says which tool is called", "从这个请求头里看不出调用的是哪个工具"),
        note(4, NEXT, "had the tool reported progress, there would be text/event-stream here, and the answer would be its last event", "如果工具要汇报进度，这里就会是 text/event-stream，响应是最后一个事件"),
        note(4, NOTICE, "the connection stays open: the next POST need not open another", "连接还开着：下一个 POST 不用重新建立连接"),
        note(7, NOTICE, "Mcp-Name repeats params.name", "Mcp-Name 重复 params.name"),
        note(7, RULE, "MCP 2026-07-28, basic/transports/streamable-http: Mcp-Name with tools/call and prompts/get (the name) and\nresources/read (the URI)",
            "MCP 2026-07-28 basic/transports/streamable-http：tools/call 和 prompts/get 的 Mcp-Name 是名字，\nresources/read 的是 URI"),
        note(9, NEXT, "whoever closes the connection before this answer cancels the call, in this era only", "只有这一版：在响应到达之前断开连接，就等于取消调用"),
        note(9, NOTICE, "the same status, and two members more in the body: resultType and _meta", "状态码一样，正文多了两个成员：resultType 和 _meta"),
    ],
};

#[rustfmt::skip]
const SAYS_NO: Step = Step {
    title: Text::new("The tool says no", "工具说不行"),
    ask: Text::new("The tool cannot do it. Which status do you expect?", "工具办不到。你猜状态码是多少？"),
    lines: 10,
    notes: notes![
        note(2, NOTICE, "the head is the same as before: it knows nothing of what happens inside", "请求头和上一步一样：里面发生什么，它不知道"),
        note(4, NOTICE, "200: the message arrived and was answered. That the tool said no is the body's affair: isError", "200：消息送到了，也响应了。工具说不行，是正文里的事：isError"),
        note(7, NOTICE, "the name is plain ASCII and stands as it is. One in Chinese would be =?base64?…?=", "名字是普通 ASCII，原样写。中文名字要写成 =?base64?…?="),
        note(9, NOTICE, "200 here too: a gateway that counts errors by the status does not see this one", "这里也是 200：靠状态码统计错误的网关，看不到这一次"),
    ],
};

#[rustfmt::skip]
const UNKNOWN_TOOL: Step = Step {
    title: Text::new("A tool that does not exist", "没有这个工具"),
    ask: Text::new("This time the protocol says no. Does the status change?", "这次是协议层拒绝。状态码会变吗？"),
    lines: 10,
    notes: notes![
        note(2, NOTICE, "a head like any other", "和别的请求头没有两样"),
        note(4, NOTICE, "200 with an error in the body: the transport did all it had to", "200，错误写在正文里：传输本身没有任何问题"),
        note(7, NOTICE, "head and body agree on a tool that nobody has: that is no header mismatch", "请求头和正文一致，只是没有这个工具：这不算不一致"),
        note(9, NOTICE, "200 too: the method is known, only its argument is not", "也是 200：方法是认识的，只是参数里的名字不认识"),
        note(9, RULE, "MCP 2026-07-28, basic/transports/streamable-http: an error of a known method has status 200", "MCP 2026-07-28 basic/transports/streamable-http：方法已知时，错误的状态码是 200"),
    ],
};

#[rustfmt::skip]
const UNKNOWN_METHOD: Step = Step {
    title: Text::new("A method that the server does not have", "服务器没有的方法"),
    ask: Text::new("The same error code twice. Where do the two answers differ?", "两个响应的错误码一样。区别在哪里？"),
    lines: 10,
    notes: notes![
        note(2, NOTICE, "this server declared no resources, and the client asks all the same", "服务器没有声明 resources，客户端还是问了"),
        note(4, NOTICE, "200, as with any answer", "200，和别的响应一样"),
        note(7, NOTICE, "here the method stands in the head as well: a gateway could have said no already", "这里方法名也在请求头里：网关就可以先拒绝"),
        note(9, NEXT, "a client that does not know the era of a server tells by this: a 404 without a message is a wrong URL, one with\n-32601 a server that lacks the method",
            "客户端不清楚对方是哪一版时，就看这里：404 没带消息，是 URL 不对；带着 -32601，是服务器没有这个方法"),
        note(9, NOTICE, "404, and yet a message in the body: read the body before you give up", "404，可正文里还是有一条消息：先读正文再下结论"),
        note(9, RULE, "MCP 2026-07-28, basic/transports/streamable-http: 404 with -32601 for an unknown method", "MCP 2026-07-28 basic/transports/streamable-http：未知方法用 404 和 -32601"),
    ],
};

#[rustfmt::skip]
const GOODBYE: Step = Step {
    title: Text::new("The session ends, and is used once more", "会话结束了，又被用了一次"),
    ask: Text::new("What does a client have to do when it gets the last status of this step?", "收到这一步最后那个状态码，客户端该怎么办？"),
    lines: 7,
    notes: notes![
        note(2, NEXT, "the server forgets the session", "服务器把会话忘掉"),
        note(2, NOTICE, "a head is all there is: over HTTP the goodbye is no message either. Without a session there is nothing to end", "只有头部：走 HTTP，告别也不是一条消息。没有会话，就没有什么要结束"),
        note(2, RULE, "MCP 2025-11-25, basic/transports: a client that is done should DELETE; the server may refuse with 405", "MCP 2025-11-25 basic/transports：客户端用完了应该发 DELETE；服务器可以用 405 拒绝"),
        note(3, NOTICE, "done, and nothing to say", "办好了，没有别的话"),
        note(4, NOTICE, "a request with the old id: somebody has missed that the session is over. After a restart of the server it would be\nthe same",
            "带着旧 id 的请求：有人不知道会话已经结束。服务器重启之后，也是这样"),
        note(6, NEXT, "the client starts over: initialize without the id, and then the request once more", "客户端重新开始：不带 id 发 initialize，再把请求发一次"),
        note(6, NOTICE, "404 and not 400: only so does the client learn that its session is gone", "是 404 而不是 400：只有这样，客户端才知道会话没了"),
        note(6, RULE, "MCP 2025-11-25, basic/transports: 404 to an id that has ended; the client must then begin a new session", "MCP 2025-11-25 basic/transports：id 已结束就回 404；客户端收到后必须开始新的会话"),
        note(7, NOTICE, "an error without an id: it answers the HTTP request, and no message", "错误里没有 id：它回答的是 HTTP 请求，不是某条消息"),
    ],
};

#[rustfmt::skip]
const MISMATCH: Step = Step {
    title: Text::new("A head that says something else than its body", "请求头和正文说的不一样"),
    ask: Text::new("A gateway would have let this pass as get_weather. What would the server run?", "网关会把它当作 get_weather 放行。服务器会执行什么？"),
    lines: 5,
    notes: notes![
        note(2, NEXT, "the server holds the head against the body before it runs anything", "服务器先拿请求头和正文比对，再决定执行不执行"),
        note(2, NOTICE, "Mcp-Name: get_weather", "Mcp-Name 是 get_weather"),
        note(3, NOTICE, "params.name: add", "params.name 是 add"),
        note(4, NEXT, "the client has to send both anew, made from one message", "客户端要从同一条消息重新生成请求头和正文，再发一次"),
        note(4, NOTICE, "400: nothing was run", "400：什么都没有执行"),
        note(4, RULE, "MCP 2026-07-28, basic/transports/streamable-http: 400 with -32020 where a header is missing or differs", "MCP 2026-07-28 basic/transports/streamable-http：请求头缺失或不一致，用 400 和 -32020"),
    ],
};
