//! What a teacher says to the tool that asks a human first.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("Input required: a tool asks a human before it writes", "先问人，再动笔：写文件之前要有人同意"),
    steps: &[DISCOVERY, QUESTION, ACCEPT, DECLINE, CANCEL, CHEAT, ALONE, HANDSHAKE],
    questions: &[
        (Text::new("Between steps 2 and 3, who remembers the question?", "第 2 步和第 3 步之间，是谁记着这个问题？"), Text::new(
            "Nobody on the server: with its answer, request 2 is over and forgotten. The client keeps the call, the question\nand the note; the retry brings everything along: tool, arguments, answer, and the note, which proves that this was\nasked. So any process that has the key can take it, even one that was started a minute ago.",
            "服务器这边谁也不记：响应一发出，请求 2 就结束了，也忘掉了。调用、问题、便条都在客户端手里；\n重发时全部带上：工具、参数、回答，还有便条，它能证明确实问过。所以只要手里有密钥，哪个进程都能接着办，刚启动的也行。")),
        (Text::new("Why can anybody read requestState, and why is that no harm?", "requestState 谁都读得到，为什么不要紧？"), Text::new(
            "The part before the dot is base64url, a spelling and not a cipher. It holds a fingerprint, a time and no answers\nyet: nothing secret. What counts is that nobody can change it unnoticed: behind the dot is a seal, made with a key\nthat only the server has (the key of this lesson stands in the source, so that everybody gets the same bytes).\nA server with secrets to note down encrypts them. And a client program must not look inside at all: tomorrow the\nserver may write its notes in another way.",
            "点前面是 base64url，只是换了一种写法，并不是加密。里面是一个指纹、一个时间，回答还是空的：没有秘密。\n要紧的是一改就露馅：点后面是盖的章，盖章用的密钥只有服务器有（本课的密钥写在源码里，好让大家看到一样的字节）。\n真要记秘密，就得加密。不过客户端程序按规定不许去解读它：服务器明天换一种写法也可以。")),
        (Text::new("What keeps a model from agreeing by itself?", "怎么防止模型自己替人点“同意”？"), Text::new(
            "Only the client. The question goes to the client program, which has to show it to a human and to write down what\nthe human did. The server sees \"accept\" and cannot see who clicked: the note proves to which question a yes belongs,\nnot who said it. That much is trust, and the reason to choose one's client with care.",
            "只能靠客户端。问题交给客户端程序，由它拿给人看，再如实写下人做了什么。\n服务器只看到 \"accept\"，看不到是谁点的：便条能证明这个“同意”回答的是哪个问题，证明不了是谁说的。\n这一点只能靠信任，所以选用什么客户端要慎重。")),
        (Text::new("Why does the tool's function run twice, and why must it ask before it acts?", "工具的函数为什么跑了两遍？为什么必须先问再做？"), Text::new(
            "When it asks, its first run ends: nothing waits on the server. The retry starts it from the beginning, and this time\nthe answer is there. So everything before the question is done once in every round: a write in that place\nwould come before any yes, and once more after it.",
            "一提问，第一遍就结束了，服务器上没有谁在等。重发的请求让它从头再跑一遍，这一遍手里有回答。\n所以写在提问之前的代码，每一轮都会执行一次：要是在那里写文件，没人同意就先写了，同意之后又写一遍。")),
        (Text::new("What is in the file after decline, cancel, cheating, and with nobody there?", "拒绝、取消、作弊、没有人在，这四步之后文件里是什么？"), Text::new(
            "The text of step 3, untouched. In steps 1 to 7 only one way leads to the disk: \"accept\" with \"confirm\":true, and the\nnote for exactly this path and this text, while it is fresh. (Step 8 writes once more, and the same text.)",
            "还是第 3 步写的那段文字，原封不动。第 1 到第 7 步里，能写到磁盘的路只有一条：\"accept\" 加上 \"confirm\":true，\n而且便条正好是为这个路径、这段文字开的，还没过期。（第 8 步又写了一次，内容一样。）")),
    ],
    try_it: Text::new(
        "Give the requestState of step 2, up to its dot, to `base64 -d`. Then run `mcp-lab serve desk` (not installed?\n`cargo run -q --` in place of `mcp-lab`) and paste the client's lines of steps 2 and 3: why is the second refused?\nPut in the note that your server gave you; then change one letter of it; then leave it out.",
        "把第 2 步的 requestState 点前面的部分交给 `base64 -d` 看看。再运行 `mcp-lab serve desk`\n（没有安装？把 `mcp-lab` 换成 `cargo run -q --`），粘贴第 2、3 步 client 的两行：\n第二行为什么被拒绝？换上你的服务器刚给的便条再试；然后改掉便条里的一个字母；最后干脆不带便条。"),
};

// A note takes two lines: place, label and English; Chinese.

#[rustfmt::skip]
const DISCOVERY: Step = Step {
    title: Text::new("Which tool can overwrite something, and does it say so?", "哪个工具会覆盖原有内容？它声明了吗？"),
    ask: Text::new("Nothing has been called yet. By which member can a client tell that one of the two tools needs care?",
        "还没有调用任何工具。客户端看哪个成员，就知道其中一个要小心？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server answers; no handshake went before, and none is needed", "服务器响应；前面没有握手，也不需要"),
        note(1, NOTICE, "clientCapabilities says {\"elicitation\":{}}: this client can put a question to a human. Remember it in step 7",
            "clientCapabilities 里写着 {\"elicitation\":{}}：这个客户端能向人提问。先记住，第 7 步会用到"),
        note(1, RULE, "MCP 2026-07-28, basic/index: every request says by itself, in _meta, what its client can do",
            "MCP 2026-07-28 basic/index：每个请求都要在 _meta 里自己写明客户端会什么"),
        note(2, NEXT, "the application shows the list to its model, and knows now where to be careful", "应用把清单交给模型，也知道了哪里要小心"),
        note(2, NOTICE, "write_file has \"destructiveHint\":true: it may overwrite. Its description tells the model the same in words:\n会覆盖原有内容；写之前先问用户 is \"overwrites what was there; asks the user before it writes\"",
            "write_file 带着 \"destructiveHint\":true：可能破坏原有内容。描述里的“会覆盖原有内容；写之前先问用户”，\n是用文字把同样的话说给模型听"),
        note(2, RULE, "server/tools: a client must not trust annotations unless it trusts the server. They are hints and no locks;\nwhat this server really does shows in step 2",
            "server/tools：除非信得过这个服务器，否则客户端不能相信 annotations。它们只是服务器的说法，不是锁；\n服务器到底怎么做，看第 2 步"),
    ],
};

#[rustfmt::skip]
const QUESTION: Step = Step {
    title: Text::new("A call that is answered with a question", "发出一次调用，得到一个问题"),
    ask: Text::new("The call is answered, and nothing is written. Which member says that this is not the end?",
        "调用有了响应，文件却没有写。哪个成员说明事情还没完？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server runs the tool's function: the path is allowed, but a human's yes is missing",
            "服务器运行工具的函数：路径没问题，但还缺一个人的同意"),
        note(1, NOTICE, "the text says \"get the handshake working first, then talk about tools\". A model may have thought of it:\nnothing in this line shows that a human has read it",
            "这段文字可能是模型自己想出来的：这一行里没有什么能说明有人看过它"),
        note(1, RULE, "server/tools: there should always be a human who can refuse a call", "server/tools：应该始终有人能拒绝一次调用"),
        note(2, NEXT, "the client shows the message to its human. On the server nothing waits: request 2 is answered, and over",
            "客户端把 message 拿给人看。服务器上没有谁在等：请求 2 已经响应，结束了"),
        note(2, NOTICE, "resultType is input_required, not complete. The message asks \"write the 34 bytes below into\ndemo-drafts/plan.txt?\". requestState is the server's note to itself: what it says stands before the dot, where anybody\ncan read it; behind the dot is its seal (HMAC), so that nobody can change it unnoticed",
            "resultType 是 input_required，不是 complete。message 问的是要不要写，并且给人看要写的文字。\nrequestState 是服务器写给自己的便条：点前面是内容，谁都能读；点后面是盖的章（HMAC），改一个字就对不上"),
        note(2, RULE, "basic/patterns/mrtr: the note travels through a stranger's hands; if anything depends on it, the server must protect it\nfrom change, and should say in it until when and for which request it is good: here for 10 minutes and this text",
            "basic/patterns/mrtr：便条会经过别人的手；只要有事情取决于它，服务器就必须防止它被改，还应该写明有效期和对应的请求：\n这里是 10 分钟，只对这段文字有效"),
    ],
};

#[rustfmt::skip]
const ACCEPT: Step = Step {
    title: Text::new("Accept: the same request once more", "同意：同一个请求再发一遍"),
    ask: Text::new("Check this request against the one of step 2. What is the same, what is new, and what is only carried back?",
        "拿这个请求和第 2 步的对照：什么没变？什么是新的？什么只是原样带回来？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server examines the note: seal, request, time. Then the function runs from its beginning, and has its answer",
            "服务器先验便条：章、请求、时间。然后函数从头再跑一遍，这次有了回答"),
        note(1, NOTICE, "the id is new; name and arguments are the same. \"confirm\" is the name that the question had in inputRequests:\n\"accept\" says that the form was sent, {\"confirm\":true} what was filled in; with false nothing would be written",
            "id 是新的；name 和 arguments 没变。\"confirm\" 就是 inputRequests 里那个问题的名字：\n\"accept\" 说的是表单提交了，{\"confirm\":true} 才是填的内容；填 false 就不会写"),
        note(1, RULE, "basic/patterns/mrtr: a retry must have another id, and must bring requestState back exactly as it came",
            "basic/patterns/mrtr：重发必须换一个 id；requestState 必须一字不差地带回来"),
        note(2, NEXT, "the file is written. The model reads 已写入 …，共 34 字节, \"written, 34 bytes\", and goes on", "文件写好了。模型读到“已写入”，继续往下"),
        note(2, NOTICE, "\"id\":3: to the protocol this is a call of its own. Only what it carried ties it to request 2",
            "\"id\":3：在协议看来，这是另一次独立的调用。把它和请求 2 连在一起的，只有它带来的那些内容"),
        note(2, RULE, "basic/patterns/mrtr: the server needs nothing for a retry but what stands in it",
            "basic/patterns/mrtr：处理重发的请求，只靠请求里写的内容就够了"),
    ],
};

#[rustfmt::skip]
const DECLINE: Step = Step {
    title: Text::new("Decline: the human says no", "拒绝：人说“不”"),
    ask: Text::new("The human says no. Has something failed, and who has to learn of it?", "人不同意。这算出错吗？应该让谁知道？"),
    lines: 4,
    notes: notes![
        note(1, NEXT, "the server asks again: the yes of step 3 was a yes to another text", "服务器还要再问：第 3 步同意的是另一段文字"),
        note(1, NOTICE, "the path is the one of step 3: with a yes, 全部删掉, \"delete it all\", would stand in place of what was written there",
            "路径和第 3 步一样：要是同意了，刚写好的内容就会被“全部删掉。”这几个字顶替"),
        note(1, RULE, "basic/index: a server treats each request on its own and concludes nothing from earlier ones",
            "basic/index：服务器单独处理每个请求，不从以前的请求推断任何事情"),
        note(2, NEXT, "the human reads what is to be written where, and decides", "人看清楚要往哪里写什么，再作决定"),
        note(2, NOTICE, "requestState begins as in step 2, for eyJhYm91dCI6 is {\"about\": in base64url; then it differs: another text,\nanother fingerprint, another seal",
            "requestState 的开头和第 2 步一样，因为 eyJhYm91dCI6 就是 {\"about\": 的 base64url；后面就不同了：\n文字变了，指纹就变，章也跟着变"),
        note(2, RULE, "client/elicitation: a client must show which server asks, and offer clear ways to decline and to cancel",
            "client/elicitation：客户端必须让人看清是哪个服务器在问，并且给出明确的“拒绝”和“取消”"),
        note(3, NEXT, "the function runs a second time, finds the no, and ends without writing", "函数跑第二遍，拿到的是“不”，什么也没写就结束了"),
        note(3, NOTICE, "\"decline\" comes without \"content\": no form was sent. The note goes back as before",
            "\"decline\" 没有 \"content\"：表单没有提交。便条照样带回去"),
        note(3, RULE, "basic/patterns/mrtr: a server must not count on a retry; a client whose human says no may also just stop here",
            "basic/patterns/mrtr：服务器不能指望一定会重发；人不同意时，客户端到此为止也可以"),
        note(4, NEXT, "the model reads \"not written: the user declined. Do not try again in other words, ask the user first what to do\"",
            "模型读到这段文字：不要换个说法再试，先问用户"),
        note(4, NOTICE, "\"complete\" and \"isError\":true do not clash: the call is over, and did not get what it wanted",
            "\"complete\" 和 \"isError\":true 并不矛盾：调用结束了，只是没办成"),
        note(4, RULE, "client/elicitation: a server must be ready for a human who declines or cancels",
            "client/elicitation：服务器必须处理用户拒绝或取消的情况"),
    ],
};

#[rustfmt::skip]
const CANCEL: Step = Step {
    title: Text::new("Cancel: the human does not decide", "取消：人没有表态"),
    ask: Text::new("Again nothing is written. What may the model do now that it should not do after a decline?",
        "这次也没写。有件事模型现在可以做，被拒绝之后却不该做：是什么？"),
    lines: 4,
    notes: notes![
        note(1, NEXT, "the server asks about this text too", "这段文字，服务器同样要问"),
        note(1, NOTICE, "以后再说 is \"some other time\". Neither the yes of step 3 nor the no of step 4 speaks for it",
            "第 3 步的“同意”和第 4 步的“不”，对这段文字都不算数"),
        note(1, RULE, "basic/patterns/mrtr: tools/call, prompts/get and resources/read may be answered with input_required, nothing else",
            "basic/patterns/mrtr：只有 tools/call、prompts/get、resources/read 可以用 input_required 来响应"),
        note(2, NEXT, "the form is on the screen; the human closes it", "表单已经弹出来了；人把它关掉"),
        note(2, NOTICE, "requestedSchema describes the form: one boolean, with the title 确认写入, \"confirm the writing\". That is enough for\na client to draw a box to tick",
            "requestedSchema 描述的是表单：一个布尔值，标题是“确认写入”。客户端照着它就能画出一个勾选框"),
        note(2, RULE, "client/elicitation: a form is one flat object of simple values; it must never ask for a password or a key",
            "client/elicitation：表单只能是一层，字段都是简单值；绝不能用它来要密码、密钥"),
        note(3, NEXT, "the function runs a second time, finds no decision, and ends without writing", "函数跑第二遍，没有拿到决定，什么也没写就结束了"),
        note(3, NOTICE, "\"cancel\", again without \"content\": the window was closed, or Escape was pressed. Nobody said no",
            "\"cancel\" 同样没有 \"content\"：窗口被关了，或者按了 Esc。没有人说“不”"),
        note(3, RULE, "client/elicitation: decline is an explicit no; cancel is a question dismissed without a choice",
            "client/elicitation：decline 是明确说“不”；cancel 是没作选择就关掉了"),
        note(4, NEXT, "the model reads \"not written: the user did not answer, and only closed the question\". It may come back to it later",
            "模型读到：用户没有回答，只是关掉了询问。它以后可以再提"),
        note(4, NOTICE, "the members are those of step 4; only the sentence differs. Whoever treats a cancel as a no gives up too early; whoever\ntreats a no as a cancel asks until somebody gives in",
            "成员和第 4 步完全一样，不同的只有这句话。把取消当成拒绝，会放弃得太早；\n把拒绝当成取消，会问个没完，直到人烦了点“同意”"),
        note(4, RULE, "client/elicitation: after a decline, for example, offer something else; after a cancel ask again later",
            "client/elicitation：拒绝之后可以另提方案，取消之后可以过些时候再问"),
    ],
};

#[rustfmt::skip]
const CHEAT: Step = Step {
    title: Text::new("Cheating: a yes to one text, sent under another", "作弊：同意的是这段文字，发来的是另一段"),
    ask: Text::new("The form is filled in as it should be, and the note is genuine. How can the server notice?",
        "表单填得没问题，便条也是真的。服务器怎么发现不对？"),
    lines: 4,
    notes: notes![
        note(1, NEXT, "the server asks whether to write 先看看, \"have a look first\"", "服务器来问：要不要写“先看看。”"),
        note(1, NOTICE, "so far this is honest, and looks like step 2", "到这里还是老老实实的，和第 2 步一样"),
        note(1, RULE, "basic/index: state that spans several requests must be named by something that the client sends with each of them",
            "basic/index：状态要跨过多个请求，客户端就必须在每个请求里明确带上它的标识"),
        note(2, NEXT, "the client has a note that is good for this one request, and a question that names 13 bytes",
            "客户端拿到一张便条，只对这一个请求有效；问题里说的是 13 字节"),
        note(2, NOTICE, "\"about\" in the note is a fingerprint (SHA-256) of method, name and arguments. The text itself is not in the note",
            "便条里的 \"about\" 是方法、name 和 arguments 的指纹（SHA-256），正文并不在便条里"),
        note(2, RULE, "basic/patterns/mrtr: the note should identify its request, for example by the method and a digest of the parameters",
            "basic/patterns/mrtr：便条里应该标明它属于哪个请求，例如写上方法和参数的摘要"),
        note(3, NEXT, "the server reads the note before it runs anything: the seal is its own, the fingerprint is not that of this request",
            "服务器先验便条，再谈运行：章是自己盖的，指纹却和这个请求对不上"),
        note(3, NOTICE, "only text was changed: it is 换成别的, \"something else\", now. requestState is that of request 8, byte for byte",
            "只换了一个成员：text 成了“换成别的。”。requestState 还是请求 8 得到的那张，一个字节都没变"),
        note(3, RULE, "basic/patterns/mrtr: answers and note belong to the retry of the original request, and must not be used for another",
            "basic/patterns/mrtr：回答和便条只能用于重发原来的请求，不许用在别的请求上"),
        note(4, NEXT, "nothing was written; for this text the client has to send the call without a note, and to have the human asked",
            "什么也没写；想写这段文字，客户端得不带便条重新调用，让人再看一次"),
        note(4, NOTICE, "\"error\", not \"isError\": the function did not even run. This is for the client's programmer; no model can repair it",
            "是 \"error\"，不是 \"isError\"：函数根本没有运行。这是给写客户端的人看的，模型改不了"),
        note(4, RULE, "basic/patterns/mrtr: a note that fails the check must be rejected; -32602 is \"invalid params\"\n(JSON-RPC 2.0, section 5.1)",
            "basic/patterns/mrtr：便条验不过就必须拒绝；-32602 是“参数无效”（JSON-RPC 2.0 第 5.1 节）"),
    ],
};

#[rustfmt::skip]
const ALONE: Step = Step {
    title: Text::new("A client with nobody in front of it", "客户端前面没有人"),
    ask: Text::new("Check clientCapabilities against step 6. What does the server do with its question now?",
        "和第 6 步比一比 clientCapabilities。服务器的问题，现在还问得出去吗？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the function runs as far as its question, and this client cannot put it to anybody", "函数跑到要提问的地方，可是这个客户端没法向人提问"),
        note(1, NOTICE, "clientCapabilities is {}. The connection is the same as before, but what earlier requests said does not count.\nThe text, 没有人在, says \"nobody is there\"",
            "clientCapabilities 是 {}。连接还是刚才那条，但前面的请求声明过什么都不算数"),
        note(1, RULE, "basic/index: a server must not rely on earlier requests for what a client can do",
            "basic/index：客户端会什么，服务器不得依据以前的请求来判断"),
        note(2, NEXT, "the client program reports that this tool needs a human, or sends the call from where there is one; nothing was written",
            "客户端程序报告“这个工具需要有人在场”，或者换到有人的地方再调用；什么也没写"),
        note(2, NOTICE, "requiredCapabilities says in a form for programs what is missing. There is no input_required and no note: a question\nthat nobody can hear is not asked, and silence is not taken for a yes",
            "requiredCapabilities 用程序看得懂的形式写明缺了什么。没有 input_required，也没有便条：\n没有人听得到，就不问；没有人回答，也不当作同意"),
        note(2, RULE, "basic/patterns/mrtr: nothing may be asked that the client has not declared; basic/index: -32021 is the error for that",
            "basic/patterns/mrtr：客户端没有声明的，不许问；basic/index：这种情况的错误码是 -32021"),
    ],
};

#[rustfmt::skip]
const HANDSHAKE: Step = Step {
    title: Text::new("The handshake era: the server sends a request of its own", "握手方式：服务器自己发请求来问"),
    ask: Text::new("Four lines carry \"id\":1. Which pairs do they make? And what must stay open while the human thinks?",
        "有四行都写着 \"id\":1，怎样配成两对？人在考虑的时候，哪些东西必须一直开着？"),
    lines: 9,
    notes: notes![
        note(2, NEXT, "the server answers, and from now on remembers this client", "服务器响应，从此要记住这个客户端"),
        note(2, NOTICE, "\"elicitation\":{} is said once, for the whole session; in steps 1 to 6 every single request said it",
            "\"elicitation\":{} 只说一次，管整个会话；第 1 到第 6 步是每个请求都说一遍"),
        note(2, RULE, "MCP 2025-11-25, client/elicitation: a client that can ask a human declares it in the handshake",
            "MCP 2025-11-25 client/elicitation：能向人提问的客户端，要在握手时声明"),
        note(3, NEXT, "the client sees a version that it speaks, and says that it is ready", "版本是客户端会的，于是它说“我准备好了”"),
        note(3, NOTICE, "capabilities has \"tools\" only: that it will ask questions, the server need not announce",
            "capabilities 里只有 \"tools\"：服务器以后会来提问，这一点不用预先声明"),
        note(3, RULE, "basic/lifecycle: both sides may use only what was negotiated; the questions rest on the client's \"elicitation\"",
            "basic/lifecycle：双方只能使用谈好的能力；服务器能提问，靠的是客户端声明的 \"elicitation\""),
        note(4, NEXT, "from here on requests may go in both directions", "从这里起，两个方向都可以发请求"),
        note(4, NOTICE, "a short line without an id, and yet the server has to wait for it: only now should it come with a question",
            "这一行很短，也没有 id，服务器却得等到它：从现在起才该来提问"),
        note(4, RULE, "basic/lifecycle: before this notification a server should send no requests except ping; log messages are allowed",
            "basic/lifecycle：收到这条通知之前，服务器除了 ping 不该发请求；日志可以发"),
        note(6, NEXT, "the function runs up to its question and waits there, halfway through", "函数跑到提问的地方，就停在半路上等"),
        note(6, NOTICE, "name and arguments are those of step 2. There is no _meta: version and capabilities are known from the handshake",
            "name 和 arguments 与第 2 步一样。没有 _meta：版本和能力，握手时都知道了"),
        note(6, RULE, "JSON-RPC 2.0, section 5: this request is owed one answer, and id 2 stays open until the last line of this step",
            "JSON-RPC 2.0 第 5 节：这个请求要有一个响应；id 2 要一直开到这一步的最后一行"),
        note(7, NEXT, "now the client owes an answer. While the human thinks, function, call and connection all stay open",
            "现在轮到客户端响应。人在考虑的时候，函数、调用、连接全都得开着"),
        note(7, NOTICE, "\"id\":1 is the server's first, no answer to initialize: there is a \"method\" beside it. method and params are to\nthe letter what stood under \"confirm\" in step 2",
            "\"id\":1 是服务器自己编的第一个号，不是在响应 initialize：旁边有 \"method\"。\nmethod 和 params 与第 2 步 \"confirm\" 里的一字不差"),
        note(7, RULE, "basic/index: an id must be new among those of its own sender in this session; the other side's do not matter",
            "basic/index：id 只要在本方这次会话发过的请求里不重复就行，和对方的编号无关"),
        note(8, NEXT, "the function wakes up where it was waiting, and writes", "函数从等待的地方醒过来，接着写文件"),
        note(8, NOTICE, "a response that a client sends. result is what stood under \"confirm\" in inputResponses. No note: the server waited\nand knows what it asked",
            "这是客户端发出的响应。result 就是第 3 步 inputResponses 里 \"confirm\" 的内容。\n没有便条：服务器一直等着，记得自己问过什么"),
        note(8, RULE, "client/elicitation: accept, decline and cancel, with the same meaning as in steps 3 to 5",
            "client/elicitation：accept、decline、cancel 三种回答，含义和第 3 到第 5 步相同"),
        note(9, NEXT, "the model reads the same sentence as in step 3", "模型读到的话和第 3 步一样"),
        note(9, NOTICE, "the function ran once, and paid for it with a connection and memory held open as long as a human thinks. Had the\nserver been restarted meanwhile, the question would be lost; in steps 2 and 3 the client holds all that is needed",
            "函数只跑了一遍，代价是人考虑多久，连接和内存就得占多久。中间服务器要是重启，问题就丢了；\n而第 2、3 步里，需要的东西全在客户端手上"),
        note(9, RULE, "MCP 2026-07-28, basic/patterns/mrtr: requests from a server are no longer supported; input_required took their place",
            "MCP 2026-07-28 basic/patterns/mrtr：不再支持服务器主动发请求，改用 input_required"),
    ],
};
