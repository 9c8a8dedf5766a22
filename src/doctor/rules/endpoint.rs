//! Rules about the endpoint of HTTP itself: somebody listens, it answers with messages, its streams end well.

use super::ANY;
use crate::doctor::examine::{End, Facts, Found};
use crate::doctor::rule::Check::End as AtEnd;

rules! {
    UNREACHABLE = "unreachable", Some(0), Config, Must, Certain, ALL, AtEnd(unreachable), "2025-06-18 basic/transports, streamable-http",
        "somebody listens at the address of the URL",
        "URL 里的地址上有服务在监听",
        "over HTTP nobody starts the server for the client: it has to run already, at just this host and port",
        "走 HTTP 时，客户端不会去启动服务器：它必须已经在这个主机和端口上运行",
        "start the server, and compare host and port with what it prints; in a container publish the port, and let the server listen on 0.0.0.0 there",
        "先启动服务器，再核对主机和端口与它打印的是否一致；在容器里要映射端口，服务器要监听 0.0.0.0";
    NO_ENDPOINT = "no-endpoint", ANY, Config, Must, Likely, ALL, AtEnd(no_endpoint), "2025-06-18 basic/transports, streamable-http",
        "a request over HTTP is answered with a message",
        "HTTP 请求得到的响应里有消息",
        "an answer is JSON or a stream of events with a message in it; a page, a redirect or a bare status comes from something else at this URL, or from something in front of the server",
        "响应应该是 JSON，或带消息的事件流；网页、重定向、光有状态码，说明这个 URL 上是别的东西，或者被前面的代理挡住了",
        "look at the path of the URL (/mcp is usual), and at what stands in between: a login page, a proxy, another program on the port",
        "检查 URL 的路径（一般是 /mcp），再看中间有什么：登录页、代理，或者端口被别的程序占用";
    CUT_OFF = "cut-off", ANY, Server, Should, Likely, ALL, AtEnd(cut_off), "2025-06-18 basic/transports, streamable-http",
        "an answer over HTTP arrives whole",
        "HTTP 响应能完整送到",
        "a stream should not end before the answer, and a body not before its length; what is cut off is lost, unless its events have ids to go on from",
        "流不应该在响应之前结束，正文也不应该比声明的短；断掉的就丢了，除非事件带 id 可以接着取",
        "end the stream behind the answer, give events an id where a stream may break, and look for a proxy that ends long answers",
        "发完响应再结束流；流可能中断时给事件加上 id；再看看是不是代理切断了耗时长的响应";
}

fn unreachable(facts: &Facts, _: &End) -> Vec<Found> {
    let Some((at, why)) = &facts.process.unreached else { return Vec::new() };
    let en = format!("the server could not be reached: {why}");
    Found::new(en, format!("连不上服务器：{why}")).on(*at).step(0).alone()
}

fn no_endpoint(facts: &Facts, _: &End) -> Vec<Found> {
    let Some((at, why)) = &facts.process.no_message else { return Vec::new() };
    let en = format!("the client got no message: {why}");
    Found::new(en, format!("客户端没有得到消息：{why}")).on(*at).alone()
}

fn cut_off(facts: &Facts, _: &End) -> Vec<Found> {
    let Some((at, why)) = &facts.process.cut_off else { return Vec::new() };
    let en = format!("the client lost the answer: {why}");
    Found::new(en, format!("客户端没有收完响应：{why}")).on(*at).alone()
}
