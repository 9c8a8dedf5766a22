//! Rules about the process: it starts, it answers, it leaves.

use super::ANY;
use super::asked::{dropped, killed};
use crate::doctor::examine::{End, Facts, Found};
use crate::doctor::finding::{Certainty, start_of};
use crate::doctor::rule::Check::{Asked, End as AtEnd};
use crate::doctor::rule::Owner;

/// How much of the last words of a server is quoted, in characters.
const QUOTED: usize = 320;

rules! {
    NOT_FOUND = "not-found", Some(0), Config, Must, Certain, ALL, AtEnd(not_found), "2025-06-18 basic/transports, stdio",
        "the program that is to be the server exists",
        "要启动的服务器程序存在",
        "the client starts the server as a child process, so there must be a program of that name",
        "客户端要把服务器作为子进程启动，所以这个程序必须存在",
        "install it, or write its full path; a program started from a desktop does not see the PATH of your shell",
        "安装它，或者写完整路径；从桌面启动的程序看不到终端里的 PATH";
    CANNOT_START = "cannot-start", Some(0), Config, Must, Certain, ALL, AtEnd(cannot_start), "2025-06-18 basic/transports, stdio",
        "the program that is to be the server can be run",
        "要启动的服务器程序能够运行",
        "the system refused to run the program",
        "系统拒绝运行这个程序",
        "look at its permissions and at the directory to start it in",
        "检查文件的执行权限，以及启动时所在的目录";
    EXITED = "exited", ANY, Server, Must, Likely, ALL, AtEnd(exited), "2025-06-18 basic/lifecycle",
        "a server runs until its stdin is closed",
        "stdin 关闭之前，服务器一直在运行",
        "a server lives until its stdin is closed; a client that loses it reports -32000 Connection closed and hides why",
        "服务器要一直运行到 stdin 关闭为止；它中途退出，客户端只会报 -32000 Connection closed，看不到原因",
        "read the last lines of stderr: mostly a missing variable, file or argument",
        "看 stderr 的最后几行：多半是缺了环境变量、文件或参数";
    CLOSED = "closed", ANY, Server, Must, Certain, ALL, AtEnd(closed), "2025-06-18 basic/transports, stdio",
        "a server keeps stdin and stdout open",
        "服务器不提前关闭 stdin 和 stdout",
        "messages go over stdin and stdout, and the server has closed one of them",
        "消息只能走 stdin 和 stdout，而服务器关掉了其中一条",
        "keep reading stdin until its end, and keep stdout open until then",
        "一直读 stdin 直到末尾，在那之前不要关闭 stdout";
    SILENT = "silent", ANY, Server, Must, Likely, ALL, AtEnd(silent), "JSON-RPC 2.0, section 5",
        "every request is answered",
        "每个请求都有响应",
        "every request is owed exactly one answer",
        "每个请求都必须得到一个响应",
        "make sure that the server reads stdin line by line, and flushes stdout after every message",
        "确认服务器逐行读取 stdin，并且每写完一条消息就刷新 stdout";
    HELD_BACK = "held-back", ANY, Server, Must, Likely, ALL, Asked, "2025-06-18 basic/transports, stdio",
        "an answer leaves at once",
        "响应写完立刻送出",
        "written to a pipe, output stays in a buffer until that is full or the program ends; a client waits in vain",
        "输出写进管道时会先留在缓冲区，满了或程序结束才真正送出；客户端只能空等",
        "flush stdout after every message (Python: print(…, flush=True) or python -u; C: fflush)",
        "每写完一条消息就刷新 stdout（Python：print(…, flush=True) 或 python -u；C：fflush）";
    STAYS = "stays-after-end-of-input", Some(7), Server, Should, Certain, ALL, AtEnd(stays), "2025-06-18 basic/lifecycle, shutdown",
        "a server leaves when its stdin ends",
        "stdin 结束，服务器就退出",
        "the end of stdin is the end of the session; a server that waits for something else stays behind as an orphan",
        "stdin 关闭就是会话结束；服务器如果等的不是 stdin，客户端退出后它仍在运行，成为孤儿进程",
        "when reading stdin gives end of file, answer what is open and exit",
        "读 stdin 读到文件末尾时，先答完还没响应的请求，再退出";
}

/// What the system says of a program that is not there.
const NOT_THERE: [&str; 4] = ["ENOENT", "No such file", "not found", "cannot find"];

fn not_found(facts: &Facts, _: &End) -> Vec<Found> {
    not_started(facts, true)
}

fn cannot_start(facts: &Facts, _: &End) -> Vec<Found> {
    not_started(facts, false)
}

fn not_started(facts: &Facts, missing: bool) -> Vec<Found> {
    let Some((at, why)) = &facts.process.not_started else { return Vec::new() };
    if missing != NOT_THERE.iter().any(|it| why.contains(it)) {
        return Vec::new();
    }
    let en = format!("the server could not be started: {why}");
    Found::new(en, format!("无法启动服务器：{why}")).on(*at).step(0).alone()
}

/// The process ended while an answer was owed, or before anybody had closed its stdin.
fn exited(facts: &Facts, end: &End) -> Vec<Found> {
    let process = &facts.process;
    let Some((at, how)) = &process.exited else { return Vec::new() };
    if killed(facts, end).is_some() || dropped(facts, end).is_some() {
        return Vec::new();
    }
    let asked_to_leave = process.stdin_closed.is_some_and(|closed| closed < *at);
    let (mut en, mut zh) = match &end.owed {
        None if asked_to_leave => return Vec::new(),
        Some((_, method)) => (
            format!("the server exited with {how} before it answered {method}"),
            format!("服务器还没响应 {method} 就退出了（{how}）"),
        ),
        None => (
            format!("the server was gone before its stdin was closed: {how}"),
            format!("stdin 还没关闭，服务器就已经退出了：{how}"),
        ),
    };
    let words: Vec<_> = process.last_words.iter().map(|word| word.trim()).collect();
    let last = start_of(&words.join(" | "), QUOTED);
    if !last.is_empty() {
        en.extend(["; the end of its stderr: ", &last]);
        zh.extend(["；stderr 的最后几行：", &last]);
    }
    let step = if facts.lines == 0 || process.spoke.is_none() { 0 } else { facts.step };
    let sure = if end.owed.is_some() { Certainty::Likely } else { Certainty::Certain };
    Found::new(en, zh).on(*at).step(step).sure(sure).alone()
}

fn closed(facts: &Facts, _: &End) -> Vec<Found> {
    let Some((at, pipe)) = &facts.process.closed else { return Vec::new() };
    if facts.process.stdin_closed.is_some_and(|closed| closed < *at) {
        return Vec::new();
    }
    let en = format!("the server closed its {pipe}, and still ran");
    Found::new(en, format!("服务器关闭了 {pipe}，进程却还在运行")).on(*at).alone()
}

/// A request that nobody answered, though the server lived. Where the recording just stops, nobody knows.
fn silent(facts: &Facts, end: &End) -> Vec<Found> {
    let process = &facts.process;
    let Some((at, method)) = &end.owed else { return Vec::new() };
    let gone = process.exited.is_some() && process.stdin_closed.is_none();
    if gone
        || dropped(facts, end).is_some()
        || process.closed.is_some()
        || process.unended.is_some()
    {
        return Vec::new();
    }
    let (en, zh, sure) = match (&process.waited, process.stdin_closed) {
        (Some((_, waited)), _) => (
            format!("no answer to {method}: the client waited {waited}"),
            format!("没有等到 {method} 的响应：客户端等了 {waited}"),
            Certainty::Likely,
        ),
        (None, Some(_)) => (
            format!("{method} was not answered before stdin was closed, nor after it"),
            format!("{method} 在 stdin 关闭之前和之后都没有得到响应"),
            Certainty::CannotTell,
        ),
        (None, None) => (
            format!("the recording ends while {method} waits for its answer"),
            format!("记录到此为止，{method} 还没有得到响应"),
            Certainty::CannotTell,
        ),
    };
    Found::new(en, zh).on(*at).sure(sure).step(asked_at(facts, *at)).alone()
}

/// The step at which the request at this place was asked.
fn asked_at(facts: &Facts, at: usize) -> usize {
    facts.client.each_open().find(|asked| asked.at == at).map_or(facts.step, |asked| asked.step)
}

fn stays(facts: &Facts, _: &End) -> Vec<Found> {
    let Some(at) = facts.process.stayed else { return Vec::new() };
    let en = "after its stdin was closed the server still ran, and had to be ended";
    let zh = "stdin 关闭后服务器还在运行，只能强行结束";
    Found::new(en, zh).on(at).of(Owner::Server).alone()
}
