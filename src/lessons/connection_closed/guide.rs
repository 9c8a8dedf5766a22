//! What a teacher says to "-32000 Connection closed".

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("-32000 Connection closed: what the client does not show", "-32000 Connection closed：客户端没给你看的东西"),
    steps: &[SYMPTOM, VERDICT, MENDED],
    questions: &[
        (Text::new("Who has sent -32000?", "-32000 是谁发的？"), Text::new(
            "Nobody: no such line crossed the wire. The client's library made the error up when the pipe was closed while a\nrequest was open, and gave it to its own caller. So the number says nothing about the server but that it is gone.",
            "谁也没发：线路上并没有这样一行。请求还没等到响应，管道就关了，客户端的库于是自己造出这个错误，交给调用它的代码。\n所以这个数字只说明一件事：服务器不在了。")),
        (Text::new("Where do you look?", "该去哪里找原因？"), Text::new(
            "At what the process left behind: the exit code and the last lines of its stderr. Most clients keep them in a log\nfile; `mcp-lab probe -- CMD` shows them. The same command typed by hand helps less than one thinks: a shell has\nanother PATH, another directory, other variables than an application that was started from a desktop.",
            "看进程留下了什么：退出码，还有 stderr 的最后几行。多数客户端把它们存在日志文件里；`mcp-lab probe -- CMD` 会直接显示。\n在终端里手工运行同一条命令，未必有用：终端的 PATH、当前目录、环境变量，和从桌面启动的应用都不一样。")),
        (Text::new("What does a process die of before it has answered?", "进程还没响应就死了，常见的原因有哪些？"), Text::new(
            "A slip in the settings, as here; a file or module that is not there; a variable that is not set; a package runner\nthat cannot download; docker without -i, which ends at once with code 0; or an exception in the first lines.",
            "配置里写错了，就像这里；文件或模块不存在；环境变量没设；包运行器下载不了；\ndocker 没加 -i，会立刻以 0 退出；还有程序头几行就抛了异常。")),
        (Text::new("Code 0 and no answer: is that better?", "退出码是 0，也没有响应：会好一点吗？"), Text::new(
            "No. 0 means that the program had nothing more to do: it did not know that it was to stay. A server runs until its\nstdin is closed.",
            "不会。0 表示程序认为事情都做完了：它不知道自己应该留下来。服务器要一直运行到 stdin 关闭为止。")),
    ],
    try_it: Text::new("Hold the session yourself: `mcp-lab probe -- mcp-lab serve calculater`, and then with the slip mended\n(not installed? `cargo run -q --` in place of the first `mcp-lab`). What does your own client show for the first one, and where is its log?",
        "自己来一遍：`mcp-lab probe -- mcp-lab serve calculater`，再改对了试一次\n（没有安装？把第一个 `mcp-lab` 换成 `cargo run -q --`）。第一种情况，你常用的客户端显示什么？它的日志放在哪里？"),
};

// A note takes two lines, or one if it is short: place, label and English; Chinese.

#[rustfmt::skip]
const SYMPTOM: Step = Step {
    title: Text::new("The symptom: no answer, and no reason", "症状：没有响应，也没有原因"),
    ask: Text::new("The client's window says \"MCP error -32000: Connection closed\". Which of these lines would have helped its user?",
        "客户端的窗口里写着 “MCP error -32000: Connection closed”。下面哪几行能帮到用户？"),
    lines: 6,
    notes: notes![
        note(1, NOTICE, "the command as it stands in the client's settings", "客户端配置里写的就是这条命令"),
        note(2, NEXT, "the server has to answer; somebody has to be there for that", "该服务器响应了；前提是得有个服务器"),
        note(2, NOTICE, "the line went into the pipe, and nobody took it out: a pipe takes bytes before the other side reads them", "这一行写进了管道，却没有人读走：对面还没读，管道也会先收下"),
        note(2, RULE, "MCP 2025-11-25, basic/transports: the client starts the server as a child process and writes to its stdin", "MCP 2025-11-25 basic/transports：客户端把服务器作为子进程启动，往它的 stdin 写"),
        note(3, NEXT, "the process has nothing to do any more, and leaves", "进程没什么可做的了，准备退出"),
        note(3, NOTICE, "here is the whole answer, on stderr, and many clients never show it", "答案全在这里，写在 stderr 上；可很多客户端从来不显示它"),
        note(3, RULE, "basic/transports: a client may capture, forward or ignore the server's stderr", "basic/transports：服务器的 stderr，客户端可以收集、转发，也可以不理"),
        note(4, NEXT, "this was its last word", "这是它的最后一句话"),
        note(4, NOTICE, "a good last word says what was wrong, what is near to it, and where to look", "好的遗言要说清三件事：哪里错了、可能想写什么、去哪里查"),
        note(4, RULE, "basic/transports: stderr is for logs, and a line there is no message", "basic/transports：stderr 用来记日志，上面的行不是消息"),
        note(5, NOTICE, "not 0: it did not leave as it should. It wrote not one byte to stdout", "不是 0：不是正常离开。stdout 上一个字节也没写"),
        note(6, NOTICE, "our client's words for what the official TypeScript client calls MCP error -32000: Connection closed, and the official\nPython client Connection closed. All of them know no more than that the pipe ended",
            "我们的客户端说：服务器没响应就断开了。官方 TypeScript 客户端报的是 MCP error -32000: Connection closed，\nPython 客户端报 Connection closed。它们知道的都只有一点：管道到头了"),
    ],
};

#[rustfmt::skip]
const VERDICT: Step = Step {
    title: Text::new("The verdict", "诊断"),
    ask: Text::new("At which of the steps did it stop?", "断在第几步？"),
    lines: 3,
    notes: notes![
        note(1, NOTICE, "step 0: the process did start, but a session never began. \"likely\", since whoever wrote the command may be at fault as well",
            "第 0 步：进程启动过，会话却根本没有开始。likely 表示很可能：也可能是写命令的人弄错了"),
        note(2, NOTICE, "exit code and last words, side by side: that is what a client should have shown", "退出码和最后几句话放在一起：客户端本来就应该这样显示"),
        note(3, NOTICE, "what to do: read the end of stderr. Here it even names the right word", "该怎么做：看 stderr 的最后几行。这里连正确的写法都给出来了"),
    ],
};

#[rustfmt::skip]
const MENDED: Step = Step {
    title: Text::new("Mended: one letter", "改好了：只差一个字母"),
    ask: Text::new("What did the client have to change?", "客户端要改什么吗？"),
    lines: 12,
    notes: notes![
        note(1, NOTICE, "calculator, with an o: the slip was in the settings, neither in the client nor in the server", "应该是 calculator，字母是 o：错在配置里，客户端和服务器都没有错"),
        note(2, NEXT, "the server answers on its stdout", "服务器在 stdout 上响应"),
        note(2, NOTICE, "byte for byte the line that was lost in step 1", "和第 1 步那条没人读的一模一样"),
        note(2, RULE, "basic/lifecycle: initialization is the first thing between client and server", "basic/lifecycle：客户端和服务器之间，首先要初始化"),
        note(3, NEXT, "the client says that it is ready", "客户端表示自己准备好了"),
        note(3, NOTICE, "the first line on this server's stdout; in step 1 there was none", "这是服务器 stdout 上的第一行；第 1 步里一行也没有"),
        note(3, RULE, "basic/lifecycle: the server answers with the same version if it supports it", "basic/lifecycle：客户端提的版本服务器支持，就回同一个版本"),
        note(4, NEXT, "the session is open", "会话建立"),
        note(4, NOTICE, "from here on a dead server could not be taken for one that never lived", "从这里起，服务器要是再断开，就是中途断开，不是没启动起来"),
        note(4, RULE, "JSON-RPC 2.0, section 4.1: a notification is never answered", "JSON-RPC 2.0 第 4.1 节：对通知一律不响应"),
        note(6, NEXT, "the server lists its tools", "服务器列出工具"),
        note(6, NOTICE, "id 2: the first request is answered, so the counter goes on", "id 是 2：第一个请求已经有了响应，编号接着往下走"),
        note(6, RULE, "server/tools: tools/list needs the capability \"tools\"", "server/tools：要用 tools/list，得先声明 \"tools\" 能力"),
        note(7, NEXT, "the model may call add", "模型可以调用 add 了"),
        note(7, NOTICE, "add \"adds two integers\", get_weather \"tells the weather of a city\": what the user wanted to have all the time",
            "add 和 get_weather：用户一直想用的就是它们"),
        note(7, RULE, "server/tools: the result has tools, an array", "server/tools：结果里有 tools 数组"),
        note(8, NEXT, "the tool runs", "工具开始运行"),
        note(8, NOTICE, "a tool that fails says so in a result; a tool that takes its process along makes the client say -32000 again",
            "工具出错，应该写在结果里；如果连进程一起带崩，客户端又会报 -32000"),
        note(8, RULE, "server/tools: errors of a tool belong in a result, with \"isError\":true", "server/tools：工具自己的错误放在结果里，写 \"isError\":true"),
        note(9, NEXT, "the client is content and leaves", "客户端满意地离开"),
        note(9, NOTICE, "\"3 + 4 = 7\"", "“3 + 4 = 7”"),
        note(9, RULE, "JSON-RPC 2.0, section 5: the answer carries the id of its request, here 3", "JSON-RPC 2.0 第 5 节：响应带着请求的 id，这里是 3"),
        note(10, NOTICE, "now it is the client that ends the session, and not the process", "这一次结束会话的是客户端，不是进程自己"),
        note(11, NOTICE, "0, and after its stdin was closed: how it should be", "先关 stdin，再以 0 退出：本来就该这样"),
        note(12, NOTICE, "no finding", "没有发现问题"),
    ],
};
