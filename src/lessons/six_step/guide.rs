//! What a teacher says to the six steps.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("Six steps: a whole session on the wire", "六步：逐行看完一次完整的会话"),
    steps: &[HANDSHAKE, DISCOVERY, CALL, ALLOWED, DENIED, UNKNOWN],
    questions: &[
        (Text::new("Why is there no reply to line 3?", "第 3 行为什么没有响应？"), Text::new(
            "It has no \"id\": it is a notification. It tells and does not ask, and without an id an answer could not\neven say what it answers. So answering is forbidden, and line 4 is only our remark.",
            "它没有 \"id\"，是通知：只是告诉一声，并不是提问。没有 id，就算回了也说不清是在回答谁。\n所以协议禁止响应；第 4 行只是我们的旁注。")),
        (Text::new("Why is step 5 not a protocol error?", "第 5 步为什么不算协议错误？"), Text::new(
            "As a call it succeeded: the method exists, the params fit, the tool ran, and then the tool said no. That\ntravels in \"result\" with \"isError\":true, where the model reads it and can try another path. Step 6 is the\nother channel: \"error\", for the program that asked. No model can repair a missing method.",
            "作为一次调用它是成功的：方法存在、参数合格、工具也跑了，只是工具自己说“不行”。\n这种“不行”放在 \"result\" 里并带上 \"isError\":true，模型读得到，可以换个路径再试。\n第 6 步走的是另一条通道 \"error\"，是给发请求的程序看的：方法不存在，模型怎么改参数都没用。")),
        (Text::new("Who decides which file may be read?", "哪个文件能读，谁说了算？"), Text::new(
            "The server, at the moment of the call, on the real path. The description and the schema are advice to the\nmodel; the model may be mistaken or tricked, and a client may be anyone's program.",
            "服务器说了算：在调用的那一刻，按真实路径判断。描述和 schema 只是给模型的建议；\n模型可能弄错，也可能被人诱导，而客户端可以是任何人写的程序。")),
        (Text::new("What would happen if the server printed a log line to stdout?", "如果服务器往 stdout 打印了一行日志，会怎样？"), Text::new(
            "When the server is a process of its own, its stdout is the wire. The client would read the log line as a\nmessage, and it is no JSON: some clients skip it, some hang up and report \"Connection closed\". Logs go to stderr.",
            "服务器作为独立进程运行时，它的 stdout 就是通信线路本身。客户端会把日志当成消息来读，而它不是 JSON：\n有的客户端跳过，有的直接断开，报“Connection closed”。日志应该写到 stderr。")),
    ],
    try_it: Text::new("Add a tool to src/servers/mini.rs and run this again: which lines change, and which cannot?",
        "在 src/servers/mini.rs 里加一个工具，再跑一遍：哪些行变了？哪些行不可能变？"),
};

// A note takes two lines: place, label and English; Chinese.

#[rustfmt::skip]
const HANDSHAKE: Step = Step {
    title: Text::new("Handshake: who are you, and which version shall we speak?", "握手：你是谁？用哪个协议版本通信？"),
    ask: Text::new("Three lines cross before the work begins. Which of them must be answered, and how can you tell?",
        "正式干活之前先传了三行。哪一行必须得到响应？你是从哪里看出来的？"),
    lines: 4,
    notes: notes![
        note(1, NEXT, "the server answers; until it has, the client should send no other request but ping",
            "轮到服务器响应；在此之前，客户端除了 ping 不该再发别的请求"),
        note(1, NOTICE, "protocolVersion is an offer: the server may answer another version; the client then switches to it or disconnects",
            "protocolVersion 只是提议：服务器可以回另一个版本，客户端要么改用它，要么断开"),
        note(1, RULE, "MCP 2025-06-18, basic/lifecycle: initialize is the first message of a session, and comes once",
            "MCP 2025-06-18 basic/lifecycle：initialize 是会话的第一条消息，只发一次"),
        note(2, NEXT, "the client looks at the version; if it can speak it, it says that it is ready",
            "客户端检查版本，支持的话就告诉服务器“我准备好了”"),
        note(2, NOTICE, "capabilities names \"tools\" and nothing else. Only what is promised here may be asked for: remember it in step 6",
            "capabilities 里只有 \"tools\"。只有在这里声明过的能力，后面才能用；先记住，第 6 步会用到"),
        note(2, RULE, "basic/lifecycle: a version the server knows must be answered with the very same string",
            "basic/lifecycle：客户端提的版本服务器认识，就必须原样回同一个字符串"),
        note(3, NEXT, "the client goes on at once: there is nothing to wait for",
            "客户端马上可以接着发，不需要等待"),
        note(3, NOTICE, "look for an \"id\": there is none. That one missing member changes what the other side may do",
            "找一找 \"id\"，没有；只少了这一个成员，对方能做的事就完全不同"),
        note(3, RULE, "JSON-RPC 2.0, section 4.1: a notification is never answered, not even with an error. Strict clients hang up on\na server that does",
            "JSON-RPC 2.0 第 4.1 节：对通知一律不响应，连错误也不能回。服务器要是回了，严格的客户端会直接断开"),
    ],
};

#[rustfmt::skip]
const DISCOVERY: Step = Step {
    title: Text::new("Discovery: what can you do?", "发现：你会做什么？"),
    ask: Text::new("Before it calls a tool, what does a model get to know about it?",
        "模型在调用一个工具之前，能知道它的哪些事情？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "from here on requests may come in any order, several at a time; answers are matched by id",
            "从这里起，请求的先后随意，也可以同时发好几个；响应靠 id 对上"),
        note(1, NOTICE, "\"params\":{} says nothing and could be left out; a \"cursor\" in it would ask for the next page",
            "\"params\":{} 什么也没说，省掉也行；里面若有 \"cursor\"，就是在要下一页"),
        note(1, RULE, "server/utilities/pagination: a list may come in pages; no \"nextCursor\" in the answer means that was the last",
            "server/utilities/pagination：清单可以分页；响应里没有 \"nextCursor\"，就是最后一页"),
        note(2, NEXT, "the application shows this list to its model; nothing is called yet",
            "应用把这份清单交给它的模型；到这里还没有调用任何工具"),
        note(2, NOTICE, "name, description, inputSchema: this is all the server says about these tools (title, annotations and\noutputSchema are optional). 计算两个整数的和 means \"adds two integers\"; 读取白名单目录内的文本文件, \"reads text\nfiles inside the allow list\", warns the model before its first mistake",
            "name、description、inputSchema：服务器对这两个工具的说明就是这三样（还可以有 title、annotations、outputSchema）。\n描述里的“白名单目录内”是专门写给模型看的，让它第一次就少犯错"),
        note(2, RULE, "server/tools: inputSchema is a JSON Schema of type object. Which paths are allowed it cannot say; that is\nchecked when the tool runs",
            "server/tools：inputSchema 是 type 为 object 的 JSON Schema。哪些路径能读它表达不了，要等工具运行时再检查"),
    ],
};

#[rustfmt::skip]
const CALL: Step = Step {
    title: Text::new("A call that works", "调用：一切顺利"),
    ask: Text::new("The sum is 7. In which member does it travel, and as what kind of value?",
        "和是 7。它放在哪个成员里？是什么类型的值？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server checks the arguments, runs the tool, and answers when it is done",
            "服务器检查参数、运行工具，做完再回答"),
        note(1, NOTICE, "the model only proposed this call; the application decided to send it",
            "模型只是提议了这次调用，真正决定发出去的是应用"),
        note(1, RULE, "server/tools: params carries the tool's name and its arguments, an object; no arguments means {}",
            "server/tools：params 里是工具名 name 和参数对象 arguments；没有 arguments 就当作 {}"),
        note(2, NEXT, "the application hands the content to the model, which goes on thinking",
            "应用把 content 交给模型，模型据此继续推理"),
        note(2, NOTICE, "content is an array of blocks (text, image, …): a tool may answer in several pieces. The 7 is a string, not a number: a model is meant to read it",
            "content 是数组，元素可以是 text、image 等：一次调用可以返回好几块内容。7 是字符串，不是数字：它是给模型读的"),
        note(2, RULE, "server/tools: \"isError\":false, or no isError at all, means that the tool did its work",
            "server/tools：\"isError\":false，或者根本没有 isError，都表示工具把事情办成了"),
    ],
};

#[rustfmt::skip]
const ALLOWED: Step = Step {
    title: Text::new("A file that may be read", "读一个允许读的文件"),
    ask: Text::new("The file holds Chinese text and could hold line breaks. How does it fit on one line?",
        "文件里是中文，也可能有换行。它怎么放得进一行？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server finds the real path, every link followed, and looks whether it lies in demo-data/",
            "服务器先求出真实路径（链接全部解开），再看它是不是在 demo-data/ 里面"),
        note(1, NOTICE, "path is only a request. Nothing that was sent so far gives the client a right to any file",
            "path 只是客户端提出的要求。到目前为止传过的内容里，没有哪一条授权它读文件"),
        note(1, RULE, "server/tools: a server must validate all inputs and control access, whoever is calling",
            "server/tools：不管是谁在调用，服务器都必须校验全部输入，并控制访问权限"),
        note(2, NEXT, "the text says \"MCP study notes: get the handshake working first, then talk about tools\"; where the file lies\non the disk was never said",
            "模型拿到了正文；文件在磁盘的什么地方，始终没有说出去"),
        note(2, NOTICE, "Chinese stands as itself, in UTF-8; a line break inside a string would be written \\n, two characters",
            "汉字就按 UTF-8 原样放着；字符串里如果有换行，会写成 \\n 两个字符"),
        note(2, RULE, "basic/transports: messages are UTF-8, and none contains a raw newline; so one line is always one message",
            "basic/transports：消息用 UTF-8，里面不能有真正的换行；所以一行永远就是一条消息"),
    ],
};

#[rustfmt::skip]
const DENIED: Step = Step {
    title: Text::new("A file that may not be read: the tool says no", "读一个不许读的文件：工具说“不行”"),
    ask: Text::new("The server refuses. Will you find the refusal under \"result\" or under \"error\"?",
        "服务器拒绝了。这个拒绝会放在 \"result\" 里，还是 \"error\" 里？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server decides. No one else is left: the model proposed this, the client let it pass",
            "由服务器决定。已经没有别人能拦了：这是模型提议的，客户端也放行了"),
        note(1, NOTICE, "it is a well-formed call of a tool that exists; only its argument leads outside",
            "这是一次合格的调用，工具也存在，只是参数指到了外面"),
        note(1, RULE, "server/tools: access is controlled in the server; neither a model's promise nor a client's check is a lock",
            "server/tools：权限在服务器这边把守；模型的自觉、客户端的检查，都不能当锁用"),
        note(2, NEXT, "the text says \"Permission denied: read_file only reads files inside demo-data/, got C:/…\". The model reads what\nis allowed and can try again",
            "模型读到这段文字就能改正重试：里面写明了允许什么、收到的是什么"),
        note(2, NOTICE, "the failure is inside \"result\", which the application hands to the model. An \"error\" goes to the client\nprogram, which may never show it to the model",
            "失败写在 \"result\" 里，应用会交给模型看。要是放进 \"error\"，收到的是客户端程序，模型很可能看不到原因"),
        note(2, RULE, "server/tools: what goes wrong while a tool runs is reported in the result, with \"isError\":true",
            "server/tools：工具运行中出的问题写在 result 里报告，并带上 \"isError\":true"),
    ],
};

#[rustfmt::skip]
const UNKNOWN: Step = Step {
    title: Text::new("A method nobody offers: the protocol says no", "服务器没有提供的方法：协议说“不行”"),
    ask: Text::new("This failure takes another channel than step 5. Which one, and who is meant to read it?",
        "这次失败走的通道和第 5 步不同。是哪一条？写给谁看？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server looks the method up and finds nobody behind it",
            "服务器去查这个方法，发现自己没有实现它"),
        note(1, NOTICE, "look back at step 1: capabilities had \"tools\" and no \"resources\"",
            "回头看第 1 步：capabilities 里有 \"tools\"，没有 \"resources\""),
        note(1, RULE, "basic/lifecycle: both sides may use only what was negotiated in the handshake",
            "basic/lifecycle：双方只能使用握手时谈好的能力"),
        note(2, NEXT, "the client program takes another way, or its programmer mends it; the model can usually do nothing about it",
            "由客户端程序另想办法，或者由程序员修改代码；模型通常帮不上忙"),
        note(2, NOTICE, "step 5 was \"result\" with isError: the model can do better. This is \"error\": no argument would help.\nMixed up, a model chases what it cannot mend, or gives up what it could",
            "第 5 步是带 isError 的 \"result\"：模型换个参数就能改好。这里是 \"error\"：换什么参数都没用。\n两者用混了，模型要么白费力气去改它改不了的，要么放弃它本来能改好的"),
        note(2, RULE, "JSON-RPC 2.0, section 5.1: -32601 is \"method not found\", the same number in every implementation",
            "JSON-RPC 2.0 第 5.1 节：-32601 就是“方法不存在”，所有实现都用同一个数字"),
    ],
};
