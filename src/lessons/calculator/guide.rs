//! What a teacher says to the calculator.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("The calculator: a server in a process of its own, and schemas at work", "计算器：服务器是另一个进程，参数由 schema 把关"),
    steps: &[START, DISCOVERY, ADD, WEATHER, WRONG_TYPE, LARGE, POINT, GOODBYE],
    questions: &[
        (Text::new("What does the client have to know about the server?", "客户端要知道服务器的哪些事情？"), Text::new(
            "How to start it: a program and its arguments. Not its language, not a class, not a library. That is why one\nclient can use servers written in Python, Rust or TypeScript, and why a server is tried out with printf and a pipe.",
            "只要知道怎么把它启动起来：哪个程序、什么参数。用什么语言写的、有哪些类、用了什么库，都不需要知道。\n所以同一个客户端能用 Python、Rust、TypeScript 写的服务器；拿 printf 和管道也能试一个服务器。")),
        (Text::new("In step 5 the handler never ran. Who refused, and why in \"result\"?", "第 5 步里处理函数根本没有运行。是谁拒绝的？为什么放在 \"result\" 里？"), Text::new(
            "The server, on behalf of the tool: it checks the arguments against the inputSchema that it has published, before\nthe handler sees them. A wrong argument is the model's slip, and the model can only mend what it gets to read:\nso \"isError\":true, with the place (/a), what was expected and what was found.",
            "是服务器替工具拒绝的：它先拿自己公布的 inputSchema 去核对参数，合格了才交给处理函数。\n参数写错是模型的失误，模型读到了才改得了：所以用 \"isError\":true，并写明位置（/a）、应该是什么、收到的是什么。")),
        (Text::new("Why is 9007199254740993 a good test?", "为什么拿 9007199254740993 来试？"), Text::new(
            "It is 2^53 + 1. JSON sets no limit to an integer, but many programs read every number as a double, which has\n53 bits and would round it to 9007199254740992. If the last digit survives the round trip, nobody on the way read it as a double.",
            "它是 2^53 + 1。JSON 不限制整数的大小，可是很多程序把数字一律读成双精度浮点数，只有 53 位，\n会变成 9007199254740992。来回一趟末位还在，就说明一路上没有谁这么做。")),
        (Text::new("How does a session over stdio end?", "stdio 上的会话怎么结束？"), Text::new(
            "No message says goodbye. The client closes the server's stdin; the server reads end of file, answers what is\nstill open, and exits. If it does not, the client terminates it and at last kills it. A server that waits for\nsomething else stays behind as an orphan whenever its client crashes.",
            "没有哪条消息表示“再见”。客户端关掉服务器的 stdin；服务器读到文件末尾，先答完还没响应的请求，再退出。\n它要是不走，客户端先请它终止，再不行就强行杀掉。服务器若在等别的什么，客户端一崩溃，它就成了没人管的孤儿进程。")),
    ],
    try_it: Text::new("Be the client yourself: run `mcp-lab serve calculator`\n(not installed? `cargo run -q --` in place of `mcp-lab`), paste the client's lines, and end it with Ctrl-D.",
        "自己来当客户端：运行 `mcp-lab serve calculator`\n（没有安装？把 `mcp-lab` 换成 `cargo run -q --`），把 client 的那几行粘贴进去，最后按 Ctrl-D。"),
};

// A note takes two lines: place, label and English; Chinese.

#[rustfmt::skip]
const START: Step = Step {
    title: Text::new("A process is started, and the handshake", "启动进程，然后握手"),
    ask: Text::new("The client starts a program. Through what do the two talk from then on?",
        "客户端启动了一个程序。从这时起，双方靠什么通信？"),
    lines: 5,
    notes: notes![
        note(1, NEXT, "the client speaks first; the server waits for a line on its stdin",
            "客户端先开口；服务器在 stdin 上等一行"),
        note(1, NOTICE, "a line that begins with -- crossed no wire: it says what happened to a process",
            "以 -- 开头的行没有在线路上传过，它说的是进程发生了什么事"),
        note(1, RULE, "MCP 2025-06-18, basic/transports: the client starts the server as a child process; stdin and stdout are the wire",
            "MCP 2025-06-18 basic/transports：客户端把服务器作为子进程启动，它的 stdin 和 stdout 就是线路"),
        note(2, NEXT, "the server answers on its stdout, with a newline at the end; without it the client would wait on",
            "服务器在 stdout 上响应，末尾要有换行；没有换行，客户端会一直等下去"),
        note(2, NOTICE, "nothing shows that a process is on the other side: this is the first line of the six steps, byte for byte but\nfor the client's name and version",
            "看不出对面是一个进程：除了客户端的名字和版本，这一行和六步课的第一行一个字节都不差"),
        note(2, RULE, "basic/transports: a message is one line; a newline ends it, so none may stand inside",
            "basic/transports：一条消息就是一行，以换行结束，所以消息里面不能有换行"),
        note(3, NEXT, "the client compares the version and says that it is ready", "客户端核对版本，然后表示自己准备好了"),
        note(3, NOTICE, "the server may write what it likes to stderr, and it is shown with !!; on stdout one log line would break the session",
            "服务器往 stderr 写什么都行，这里会用 !! 显示；但只要往 stdout 写一行日志，会话就坏了"),
        note(3, RULE, "basic/transports: the server must not write anything to its stdout that is not a message",
            "basic/transports：服务器的 stdout 上只能有消息，不能有别的"),
        note(4, NEXT, "the client asks for the tools", "客户端来问有哪些工具"),
        note(4, NOTICE, "no answer comes, and the client does not wait for one", "不会有响应，客户端也不等"),
        note(4, RULE, "JSON-RPC 2.0, section 4.1: a notification is never answered", "JSON-RPC 2.0 第 4.1 节：对通知一律不响应"),
    ],
};

#[rustfmt::skip]
const DISCOVERY: Step = Step {
    title: Text::new("Discovery: two tools, each with a schema", "发现：两个工具，各有一份 schema"),
    ask: Text::new("Which of the two schemas says more than the types of its arguments?",
        "两份 schema 里，哪一份除了类型还规定了别的？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server lists what it has; the list is made for a model", "服务器把自己有的列出来；这份清单是给模型看的"),
        note(1, NOTICE, "a client that was promised no \"tools\" would not ask this", "如果服务器没有声明 \"tools\"，客户端根本不会来问"),
        note(1, RULE, "server/tools: tools/list needs the capability \"tools\"", "server/tools：要用 tools/list，得先声明 \"tools\" 能力"),
        note(2, NEXT, "the model chooses by the descriptions; here a script does", "模型按描述来挑工具；这里由脚本代劳"),
        note(2, NOTICE, "a good description says what the tool does and when to use it: 求两个整数的和 is \"adds two integers\", 用户要做加法时用它,\n\"use it when the user wants to add\". \"minLength\":1 says that a city may not be empty",
            "好的描述要写两样：做什么，什么时候用。\"minLength\":1 表示城市名不能是空的"),
        note(2, RULE, "server/tools: inputSchema is JSON Schema, draft 2020-12 if it does not name another; MCP has no schema language of its own",
            "server/tools：inputSchema 就是 JSON Schema，不另外写明就按 2020-12 版；MCP 没有自己发明 schema 语言"),
    ],
};

#[rustfmt::skip]
const ADD: Step = Step {
    title: Text::new("3 + 4: arguments that fit", "3 + 4：参数合格"),
    ask: Text::new("Between this line and the handler, what does the server do with {\"a\":3,\"b\":4}?",
        "从收到这一行到运行处理函数，服务器拿 {\"a\":3,\"b\":4} 做了什么？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server checks the arguments against the schema of add; they fit, so the handler runs",
            "服务器拿 add 的 schema 核对参数；合格，于是运行处理函数"),
        note(1, NOTICE, "the client knows no function add: it sends a name and an object, and could call any tool of any server in the same way",
            "客户端那里没有 add 这个函数：它只是发了一个名字和一个对象，任何服务器的任何工具都能这样调用"),
        note(1, RULE, "server/tools: a server must validate all tool inputs", "server/tools：服务器必须校验工具的所有输入"),
        note(2, NEXT, "the text goes to whoever asked: a script here, a model elsewhere", "这段文字交给提问的一方：这里是脚本，别处是模型"),
        note(2, NOTICE, "a whole sentence and not a bare 7: a model reads it, nobody calculates with it", "给的是完整的式子，不是光秃秃的 7：它是写给模型读的，不是用来继续计算的"),
        note(2, RULE, "server/tools: a result has content, an array of blocks", "server/tools：结果里要有 content，是由内容块组成的数组"),
    ],
};

#[rustfmt::skip]
const WEATHER: Step = Step {
    title: Text::new("北京: text that is not ASCII, through two pipes", "北京：非 ASCII 的文字走过两条管道"),
    ask: Text::new("How many bytes does 北京 take on the wire?", "“北京”在线路上占几个字节？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the schema asks for a string of at least one character; 北京 has two", "schema 要求至少一个字符的字符串；“北京”有两个"),
        note(1, NOTICE, "six bytes, UTF-8. A program that writes in the system's code page sends others here, and the session breaks on\nthe first Chinese name",
            "六个字节，UTF-8 编码。程序要是按系统代码页（例如 GBK）写，这里的字节就不一样，一遇到中文会话就坏"),
        note(1, RULE, "basic/transports: messages are UTF-8", "basic/transports：消息必须是 UTF-8"),
        note(2, NEXT, "the client has its forecast, and goes on", "客户端拿到了天气，继续往下"),
        note(2, NOTICE, "\"Beijing: cloudy, 11 °C\", the same on every day: a lesson must not depend on the weather",
            "每天都是这个天气：课程的结果不能随天气变"),
        note(2, RULE, "server/tools: \"isError\":false: the tool did its work", "server/tools：\"isError\":false，工具把事情办成了"),
    ],
};

#[rustfmt::skip]
const WRONG_TYPE: Step = Step {
    title: Text::new("A string where an integer is asked", "该给整数，却给了字符串"),
    ask: Text::new("The handler would have failed on \"three\". Will it get to see it?", "处理函数遇到 \"three\" 肯定会出错。它会收到这个参数吗？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server checks the arguments against the schema; /a does not fit, and the handler is not called",
            "服务器核对参数：/a 不合格，处理函数不会被调用"),
        note(1, NOTICE, "as a message this line is flawless; only what it means to say is wrong", "作为一条消息，这一行毫无毛病；错的只是它要说的内容"),
        note(1, RULE, "JSON Schema, Validation 6.1.1: \"type\":\"integer\" fits a number without a fraction, and nothing else",
            "JSON Schema Validation 6.1.1：\"type\":\"integer\" 只接受没有小数部分的数"),
        note(2, NEXT, "the model reads which argument was wrong and tries again", "模型读到是哪个参数错了，改好再试"),
        note(2, NOTICE, "the tool, the place, what was expected, what was found: /a is a JSON Pointer, the way to the value inside the arguments",
            "哪个工具、哪个位置、应该是什么、收到的是什么，都写全了；/a 是 JSON Pointer，指出值在参数里的位置"),
        note(2, RULE, "server/tools, settled by revision 2025-11-25: arguments that do not fit are the tool's error (isError), not the protocol's",
            "server/tools（2025-11-25 版定了下来）：参数不合 schema 算工具的错误（isError），不算协议错误"),
    ],
};

#[rustfmt::skip]
const LARGE: Step = Step {
    title: Text::new("An integer past 2^53", "超过 2^53 的整数"),
    ask: Text::new("Which digit would change if somebody on the way read this number as a double?", "如果半路上有谁把这个数读成双精度浮点数，会错在哪一位？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server counts with whole numbers of 64 bits", "服务器用 64 位整数来算"),
        note(1, NOTICE, "9007199254740993 is 2^53 + 1, the first integer that a double cannot hold", "9007199254740993 是 2^53 + 1，双精度浮点数存不下的第一个整数"),
        note(1, RULE, "RFC 8259, section 6: JSON sets no limit to a number; beyond 2^53 readers may disagree about its value",
            "RFC 8259 第 6 节：JSON 不限制数的大小；超过 2^53，各家读出来的值可能不一样"),
        note(2, NEXT, "nothing was lost", "一位也没丢"),
        note(2, NOTICE, "the sum ends in 4; counted with doubles it would end in 2. Long ids travel as strings for that reason",
            "和的末位是 4；用双精度浮点数来算，末位会是 2。所以很长的编号都用字符串来传"),
        note(2, RULE, "server/tools: content of type text is text; nobody on the way calculates with it", "server/tools：type 为 text 的内容就是文字，途中谁也不会拿它做计算"),
    ],
};

#[rustfmt::skip]
const POINT: Step = Step {
    title: Text::new("1.0: an integer, written with a point", "1.0：写成带小数点的整数"),
    ask: Text::new("Does 1.0 fit \"type\":\"integer\"?", "1.0 符合 \"type\":\"integer\" 吗？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server checks it against the schema: it fits", "服务器核对：合格"),
        note(1, NOTICE, "many languages write the number one as 1.0: a JavaScript program cannot even tell the two apart",
            "很多语言写“一”就会写成 1.0；JavaScript 程序甚至分不清 1 和 1.0"),
        note(1, RULE, "JSON Schema, Validation 6.1.1: a number whose fraction is zero is an integer; spelling does not count",
            "JSON Schema Validation 6.1.1：小数部分为零的数就是整数，怎么写不要紧"),
        note(2, NEXT, "the work is done; the client wants to leave", "事情办完了，客户端准备离开"),
        note(2, NOTICE, "the handler got the integer 1; 1.5 would have been refused as in step 5", "处理函数拿到的是整数 1；换成 1.5，就会像第 5 步那样被拒绝"),
        note(2, RULE, "JSON-RPC 2.0, section 5: the answer carries the id of its request, here 7", "JSON-RPC 2.0 第 5 节：响应带着请求的 id，这里是 7"),
    ],
};

#[rustfmt::skip]
const GOODBYE: Step = Step {
    title: Text::new("Goodbye: nobody says it", "告别：谁也不用说“再见”"),
    ask: Text::new("There is no message for the end of a session. How does the server find out?", "协议里没有表示会话结束的消息。服务器怎么知道该走了？"),
    lines: 2,
    notes: notes![
        note(1, NEXT, "the server reads end of file; if it does not leave now, the client sends SIGTERM, and later SIGKILL",
            "服务器读到文件末尾；这时还不走，客户端会发 SIGTERM，再不走就发 SIGKILL"),
        note(1, NOTICE, "the system does the same when the client crashes or is killed: so the server learns of every kind of end",
            "客户端崩溃或者被杀，系统也会关掉这条管道：所以不管怎么结束，服务器都能知道"),
        note(1, RULE, "basic/lifecycle, shutdown: close the server's stdin, wait, then terminate, then kill",
            "basic/lifecycle 的 shutdown：先关服务器的 stdin，等一等，再终止，最后强杀"),
        note(2, NEXT, "nothing is left: no process, no file", "什么也没留下：没有进程，也没有文件"),
        note(2, NOTICE, "code 0 means that it left as it should. A server that waits for anything but its stdin would still be running",
            "退出码 0 表示正常离开。要是服务器等的不是 stdin 而是别的，它现在还在运行"),
        note(2, RULE, "basic/lifecycle: the server may also end the session itself, by closing its stdout and exiting",
            "basic/lifecycle：服务器也可以主动结束会话：关掉 stdout，然后退出"),
    ],
};
