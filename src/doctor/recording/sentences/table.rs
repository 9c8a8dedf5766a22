//! The sentences that are known, those that say most first.
//!
//! The words are those of the official SDKs, of Node.js, Python and shells, as users report them.

use super::Sentence;
use crate::doctor::finding::Certainty::{CannotTell, Likely};
use crate::doctor::rule::Owner::{Client, Config, Server};
use crate::text::Text;

/// What helps when the command of the server is known.
const PROBE: Text = Text::new(
    "next: mcp-lab probe -- CMD, with the command from the configuration",
    "下一步：mcp-lab probe -- CMD，CMD 是配置里的启动命令",
);

/// What helps when it only happens with this client.
const TAP: Text = Text::new(
    "next: put mcp-lab tap --log FILE -- CMD into the configuration, and read FILE with mcp-lab doctor",
    "下一步：在配置里把命令换成 mcp-lab tap --log FILE -- CMD，再用 mcp-lab doctor 读 FILE",
);

/// Makes the table.
macro_rules! sentences {
    ($([$($word:literal),*], $slug:literal, $owner:ident, $certainty:ident, $en:literal, $zh:literal, $next:expr;)*) => {
        pub(super) static SENTENCES: &[Sentence] = &[$(Sentence {
            words: &[$($word),*],
            slug: $slug,
            owner: $owner,
            certainty: $certainty,
            means: Text::new($en, $zh),
            next: $next,
        }),*];
    };
}

sentences! {
    ["<!doctype", "is not valid json"], "", Config, Likely,
        "a web page came where a message was expected: a wrong address, or a login page",
        "本该来消息的地方来了一个网页：地址写错了，或者是登录页",
        Text::new("next: open the address in a browser, and look for the server's endpoint, often /mcp", "下一步：在浏览器里打开这个地址看看，再找服务器真正的端点，常常是 /mcp");
    ["codec can't encode"], "not-utf8", Server, Likely,
        "the server writes in the system's code page, not in UTF-8",
        "服务器按系统代码页输出，不是 UTF-8",
        Text::new("next: start the server with PYTHONUTF8=1 in its environment", "下一步：启动服务器时设置环境变量 PYTHONUTF8=1");
    ["codec can't decode"], "not-utf8", Server, Likely,
        "the server reads in the system's code page, not in UTF-8",
        "服务器按系统代码页读取，不是 UTF-8",
        Text::new("next: start the server with PYTHONUTF8=1 in its environment", "下一步：启动服务器时设置环境变量 PYTHONUTF8=1");
    ["modulenotfounderror"], "exited", Config, Likely,
        "the server's program runs in a Python that lacks a package",
        "运行服务器的那个 Python 里缺一个包",
        Text::new("next: install the package into the Python that the configuration names, or name that Python by its full path", "下一步：把包装进配置里写的那个 Python，或者在配置里写出那个 Python 的完整路径");
    ["no module named"], "exited", Config, Likely,
        "the server's program runs in a Python that lacks a package",
        "运行服务器的那个 Python 里缺一个包",
        Text::new("next: install the package into the Python that the configuration names, or name that Python by its full path", "下一步：把包装进配置里写的那个 Python，或者在配置里写出那个 Python 的完整路径");
    ["cannot find module"], "exited", Config, Likely,
        "Node.js does not find a file or package of the server",
        "Node.js 找不到服务器的某个文件或包",
        Text::new("next: build the server, install its packages, and check the path in the configuration", "下一步：构建服务器、装好依赖，再检查配置里的路径");
    ["err_module_not_found"], "exited", Config, Likely,
        "Node.js does not find a file or package of the server",
        "Node.js 找不到服务器的某个文件或包",
        Text::new("next: build the server, install its packages, and check the path in the configuration", "下一步：构建服务器、装好依赖，再检查配置里的路径");
    ["could not determine executable to run"], "exited", Config, Likely,
        "npx found the package, and no program of that name in it",
        "npx 找到了包，但包里没有这个名字的程序",
        Text::new("next: look into the package's bin, and write npx -y -p PACKAGE PROGRAM", "下一步：看看包的 bin，写成 npx -y -p 包名 程序名");
    ["the input device is not a tty"], "exited", Config, Likely,
        "docker was started with -t, and a client has no terminal",
        "docker 带了 -t 启动，而客户端没有终端",
        Text::new("next: in the args of docker run write \"-i\" where \"-it\" stands, without -t and without -d", "下一步：把 docker run 参数里的 \"-it\" 改成 \"-i\"，不要 -t，也不要 -d");
    ["eaddrinuse"], "exited", Config, Likely,
        "the server wants a port that is taken, often by an older one of its own",
        "服务器要用的端口已被占用，常常是它自己的旧进程",
        Text::new("next: end the old process, or give the server another port", "下一步：结束旧进程，或者给服务器换一个端口");
    ["address already in use"], "exited", Config, Likely,
        "the server wants a port that is taken, often by an older one of its own",
        "服务器要用的端口已被占用，常常是它自己的旧进程",
        Text::new("next: end the old process, or give the server another port", "下一步：结束旧进程，或者给服务器换一个端口");
    ["spawn npx", "enoent"], "not-found", Config, Likely,
        "the client found no program npx",
        "客户端找不到 npx 这个程序",
        Text::new("next: on Windows write \"command\": \"cmd\", \"args\": [\"/c\", \"npx\", …]; elsewhere write the full path that `which npx` prints", "下一步：Windows 上写 \"command\": \"cmd\", \"args\": [\"/c\", \"npx\", …]；别的系统写 `which npx` 打印的完整路径");
    ["spawn", "enoent"], "not-found", Config, Likely,
        "the client could not start the program",
        "客户端启动不了这个程序",
        Text::new("next: write the full path of the command; on Windows npx is npx.cmd: start it as cmd /c npx", "下一步：命令写完整路径；Windows 上 npx 其实是 npx.cmd，要写成 cmd /c npx");
    ["spawn", "eacces"], "cannot-start", Config, Likely,
        "the client is not allowed to run the file",
        "客户端没有权限运行这个文件",
        Text::new("next: make the file executable, or start it through its interpreter", "下一步：给文件加上执行权限，或者用解释器来启动它");
    ["spawn", "einval"], "cannot-start", Config, Likely,
        "Node.js on Windows does not start .cmd and .bat files by themselves",
        "Windows 上的 Node.js 不会直接启动 .cmd 和 .bat 文件",
        Text::new("next: write \"command\": \"cmd\", \"args\": [\"/c\", \"npx\", …], with the other arguments behind it", "下一步：写 \"command\": \"cmd\", \"args\": [\"/c\", \"npx\", …]，其余参数接在后面");
    ["command not found"], "not-found", Config, Likely,
        "the shell does not know the command",
        "shell 找不到这个命令",
        Text::new("next: write the full path of the command: a program started from a desktop does not see the PATH of your shell", "下一步：命令写完整路径：从桌面启动的程序看不到终端里的 PATH");
    ["is not recognized as an internal or external command"], "not-found", Config, Likely,
        "Windows does not know the command",
        "Windows 找不到这个命令",
        Text::new("next: install it, or write its full path", "下一步：安装它，或者写完整路径");
    ["exit code 127"], "not-found", Config, Likely,
        "code 127 is a shell's way to say that it does not know the command",
        "退出码 127 表示 shell 找不到这个命令",
        Text::new("next: write the full path of the command", "下一步：命令写完整路径");
    ["exited with code 127"], "not-found", Config, Likely,
        "code 127 is a shell's way to say that it does not know the command",
        "退出码 127 表示 shell 找不到这个命令",
        Text::new("next: write the full path of the command", "下一步：命令写完整路径");
    ["no such file or directory"], "not-found", Config, Likely,
        "a file that is needed for the start is not there",
        "启动需要的一个文件不存在",
        Text::new("next: check every path in the configuration, and write them in full", "下一步：检查配置里的每个路径，都写完整路径");
    ["content-length:"], "lsp-framing", Server, Likely,
        "a header came before a message, as LSP has them",
        "消息前面带了 LSP 那样的消息头",
        PROBE;
    ["invalid trailing data"], "crlf", Server, Likely,
        "a Go client found something behind the message: mostly a line that ends with CR LF",
        "Go 客户端在消息后面读到了别的东西：多半是行尾写成了 CR LF",
        PROBE;
    ["after json at position"], "broken-json", Server, Likely,
        "something stands behind the message on its line: two messages without a newline, or a log",
        "消息后面同一行还有别的内容：两条消息之间没有换行，或者混进了日志",
        PROBE;
    ["unexpected end of json"], "broken-json", Server, Likely,
        "a message is not whole: printed over several lines, or cut",
        "消息不完整：分成了几行，或者被截断",
        PROBE;
    ["unterminated string in json"], "broken-json", Server, Likely,
        "a message is not whole: printed over several lines, or cut",
        "消息不完整：分成了几行，或者被截断",
        PROBE;
    ["is not valid json"], "malformed-line", Server, Likely,
        "something that is no message came on stdout",
        "stdout 上来了不是消息的内容",
        PROBE;
    ["unexpected token"], "malformed-line", Server, Likely,
        "something that is no message came on stdout",
        "stdout 上来了不是消息的内容",
        PROBE;
    ["failed to parse message"], "malformed-line", Server, Likely,
        "something that is no message came on stdout",
        "stdout 上来了不是消息的内容",
        PROBE;
    ["has an output schema but"], "output-schema", Server, Likely,
        "a tool promises structured content, and its result has none",
        "工具声明了 outputSchema，结果里却没有 structuredContent",
        Text::new("next: return structuredContent as well, or take outputSchema away; mcp-lab probe --call NAME -- CMD shows it", "下一步：同时返回 structuredContent，或者去掉 outputSchema；用 mcp-lab probe --call NAME -- CMD 可以看到");
    ["does not match", "output schema"], "output-schema", Server, Likely,
        "the structured result of a tool does not fit its own schema",
        "工具的结构化结果不符合它自己的 schema",
        Text::new("next: compare structuredContent with outputSchema; mcp-lab probe --call NAME -- CMD says where they differ", "下一步：对照 structuredContent 和 outputSchema；mcp-lab probe --call NAME -- CMD 会指出哪里不同");
    ["output validation error"], "output-schema", Server, Likely,
        "the structured result of a tool does not fit its own schema",
        "工具的结构化结果不符合它自己的 schema",
        Text::new("next: compare structuredContent with outputSchema; mcp-lab probe --call NAME -- CMD says where they differ", "下一步：对照 structuredContent 和 outputSchema；mcp-lab probe --call NAME -- CMD 会指出哪里不同");
    ["does not support tools"], "undeclared-tools", Server, Likely,
        "the server has not declared tools in its answer to initialize",
        "服务器在 initialize 的响应里没有声明 tools",
        Text::new("next: declare \"tools\":{} in the capabilities", "下一步：在 capabilities 里声明 \"tools\":{}");
    ["server does not support"], "", Client, Likely,
        "the client asks for something that the server has not declared",
        "客户端用了服务器没有声明的功能",
        Text::new("next: look at capabilities in the answer to initialize: mcp-lab probe -- CMD shows it", "下一步：看 initialize 响应里的 capabilities：mcp-lab probe -- CMD 会显示");
    ["unsupported protocol version"], "refused-initialize", Server, Likely,
        "the server refuses a version it does not know, instead of answering with its own",
        "服务器不认识客户端提的版本，就报了错，没有回自己支持的版本",
        PROBE;
    ["protocol version is not supported"], "unknown-version", Server, Likely,
        "the server answered with a version that the client does not know",
        "服务器回的版本，客户端不认识",
        PROBE;
    ["before initialization was complete"], "", Client, Likely,
        "a request came before notifications/initialized, often after the server was restarted",
        "请求比 notifications/initialized 还早，常常是因为服务器重启过",
        Text::new("next: let the client connect anew, and begin with initialize", "下一步：让客户端重新连接，从 initialize 开始");
    ["invalid request parameters"], "", Client, CannotTell,
        "with these words -32602 often means only that a request came before notifications/initialized: its parameters may be right",
        "带这句话的 -32602，常常只表示请求早于 notifications/initialized，参数可能并没有错",
        Text::new("next: let the client connect anew; if it stays, record the session with mcp-lab tap --log FILE -- CMD", "下一步：让客户端重新连接；还不行就用 mcp-lab tap --log FILE -- CMD 记录会话");
    ["not acceptable"], "", Client, Likely,
        "an HTTP request lacks a header",
        "HTTP 请求缺少一个请求头",
        Text::new("next: send Accept: application/json, text/event-stream with every POST; a browser does not, and that is no fault of the server", "下一步：每个 POST 都带上 Accept: application/json, text/event-stream；浏览器不会带，这不是服务器的错");
    ["no valid session id"], "", Client, Likely,
        "an HTTP request lacks the id of its session",
        "HTTP 请求缺少会话 id",
        Text::new("next: send back the Mcp-Session-Id that came with the answer to initialize", "下一步：initialize 响应里带来的 Mcp-Session-Id，之后每个请求都要带上");
    ["missing session id"], "", Client, Likely,
        "an HTTP request lacks the id of its session",
        "HTTP 请求缺少会话 id",
        Text::new("next: send back the Mcp-Session-Id that came with the answer to initialize", "下一步：initialize 响应里带来的 Mcp-Session-Id，之后每个请求都要带上");
    ["session not found"], "", Client, Likely,
        "the server has forgotten the session, often because it was restarted",
        "服务器已经没有这个会话了，常常是重启过",
        Text::new("next: begin anew with initialize, without a session id", "下一步：不带会话 id，从 initialize 重新开始");
    ["invalid host header"], "", Config, Likely,
        "the server accepts only the host names in its own configuration",
        "服务器只接受配置过的主机名",
        Text::new("next: add the name in the address to the hosts that the server allows", "下一步：把地址里的主机名加进服务器允许的列表");
    ["econnrefused"], "", Config, Likely,
        "nobody listens at the address",
        "这个地址上没有服务在监听",
        Text::new("next: start the server, and compare host and port with the configuration", "下一步：启动服务器，再核对配置里的主机和端口");
    ["method not allowed"], "", Config, Likely,
        "client and server use different HTTP transports, or the address lacks its path",
        "客户端和服务器用的 HTTP 传输方式不同，或者地址少了路径",
        Text::new("next: use the server's endpoint, often /mcp; an address that ends with /sse belongs to the transport of 2024-11-05", "下一步：用服务器的端点，常常是 /mcp；以 /sse 结尾的地址属于 2024-11-05 的传输方式");
    ["unexpected content type"], "", Config, Likely,
        "what answered is no MCP endpoint, or it leaves out Content-Type",
        "响应的不是 MCP 端点，或者响应少了 Content-Type",
        Text::new("next: open the address in a browser, and look for the server's endpoint, often /mcp", "下一步：在浏览器里打开这个地址看看，再找服务器真正的端点，常常是 /mcp");
    ["request timed out"], "silent", Server, CannotTell,
        "the client gave up waiting: no answer came, or one under another id, or without a newline",
        "客户端等不下去了：没有响应，或者响应的 id 不对，或者末尾没有换行",
        PROBE;
    ["-32001"], "silent", Server, CannotTell,
        "the client gave up waiting: no answer came, or one under another id, or without a newline",
        "客户端等不下去了：没有响应，或者响应的 id 不对，或者末尾没有换行",
        PROBE;
    ["-32601"], "", Client, CannotTell,
        "one side was asked for a method that it does not know; if that side is older, this is no fault",
        "有一方收到了不认识的方法；如果它的版本较旧，这不算错",
        Text::new("next: find out which method it was: mcp-lab tap --log FILE -- CMD records it", "下一步：看看是哪个方法：用 mcp-lab tap --log FILE -- CMD 记录下来");
    ["method not found"], "", Client, CannotTell,
        "one side was asked for a method that it does not know; if that side is older, this is no fault",
        "有一方收到了不认识的方法；如果它的版本较旧，这不算错",
        Text::new("next: find out which method it was: mcp-lab tap --log FILE -- CMD records it", "下一步：看看是哪个方法：用 mcp-lab tap --log FILE -- CMD 记录下来");
    ["-32700"], "malformed-line", Client, CannotTell,
        "one side could not read what the other had sent",
        "有一方读不懂对方发来的内容",
        TAP;
    ["epipe"], "exited", Server, Likely,
        "the client wrote to a server that was gone",
        "客户端还在发消息，服务器已经退出了",
        PROBE;
    ["broken pipe"], "exited", Server, CannotTell,
        "one side wrote to the other, which was gone",
        "一方还在发消息，另一方已经退出了",
        PROBE;
    ["process exiting early"], "exited", Server, Likely,
        "the server's process ended by itself",
        "服务器进程自己结束了",
        PROBE;
    ["process exited with code"], "exited", Server, Likely,
        "the server's process ended by itself",
        "服务器进程自己结束了",
        PROBE;
    ["connection closed"], "exited", Server, CannotTell,
        "the server's process ended, or the client hung up on something that it could not read",
        "服务器进程退出了，或者客户端读到看不懂的内容，自己断开了",
        PROBE;
    ["-32000"], "exited", Server, CannotTell,
        "the server's process ended, or the client hung up on something that it could not read",
        "服务器进程退出了，或者客户端读到看不懂的内容，自己断开了",
        PROBE;
    ["client closed"], "exited", Server, CannotTell,
        "the server's process ended, or the client hung up on something that it could not read",
        "服务器进程退出了，或者客户端读到看不懂的内容，自己断开了",
        PROBE;
    ["server disconnected"], "exited", Server, CannotTell,
        "the server's process ended, or the client hung up on something that it could not read",
        "服务器进程退出了，或者客户端读到看不懂的内容，自己断开了",
        PROBE;
    ["-32602"], "", Client, CannotTell,
        "a request was refused because of its parameters, or because it came too early",
        "请求被拒：参数不对，或者来得太早",
        TAP;
}
