//! What a teacher says to one line of log on stdout.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("stdout is the wire: one friendly line too many", "stdout 就是线路：多打印了一行问候"),
    steps: &[SYMPTOM, VERDICT, FORGIVING, GLUED, MENDED],
    questions: &[
        (Text::new("Why does the same server work in one client and not in another?", "同一个服务器，为什么在一个客户端里没事，在另一个里就出错？"), Text::new(
            "The specification forbids the line and does not say what a client has to do about it. Many pass over what is not\nJSON and go on; others show an error, or hang up. The fault is the server's in every case: a client that does not\nmind has only been lucky, until the newline is missing.",
            "规范禁止服务器这么写，却没有规定客户端遇到了该怎么办。很多客户端跳过不是 JSON 的行继续往下读；\n也有的弹出报错，或者直接断开。不管哪种，错都在服务器：没出事只是运气好，少一个换行就不行了。")),
        (Text::new("\"-32001 Request timed out\". Did the server not answer?", "“-32001 Request timed out”，是服务器没有回答吗？"), Text::new(
            "In step 4 it did, at once, and the answer lay on the wire all the time. It stood behind the greeting on one line,\nand such a line is no JSON. Before you believe in a timeout, look at what did arrive.",
            "第 4 步里它回答了，而且是立刻；响应一直就在线路上。只是它和问候挤在同一行，整行就不是 JSON 了。\n看到“超时”先别信，先看看到底收到了什么。")),
        (Text::new("Who writes to stdout without having been asked?", "谁会不请自来，往 stdout 上写东西？"), Text::new(
            "print and console.log left over from debugging; loggers whose default is stdout; a banner of a framework; dotenv;\nand whoever starts the server: `npm start` prints the name of the script first (`npm --silent start`, or call node\nitself). The doctor quotes the line, which mostly says where it came from.",
            "调试时留下的 print、console.log；默认写 stdout 的日志库；框架启动时的横幅；dotenv；\n还有负责启动的程序：npm start 会先打印脚本名（改用 npm --silent start，或直接运行 node）。\n医生会把那一行原样引出来，多半一看就知道是谁写的。")),
        (Text::new("Where should a server write its log?", "服务器的日志该写到哪里？"), Text::new(
            "To stderr: that pipe is free, the client may keep it, show it or ignore it. Or to a file. Or, where the client is\nto see it, as a message: notifications/message, if the server has declared \"logging\".",
            "写到 stderr：这条管道是空着的，客户端可以保存、显示，也可以不理。也可以写文件。\n想让客户端看到，就发成消息：先声明 \"logging\"，再用 notifications/message。")),
    ],
    try_it: Text::new("See it for yourself (not installed? `cargo run -q --` in place of `mcp-lab`):\n`mcp-lab probe -- mcp-lab serve broken/malformed-line`. Then probe a server of your own: `mcp-lab probe -- CMD`.\n`mcp-lab broken` lists more broken sessions, as riddles.",
        "亲眼看看（没有安装？把 `mcp-lab` 换成 `cargo run -q --`）：\n`mcp-lab probe -- mcp-lab serve broken/malformed-line`。再测一测你自己的服务器：`mcp-lab probe -- CMD`。\n`mcp-lab broken` 列出更多出错的会话，一个一道谜。"),
};

// A note takes two lines, or one if it is short: place, label and English; Chinese.

#[rustfmt::skip]
const SYMPTOM: Step = Step {
    title: Text::new("The symptom: a strict client hangs up", "症状：严格的客户端断开了"),
    ask: Text::new("The client's user reads: Unexpected token 'W', \"Weather se\"... is not valid JSON. Which line is meant, and is the answer missing?",
        "用户看到的是：Unexpected token 'W', \"Weather se\"... is not valid JSON。说的是哪一行？响应丢了吗？"),
    lines: 7,
    notes: notes![
        note(1, NOTICE, "a server out of the gallery: it is healthy but for one fault", "这个服务器来自错误收藏：除了一处错误，别的都正常"),
        note(2, NEXT, "the server answers, and its answer should be the very first line on its stdout", "服务器来响应；它的 stdout 上，第一行就应该是这个响应"),
        note(2, NOTICE, "nothing is wrong with this line, nor with any other of the client's", "这一行没有问题，客户端的其他行也都没有问题"),
        note(2, RULE, "MCP 2025-11-25, basic/transports: messages are single lines, each ended by a newline", "MCP 2025-11-25 basic/transports：一条消息就是一行，以换行结束"),
        note(3, NEXT, "the client takes it for a message, and a JSON parser stops at its first letter", "客户端把它当消息来读，JSON 解析器在第一个字母就停住了"),
        note(3, NOTICE, "\"Weather server ready\": meant for a person at a terminal. But there is no terminal: this pipe is the wire",
            "“Weather server ready”（天气服务器已就绪）本来是写给终端前的人看的。可这里没有终端：这条管道就是线路"),
        note(3, RULE, "basic/transports: the server must not write anything to its stdout that is not a valid MCP message", "basic/transports：服务器的 stdout 上只能有合法的 MCP 消息，不能有别的"),
        note(4, NEXT, "nobody reads this any more", "这一行已经没有人读了"),
        note(4, NOTICE, "the answer is there, whole and right. The session did not fail for want of it", "响应明明在，完整，也正确。会话失败不是因为缺了它"),
        note(4, RULE, "JSON-RPC 2.0, section 5: the id is that of the request, here 1", "JSON-RPC 2.0 第 5 节：id 和请求相同，这里是 1"),
        note(5, NOTICE, "this is what our client says. Claude Desktop shows Unexpected token 'W', \"Weather se\"... is not valid JSON: the words of\nJavaScript's parser for the same byte. Neither of them says whose fault it is",
            "这是我们的客户端给出的说法：收到的一行不是 JSON。Claude Desktop 显示的是 Unexpected token 'W', \"Weather se\"...，\n那是 JavaScript 解析器对同一个字节的说法。两者都没有说是谁的错"),
    ],
};

#[rustfmt::skip]
const VERDICT: Step = Step {
    title: Text::new("The verdict", "诊断"),
    ask: Text::new("What would you write to the author of this server, in one sentence?", "要给这个服务器的作者写一句话，你会写什么？"),
    lines: 3,
    notes: notes![
        note(1, NOTICE, "the step, the rule, the line counted from the start of the server, whose fault it is, how sure that is: the bytes prove it",
            "依次是：断在第几步、违反了哪条规则、第几行（从服务器启动那行数起）、错在谁、有多确定。\ncertain 表示确定：字节就是证据"),
        note(2, NOTICE, "what was seen, quoted: whoever knows the program knows at once where it was printed", "看到了什么，原文引出：写程序的人一看就知道是哪里打印的"),
        note(3, NOTICE, "what to change. In Python print(…, file=sys.stderr), in JavaScript console.error, in Rust eprintln!", "怎么改：把日志和横幅写到 stderr。Python 用 print(…, file=sys.stderr)，JavaScript 用 console.error，Rust 用 eprintln!"),
    ],
};

#[rustfmt::skip]
const FORGIVING: Step = Step {
    title: Text::new("The same server and a forgiving client: it works", "同一个服务器，换一个宽容的客户端：一切正常"),
    ask: Text::new("Everything is answered. Is the server well, then?", "每个请求都得到了响应。那服务器就没有问题了吗？"),
    lines: 15,
    notes: notes![
        note(2, NEXT, "the server answers as before", "服务器和刚才一样来响应"),
        note(2, NOTICE, "byte for byte the line of step 1: only the client behind it is another", "和第 1 步那一行一个字节都不差：只是背后换了一个客户端"),
        note(2, RULE, "basic/lifecycle: initialization is the first thing between client and server", "basic/lifecycle：客户端和服务器之间，首先要初始化"),
        note(3, NEXT, "this client passes over what is not JSON, and reads on", "这个客户端遇到不是 JSON 的行就跳过，接着往下读"),
        note(3, NOTICE, "the official clients in TypeScript and Python do so: the first reports it to onerror, the other to its log. The author sees nothing of it",
            "官方的 TypeScript 和 Python 客户端就是这样：一个交给 onerror，一个记进日志。服务器的作者什么也看不到"),
        note(3, RULE, "the same rule is broken as in step 1: it binds the server, whoever listens", "违反的规则和第 1 步相同：它约束的是服务器，跟对面是谁无关"),
        note(4, NEXT, "the client has found the answer it waits for, and goes on", "客户端等到了响应，继续往下"),
        note(4, NOTICE, "found by its id, not by its place: that is why one line in front of it does no harm here", "认的是 id，不是位置：所以前面多一行，在这里没有妨碍"),
        note(4, RULE, "basic/lifecycle: the server answers with the same version if it supports it", "basic/lifecycle：客户端提的版本服务器支持，就回同一个版本"),
        note(5, NEXT, "the session is open", "会话建立"),
        note(5, NOTICE, "the author tries it out here, sees that it works, and ships it", "作者在这里试了一下，能用，就发布了"),
        note(5, RULE, "JSON-RPC 2.0, section 4.1: a notification is never answered", "JSON-RPC 2.0 第 4.1 节：对通知一律不响应"),
        note(7, NEXT, "the server lists its tools", "服务器列出工具"),
        note(7, NOTICE, "the greeting came once, at the start. A log line for each request would come here as well", "问候只在启动时出现一次。要是每个请求都记一行日志，这里也会冒出来"),
        note(7, RULE, "server/tools: tools/list needs the capability \"tools\"", "server/tools：要用 tools/list，得先声明 \"tools\" 能力"),
        note(8, NEXT, "the model may call add", "模型可以调用 add 了"),
        note(8, NOTICE, "one line, though it is long: a pretty-printed answer of several lines would be as bad as a greeting", "再长也只有一行：把响应排成好看的多行，和打印问候一样糟"),
        note(8, RULE, "basic/transports: no newline may stand inside a message", "basic/transports：消息里面不能有换行"),
        note(9, NEXT, "the tool runs; whatever it prints lands on the same pipe", "工具开始运行；它打印的任何东西，也落在这条管道上"),
        note(9, NOTICE, "a library that prints its progress breaks the session just here, and only for this tool", "有的库会打印进度，会话就正好坏在这里，而且只有这个工具会坏"),
        note(9, RULE, "server/tools: a call has a name and arguments", "server/tools：一次调用有 name 和 arguments"),
        note(10, NEXT, "the client is content and leaves", "客户端满意地离开"),
        note(10, NOTICE, "nothing in the client's window says that something was wrong", "客户端的窗口里，看不出有任何问题"),
        note(10, RULE, "server/tools: a result has content", "server/tools：结果里要有 content"),
        note(13, NOTICE, "the same verdict, word for word: the session worked, and the server is broken", "诊断一字不差：会话成功了，服务器照样有错"),
    ],
};

#[rustfmt::skip]
const GLUED: Step = Step {
    title: Text::new("Without the newline: the answer is lost", "少了换行：响应丢了"),
    ask: Text::new("The forgiving client again. What does it pass over this time?", "还是那个宽容的客户端。这一次它跳过的是什么？"),
    lines: 9,
    notes: notes![
        note(1, NOTICE, "print(\"Weather server ready\", end=\"\"), or process.stdout.write without \\n", "相当于 print(\"Weather server ready\", end=\"\")，或者 process.stdout.write 不写 \\n"),
        note(2, NEXT, "the server answers as before", "服务器和刚才一样来响应"),
        note(2, NOTICE, "for the third time the very same line", "第三次发出完全相同的一行"),
        note(2, RULE, "JSON-RPC 2.0, section 4: a request is owed an answer", "JSON-RPC 2.0 第 4 节：请求必须得到响应"),
        note(3, NEXT, "the client passes over the line, and with it over the answer", "客户端跳过这一行，连响应也一起跳过了"),
        note(3, NOTICE, "greeting and answer are one line now, and no parser finds the message inside", "问候和响应成了一行，没有解析器会去里面找消息"),
        note(3, RULE, "basic/transports: a newline ends a message, and nothing else does", "basic/transports：只有换行才表示一条消息结束"),
        note(4, NOTICE, "after a minute the official TypeScript client says: MCP error -32001: Request timed out. It sounds like a slow server,\nand 60 seconds ago the whole answer was there",
            "一分钟后，官方 TypeScript 客户端报：MCP error -32001: Request timed out。\n听上去像是服务器太慢，其实 60 秒前完整的响应就已经到了"),
        note(7, NOTICE, "not \"timed out\": the first fault is the line that did arrive. That nothing else came follows from it", "诊断没有说“超时”：第一个错是收到的这一行，后面等不到响应是它引起的"),
    ],
};

#[rustfmt::skip]
const MENDED: Step = Step {
    title: Text::new("Mended: the same words on stderr", "改好了：同样的话写到 stderr"),
    ask: Text::new("The greeting is still there. What is different?", "问候还在。哪里不一样了？"),
    lines: 13,
    notes: notes![
        note(2, NEXT, "the server answers, and the strict client of step 1 is back", "服务器来响应；这次又是第 1 步那个严格的客户端"),
        note(2, NOTICE, "the client has changed nothing", "客户端什么都没改"),
        note(2, RULE, "basic/lifecycle: initialization is the first thing between client and server", "basic/lifecycle：客户端和服务器之间，首先要初始化"),
        note(3, NEXT, "nobody has to do anything about it: the client may keep it, show it or ignore it", "谁都不用管它：客户端可以保存、显示，也可以不理"),
        note(3, NOTICE, "!! is the server's stderr. In the program one word has changed: print(…, file=sys.stderr) in place of print(…)",
            "!! 表示服务器的 stderr。程序里只改了一处：print(…) 换成 print(…, file=sys.stderr)"),
        note(3, RULE, "basic/transports: the server may write UTF-8 text to its stderr, for logging", "basic/transports：服务器可以往 stderr 写 UTF-8 文本，用来记日志"),
        note(4, NEXT, "the client reads its answer, and this is the first line on the wire", "客户端读到响应，这也是线路上的第一行"),
        note(4, NOTICE, "the same bytes as in step 1; there nobody got so far as to read them", "和第 1 步的字节完全相同；只是那时没人读到这里"),
        note(4, RULE, "basic/transports: stdout holds nothing but messages", "basic/transports：stdout 上只有消息"),
        note(5, NEXT, "the session is open", "会话建立"),
        note(5, NOTICE, "this is the line that never came in step 1", "第 1 步里始终没有出现的，就是这一行"),
        note(5, RULE, "basic/lifecycle: after a successful initialization the client must send it", "basic/lifecycle：初始化成功之后，客户端必须发这条通知"),
        note(7, NEXT, "the server lists its tools", "服务器列出工具"),
        note(7, NOTICE, "strict and forgiving clients see the same now", "严格的客户端和宽容的客户端，现在看到的一样"),
        note(7, RULE, "server/tools: tools/list needs the capability \"tools\"", "server/tools：要用 tools/list，得先声明 \"tools\" 能力"),
        note(8, NEXT, "the model may call add", "模型可以调用 add 了"),
        note(8, NOTICE, "whatever the server logs meanwhile stands under !! and cannot get between", "这期间服务器再记多少日志，都在 !! 下面，插不进来"),
        note(8, RULE, "server/tools: the result has tools, an array", "server/tools：结果里有 tools 数组"),
        note(9, NEXT, "the tool runs", "工具开始运行"),
        note(9, NOTICE, "a print inside the tool would break it again. Some servers point stdout at stderr before they load anything else",
            "工具里面再 print 一下，又会坏。有的服务器在加载别的代码之前，就先把 stdout 指向 stderr"),
        note(9, RULE, "server/tools: a call has a name and arguments", "server/tools：一次调用有 name 和 arguments"),
        note(10, NEXT, "the client leaves", "客户端离开"),
        note(10, NOTICE, "3 + 4 = 7, in a client that hung up before", "3 + 4 = 7。刚才断开的那个客户端，这次算出来了"),
        note(10, RULE, "server/tools: a result has content", "server/tools：结果里要有 content"),
        note(13, NOTICE, "no finding", "没有发现问题"),
    ],
};
