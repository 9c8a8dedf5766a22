//! Sessions over HTTP with a broken head: statuses, session ids, headers.

broken! {
    "not-acceptable", Client, HTTP, [Until("@post@session\nclient -> {\"jsonrpc\":\"2.0\",\"id\":2,", r#"client >> POST /mcp HTTP/1.1 | Content-Type: application/json | Accept: application/json@session
client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
server >> 406 application/json
server -> {"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Not Acceptable: Client must accept both application/json and text/event-stream"}}"#)], [],
        "Somebody has moved the headers to one place in the code. Since then initialize works, and nothing else does.",
        "有人把请求头整理到了一处代码里；从那以后 initialize 正常，别的全都失败。";
    "old-transport", Server, HTTP, [Whole(r#"-- client speaks to http://127.0.0.1:3000/sse
client >> POST /sse HTTP/1.1 | Content-Type: application/json | Accept: application/json, text/event-stream
client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}
server >> 405 text/plain | Allow: GET
client >> GET /sse HTTP/1.1 | Accept: text/event-stream
server >> 200 text/event-stream
# an event of type "endpoint": /messages?sessionId=5d41
"#)], [],
        "The server's page from last year names this URL. An older client works with it; a new one says Method Not Allowed.",
        "URL 抄自服务器去年的说明。老客户端能用，新客户端报 Method Not Allowed。";
    "redirect", Server, HTTP, [Whole(r#"-- client speaks to http://127.0.0.1:3000/mcp
@post
client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}
server >> 307 | Location: http://127.0.0.1:3000/mcp/
-- client got no message: 307: the server points to `http://127.0.0.1:3000/mcp/`; a redirect is not followed, write that URL if you trust it
"#)], [],
        "curl -L shows an answer. The client says that the server answered with nothing.",
        "用 curl -L 看得到响应；客户端却说服务器什么都没有返回。";
    "host-refused", Server, HTTP, [Whole(r#"-- client speaks to http://box:3000/mcp
client >> POST /mcp HTTP/1.1 | Host: box:3000 | Content-Type: application/json | Accept: application/json, text/event-stream
client -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ward-client","version":"1.0"}}}
server >> 421 text/plain
-- client got no message: 421, and no message but: Invalid Host header; the server does not answer to this Host
"#)], [],
        "The SDK was updated. On the machine itself all is well; from every other machine nothing works any more.",
        "升级了 SDK。在本机上一切正常，从别的机器连就全都不行了。";
    "session-gone", Client, HTTP, [Until("@post@session\nclient -> {\"jsonrpc\":\"2.0\",\"id\":3,", r#"@post@session
client -> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}
server >> 404 application/json
server -> {"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"}}
@post@session
client -> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}
server >> 404 application/json
server -> {"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"}}
@post@session
client -> {"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}
server >> 404 application/json
server -> {"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"}}"#)], [],
        "Every night the server is restarted. Every morning somebody has to restart the client as well.",
        "服务器每天夜里重启一次；每天早上都得有人把客户端也重启一遍。";
    "session-status", Server, HTTP, [Until("@post@session\nclient -> {\"jsonrpc\":\"2.0\",\"id\":3,", r#"@post@session
client -> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}
server >> 400 application/json
server -> {"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}"#)], [],
        "After an hour without a call the next one fails, and so do all that follow. The client knows how to start over, and does not.",
        "一小时没有调用，下一次调用就失败，之后的也都失败。客户端明明会重新开始，却没有这么做。";
    "get-not-stream", Server, HTTP, [Swap("server >> 405 | Allow: POST, DELETE", "server >> 404 text/plain")], [],
        "The server only ever answers POST, and is sure that it may. One client out of three says that the server is not there.",
        "服务器只处理 POST，作者确信这样没问题；可是三个客户端里有一个说服务器不存在。";
    "wrong-content-type", Server, HTTP, [Until("server >> 200 application/json\nserver -> {\"jsonrpc\":\"2.0\",\"id\":2,", r#"server >> 200 text/plain
-- client got no message: 200 with `text/plain` where application/json or text/event-stream belongs: {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#)], [],
        "The tools can be read in the browser's network view. The client says: unexpected content type.",
        "在浏览器的网络面板里看得到工具清单；客户端却报 unexpected content type。";
    "not-202", Server, HTTP, [Swap("server >> 202", "server >> 200")], [],
        "One client goes on after initialize. Another one hangs there, though the server has answered everything.",
        "一个客户端在 initialize 之后一切正常；另一个停在那里，可服务器每条都回了。";
    "body-on-202", Server, HTTP, [Swap("server >> 202", "server >> 202 application/json\nserver -> null")], [],
        "The web framework sends something for every request, whatever the handler returns. One client logs a parse error at each start.",
        "不管处理函数返回什么，网页框架都会发点东西；有个客户端每次启动都记一条解析错误。";
    "error-status", Server, HTTP_STATELESS, [Swap("server >> 404 application/json", "server >> 200 application/json")], [],
        "The monitoring shows no error at all. Clients that look for a feature believe that it is there.",
        "监控里一个错误都没有；找某项功能的客户端都以为它存在。";
    "no-accept", Client, HTTP, [Swap("@post@session\nclient -> {\"jsonrpc\":\"2.0\",\"id\":2,", "client >> POST /mcp HTTP/1.1 | Content-Type: application/json | Accept: application/json@session\nclient -> {\"jsonrpc\":\"2.0\",\"id\":2,")], [],
        "With our own server all tests pass. With the first server of somebody else not even the list of tools comes.",
        "和自己的服务器测试全部通过；换成别人的服务器，连工具清单都拿不到。";
    "no-session-id", Client, HTTP, [Until("@post@session\nclient -> {\"jsonrpc\":\"2.0\",\"id\":2,", r#"client >> POST /mcp HTTP/1.1 | Content-Type: application/json | Accept: application/json, text/event-stream | X-Session-Id: 1868a90c | MCP-Protocol-Version: 2025-11-25
client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
server >> 400 application/json
server -> {"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Mcp-Session-Id header is required"}}"#)], [],
        "The first call works, every later one is a Bad Request, and the id is there: the author sees it in his log.",
        "第一次请求成功，后面全是 Bad Request；可是 id 明明发了，作者在日志里看得见。";
    "no-version-header", Client, HTTP, [Swap("@post@session\nclient -> {\"jsonrpc\":\"2.0\",\"id\":2,", "@post | Mcp-Session-Id: 1868a90c\nclient -> {\"jsonrpc\":\"2.0\",\"id\":2,")], [],
        "With a server behind a balancer the tools have lost their titles. With the same server on one machine they are there.",
        "服务器放在负载均衡后面，工具的 title 就没了；同一个服务器单机运行，都还在。";
    "header-missing", Client, HTTP_STATELESS, [Until("@post@version | Mcp-Method: tools/call | Mcp-Name: add", r#"@post@version | Mcp-Method: tools/call
client -> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4},@meta}}
server >> 400 application/json
server -> {"jsonrpc":"2.0","id":3,"error":{"code":-32020,"message":"Header mismatch: Mcp-Name is missing"}}"#)], [],
        "The list of tools comes, and no tool can be called, though the body of the call is right to the last letter.",
        "工具清单拿得到，可是哪个工具都调用不了，而调用的正文一个字都没错。";
    "header-mismatch", Client, HTTP_STATELESS, [Until("@post@version | Mcp-Method: tools/call | Mcp-Name: add", r#"@post@version | Mcp-Method: tools/list | Mcp-Name: add
client -> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4},@meta}}
server >> 400 application/json
server -> {"jsonrpc":"2.0","id":3,"error":{"code":-32020,"message":"Header mismatch"}}"#)], [],
        "The client keeps its headers from one request to the next. The second kind of request is refused, always.",
        "客户端把请求头留着，下一个请求接着用；换一种请求就被拒绝，每次都是。";
    "mismatch-refused", Server, HTTP_STATELESS, [Until("@post@version | Mcp-Method: tools/call | Mcp-Name: add", r#"@post@version | Mcp-Method: tools/call | Mcp-Name: =?base64?5Yqg5rOV?=
client -> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"加法","arguments":{"a":3,"b":4},@meta}}
server >> 400 application/json
server -> {"jsonrpc":"2.0","id":3,"error":{"code":-32020,"message":"Header mismatch: Mcp-Name"}}"#)], [],
        "Tools with English names work. Those with Chinese names are refused by the same server, and only over HTTP.",
        "名字是英文的工具都能用；名字是中文的，同一个服务器就拒绝，而且只有走 HTTP 时才这样。";
}
