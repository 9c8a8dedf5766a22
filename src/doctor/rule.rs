//! Everything that can be found, one row each.

use crate::text::Text;

/// A rule a session can break.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name in reports, for programs and for searching.
    pub slug: &'static str,
    /// The step it belongs to; `None` when it can be broken at any.
    pub step: Option<usize>,
    /// Who has to change something, if nothing in the case speaks against it.
    pub owner: Owner,
    /// Whether the source says MUST; otherwise it says SHOULD, or everybody relies on it.
    pub must: bool,
    /// Where it is written.
    pub source: &'static str,
    /// Why it is so.
    pub why: Text,
    /// What to change.
    pub fix: Text,
}

/// Who has to change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Whoever writes the server.
    Server,
    /// Whoever writes the client.
    Client,
    /// The program that starts the server: `npx`, `uvx`, `docker`.
    Runner,
    /// Whoever wrote down how the server is started.
    Config,
}

impl Owner {
    /// The word in reports: the English one is also the one in JSON.
    pub const fn word(self) -> Text {
        match self {
            Self::Server => Text::new("server", "服务器"),
            Self::Client => Text::new("client", "客户端"),
            Self::Runner => Text::new("runner", "启动程序"),
            Self::Config => Text::new("config", "配置"),
        }
    }
}

macro_rules! rules {
    ($($name:ident = $slug:literal, $step:expr, $owner:ident, $must:literal, $source:literal, $why_en:literal, $why_zh:literal, $fix_en:literal, $fix_zh:literal;)*) => {
        $(pub(super) static $name: Rule = Rule {
            slug: $slug, step: $step, owner: Owner::$owner, must: $must, source: $source,
            why: Text::new($why_en, $why_zh), fix: Text::new($fix_en, $fix_zh),
        };)*
        /// Every rule, in the order of the steps.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

// Name, slug, step, owner, MUST; source; why and fix, each in English and Chinese.
rules! {
    NOT_FOUND = "not-found", Some(0), Config, true, "2025-06-18 basic/transports, stdio",
        "the client starts the server as a child process, so there must be a program of that name",
        "客户端要把服务器作为子进程启动，所以这个程序必须存在",
        "install it, or write its full path; a program started from a desktop does not see the PATH of your shell",
        "安装它，或者写完整路径；从桌面启动的程序看不到终端里的 PATH";
    CANNOT_START = "cannot-start", Some(0), Config, true, "2025-06-18 basic/transports, stdio",
        "the system refused to run the program",
        "系统拒绝运行这个程序",
        "look at its permissions and at the directory to start it in",
        "检查文件的执行权限，以及启动时所在的目录";
    EXITED = "exited", None, Server, true, "2025-06-18 basic/lifecycle",
        "a server lives until its stdin is closed; a client that loses it reports -32000 Connection closed and hides why",
        "服务器要一直运行到 stdin 关闭为止；它中途退出，客户端只会报 -32000 Connection closed，看不到原因",
        "read the last lines of stderr: mostly a missing variable, file or argument",
        "看 stderr 的最后几行：多半是缺了环境变量、文件或参数";
    CLOSED = "closed", None, Server, true, "2025-06-18 basic/transports, stdio",
        "messages go over stdin and stdout, and the server has closed one of them",
        "消息只能走 stdin 和 stdout，而服务器关掉了其中一条",
        "keep reading stdin until its end, and keep stdout open until then",
        "一直读 stdin 直到末尾，在那之前不要关闭 stdout";
    SILENT = "silent", None, Server, true, "JSON-RPC 2.0, section 5",
        "every request is owed exactly one answer",
        "每个请求都必须得到一个响应",
        "make sure that the server reads stdin line by line, and flushes stdout after every message",
        "确认服务器逐行读取 stdin，并且每写完一条消息就刷新 stdout";
    HELD_BACK = "held-back", None, Server, true, "2025-06-18 basic/transports, stdio",
        "written to a pipe, output stays in a buffer until that is full or the program ends; a client waits in vain",
        "输出写进管道时会先留在缓冲区，满了或程序结束才真正送出；客户端只能空等",
        "flush stdout after every message (Python: print(…, flush=True) or python -u; C: fflush)",
        "每写完一条消息就刷新 stdout（Python：print(…, flush=True) 或 python -u；C：fflush）";
    NO_NEWLINE = "no-newline", None, Server, true, "2025-06-18 basic/transports, stdio",
        "a message ends with a newline; without it a client cannot know that the message is complete",
        "一条消息以换行结束；没有换行，客户端就不知道消息是不是完整了",
        "write a newline after every message, and flush",
        "每条消息后面写一个换行，然后刷新输出";
    MALFORMED_LINE = "malformed-line", None, Server, true, "2025-06-18 basic/transports, stdio",
        "stdout is the wire: only messages may be written to it. Some clients skip such a line, others hang up",
        "stdout 就是线路，上面只能有消息。遇到这样的行，有的客户端跳过，有的直接断开",
        "send logs and banners to stderr; look for print, console.log and the runner's own output",
        "日志和欢迎语写到 stderr；检查 print、console.log 以及启动程序自己的输出";
    BROKEN_JSON = "broken-json", None, Server, true, "2025-06-18 basic/transports, stdio",
        "a message is one whole JSON text on one line; a client reads line by line and cannot put it together again",
        "一条消息就是一行完整的 JSON；客户端逐行读取，拼不回去",
        "print each message without line breaks (no indentation), and nothing behind it",
        "输出消息时不要换行、不要缩进，后面也不要跟别的内容";
    BYTE_ORDER_MARK = "byte-order-mark", None, Server, true, "RFC 8259, section 8.1",
        "JSON that is sent to others must not begin with a byte order mark: clients report an error at column 1 of a line that looks flawless",
        "发给别人的 JSON 不能以字节顺序标记开头：客户端会在看起来毫无问题的一行的第 1 列报错",
        "write UTF-8 without a BOM (PowerShell 5.1 and some editors add one)",
        "输出不带 BOM 的 UTF-8（PowerShell 5.1 和某些编辑器会自动加上）";
    LSP_FRAMING = "lsp-framing", None, Server, true, "2025-06-18 basic/transports, stdio",
        "Content-Length headers belong to the Language Server Protocol; in MCP over stdio a message is one line and nothing else",
        "Content-Length 头是语言服务器协议（LSP）的；MCP 的 stdio 上，一条消息就是一行，没有别的",
        "write the JSON and a newline, without any header, and read likewise",
        "只写 JSON 和一个换行，不要写头；读取时也一样";
    NOT_UTF8 = "not-utf8", None, Server, true, "2025-06-18 basic/transports",
        "messages are UTF-8, whatever the system's code page is",
        "消息必须是 UTF-8，与系统代码页无关",
        "set the encoding of stdin and stdout to UTF-8 (Python: PYTHONUTF8=1)",
        "把 stdin 和 stdout 的编码设为 UTF-8（Python：PYTHONUTF8=1）";
    TOO_LONG = "too-long", None, Server, false, "2025-06-18 basic/transports",
        "no client reads a line of any length",
        "没有哪个客户端能读任意长的一行",
        "answer in pages, or with a link to a resource",
        "分页返回，或者只给资源的链接";
    NO_MESSAGE = "no-message", None, Server, true, "JSON-RPC 2.0, section 4 and 5",
        "a message is an object with \"jsonrpc\":\"2.0\" that is a request, a notification or a response, and not two of them",
        "消息是带有 \"jsonrpc\":\"2.0\" 的对象，只能是请求、通知、响应三者之一",
        "build messages in one place, and compare them with the schema of the revision",
        "在一个地方统一生成消息，并对照该版本的 schema";
    WRONG_ID = "wrong-id", None, Server, true, "JSON-RPC 2.0, section 5",
        "an answer carries the id of its request, with the same type: the id, not the order, says what is answered",
        "响应要带上请求的 id，类型也要相同：对号靠的是 id，不是先后",
        "keep the id as the JSON value it came as, and send that back",
        "把收到的 id 按原来的 JSON 值保存，原样送回";
    ANSWERED_TWICE = "answered-twice", None, Server, true, "JSON-RPC 2.0, section 5",
        "every request is owed exactly one answer: a second one is taken for a fault, or for the answer to something else",
        "每个请求只能有一个响应：再来一个，客户端要么报错，要么当成别的请求的响应",
        "send one response for each request; progress is reported in notifications",
        "一个请求只回一次；中间进度用通知来报告";
    REFUSED_INITIALIZE = "refused-initialize", Some(1), Server, true, "2025-06-18 basic/lifecycle",
        "a version the server does not know is answered with one it does know, as a normal result",
        "客户端提的版本服务器不认识，也要用它认识的版本正常回答，不能报错",
        "answer initialize with a result: the same version if it is known, else the newest you have",
        "initialize 要用 result 回答：认识就回同一个版本，不认识就回自己最新的版本";
    BAD_RESULT = "bad-result", None, Server, true, "schema.ts of the revision",
        "the result must have the members its method promises",
        "result 里必须有这个方法规定的成员",
        "compare the result with the schema of the revision",
        "对照该版本的 schema 检查 result";
    UNKNOWN_VERSION = "unknown-version", Some(1), Server, true, "2025-06-18 basic/lifecycle",
        "a version is the date of a published revision; a client that does not know it has to leave",
        "版本号是已发布规范的日期；客户端不认识就只能断开",
        "answer with a published revision: 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25",
        "回答一个已发布的版本：2024-11-05、2025-03-26、2025-06-18 或 2025-11-25";
    STATELESS_ONLY = "stateless-only", Some(1), Client, true, "2026-07-28 basic/versioning",
        "from 2026-07-28 on there is no handshake: a server of that era alone refuses initialize, and a client of older revisions cannot use it",
        "从 2026-07-28 起没有握手；只支持这种方式的服务器会拒绝 initialize，旧客户端用不了它",
        "probe it with --era stateless or --era auto; clients that shake hands need a newer version, or a server of both eras",
        "用 --era stateless 或 --era auto 测试；只会握手的客户端要升级，或者换两种方式都支持的服务器";
    HANDSHAKE_ONLY = "handshake-only", Some(1), Client, true, "2026-07-28 basic/versioning",
        "the server speaks only revisions that begin with a handshake; a client of 2026-07-28 alone cannot use it",
        "服务器只支持带握手的版本；只会 2026-07-28 的客户端用不了它",
        "probe it with --era handshake or --era auto; or update the server to one of both eras",
        "用 --era handshake 或 --era auto 测试；或者把服务器升级到两种方式都支持的版本";
    NO_COMMON_VERSION = "no-common-version", Some(1), Client, true, "2026-07-28 basic/versioning",
        "both sides need a revision in common; a server of the stateless era that lists others is not asked for a handshake",
        "双方要有共同的版本；无状态方式的服务器列出的是别的版本，就不再退回去握手",
        "update the client, or the server; if one of the versions begins with a handshake, --era handshake walks that",
        "升级客户端或服务器；如果列出的版本里有带握手的，可以用 --era handshake 测试";
    DISCOVER_REFUSED = "discover-refused", Some(1), Server, true, "2026-07-28 server/discover",
        "every server of the stateless era answers server/discover; one that cannot serve the version says in data.supported which it can",
        "无状态方式的服务器都必须回答 server/discover；版本不合适，就要在 data.supported 里列出能用的",
        "answer server/discover whatever the client can do, and list in data.supported what is really served",
        "不管客户端声明了什么能力都要回答 server/discover；data.supported 里只列真正支持的版本";
    NOTIFICATION_ANSWERED = "notification-answered", Some(2), Server, true, "JSON-RPC 2.0, section 4.1",
        "a notification has no id and is never answered, not even with an error; strict clients hang up here",
        "通知没有 id，永远不能响应，连错误也不行；严格的客户端会在这里断开",
        "before you write an answer, look whether the message had an id; without one, write nothing",
        "写响应之前先看消息有没有 id；没有就什么也别写";
    UNDECLARED_TOOLS = "undeclared-tools", Some(3), Server, true, "2025-06-18 server/tools",
        "a client asks only for what the first answer has promised: connected, and no tools to be seen",
        "客户端只会用第一个响应里声明过的能力：结果就是连上了，却看不到工具",
        "add \"tools\":{} to the capabilities in the answer to initialize, or to server/discover",
        "在 initialize（或 server/discover）响应的 capabilities 里加上 \"tools\":{}";
    LIST_REFUSED = "list-refused", Some(3), Server, true, "2025-06-18 server/tools",
        "whoever promises \"tools\" answers tools/list",
        "声明了 \"tools\"，就要回答 tools/list",
        "answer tools/list, or do not promise \"tools\"",
        "实现 tools/list，或者不要声明 \"tools\"";
    INVALID_SCHEMA = "invalid-schema", Some(3), Server, true, "2025-06-18 server/tools",
        "inputSchema is a JSON Schema with \"type\":\"object\", and so, before 2026-07-28, is outputSchema; clients check the whole list, and one bad tool can hide all",
        "inputSchema 必须是 \"type\":\"object\" 的 JSON Schema，2026-07-28 之前 outputSchema 也一样；客户端检查整张清单，一个工具不合格，全部都可能看不到",
        "mend the schema at the place named; a tool without arguments has {\"type\":\"object\"}",
        "按指出的位置改正 schema；没有参数的工具写 {\"type\":\"object\"}";
    DUPLICATE_TOOL = "duplicate-tool", Some(3), Server, false, "2025-06-18 server/tools",
        "a call names a tool and nothing else, so two of one name cannot be told apart",
        "调用时只写工具名，两个同名的工具没法区分",
        "give each tool a name of its own",
        "给每个工具起不同的名字";
    ENDLESS_PAGES = "endless-pages", Some(3), Server, false, "2025-06-18 server/utilities/pagination",
        "the last page has no nextCursor; a client that follows one for ever never gets to work",
        "最后一页没有 nextCursor；总有下一页，客户端就永远翻不完",
        "leave out nextCursor on the last page, and never give out the same one twice",
        "最后一页不要写 nextCursor，也不要重复给同一个";
    CALL_REFUSED = "call-refused", Some(4), Client, false, "2025-06-18 server/tools",
        "an \"error\" says that the call was not served: a wrong name or params of a wrong shape (-32602), or a server that failed",
        "返回 \"error\" 表示调用没有被处理：名字不对或 params 的形状不对（-32602），也可能是服务器自己出了错",
        "compare --call and --args with what tools/list says; when they are right, mend the tool: what goes wrong in it belongs in a result with \"isError\":true",
        "对照 tools/list，检查 --call 和 --args；没有写错的话，就要改工具：它自己的错误应该放在带 \"isError\":true 的结果里";
    OUTPUT_SCHEMA = "output-schema", Some(4), Server, true, "2025-06-18 server/tools",
        "a tool with an outputSchema must answer with structuredContent that fits it; strict clients refuse the result otherwise",
        "声明了 outputSchema 的工具必须返回符合它的 structuredContent，否则严格的客户端会拒收",
        "return structuredContent beside content, or drop the outputSchema",
        "在 content 之外再返回 structuredContent，或者去掉 outputSchema";
    UNKNOWN_TOOL = "unknown-tool-accepted", Some(5), Server, false, "2025-06-18 server/tools",
        "a tool nobody offers has to be refused, or a model believes that its call worked",
        "不存在的工具必须拒绝，否则模型会以为调用成功了",
        "answer error -32602 when no tool has that name",
        "没有这个工具，就用错误 -32602 回答";
    UNKNOWN_METHOD = "unknown-method", Some(6), Server, true, "JSON-RPC 2.0, section 5.1",
        "clients ask for what is new and expect -32601 from a server that does not know it; anything else breaks them",
        "客户端会试探新方法，服务器不认识就该回 -32601；别的做法都会出问题",
        "answer any unknown method with error -32601, and keep reading",
        "遇到不认识的方法，回错误 -32601，然后继续读下一行";
    PING_UNANSWERED = "ping-unanswered", Some(6), Server, true, "2025-06-18 basic/utilities/ping",
        "ping is how either side finds out whether the other still lives; a client that gets no answer may hang up",
        "ping 用来确认对方是不是还活着；得不到响应，客户端可以断开",
        "answer ping with {} at once, whatever else is going on",
        "收到 ping 就立刻用 {} 响应，不管正在忙什么";
    NO_RESULT_TYPE = "no-result-type", None, Server, true, "2026-07-28 basic/index",
        "in the stateless era every result says whether it is whole or asks for input; a client cannot tell them apart otherwise",
        "无状态方式下，每个 result 都要说明自己是完整的还是在要求输入，否则客户端分不清",
        "add \"resultType\":\"complete\" to every result, whatever the method",
        "所有方法的 result 都加上 \"resultType\":\"complete\"";
    UNKNOWN_RESULT_TYPE = "unknown-result-type", None, Server, true, "2026-07-28 basic/index",
        "a client takes a resultType it does not know for no result at all; input may be asked for only by tools/call, prompts/get and resources/read",
        "客户端遇到不认识的 resultType，会当作无效结果；只有 tools/call、prompts/get、resources/read 可以要求输入",
        "write \"complete\"; other words belong to extensions that the client has declared",
        "写 \"complete\"；别的词属于扩展，要客户端声明过才能用";
    NO_CACHE_HINTS = "no-cache-hints", None, Server, true, "2026-07-28 server/utilities/caching",
        "server/discover and the lists say how long they may be kept, and for whom; a client asks every time otherwise",
        "server/discover 和各种清单要说明可以缓存多久、给谁用，否则客户端每次都得重新问",
        "add \"ttlMs\" and \"cacheScope\" to these results; 0 and \"private\" promise nothing",
        "在这些 result 里加上 \"ttlMs\" 和 \"cacheScope\"；写 0 和 \"private\" 就等于不缓存";
    SERVER_ASKED = "server-asked", None, Server, true, "2026-07-28 basic/index",
        "in the stateless era only the client asks, and it sends no answers: the server would wait for ever",
        "无状态方式下只有客户端提问，客户端不发响应；服务器会一直等下去",
        "end the call with resultType \"input_required\" and the question in inputRequests; the call comes again with the answer",
        "让这次调用以 resultType \"input_required\" 结束，把问题写进 inputRequests；客户端会带着回答再调用一次";
    UNDECLARED_INPUT = "undeclared-input", Some(4), Server, true, "2026-07-28 basic/patterns/mrtr",
        "a server may ask only what this very request says can be asked; anything else has nobody to answer it",
        "服务器只能问这个请求里声明过的那几类问题，别的没人能回答",
        "look at clientCapabilities in the request's _meta; without the one you need, answer error -32021 with requiredCapabilities",
        "先看请求 _meta 里的 clientCapabilities；没有需要的能力，就回错误 -32021，并写上 requiredCapabilities";
    ENDLESS_ROUNDS = "endless-rounds", Some(4), Server, false, "2026-07-28 basic/patterns/mrtr",
        "a result that asks for nothing but to be called again brings a call no nearer to its end; clients give up after some rounds",
        "结果里什么也不问，只要求重新调用，这次调用就永远完不成；客户端试几轮就会放弃",
        "answer with resultType \"complete\" as soon as the work is done, and let a call wait rather than come again",
        "工作完成就返回 resultType \"complete\"；需要等待时，就让这次调用等着，不要让客户端反复重来";
    STAYS = "stays-after-end-of-input", Some(7), Server, false, "2025-06-18 basic/lifecycle, shutdown",
        "the end of stdin is the end of the session; a server that waits for something else stays behind as an orphan",
        "stdin 关闭就是会话结束；服务器如果等的不是 stdin，客户端退出后它仍在运行，成为孤儿进程",
        "when reading stdin gives end of file, answer what is open and exit",
        "读 stdin 读到文件末尾时，先答完还没响应的请求，再退出";
}
