//! Files that are no recording, and what to say of them.

use super::lines::FileLine;
use crate::doctor::finding::Said;
use std::collections::VecDeque;

/// What can be read.
const CAN_EN: &str = "the doctor reads what mcp-lab tap, probe and lesson write, logs of Claude Desktop, VS Code and Cursor, files with one JSON-RPC message on each line, and pasted error messages";
const CAN_ZH: &str = "doctor 能读的有：mcp-lab tap、probe、lesson 写出的记录，Claude Desktop、VS Code、Cursor 的日志，每行一条 JSON-RPC 消息的文件，以及粘贴下来的报错";

/// What is said of a file in which no session is.
pub(super) fn nothing() -> Said {
    unreadable("no session and no known error message is in it", "里面没有会话，也没有认得的报错")
}

/// Why a file is no recording, and what would be one.
pub fn unreadable(en: &str, zh: &str) -> Said {
    Said::new(format!("{en}; {CAN_EN}"), format!("{zh}。{CAN_ZH}"))
}

/// Why these cannot be the first lines of a recording, if they cannot.
pub(super) fn why_not(head: &VecDeque<FileLine>) -> Option<Said> {
    let Some(first) = head.front() else {
        return Some(unreadable("it is empty", "文件是空的"));
    };
    if first.bytes.starts_with(b"\xff\xfe") || first.bytes.starts_with(b"\xfe\xff") {
        return Some(unreadable(
            "it is UTF-16, as older versions of PowerShell write with >; write it anew as UTF-8",
            "它是 UTF-16，旧版 PowerShell 用 > 写文件就会这样；请另存为 UTF-8",
        ));
    }
    // A crash may leave a line of NUL bytes behind in a log that is otherwise in order.
    let strange = head.iter().filter(|line| is_strange(line)).count();
    (strange > head.len() / 2).then(|| unreadable("it is no text", "它不是文本"))
}

/// Whether a good part of a line is none of a text.
fn is_strange(line: &FileLine) -> bool {
    let control = |it: &char| it.is_control() && !matches!(it, '\t' | '\r' | '\u{1b}');
    let strange = line
        .bytes
        .utf8_chunks()
        .map(|chunk| chunk.invalid().len() + chunk.valid().chars().filter(control).count());
    strange.sum::<usize>() > line.bytes.len() / 6
}
