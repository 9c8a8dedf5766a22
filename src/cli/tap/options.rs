//! What `tap` takes.

use crate::cli::Words;
use crate::cli::command::{OPT, Opt};
use crate::cli::failure::Failure;
use crate::cli::launch::{CWD, ENV};
use crate::text::{Lang, Text, visible};

pub(in crate::cli) const OPTIONS: &[Opt] = &[
    Opt {
        name: "--log",
        value: Some("FILE"),
        about: Text::new(
            "write what crosses to a file, line by line as it happens, in the .wire format; the log of the session before becomes FILE.old",
            "把传过的内容写进文件，发生一行写一行，.wire 格式；上一次会话的日志改名为 FILE.old",
        ),
        ..OPT
    },
    Opt {
        name: "--annotated",
        value: Some("FILE"),
        about: Text::new(
            "the same with a remark under each message; with or without --log",
            "同样的内容，每条消息下面附讲解；可以和 --log 一起用，也可以单独用",
        ),
        ..OPT
    },
    Opt {
        name: "--max-log",
        value: Some("SIZE"),
        about: Text::new(
            "how large a file becomes: 64MiB (default), 500KiB, 10MB; when it is full, how the session began stays in FILE.0, what came before in FILE.1",
            "每个文件最大多少：64MiB（默认）、500KiB、10MB；写满后，会话的开头留在 FILE.0，前一段在 FILE.1",
        ),
        ..OPT
    },
    Opt {
        name: "--http",
        value: Some("LISTEN"),
        about: Text::new(
            "stand in for a server behind a URL: the port, or address and port, to listen on; clients are told this address",
            "代替 URL 后面的服务器：监听的端口，或地址加端口；让客户端改连这里",
        ),
        ..OPT
    },
    Opt {
        name: "--to",
        value: Some("URL"),
        about: Text::new(
            "the server's URL, with --http; every byte is passed on as it came, the Host header too",
            "服务器的 URL，和 --http 一起用；每个字节原样转发，Host 请求头也不改",
        ),
        ..OPT
    },
    Opt {
        name: "--stop-on-eof",
        about: Text::new("end when stdin does, with --http", "stdin 结束时退出，和 --http 一起用"),
        ..OPT
    },
    ENV,
    CWD,
];

/// What it ends with.
pub(in crate::cli) const CODES: Text = Text::new(
    "Exit codes: the server's own, or 128 and the signal's number; 126 it cannot be run, 127 there is no such program, 2 wrong usage",
    "退出码：服务器自己的退出码；被信号终止就是 128 加信号编号；126 程序运行不了，127 没有这个程序，2 用法不对",
);

/// How large a file becomes when nothing is said.
const MAX_LOG: u64 = 64 * 1024 * 1024;

/// The least it can be told to become: a line is written in pieces that fit several times.
const MIN_LOG: u64 = 64 * 1024;

/// Units of size, in bytes.
const UNITS: &[(&str, u64)] = &[
    ("KiB", 1024),
    ("MiB", 1024 * 1024),
    ("GiB", 1024 * 1024 * 1024),
    ("kB", 1000),
    ("KB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("B", 1),
    ("", 1),
];

/// What `--max-log` says, in bytes.
pub(super) fn max_log(words: &Words) -> Result<u64, Failure> {
    let Some(word) = words.value("--max-log") else { return Ok(MAX_LOG) };
    let read = UNITS.iter().find_map(|(unit, bytes)| {
        let number: u64 = word.strip_suffix(unit)?.trim_end().parse().ok()?;
        number.checked_mul(*bytes)
    });
    read.filter(|size| *size >= MIN_LOG).ok_or_else(|| {
        let word = visible(word);
        Failure::Usage(match words.lang {
            Lang::En => {
                format!("`--max-log` takes 64KiB or more, such as 64MiB or 10MB, not `{word}`")
            }
            Lang::Zh => format!("`--max-log` 至少 64KiB，例如 64MiB、10MB，不能是 `{word}`"),
        })
    })
}
