//! Rules about the process: it starts, it answers, it leaves.

use super::ANY;
use super::asked::dropped;
use super::envelope::fatal;
use super::tried::{killed_by_a_line, unanswered};
use crate::doctor::examine::{Asked, End, Facts, Found, Seen, killed};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::last_words::{in_chinese, last_of, misses, unplugged, wants};
use crate::doctor::rule::Check::{End as AtEnd, Message};
use crate::doctor::rule::Owner;
use crate::mcp::{Era, PING};
use crate::text::Text;
use crate::transport::Side;

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
        "start it by hand with the same command and read what it says last; mostly a variable, a file or an argument is missing",
        "用同样的命令手动启动它，看它最后说了什么：多半是缺了环境变量、文件或参数";
    CLOSED = "closed", ANY, Server, Must, Certain, ALL, AtEnd(closed), "2025-06-18 basic/transports, stdio",
        "a server keeps stdin and stdout open",
        "服务器不提前关闭 stdin 和 stdout",
        "messages go over stdin and stdout, and the server has closed one of them",
        "消息只能走 stdin 和 stdout，而服务器关掉了其中一个",
        "keep reading stdin until its end, and keep stdout open until then",
        "一直读 stdin 直到末尾，在那之前不要关闭 stdout";
    SILENT = "silent", ANY, Server, Must, Likely, ALL, AtEnd(silent), "JSON-RPC 2.0, section 5",
        "every request is answered",
        "每个请求都有响应",
        "every request is owed exactly one answer",
        "每个请求都必须得到一个响应",
        "make sure that the server reads stdin line by line, and flushes stdout after every message",
        "确认服务器逐行读取 stdin，并且每写完一条消息就刷新 stdout";
    HELD_BACK = "held-back", ANY, Server, Must, Likely, ALL, Message(held_back), "2025-06-18 basic/transports, stdio",
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

/// The process ended before anybody had closed its stdin. What it was asked last may have a rule of its own.
fn exited(facts: &Facts, end: &End) -> Vec<Found> {
    let process = &facts.process;
    let Some((at, how)) = &process.exited else { return Vec::new() };
    if !end.gone || own_rule(facts, end) || dropped(facts, end).is_some() {
        return Vec::new();
    }
    let (zh, last) = (in_chinese(how), facts.client.answered().next());
    let done = last.filter(|_| how == "code 0" && !process.unreadable);
    let mut said = match (&end.owed, done) {
        (Some((_, method)), _) => Said::new(
            format!("the server exited with {how} before it answered {method}"),
            format!("服务器还没响应 {method} 就退出了（{zh}）"),
        ),
        (None, Some(last)) => ended_by_itself(&brief(&last.method)),
        (None, None) => Said::new(
            format!("the server was gone before its stdin was closed: {how}"),
            format!("stdin 还没关闭，服务器就已经退出了：{zh}"),
        ),
    };
    let mut owner = Owner::Server;
    if let Some((en, zh, whose)) = because(facts) {
        said.en.push_str(en);
        said.zh.push_str(zh);
        owner = whose;
    }
    let last = last_of(&process.last_words);
    if !last.is_empty() {
        said.en.extend(["; the end of its stderr: ", &last]);
        said.zh.extend(["；stderr 的最后几行：", &last]);
    }
    if let Some((_, command)) = process.started.as_ref().filter(|_| process.spoke.is_none()) {
        let command = brief(command);
        said.en.extend(["; it was started with: ", &command]);
        said.zh.extend(["；启动命令：", &command]);
    }
    let step = if facts.lines == 0 || process.spoke.is_none() { 0 } else { facts.step };
    // Whoever saw it start would have seen its stdin closed.
    let saw = process.started.is_some() && end.owed.is_none() && owner == Owner::Server;
    let sure = if saw { Certainty::Certain } else { Certainty::Likely };
    let remedy = done.filter(|_| end.owed.is_none()).map(|_| READ_ON);
    Found::new(said.en, said.zh).on(*at).step(step).sure(sure).of(owner).mend(remedy).alone()
}

/// Code 0: the program has come to its end, as if there were nothing more to do.
fn ended_by_itself(method: &str) -> Said {
    let en = format!(
        "the server ended by itself with code 0 after it had answered {method}, while its stdin was open"
    );
    let zh = format!("服务器响应完 {method} 就自己结束了（退出码 0），而 stdin 还开着");
    Said::new(en, zh)
}

/// Code 0 after an answer says that the loop is missing.
const READ_ON: Text = Text::new(
    "read stdin line by line in a loop, and leave it only at end of file: an answer must not be the last thing that main does",
    "循环逐行读 stdin，读到文件末尾才结束：不能答完一个请求就让 main 走到头",
);

/// Whether what was asked last has a rule for those that do not survive it.
fn own_rule(facts: &Facts, end: &End) -> bool {
    fatal(facts, end).is_some()
        || killed(facts).is_some()
        || unanswered(facts, end).is_some()
        || killed_by_a_line(facts, end).is_some()
}

/// What the process tells of why it ended, and who is to look at that.
fn because(facts: &Facts) -> Option<(&'static str, &'static str, Owner)> {
    let process = &facts.process;
    if process.unreadable {
        let en = ", right behind a line from the client that is no JSON; one bad line must not end a server";
        return Some((
            en,
            "，就在客户端发来一行不是 JSON 的内容之后；一行坏数据不该让服务器退出",
            Owner::Server,
        ));
    }
    if process.spoke.is_some() {
        return None;
    }
    let command = process.started.as_ref().map(|(_, command)| command.as_str()).unwrap_or_default();
    match unplugged(command) {
        Some("") => {
            let en = ": the container is not connected to stdin, docker run needs -i";
            return Some((en, "：容器没有接上 stdin，docker run 要加 -i", Owner::Runner));
        }
        Some(_) => {
            let en = ": with -d or -t the container is not connected to the client, docker run needs -i and neither of them";
            return Some((
                en,
                "：加了 -d 或 -t，容器就接不到客户端，docker run 只要 -i，这两个都不要",
                Owner::Runner,
            ));
        }
        None => {}
    }
    // What a shell says when there is no such program, or none that may be run.
    let shell = process
        .exited
        .as_ref()
        .is_some_and(|(_, how)| ["code 126", "code 127"].contains(&how.as_str()));
    let missing = misses(&process.last_words) || wants(&process.last_words);
    (shell || missing).then_some(("", "", Owner::Config))
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
    let asked = facts.client.each_open().find(|asked| asked.at == *at);
    let passed = asked.is_some_and(|asked| passed_over(facts, Side::Client, asked));
    let gone = process.exited.is_some() && process.stdin_closed.is_none();
    if gone
        || passed
        || process.closed.is_some()
        || process.unended.is_some()
        || own_rule(facts, end)
        || dropped(facts, end).is_some()
    {
        return Vec::new();
    }
    if let Some(found) = client_silent(facts, *at, method) {
        return found.alone();
    }
    let method = brief(method);
    // What stands between the question and the end of the wait may be the cause, and comes before it.
    let (place, en, zh, sure) = match (&process.waited, process.stdin_closed) {
        (Some((place, waited)), _) => (
            *place,
            format!("no answer to {method} of line {at}: the client waited {waited}"),
            format!("没有等到第 {at} 行 {method} 的响应：客户端等了 {waited}"),
            Certainty::Likely,
        ),
        (None, Some(closed)) => (
            closed,
            format!("{method} of line {at} was not answered before stdin was closed, nor after it"),
            format!("第 {at} 行的 {method} 在 stdin 关闭之前和之后都没有得到响应"),
            Certainty::CannotTell,
        ),
        (None, None) => (
            facts.at,
            format!("the recording ends while {method} of line {at} waits for its answer"),
            format!("记录到此为止，第 {at} 行的 {method} 还没有得到响应"),
            Certainty::CannotTell,
        ),
    };
    Found::new(en, zh).on(place).sure(sure).step(asked_at(facts, *at)).alone()
}

/// The server waits itself: it has asked its client something since, and that was not answered.
fn client_silent(facts: &Facts, at: usize, waiting: &str) -> Option<Found> {
    let question = facts.server.each_open().find(|it| it.at > at && it.cancelled.is_none())?;
    let (method, waiting) = (brief(&question.method), brief(&waiting));
    let en = format!(
        "the server asked {method}, and the client never answered: {waiting} waits for that"
    );
    let zh = format!("服务器问了 {method}，客户端一直没有回答：{waiting} 在等它");
    let over = facts.process.waited.is_some() || facts.process.stdin_closed.is_some();
    let sure = if over { Certainty::Likely } else { Certainty::CannotTell };
    Some(Found::new(en, zh).on(question.at).of(Owner::Client).sure(sure))
}

/// An answer that was waited for in vain, and came when stdin was closed: it had been lying in a buffer.
fn held_back(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let process = &facts.process;
    let (Some(asked), Some((waited, how_long)), Some(closed)) =
        (seen.asked, &process.waited, process.stdin_closed)
    else {
        return Vec::new();
    };
    if seen.side != Side::Server || !(asked.at < *waited && *waited < closed) {
        return Vec::new();
    }
    let (method, how_long) = (brief(&asked.method), brief(how_long));
    let en = format!(
        "the answer to {method} came only when stdin was closed; the client had waited {how_long}"
    );
    let zh = format!("{method} 的响应，直到 stdin 关闭才出来；客户端等了 {how_long}");
    Found::new(en, zh).alone()
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

/// A ping that was sent as any other, and something was answered that was asked later.
pub(super) fn passed_over(facts: &Facts, side: Side, asked: &Asked) -> bool {
    let usual = asked.method == PING && facts.trials.way(asked.at).is_none();
    let later = || facts.party(side).answered().any(|later| later.at > asked.at);
    usual && asked.era == Era::Handshake && later()
}
