//! Rules that a server breaks only when it is asked for it: `probe` asks, mostly in a process of its own. What
//! it does on purpose it says in its recording, so they are noticed there too.

use super::ANY;
use super::tried::{
    capabilities_differ, crlf_refused, malformed_kills, merged_write, non_ascii, split_write,
};
use crate::doctor::examine::{End, Facts, Found, Seen};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::{End as AtEnd, Message};
use crate::json::Str;
use crate::jsonrpc::code;
use crate::mcp::{INITIALIZE, Revision};

rules! {
    SPLIT_WRITE = "split-write", ANY, Server, Must, Likely, ALL, AtEnd(split_write), "2025-06-18 basic/transports, stdio",
        "a message ends at its newline, not where a read ends",
        "消息到换行为止，不是到一次读取为止",
        "a pipe carries bytes: a long message arrives in several reads, and a read may end inside a character",
        "管道里只有字节：长消息要分几次才读得完，一次读取甚至可能断在一个字符的中间",
        "collect bytes until a newline has come, and only then decode and parse the line",
        "先把字节攒到换行为止，再解码、解析这一行";
    MERGED_WRITE = "merged-write", ANY, Server, Must, Likely, ALL, AtEnd(merged_write), "2025-06-18 basic/transports, stdio",
        "two messages that arrive together are two messages",
        "一起到的两条消息，仍是两条",
        "a pipe carries bytes: what was written in two lines may arrive in one read",
        "管道里只有字节：分两行写的，可能一次读取就全读到了",
        "after a line look whether another one has arrived already, before you read again",
        "处理完一行，先看缓冲区里是不是还有下一行，再去读";
    CRLF_REFUSED = "crlf-refused", ANY, Server, Should, Likely, ALL, AtEnd(crlf_refused), "RFC 8259, section 2",
        "a carriage return before the newline does no harm",
        "换行前多一个回车没有妨碍",
        "clients on Windows may end lines with CR LF, and to JSON a carriage return is blank space",
        "Windows 上的客户端可能用 CR LF 结尾，而 CR 在 JSON 里只是空白",
        "cut a trailing \\r off the line before you parse it",
        "解析之前，先去掉行尾的 \\r";
    NON_ASCII = "non-ascii", ANY, Server, Must, Likely, ALL, AtEnd(non_ascii), "2025-06-18 basic/transports",
        "a message may hold any character",
        "消息里可以有任何字符",
        "messages are UTF-8 in both directions; a server that reads or writes them in the system's code page loses every other language",
        "两个方向的消息都是 UTF-8；服务器如果按系统代码页读写，英语之外的文字就都坏了",
        "read stdin and write stdout as UTF-8, whatever the system says (Python: PYTHONUTF8=1)",
        "不管系统怎么设，stdin 和 stdout 都按 UTF-8 读写（Python：PYTHONUTF8=1）";
    VERSION_ERROR = "version-error", Some(1), Server, Must, Likely, HANDSHAKE, Message(version_error), "2025-06-18 basic/lifecycle, version negotiation",
        "a version that the server does not speak is answered with one that it does",
        "遇到不支持的版本，服务器要回一个自己支持的版本",
        "an error is no negotiation: a client that offers another revision cannot connect, though the two may share one",
        "报错不是协商：客户端换一个版本就连不上，哪怕双方其实有共同的版本",
        "if you do not know the version that is offered, answer initialize with the newest one you speak",
        "不认识对方给的版本，就在 initialize 的 result 里回自己支持的最新版本";
    VERSION_NOT_ECHOED = "version-not-echoed", Some(1), Server, Must, Certain, HANDSHAKE, Message(version_not_echoed), "2025-06-18 basic/lifecycle, version negotiation",
        "a version that the server speaks is answered with itself",
        "客户端给的版本，服务器支持就原样回",
        "a server that speaks what the client offers must agree to it; another answer makes the client hang up, or use a version that it knows less well",
        "客户端给的版本服务器支持，就必须同意；回别的，客户端只能断开，或者改用它不熟的版本",
        "compare the version that is offered with the list of yours, and send it back if it is there",
        "拿客户端给的版本和自己支持的列表比，在里面就原样送回";
    IMPOSSIBLE_VERSION = "impossible-version-accepted", Some(1), Server, Must, Certain, ALL, Message(impossible_version), "2025-06-18 basic/lifecycle, version negotiation",
        "a server agrees only to a version that it speaks",
        "服务器只同意自己支持的版本",
        "a server that sends back whatever is offered promises a revision that nobody has written yet; the next real one will break it",
        "客户端给什么就回什么，等于承诺了一个还不存在的版本；等新版本真的出来就会出错",
        "keep a list of the versions you speak, and answer with the newest of them to any other",
        "列出自己支持的版本；遇到别的版本，回其中最新的一个";
    CAPABILITIES_DIFFER = "capabilities-differ", Some(1), Server, Should, Likely, HANDSHAKE, Message(capabilities_differ), "2025-06-18 basic/lifecycle, capability negotiation",
        "what a server offers does not depend on what the client offers",
        "服务器声明什么能力，与客户端声明什么无关",
        "the capabilities of the two sides are two lists; a server that copies the client's list hides what it has, or promises what it has not",
        "两边的能力是两份清单；服务器照抄客户端的，要么藏起了自己有的，要么承诺了自己没有的",
        "build the capabilities in the answer from what the server has, and from nothing else",
        "result 里的 capabilities 只根据服务器自己的功能来写";
    MALFORMED_KILLS = "malformed-kills", ANY, Server, Should, Certain, ALL, AtEnd(malformed_kills), "JSON-RPC 2.0, section 5.1",
        "a line that cannot be parsed does not end the session",
        "一行解析不了，会话也不能断",
        "one spoilt line must not cost the session: error -32700 tells of it, and the next line is read",
        "坏了一行，不该赔上整个会话：回错误 -32700 说明，然后继续读下一行",
        "catch the error of the parser inside the loop that reads lines, and go on",
        "在逐行读取的循环里捕获解析错误，然后继续";
    DROPS_LAST = "drops-last-answers", Some(7), Server, Should, Likely, ALL, AtEnd(drops_last), "JSON-RPC 2.0, section 5",
        "what was asked before stdin ended is answered",
        "stdin 结束之前发来的请求，都要响应",
        "a script that writes its requests and closes stdin gets no answers, or only the first",
        "脚本把请求写完就关闭 stdin，结果一个响应也收不到，或者只收到第一个",
        "at the end of stdin finish what is being worked on, write the answers, flush, and then exit",
        "读到 stdin 末尾时，先做完手上的请求，写出响应并刷新，再退出";
}

/// The version that a client offered, and that is not the newest: that one has a rule of its own.
pub(super) fn version_error(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(asked) = seen.asked.filter(|asked| asked.method == INITIALIZE) else {
        return Vec::new();
    };
    let error = seen.response().and_then(|response| response.outcome.as_ref().err());
    let Some(error) = error.filter(|error| error.code != code::METHOD_NOT_FOUND) else {
        return Vec::new();
    };
    let offered = asked.string("protocolVersion").map(Str::excerpt).unwrap_or_default();
    if offered == Revision::NEWEST.as_str() {
        return Vec::new();
    }
    let (offered, error) = (brief(&offered), brief(error));
    Found::new(
        format!("initialize with version {offered} was refused: {error}"),
        format!("用 {offered} 版本发 initialize，被拒绝：{error}"),
    )
    .alone()
}

fn version_not_echoed(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(INITIALIZE) else { return Vec::new() };
    let came = result.get("protocolVersion").and_then(|it| it.as_string());
    let (Some(offered), Some(came)) = (&facts.session.offered, came) else { return Vec::new() };
    if *came == **offered || !facts.session.earlier.iter().any(|it| it.version == *offered) {
        return Vec::new();
    }
    let (byte, came, offered) = (seen.byte_of(came), brief(&came.excerpt()), brief(offered));
    Found::new(
        format!(
            "initialize with version {offered} was answered with {came}, though the server has agreed to {offered} before"
        ),
        format!("用 {offered} 版本发 initialize，回的是 {came}，可是服务器之前同意过 {offered}"),
    )
    .byte(byte)
    // A recording may hold sessions with two servers.
    .sure(Certainty::Likely)
    .alone()
}

/// No revision of this year can be offered in earnest.
pub(super) fn is_impossible(version: &Str<'_>) -> bool {
    version.as_written().starts_with("2099-")
}

pub(super) fn impossible_version(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(INITIALIZE) else { return Vec::new() };
    let offered = seen.asked.and_then(|asked| asked.string("protocolVersion"));
    let came = result.get("protocolVersion").and_then(|it| it.as_string());
    let (Some(offered), Some(came)) = (offered, came) else { return Vec::new() };
    if *came != *offered || !is_impossible(came) {
        return Vec::new();
    }
    let (byte, came) = (seen.byte_of(came), brief(&came.excerpt()));
    Found::new(
        format!("initialize with version {came}, which does not exist, was answered with {came}"),
        format!("用根本不存在的版本 {came} 发 initialize，服务器照样回了 {came}"),
    )
    .byte(byte)
    .alone()
}

/// The last line is a request, stdin was closed behind it, and the server left without an answer.
pub(super) fn dropped<'e>(facts: &Facts, end: &'e End) -> Option<&'e (usize, String)> {
    let process = &facts.process;
    let owed = end.owed.as_ref()?;
    let closed = process.stdin_closed.filter(|closed| *closed > owed.0)?;
    let after = |(left, how): &&(usize, String)| *left > closed && how == "code 0";
    let (left, _) = process.exited.as_ref().filter(after)?;
    let spoken = process.spoke.is_some_and(|spoke| spoke > owed.0 && spoke < *left);
    (!spoken && process.waited.is_none() && process.unended.is_none()).then_some(owed)
}

fn drops_last(facts: &Facts, end: &End) -> Vec<Found> {
    let Some((at, method)) = dropped(facts, end) else { return Vec::new() };
    Found::new(
        format!("{method} was asked, then stdin was closed, and the server left without an answer"),
        format!("发了 {method}，随后关闭 stdin，服务器没有响应就退出了"),
    )
    .on(*at)
    .alone()
}
