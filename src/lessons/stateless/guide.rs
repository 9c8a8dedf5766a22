//! What a teacher says to the six steps without a handshake.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("No handshake: the six steps of 2025-06-18 beside those of 2026-07-28", "不再握手：同样六步，2025-06-18 版和 2026-07-28 版逐步对照"),
    steps: &[HELLO, DISCOVERY, CALL, ALLOWED, DENIED, UNKNOWN, FIRST, TOMORROW],
    questions: &[
        (Text::new("What left, what came?", "少了什么？多了什么？"), Text::new(
            "Left: initialize, notifications/initialized, the wait before the first call, and all that had to be remembered.\nMoved into _meta: the version, the client's capabilities, both names. Came: resultType in every result, ttlMs and\ncacheScope on what may be kept, server/discover with supportedVersions and the server's capabilities, and -32022.\nStayed: tools/list, tools/call, name, arguments, tools, content, isError and -32601 read as before.\nGone too, though not used in these six steps: ping, logging/setLevel, resources/subscribe and every request of the\nserver.",
            "少了：initialize、notifications/initialized、第一次调用之前的等待，还有双方必须一直记着的那些约定。\n搬进 _meta：版本、客户端的能力、双方的名字。多了：每个 result 里的 resultType，可缓存的结果里的 ttlMs 和 cacheScope，\n给出 supportedVersions 和服务器能力的 server/discover，以及错误码 -32022。\n没动：tools/list、tools/call、name、arguments、tools、content、isError、-32601，都和以前一样。\n这六步没用到、但同样取消的还有：ping、logging/setLevel、resources/subscribe，以及服务器发出的一切请求。")),
        (Text::new("What does it cost in bytes?", "要多花多少字节？"), Text::new(
            "Steps 1 to 6: 1,756 bytes before, 3,337 now, 1,581 more. Six times _meta on requests: 1,131. Five times serverInfo\non results: 460. resultType, five times: 120. ttlMs and cacheScope, twice: 74. That is 1,785; but without them step 1\nis 204 shorter than the handshake, and 1,785 - 204 = 1,581. A single call is even cheaper now: 493 bytes (step 7)\nagainst 367 + 188 = 555 with its handshake. From the second on, each call costs 305 more.",
            "第 1 到第 6 步：原来 1,756 字节，现在 3,337 字节，多了 1,581。请求里的 _meta 六次，共 1,131；\n结果里的 serverInfo 五次，共 460；resultType 五次，共 120；ttlMs 和 cacheScope 两次，共 74。合计 1,785。\n不算这些，第 1 步反而比握手短 204：1,785 - 204 = 1,581。如果只调用一次，新版还更省：493 字节（第 7 步），\n旧版连握手要 367 + 188 = 555。从第二次起，每次调用多 305。")),
        (Text::new("What does it buy?", "换来了什么？"), Text::new(
            "Any process, any replica, can answer any request: step 7. No session can be lost: when a process dies, the client\nsends the request to the next one. (Whether a call may run twice is still the tool's affair.) No round trip is spent\nbefore the first call, and \"public\" lists may be kept by anybody. What must outlive one request gets an identifier,\nwhich the client sends along in plain sight.",
            "任何一个进程、任何一个副本，都能回答任何一个请求：第 7 步演示的就是这个。没有会话，也就谈不上会话丢失：进程死了，\n客户端把请求发给下一个就行（同一个调用能不能跑两遍，还得看工具本身）。第一次调用之前不用多跑一个来回，\n\"public\" 的清单谁都可以缓存。真要跨请求保留的东西，就给它一个标识，由客户端明明白白地带在请求里。")),
        (Text::new("Why does every request carry the version, when one handshake used to settle it?", "版本为什么写在每个请求里，而不是握手时谈好？"), Text::new(
            "A handshake binds two processes that remember it. The process that reads this line may have started a moment ago,\nso the line has to say by which rules it is to be read. A server compares the name with its list: served, or -32022\nwith that list (step 8). The server never switches to another version by itself, and each request is judged alone:\nreplicas and clients can be updated one by one.",
            "握手只对记得它的两个进程有效。读到这一行的进程也许刚刚启动，所以这一行得自己说清楚该按哪一版来读。\n服务器拿版本名去核对自己的清单：有就处理，没有就回 -32022 并附上清单（第 8 步）。不会悄悄换成别的版本；\n每个请求单独判断，所以客户端和服务器的各个副本可以一个一个地升级。")),
        (Text::new("One server, both eras: how does it know what a line belongs to?", "同一个服务器两版都支持，它怎么知道一行属于哪一版？"), Text::new(
            "By the line: io.modelcontextprotocol/protocolVersion in its _meta means stateless; without it the rules of the\nhandshake hold, and before initialize a call is refused. Step 7 shows both.",
            "就看这一行：_meta 里有 io.modelcontextprotocol/protocolVersion，就按无状态的规矩办；没有，就按握手的规矩办，\n没握手就来调用，会被拒绝。第 7 步两种情况都有。")),
    ],
    try_it: Text::new("Run `mcp-lab serve mini` (not installed? `cargo run -q --` in place of `mcp-lab`) and paste the second call of\nstep 7. Then take out clientInfo, then clientCapabilities: without which of the two does the server refuse?",
        "运行 `mcp-lab serve mini`（没有安装？把 `mcp-lab` 换成 `cargo run -q --`），粘贴第 7 步的第二个调用。\n再试试去掉 clientInfo，然后去掉 clientCapabilities：缺了哪一个，服务器会拒绝？"),
};

// A note takes two lines, or one if it is short: place, label and English; Chinese.

#[rustfmt::skip]
const HELLO: Step = Step {
    title: Text::new("Three lines before the work, or one question that may be left out", "干活之前：旧版先传三行；新版只问一句，不问也行"),
    ask: Text::new("Which members of the three old lines do you find again in the two new ones, and which line has no successor?",
        "旧版三行里的成员，哪些在新版两行里还能找到？哪一行在新版里没有对应？"),
    lines: 8,
    notes: notes![
        note(1, NEXT, "in every step up to the seventh the old lines come first, then the new ones", "到第 7 步为止，每一步都是先看旧版，再看新版"),
        note(1, NOTICE, "bytes: the JSON with a newline after each line, without the arrows. The fourth line is our remark and does not count",
            "“3 lines, 367 bytes”即 3 行、367 字节：只算 JSON 和每行末尾的换行，箭头不算。\n第四行是我们的旁注，也不算"),
        note(1, RULE, "MCP 2025-06-18, basic/transports: UTF-8, and a newline ends a message; so a Chinese character here counts three",
            "MCP 2025-06-18 basic/transports：消息用 UTF-8，以换行结束；所以这里一个汉字算三个字节"),
        note(2, NEXT, "the client waits for the answer: a round trip before its first call. The new era asks for no such wait",
            "客户端要等响应：第一次调用之前先花掉一个来回。新版不用等"),
        note(2, NOTICE, "protocolVersion, capabilities and clientInfo all move: into the _meta of every new request, capabilities under\nthe name clientCapabilities",
            "protocolVersion、capabilities、clientInfo 三个都搬走了：新版里，每个请求的 _meta 都带着它们，\n其中 capabilities 改叫 clientCapabilities"),
        note(2, RULE, "MCP 2026-07-28, basic/versioning: there is no negotiation handshake; every request carries its protocol version",
            "MCP 2026-07-28 basic/versioning：没有协商握手，每个请求自己带着协议版本"),
        note(3, NEXT, "from here on both sides have to remember what was settled, as long as the session lasts", "从这里起，双方都得记住刚才谈好的，直到会话结束"),
        note(3, NOTICE, "protocolVersion, one answer, becomes supportedVersions, a list; capabilities stays, in the answer to discover;\nserverInfo moves into the _meta of every result",
            "protocolVersion 只有一个答案，新版换成清单 supportedVersions；capabilities 留了下来，写在 discover 的响应里；\nserverInfo 搬进每个 result 的 _meta"),
        note(3, RULE, "MCP 2025-06-18, basic/lifecycle: both sides must keep to the version and the capabilities that were negotiated",
            "MCP 2025-06-18 basic/lifecycle：双方都必须遵守谈好的版本，只用谈好的能力"),
        note(4, NEXT, "the session is open, and the client goes on", "会话建立，客户端接着往下发"),
        note(4, NOTICE, "this line has no successor: where nothing is set up, nobody has to say that it is done", "这一行在新版里没有对应：什么都不用建立，也就不用说“建好了”"),
        note(4, RULE, "MCP 2026-07-28, changelog: initialize and notifications/initialized are removed", "MCP 2026-07-28 changelog：删去 initialize 和 notifications/initialized"),
        note(7, NEXT, "the server answers; meanwhile the client may send any other request", "轮到服务器响应；这期间客户端照样可以发别的请求"),
        note(7, NOTICE, "it only asks, and opens nothing: leave it out, and the answers below would be the same. Like every request it\nbrings its own version",
            "它只是问一句，并不建立什么：不问，下面的响应内容也一样。它和别的请求一样，自己带着版本"),
        note(7, RULE, "MCP 2026-07-28, server/discover: a server must implement it; a client need not call it", "MCP 2026-07-28 server/discover：服务器必须实现，客户端可以不调用"),
        note(8, NEXT, "the client picks a version from the list; for 300,000 ms, five minutes, it need not ask again",
            "客户端从清单里挑一个版本；300000 毫秒，也就是五分钟内，不必再问"),
        note(8, NOTICE, "this server also speaks 2025-06-18, yet supportedVersions is silent about it: that version is reached by initialize,\nnot by a name in _meta",
            "这个服务器也支持 2025-06-18，supportedVersions 里却没有：那一版要靠 initialize 进入，\n在 _meta 里写上它的名字没有用"),
        note(8, RULE, "server/discover: the client should choose one of supportedVersions for the requests that follow",
            "server/discover：后面的请求用哪个版本，客户端应该从 supportedVersions 里选"),
    ],
};

#[rustfmt::skip]
const DISCOVERY: Step = Step {
    title: Text::new("The tools: the same list, and how long it keeps", "工具清单：内容一样，多了保质期"),
    ask: Text::new("The array \"tools\" is the same to the byte. Which members stand around it that were not there before?",
        "\"tools\" 数组一个字节都没变。它的前后多了哪些成员？"),
    lines: 6,
    notes: notes![
        note(2, NEXT, "the server answers from memory: version and capabilities were settled in step 1", "服务器凭记忆来答：版本和能力在第 1 步就谈好了"),
        note(2, NOTICE, "\"params\":{} could be left out here. In the new era params must be there: _meta has to stand in it",
            "这里的 \"params\":{} 省掉也行；新版里 params 不能省，因为 _meta 要放在里面"),
        note(2, RULE, "MCP 2025-06-18, basic/lifecycle: the negotiated version holds from then on; the message itself does not name it",
            "MCP 2025-06-18 basic/lifecycle：谈好的版本此后一直有效，消息里不再写"),
        note(3, NEXT, "the client may keep this list, but for how long? It has to guess", "客户端可以把清单留着用，但能留多久？只能猜"),
        note(3, NOTICE, "tools moves over as it is. What the old line lacks is an expiry: no member says how long the list holds",
            "tools 原样搬到新版。旧版缺的是“保质期”：没有哪个成员说清单多久有效"),
        note(3, RULE, "MCP 2025-06-18, server/tools: only listChanged promises news of changes, and in step 1 \"tools\":{} had none",
            "MCP 2025-06-18 server/tools：声明了 listChanged 才会通知清单有变，而第 1 步的 \"tools\":{} 里没有它"),
        note(5, NEXT, "any process of this server may answer: what it has to know is in the line", "这个服务器的哪个进程来答都行：要知道的都在这一行里"),
        note(5, NOTICE, "_meta takes 188 of the 247 bytes. clientCapabilities:{} says: nothing may be asked of this client", "这一行 247 字节，_meta 占了 188。clientCapabilities:{} 表示：不能反过来向这个客户端要任何东西"),
        note(5, RULE, "MCP 2026-07-28, basic/index: protocolVersion and clientCapabilities must be there, else -32602; clientInfo should",
            "MCP 2026-07-28 basic/index：protocolVersion 和 clientCapabilities 必须有，缺了回 -32602；clientInfo 最好有"),
        note(6, NEXT, "the client shows the list to its model, and need not fetch it again for five minutes", "客户端把清单交给模型，五分钟内不必再取"),
        note(6, NOTICE, "cacheScope \"public\": the same list for everybody, so a gateway may keep it for all. \"private\" would\nmean: only under the same authorization",
            "cacheScope 为 \"public\"：清单人人都一样，网关可以存一份给所有人用。\n要是 \"private\"，只能在同一份授权下重用"),
        note(6, RULE, "server/utilities/caching: server/discover, the lists and resources/read must carry ttlMs and cacheScope;\nthey are hints and promise nothing",
            "server/utilities/caching：server/discover、各种清单和 resources/read 的结果必须带 ttlMs 和 cacheScope；\n这只是参考，不是保证"),
    ],
};

#[rustfmt::skip]
const CALL: Step = Step {
    title: Text::new("A call that works: what it says about itself", "调用成功：一行里自带多少信息"),
    ask: Text::new("Cover the old half. From the new call alone, what does a server know about the one who calls?",
        "把旧版盖住。只看新版的调用，服务器能知道调用者的哪些事？"),
    lines: 6,
    notes: notes![
        note(2, NEXT, "the server runs add, because it remembers a handshake on this connection", "服务器运行 add，因为它记得这条连接上握过手"),
        note(2, NOTICE, "97 bytes, and none of them says which version this is or who calls. Alone, this server refuses it: see step 7",
            "97 个字节，没有一个说明用的是哪一版、谁在调用。单独发这一行，服务器会拒绝：看第 7 步"),
        note(2, RULE, "MCP 2025-06-18, basic/lifecycle: initialization must come first; it is what this call rests on",
            "MCP 2025-06-18 basic/lifecycle：初始化必须在最前面；这次调用靠的就是它"),
        note(3, NEXT, "the client hands content to its model", "客户端把 content 交给模型"),
        note(3, NOTICE, "content and isError move over unchanged; the new era puts resultType before them and _meta behind",
            "content 和 isError 原样搬到新版；新版在前面加 resultType，后面加 _meta"),
        note(3, RULE, "MCP 2026-07-28, basic/index: a result without resultType comes from an older server and counts as \"complete\"",
            "MCP 2026-07-28 basic/index：没有 resultType 的结果来自旧版服务器，按 \"complete\" 算"),
        note(5, NEXT, "the server checks _meta, then the arguments, then runs the same add as in the old era", "服务器先查 _meta，再查参数，然后运行的还是那个 add"),
        note(5, NOTICE, "name and arguments are untouched. _meta with its comma adds 189 bytes to the 97", "name 和 arguments 没动；_meta 连同逗号，在 97 字节上加了 189"),
        note(5, RULE, "basic/index: a server must not rely on earlier requests for version, capabilities or identity of the client",
            "basic/index：客户端的版本、能力、身份，服务器都不许靠先前的请求来推断"),
        note(6, NEXT, "the client reads resultType first: \"complete\", nothing more will come. \"input_required\" would ask it for something",
            "客户端先看 resultType：\"complete\"，到此为止；要是 \"input_required\"，就是服务器还要它补充信息"),
        note(6, NOTICE, "no ttlMs, no cacheScope: the answer to a call is not for keeping. 91 bytes became 207: resultType takes 24,\nserverInfo 92", "没有 ttlMs 和 cacheScope：调用的结果不是拿来缓存的。91 字节变成 207：resultType 占 24，serverInfo 占 92"),
        note(6, RULE, "basic/index: every result must carry resultType; a value that the client does not know makes it invalid",
            "basic/index：每个 result 都必须有 resultType；遇到不认识的值，客户端要按无效结果处理"),
    ],
};

#[rustfmt::skip]
const ALLOWED: Step = Step {
    title: Text::new("A file that may be read: the surplus is the same", "读允许的文件：多出来的一样多"),
    ask: Text::new("Step 3 grew from 188 to 493 bytes. By how much does this step grow, and why just by that?",
        "第 3 步从 188 字节变成 493。这一步多了多少？为什么正好是这么多？"),
    lines: 6,
    notes: notes![
        note(2, NEXT, "the server finds the real path and decides; the era plays no part in that", "服务器求出真实路径，再作决定；哪一版都这样"),
        note(2, NOTICE, "the handshake gave no right to any file; so none is lost when the handshake goes", "握手从来没有授权读文件，所以取消握手也没丢掉什么权限"),
        note(2, RULE, "server/tools, in both revisions: servers must validate inputs and control access", "server/tools（两版相同）：服务器必须校验输入、控制访问权限"),
        note(3, NEXT, "the client hands the text to its model", "客户端把文字交给模型"),
        note(3, NOTICE, "\"get the handshake working first, then talk about tools\", say the notes. That advice holds for this half only",
            "笔记里写着“先跑通握手，再谈工具”。这话只适用于旧版这一半"),
        note(3, RULE, "server/tools, in both revisions: a text block has type and text; nothing in it depends on the era",
            "server/tools（两版相同）：文字块有 type 和 text；这一块和版本无关"),
        note(5, NEXT, "it may be another process that answers than the one of step 3; the client need not notice", "来答的可以不是第 3 步那个进程；客户端不必察觉"),
        note(5, NOTICE, "the _meta of steps 1 to 3 again, byte for byte: to repeat is the price of not having to remember", "_meta 和前三步的一个字节都不差：不用记，代价就是每次重说一遍"),
        note(5, RULE, "MCP 2026-07-28, basic/index: a server should not require the same connection or process for related requests",
            "MCP 2026-07-28 basic/index：相关的操作，服务器不应要求走同一条连接或同一个进程"),
        note(6, NEXT, "had the answer been lost, the client could send the request again, to whatever process is there", "要是响应丢了，客户端可以再发一次，哪个进程在就发给哪个"),
        note(6, NOTICE, "262 became 567: 305 more, as in step 3. The surplus is the same for each call, however long its text",
            "262 变成 567：多 305，和第 3 步一样。正文不管多长，每次调用多出来的都一样"),
        note(6, RULE, "basic/transports/stdio: if the process ends, open requests are lost, and the client can retry them on a fresh one",
            "basic/transports/stdio：进程意外退出，没答完的请求就丢了，客户端可以向新进程重发"),
    ],
};

#[rustfmt::skip]
const DENIED: Step = Step {
    title: Text::new("A file that may not be read: complete, and yet refused", "读不许读的文件：“完成”了，但被拒绝"),
    ask: Text::new("The tool says no. Does resultType say no as well?", "工具说“不行”。resultType 也说“不行”吗？"),
    lines: 6,
    notes: notes![
        note(2, NEXT, "the server checks the real path against its allow list", "服务器拿真实路径去核对白名单"),
        note(2, NOTICE, "the server knows from step 1 that \"mini-client\" is asking, and it makes no difference", "服务器从第 1 步就知道是 \"mini-client\"，但这对结果没有影响"),
        note(2, RULE, "MCP 2025-06-18, server/tools: servers must implement proper access controls", "MCP 2025-06-18 server/tools：服务器必须实施访问控制"),
        note(3, NEXT, "the client hands the refusal to its model", "客户端把拒绝的理由交给模型"),
        note(3, NOTICE, "the new era keeps both channels: what a tool refuses stays in \"result\", with isError", "新版保留了两条通道：工具的拒绝照旧放在 \"result\" 里，带 isError"),
        note(3, RULE, "server/tools, in both revisions: what goes wrong in a tool is reported with \"isError\":true", "server/tools（两版相同）：工具里出的错，用 \"isError\":true 报告"),
        note(5, NEXT, "this line and the server's own allow list are enough to refuse; nothing from before is needed", "有这一行，加上自己的白名单，服务器就能拒绝；前面发过什么都用不着"),
        note(5, NOTICE, "clientInfo comes with every request now, and weighs no more than before: anybody can write \"mini-client\"",
            "clientInfo 现在每次都带着，分量却没有变重：谁都可以写 \"mini-client\""),
        note(5, RULE, "MCP 2026-07-28, basic/index: clientInfo is self-reported; it should not be relied on for security decisions",
            "MCP 2026-07-28 basic/index：clientInfo 是自报的，不应作为安全判断的依据"),
        note(6, NEXT, "the model reads which folder is allowed and can try another path", "模型读到允许的是哪个目录，可以换个路径再试"),
        note(6, NOTICE, "\"complete\" beside \"isError\":true is no contradiction: the request is finished, the tool did not do what it was asked",
            "\"complete\" 和 \"isError\":true 并不矛盾：请求处理完了，只是工具没有照办"),
        note(6, RULE, "server/tools: an error of a tool is a result with \"isError\":true; its example has \"resultType\":\"complete\" as well",
            "server/tools：工具出的错写成带 \"isError\":true 的 result；规范的例子里同样写着 \"resultType\":\"complete\""),
    ],
};

#[rustfmt::skip]
const UNKNOWN: Step = Step {
    title: Text::new("A method nobody offers: an error stays as it was", "没有提供的方法：错误还是老样子"),
    ask: Text::new("Two of the four messages here are equal byte for byte. Which, and why just these?", "这里四条消息，有两条一个字节都不差。是哪两条？为什么偏偏是它们？"),
    lines: 6,
    notes: notes![
        note(2, NEXT, "the server looks the method up and does not find it", "服务器去查这个方法，查不到"),
        note(2, NOTICE, "the client could have known: in step 1 the capabilities had no \"resources\"", "客户端本来可以知道：第 1 步的 capabilities 里没有 \"resources\""),
        note(2, RULE, "MCP 2025-06-18, basic/lifecycle: only capabilities that were negotiated may be used", "MCP 2025-06-18 basic/lifecycle：只能用谈好的能力"),
        note(3, NEXT, "the client program has to do without resources", "客户端程序只好不用 resources"),
        note(3, NOTICE, "94 bytes. Compare them with the last line of this step", "94 个字节。和这一步的最后一行比一比"),
        note(3, RULE, "JSON-RPC 2.0, section 5.1: -32601 is \"method not found\"; the number belongs to JSON-RPC, not to an era of MCP",
            "JSON-RPC 2.0 第 5.1 节：-32601 是“方法不存在”；这个错误码是 JSON-RPC 定的，和 MCP 的版本无关"),
        note(5, NEXT, "the server checks the version in _meta, then looks the method up", "服务器先看 _meta 里的版本，再查方法"),
        note(5, NOTICE, "a client that never called server/discover may find out in this way, by trying", "没调用过 server/discover 的客户端，也可以这样直接试出来"),
        note(5, RULE, "MCP 2026-07-28, schema, MethodNotFoundError: also for methods of a capability that the server does not advertise",
            "MCP 2026-07-28 schema 的 MethodNotFoundError：服务器没有声明的能力，它的方法也回这个错误"),
        note(6, NEXT, "the same as in the old era; the next request is served as if this one had never been", "和旧版一样；下一个请求照常处理，就当这个没来过"),
        note(6, NOTICE, "resultType and serverInfo belong to a result, and this is none: so nothing was added here. All 188 bytes more are _meta",
            "resultType 和 serverInfo 是 result 里的，这里没有 result，所以一样没加。多出的 188 字节全是 _meta"),
        note(6, RULE, "basic/index: an error has code and message, and data if the server likes; resultType must stand in results only",
            "basic/index：error 里有 code 和 message，还可以有 data；必须写 resultType 的只是 result"),
    ],
};

#[rustfmt::skip]
const FIRST: Step = Step {
    title: Text::new("A call as the very first line", "第一行就是调用"),
    ask: Text::new("Each call is the first line of a new connection. What has the second that the first has not?",
        "两次调用都是新连接上的第一行。第二次带了什么，是第一次没有的？"),
    lines: 6,
    notes: notes![
        note(2, NEXT, "the server finds no version in the line and remembers no handshake: it cannot serve this", "这一行里没有版本，服务器也不记得握过手：没法处理"),
        note(2, NOTICE, "but for the id this is the call of step 3, which worked. What is missing is not in the line: it is the handshake before\nit",
            "除了 id，这就是第 3 步那个成功的调用。缺的不在这一行里，缺的是前面的握手"),
        note(2, RULE, "MCP 2025-06-18, basic/lifecycle: initialization must be the first interaction of client and server",
            "MCP 2025-06-18 basic/lifecycle：客户端和服务器之间，初始化必须最先进行"),
        note(3, NEXT, "the client has to shake hands, and then to send the call again", "客户端得先握手，再把调用重发一遍"),
        note(3, NOTICE, "the same happens when the server is restarted, or when a second process gets the call: the session is gone",
            "服务器重启了，或者调用被分到另一个进程，也是这个结果：会话没了"),
        note(3, RULE, "JSON-RPC 2.0, section 5.1: -32600 is \"invalid request\". MCP 2025-06-18 names no code for this; the server chose",
            "JSON-RPC 2.0 第 5.1 节：-32600 是“无效请求”。MCP 2025-06-18 没有为此规定错误码，是服务器自己选的"),
        note(5, NEXT, "the server finds the version in _meta and serves the call at once", "服务器在 _meta 里看到版本，马上处理"),
        note(5, NOTICE, "no discover came before. But for the id this is the new call of step 3: nothing had to be added", "前面没有 discover。除了 id，这就是第 3 步的新版调用：什么也不用补"),
        note(5, RULE, "MCP 2026-07-28, basic/versioning: a server of both eras serves a request with this _meta statelessly",
            "MCP 2026-07-28 basic/versioning：两版都支持的服务器，遇到带这种 _meta 的请求就按无状态处理"),
        note(6, NEXT, "the client may hang up: the server has nothing to put away", "客户端可以挂断：服务器没有什么要收拾的"),
        note(6, NOTICE, "but for the id, call and answer are those of step 3, 493 bytes both times: whether anybody spoke before made no\ndifference",
            "除了 id，请求和响应都与第 3 步相同，两次都是 493 字节：前面有没有发过别的，没有区别"),
        note(6, RULE, "basic/index: all the information needed to process a request is contained in the request itself", "basic/index：处理一个请求需要的全部信息，都在请求里"),
    ],
};

#[rustfmt::skip]
const TOMORROW: Step = Step {
    title: Text::new("A version nobody speaks", "谁也不支持的版本"),
    ask: Text::new("Which member of the answer lets the client go on without asking anything else?", "响应里的哪个成员，能让客户端不用再问就知道下一步怎么办？"),
    lines: 3,
    notes: notes![
        note(2, NEXT, "the server reads the version, does not find it in its list, and looks no further", "服务器读到版本，清单里没有，后面就不看了"),
        note(2, NOTICE, "tools/list works, as step 2 has shown. Apart from the id, only 2031-01-01 differs from there", "tools/list 本身没问题，第 2 步用过。和那里相比，除了 id 就只有 2031-01-01 不同"),
        note(2, RULE, "MCP 2026-07-28, basic/versioning: the server accepts or rejects each request independently", "MCP 2026-07-28 basic/versioning：每个请求，服务器都单独决定接受还是拒绝"),
        note(3, NEXT, "the client picks a version from data.supported and sends its request again, or tells its user why it cannot",
            "客户端从 data.supported 里挑一个版本重发；一个都不支持，就告诉用户"),
        note(3, NOTICE, "supported is the list that discover gave as supportedVersions: whoever never asked learns it from the refusal.\nIn a handshake the server would answer with another version; here it refuses and leaves the choice to the client",
            "supported 就是 discover 给过的 supportedVersions：没问过的，被拒绝时也就知道了。\n换成握手，服务器会回另一个版本；这里它只是拒绝，由客户端来选"),
        note(3, RULE, "basic/versioning: a version that is not supported must be answered with this error and the list of those that are;\nthe number -32022 is in basic/index",
            "basic/versioning：版本不支持，必须回这个错误并附上支持的版本；-32022 这个号码列在 basic/index 里"),
    ],
};
