//! What a status most often means at an endpoint of this protocol.

use crate::text::Text;

/// What to look at when this status comes; `None` where nothing is known.
pub(super) fn hint(status: u16) -> Option<Text> {
    HINTS.iter().find(|(it, _)| *it == status).map(|(_, hint)| *hint)
}

const HINTS: [(u16, Text); 13] = [
    (
        400,
        Text::new(
            "the server could not use this request: look at its headers and its session id",
            "服务器认为请求有问题：看看请求头和会话 id",
        ),
    ),
    (
        401,
        Text::new(
            "the server wants to know who asks, and this client has no authorization",
            "服务器要求授权，这个客户端没有授权信息",
        ),
    ),
    (
        403,
        Text::new(
            "the server lets in neither this Origin nor this Host, or not this user",
            "服务器不放行这个 Origin 或 Host，或者没有权限",
        ),
    ),
    (
        404,
        Text::new(
            "nothing listens at this path; many servers listen at /mcp",
            "这个路径上没有服务；很多服务器的路径是 /mcp",
        ),
    ),
    (
        405,
        Text::new(
            "this path takes no POST: it is another one, or a server of the old HTTP+SSE transport",
            "这个路径不接受 POST：路径不对，或者是旧的 HTTP+SSE 服务器",
        ),
    ),
    (
        406,
        Text::new(
            "the server reads the Accept header otherwise, or something on the way has changed it",
            "服务器不认这个 Accept 请求头，或者它在路上被改了",
        ),
    ),
    (408, Text::new("the request came too slowly", "请求来得太慢")),
    (413, Text::new("the request is larger than the server takes", "请求太大，服务器不接受")),
    (
        415,
        Text::new(
            "the server does not take application/json here",
            "服务器在这里不接受 application/json",
        ),
    ),
    (421, Text::new("the server does not answer to this Host", "服务器不认这个 Host")),
    (429, Text::new("the server wants to be asked less often", "请求太频繁了，服务器不接")),
    (
        502,
        Text::new(
            "something stands in front of the server, and does not reach it",
            "前面的代理连不上真正的服务器",
        ),
    ),
    (503, Text::new("the server has no room just now", "服务器现在忙不过来")),
];
