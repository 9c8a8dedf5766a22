//! Rules of the era without a handshake.

use super::ANY;
use crate::doctor::rule::Check::Asked;

rules! {
    NO_RESULT_TYPE = "no-result-type", ANY, Server, Must, Certain, STATELESS, Asked, "2026-07-28 basic/index",
        "every result says of which type it is",
        "每个 result 都写明类型",
        "in the stateless era every result says whether it is whole or asks for input; a client cannot tell them apart otherwise",
        "无状态方式下，每个 result 都要说明自己是完整的还是在要求输入，否则客户端分不清",
        "add \"resultType\":\"complete\" to every result, whatever the method",
        "所有方法的 result 都加上 \"resultType\":\"complete\"";
    UNKNOWN_RESULT_TYPE = "unknown-result-type", ANY, Server, Must, Certain, STATELESS, Asked, "2026-07-28 basic/index",
        "a resultType is one that the client knows, and stands where it may",
        "resultType 是客户端认识的，也用对了地方",
        "a client takes a resultType it does not know for no result at all; input may be asked for only by tools/call, prompts/get and resources/read",
        "客户端遇到不认识的 resultType，会当作无效结果；只有 tools/call、prompts/get、resources/read 可以要求输入",
        "write \"complete\"; other words belong to extensions that the client has declared",
        "写 \"complete\"；别的词属于扩展，要客户端声明过才能用";
    NO_CACHE_HINTS = "no-cache-hints", ANY, Server, Must, Certain, STATELESS, Asked, "2026-07-28 server/utilities/caching",
        "a result that may be kept says how long and for whom",
        "可以缓存的结果写明缓存多久、给谁用",
        "server/discover and the lists say how long they may be kept, and for whom; a client asks every time otherwise",
        "server/discover 和各种清单要说明可以缓存多久、给谁用，否则客户端每次都得重新问",
        "add \"ttlMs\" and \"cacheScope\" to these results; 0 and \"private\" promise nothing",
        "在这些 result 里加上 \"ttlMs\" 和 \"cacheScope\"；写 0 和 \"private\" 就等于不缓存";
    SERVER_ASKED = "server-asked", ANY, Server, Must, Certain, STATELESS, Asked, "2026-07-28 basic/index",
        "a server sends no requests",
        "服务器不发请求",
        "in the stateless era only the client asks, and it sends no answers: the server would wait for ever",
        "无状态方式下只有客户端提问，客户端不发响应；服务器会一直等下去",
        "end the call with resultType \"input_required\" and the question in inputRequests; the call comes again with the answer",
        "让这次调用以 resultType \"input_required\" 结束，把问题写进 inputRequests；客户端会带着回答再调用一次";
    UNDECLARED_INPUT = "undeclared-input", Some(4), Server, Must, Certain, STATELESS, Asked, "2026-07-28 basic/patterns/mrtr",
        "a server asks only what this request allows",
        "服务器只问这个请求允许问的",
        "a server may ask only what this very request says can be asked; anything else has nobody to answer it",
        "服务器只能问这个请求里声明过的那几类问题，别的没人能回答",
        "look at clientCapabilities in the request's _meta; without the one you need, answer error -32021 with requiredCapabilities",
        "先看请求 _meta 里的 clientCapabilities；没有需要的能力，就回错误 -32021，并写上 requiredCapabilities";
    ENDLESS_ROUNDS = "endless-rounds", Some(4), Server, Should, Certain, STATELESS, Asked, "2026-07-28 basic/patterns/mrtr",
        "a call comes to an end",
        "一次调用总会完成",
        "a result that asks for nothing but to be called again brings a call no nearer to its end; clients give up after some rounds",
        "结果里什么也不问，只要求重新调用，这次调用就永远完不成；客户端试几轮就会放弃",
        "answer with resultType \"complete\" as soon as the work is done, and let a call wait rather than come again",
        "工作完成就返回 resultType \"complete\"；需要等待时，就让这次调用等着，不要让客户端反复重来";
}
