//! The command behind `--`, and how it is to be started.

use super::Words;
use super::command::{OPT, Opt};
use super::failure::Failure;
use crate::text::{Lang, Text, visible};
use crate::transport::Launch;

pub(super) const ENV: Opt = Opt {
    name: "--env",
    value: Some("N=V"),
    about: Text::new(
        "set a variable for the server; may be repeated",
        "给服务器设置环境变量；可以写多次",
    ),
    ..OPT
};

pub(super) const CWD: Opt = Opt {
    name: "--cwd",
    value: Some("DIR"),
    about: Text::new("the directory to start the server in", "在哪个目录里启动服务器"),
    ..OPT
};

/// How `command` is told to start a server.
pub(super) fn launch(words: &Words, command: &str) -> Result<Launch, Failure> {
    let Some((program, args)) = words.operands.split_first() else {
        let example = format!("mcp-lab {command} -- CMD [ARG…]");
        return Err(Failure::Usage(match words.lang {
            Lang::En => format!("`{command}` needs the command that starts the server: {example}"),
            Lang::Zh => format!("`{command}` 后面要写启动服务器的命令：{example}"),
        }));
    };
    let mut launch = Launch {
        program: program.clone(),
        args: args.to_vec(),
        dir: words.value("--cwd").map(Into::into),
        ..Launch::default()
    };
    for word in words.values("--env") {
        match word.split_once('=') {
            Some((name, value)) if !name.is_empty() => {
                launch.env.push((name.into(), value.into()));
            }
            _ => {
                let word = visible(word);
                return Err(Failure::Usage(match words.lang {
                    Lang::En => format!("`--env` takes NAME=VALUE, not `{word}`"),
                    Lang::Zh => format!("`--env` 要写成 NAME=VALUE，不能是 `{word}`"),
                }));
            }
        }
    }
    Ok(launch)
}
