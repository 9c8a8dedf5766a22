//! Help, made from the table of commands.

use super::command::{COMMANDS, Command, GLOBAL, Opt, UNLISTED, find};
use super::failure::Failure;
use super::{Words, World, tap};
use crate::servers::SERVERS;
use crate::text::{Lang, Text, width};

const ABOUT: Text = Text::new(
    "mcp-lab: the Model Context Protocol made visible, every byte of it explained",
    "mcp-lab：把 Model Context Protocol 摊开来看，每个字节都讲清楚",
);
const USAGE: Text = Text::new("Usage: ", "用法：");
const COMMANDS_TITLE: Text = Text::new("Commands", "命令");
const OPTIONS_TITLE: Text = Text::new("Options", "选项");
const SERVERS_TITLE: Text =
    Text::new("Servers (each speaks both eras)", "服务器（有无握手都支持）");
const PLAYED_TITLE: Text = Text::new("Servers that play a session", "照着一段会话来演的服务器");
const BROKEN: Text = Text::new(
    "one with a single fault; mcp-lab broken lists them",
    "只有一处错误的服务器；mcp-lab broken 列出全部",
);
const HEALTHY: Text = Text::new(
    "the same without a fault: handshake, stateless, features or modern",
    "没有错误的：handshake、stateless、features 或 modern",
);
const CODES: Text = Text::new(
    "Exit codes: 0 done, 1 a finding, 2 wrong usage or something that could not be read or written",
    "退出码：0 完成，1 发现了问题，2 用法不对，或有东西读不了、写不了",
);
const FIRST: Text =
    Text::new("Without a command: mcp-lab lesson six-step", "不写命令就是 mcp-lab lesson six-step");

/// `help`: everything, or one command.
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let lang = words.lang;
    if !words.operands.is_empty() {
        let (command, _) = find(&words.operands, lang)?;
        return of(world, command, lang);
    }
    let rows = COMMANDS
        .iter()
        .filter(|command| !UNLISTED.contains(&command.name))
        .map(|command| (format!("{} {}", command.name, command.operands), command.about.get(lang)));
    let page = [
        format!("{}\n\n", ABOUT.get(lang)),
        format!("{}mcp-lab [COMMAND] [OPTIONS]\n{}\n\n", USAGE.get(lang), FIRST.get(lang)),
        table(COMMANDS_TITLE.get(lang), rows),
        "\n".to_owned(),
        table(OPTIONS_TITLE.get(lang), GLOBAL.iter().map(|option| row(option, lang))),
        format!("\n{}\n", CODES.get(lang)),
    ];
    world.out.write_all(page.concat().as_bytes())?;
    Ok(0)
}

/// How one command is used.
pub(super) fn of(
    world: &mut World<'_>,
    command: &'static Command,
    lang: Lang,
) -> Result<u8, Failure> {
    // What stands behind `--` is another program's.
    let words = match command.operands {
        "" => "[OPTIONS]".to_owned(),
        operands if operands.starts_with("--") => format!("[OPTIONS] {operands}"),
        operands => format!("{operands} [OPTIONS]"),
    };
    let usage = format!("{}mcp-lab {} {words}", USAGE.get(lang), command.name);
    let options = command.options.iter().chain(GLOBAL).map(|option| row(option, lang));
    let codes = if command.name == "tap" { tap::CODES } else { CODES };
    let page = [
        format!("{usage}\n\n{}\n\n", command.about.get(lang)),
        table(OPTIONS_TITLE.get(lang), options),
        if command.name == "serve" { servers(lang) } else { String::new() },
        format!("\n{}\n", codes.get(lang)),
    ];
    world.out.write_all(page.concat().as_bytes())?;
    Ok(0)
}

/// `version`
pub(super) fn version(world: &mut World<'_>, _: &Words) -> Result<u8, Failure> {
    writeln!(world.out, "mcp-lab {}", env!("CARGO_PKG_VERSION"))?;
    Ok(0)
}

/// What `serve` can be given.
fn servers(lang: Lang) -> String {
    let rows = SERVERS.iter().map(|row| (row.name.to_owned(), row.about.get(lang)));
    format!("\n{}\n{}", table(SERVERS_TITLE.get(lang), rows), played(lang))
}

/// Those of them that play a session.
pub(super) fn played(lang: Lang) -> String {
    let rows = [("broken/SLUG", BROKEN), ("healthy/NAME", HEALTHY)];
    let rows = rows.map(|(name, about)| (name.to_owned(), about.get(lang)));
    table(PLAYED_TITLE.get(lang), rows.into_iter())
}

fn row(option: &Opt, lang: Lang) -> (String, &'static str) {
    let short = option.short.map(|short| format!("{short}, ")).unwrap_or_default();
    let value = option.value.map(|value| format!(" {value}")).unwrap_or_default();
    (format!("{short}{}{value}", option.name), option.about.get(lang))
}

fn table<'t>(title: &str, rows: impl Iterator<Item = (String, &'t str)>) -> String {
    let rows: Vec<_> = rows.collect();
    let widest = rows.iter().map(|(left, _)| width(left)).max().unwrap_or_default();
    let lines = rows.iter().map(|(left, right)| {
        let pad = " ".repeat(widest - width(left));
        format!("  {left}{pad}   {right}\n")
    });
    format!("{title}\n{}", lines.collect::<String>())
}
