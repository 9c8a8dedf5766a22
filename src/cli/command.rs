//! The table of commands.

use super::failure::Failure;
use super::misplaced::{behind, misplaced};
use super::nearest::nearest;
use super::words::unknown;
use super::{Words, World, bench, broken, conformance, doctor, help, lesson, probe, revisions};
use super::{serve, tap};
use crate::text::{Lang, Text};
use std::ffi::OsString;

/// A command and the words it takes.
#[derive(Debug)]
pub struct Command {
    /// The first word.
    pub name: &'static str,
    /// What may follow besides options, such as `[SLUG]`.
    pub operands: &'static str,
    /// How many of those there may be.
    pub most_operands: usize,
    /// What it does.
    pub about: Text,
    /// The options of this command; those every command takes come on top.
    pub options: &'static [Opt],
    /// Does it, and says the exit code.
    pub run: fn(&mut World<'_>, &Words) -> Result<u8, Failure>,
}

/// An option.
#[derive(Debug)]
pub struct Opt {
    /// `--long`
    pub name: &'static str,
    /// `-s`
    pub short: Option<&'static str>,
    /// What its value is called; `None` when it takes none.
    pub value: Option<&'static str>,
    /// The values it takes; empty when any will do.
    pub choices: &'static [&'static str],
    /// What it does.
    pub about: Text,
}

/// An option with nothing to add.
pub(super) const OPT: Opt =
    Opt { name: "", short: None, value: None, choices: &[], about: Text::new("", "") };

/// The options every command takes.
pub(super) const GLOBAL: &[Opt] = &[
    Opt {
        name: "--lang",
        value: Some("L"),
        choices: &["en", "zh"],
        about: Text::new(
            "language: en or zh; else LC_ALL, LC_MESSAGES, LANG",
            "语言：en 或 zh；不写则看 LC_ALL、LC_MESSAGES、LANG",
        ),
        ..OPT
    },
    Opt {
        name: "--color",
        value: Some("WHEN"),
        choices: &["auto", "always", "never"],
        about: Text::new(
            "auto (on a terminal, unless NO_COLOR is set), always, never",
            "auto（终端上才用，设了 NO_COLOR 就不用）、always、never",
        ),
        ..OPT
    },
    Opt {
        name: "--help",
        short: Some("-h"),
        about: Text::new("show how a command is used", "显示这个命令的用法"),
        ..OPT
    },
];

/// Commands that other programs start, and people have no use for: they are found by name, and stand on
/// no list.
pub const UNLISTED: &[&str] = &["conformance-client"];

/// Every command there is.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "lesson",
        operands: "[SLUG]",
        most_operands: 1,
        about: Text::new(
            "run a session and explain it (six-step if none is named)",
            "跑一次会话并讲解（不写名字就是 six-step）",
        ),
        options: &[
            Opt {
                name: "--format",
                value: Some("F"),
                choices: &["annotated", "wire", "jsonl", "markdown"],
                about: Text::new(
                    "annotated (default), wire, jsonl or markdown",
                    "annotated（默认）、wire、jsonl 或 markdown",
                ),
                ..OPT
            },
            Opt {
                name: "--step",
                about: Text::new(
                    "ask first, wait for Enter, then show the answer",
                    "先提问，按回车再给出答案",
                ),
                ..OPT
            },
            Opt {
                name: "--output",
                short: Some("-o"),
                value: Some("FILE"),
                about: Text::new("write to a file", "写进文件"),
                ..OPT
            },
        ],
        run: lesson::run,
    },
    Command {
        name: "lessons",
        operands: "",
        most_operands: 0,
        about: Text::new("list the lessons", "列出全部课程"),
        options: &[],
        run: lesson::list,
    },
    Command {
        name: "serve",
        operands: "SERVER",
        most_operands: 1,
        about: Text::new(
            "serve on stdin and stdout, or over HTTP, for any client: mini, calculator, desk, library, everything or broken/SLUG",
            "在 stdin/stdout 或 HTTP 上提供服务，供任何客户端使用：mini、calculator、desk、library、everything 或 broken/SLUG",
        ),
        options: serve::OPTIONS,
        run: serve::run,
    },
    Command {
        name: "probe",
        operands: "-- CMD [ARG…] | URL",
        most_operands: usize::MAX,
        about: Text::new(
            "start a server or go to its URL, walk through a session with it, and say where it stops",
            "启动一个服务器（或连到它的 URL），和它走一遍会话，指出停在哪一步",
        ),
        options: probe::OPTIONS,
        run: probe::run,
    },
    Command {
        name: "tap",
        operands: "-- CMD [ARG…]",
        most_operands: usize::MAX,
        about: Text::new(
            "stand in for a server in a client's configuration, and write down what the two say",
            "在客户端的配置里顶替服务器，把双方说的都记下来",
        ),
        options: tap::OPTIONS,
        run: tap::run,
    },
    Command {
        name: "broken",
        operands: "[SLUG]",
        most_operands: 1,
        about: Text::new(
            "list the broken sessions as riddles: what users see, and what is wrong",
            "列出各种出错的会话，一个一道谜：用户看到了什么，错在哪里",
        ),
        options: &[Opt {
            name: "--answer",
            about: Text::new(
                "tell which rule is broken, why it is there, what to change, and how to see it",
                "给出答案：违反了哪条规则、为什么有这条规则、怎么改、怎么亲眼看到",
            ),
            ..OPT
        }],
        run: broken::list,
    },
    Command {
        name: "break",
        operands: "SLUG [-- CMD…]",
        most_operands: usize::MAX,
        about: Text::new(
            "play a broken client against a healthy server, or against CMD, and read what crossed",
            "让一个出错的客户端去连正常的服务器（或 CMD），再看双方传了什么",
        ),
        options: broken::OPTIONS,
        run: broken::break_it,
    },
    Command {
        name: "doctor",
        operands: "FILE…",
        most_operands: usize::MAX,
        about: Text::new(
            "read a recorded session or an error message, and say what is wrong (- is stdin)",
            "读一份会话记录或一条报错，指出问题在哪里（- 表示 stdin）",
        ),
        options: doctor::OPTIONS,
        run: doctor::run,
    },
    Command {
        name: "bench",
        operands: "[FILE…]",
        most_operands: usize::MAX,
        about: Text::new(
            "measure JSON, the server and the channel on this machine",
            "在这台机器上测 JSON、服务器和通道的速度",
        ),
        options: &[Opt {
            name: "--ms",
            value: Some("N"),
            about: Text::new(
                "milliseconds for each measurement (default 300)",
                "每项测多少毫秒（默认 300）",
            ),
            ..OPT
        }],
        run: bench::run,
    },
    Command {
        name: "conformance-client",
        operands: "URL",
        most_operands: 1,
        about: Text::new(
            "the client that the official conformance suite starts, once for each of its scenarios",
            "给官方一致性测试套件用的客户端，每个场景由套件启动一次",
        ),
        options: &[],
        run: conformance::run,
    },
    Command {
        name: "revisions",
        operands: "",
        most_operands: 0,
        about: Text::new(
            "list the revisions of MCP, and what each changed",
            "列出 MCP 的各个版本，以及各自改了什么",
        ),
        options: &[],
        run: revisions::run,
    },
    Command {
        name: "help",
        operands: "[COMMAND]",
        most_operands: 1,
        about: Text::new("show this, or how one command is used", "显示本页，或某个命令的用法"),
        options: &[],
        run: help::run,
    },
    Command {
        name: "version",
        operands: "",
        most_operands: 0,
        about: Text::new("show the version (also --version)", "显示版本（也可写 --version）"),
        options: &[],
        run: help::version,
    },
];

/// The command the words begin with, and the words behind it. Without any it is the first lesson;
/// a word that only options could follow, such as `--step`, means the first lesson too.
pub(super) fn find(
    words: &[OsString],
    lang: Lang,
) -> Result<(&'static Command, &[OsString]), Failure> {
    let named = |name: &str| COMMANDS.iter().find(|command| command.name == name);
    let first = words.first().map(|word| word.to_string_lossy());
    let (name, rest) = match (first.as_deref(), words) {
        (Some("--version" | "-V"), [_, rest @ ..]) => ("version", rest),
        (Some("--help" | "-h"), [_, rest @ ..]) => ("help", rest),
        (Some(option), _) if option.starts_with('-') => match behind(words) {
            Some(command) => return Err(misplaced(lang, option, command)),
            None => ("lesson", words),
        },
        (Some(name), [_, rest @ ..]) => (name, rest),
        _ => ("lesson", words),
    };
    let near = || nearest(name, COMMANDS.iter().map(|command| command.name));
    named(name)
        .map(|found| (found, rest))
        .ok_or_else(|| unknown(lang, ("command", "命令"), name, near()))
}
