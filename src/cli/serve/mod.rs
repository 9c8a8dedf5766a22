//! `serve`: a server on this process's own standard input and output, or over HTTP.

mod http;
mod key;
mod options;

pub(super) use options::OPTIONS;

use super::chance;
use super::clock::seconds;
use super::failure::Failure;
use super::nearest::nearest;
use super::words::unknown;
use super::world::Streams;
use super::{Words, World};
use super::{broken, help};
use crate::server::{Seals, live};
use crate::servers::base::Base;
use crate::servers::{Row, SERVERS};
use crate::text::{Lang, Text, visible};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `serve SERVER`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let way = http::Way::read(words)?;
    if let Some(name) = words.operands.first().map(|name| name.to_string_lossy())
        && way.is_none()
        && let Some(served) = broken::serve(world, &name, words.lang)
    {
        return served;
    }
    let row = find(words)?;
    let base = match words.value("--root").map(Path::new) {
        Some(root) => Base::Dir(checked(world, row, root, words.lang)?),
        None => Base::demo(world.temp.clone(), world.unique.clone()),
    };
    let server = (row.make)(base).map_err(|error| Failure::Said(error.to_string()))?;
    let server = match words.value("--state-key-file") {
        None => server.seals(Seals::new(chance::key, seconds)),
        Some(file) => {
            let key = key::read(file, words.lang)?;
            server.seals(Seals::new(move || key, seconds))
        }
    };
    if let Some(way) = way {
        return way.serve(world, server, words.lang);
    }
    if world.err_is_terminal && world.in_is_terminal {
        writeln!(world.err, "{}", WAITING.get(words.lang))?;
    }
    let Streams { input, output, .. } = (world.streams)();
    live(&Arc::new(server), input, output)?;
    Ok(0)
}

/// The directory of `--root`, if the server can do something with it.
fn checked(world: &mut World<'_>, row: &Row, root: &Path, lang: Lang) -> Result<PathBuf, Failure> {
    let Some(folder) = row.reads else {
        return Err(Failure::Usage(match lang {
            Lang::En => format!("`{}` reads no files, so `--root` means nothing to it", row.name),
            Lang::Zh => format!("`{}` 不读文件，用不到 `--root`", row.name),
        }));
    };
    let name = root.to_string_lossy();
    let shown = visible(&name);
    if !root.is_dir() {
        return Err(Failure::Said(match lang {
            Lang::En => format!("{shown}: not a directory"),
            Lang::Zh => format!("{shown}：不是目录"),
        }));
    }
    // Not an error: it may come while the server runs.
    if !root.join(folder).is_dir() {
        match lang {
            Lang::En => writeln!(world.err, "mcp-lab: {shown} has no {folder}/ to read from yet")?,
            Lang::Zh => writeln!(world.err, "mcp-lab：{shown} 里还没有 {folder}/，读不到文件")?,
        }
    }
    Ok(root.to_owned())
}

const WAITING: Text = Text::new(
    "mcp-lab: serving on stdin and stdout, one JSON message per line; Ctrl-D ends it",
    "mcp-lab：正在 stdin/stdout 上服务，每行一条 JSON 消息；按 Ctrl-D 结束",
);

fn find(words: &Words) -> Result<&'static Row, Failure> {
    let names = || SERVERS.iter().map(|row| row.name);
    let Some(name) = words.operands.first() else {
        let names: Vec<_> = names().collect();
        let needs = match words.lang {
            Lang::En => format!("`serve` needs the name of a server: {}", names.join(", ")),
            Lang::Zh => format!("`serve` 后面要写服务器的名字：{}", names.join("、")),
        };
        let played = help::played(words.lang);
        return Err(Failure::Usage(format!("{needs}\n{}", played.trim_end())));
    };
    let name = name.to_string_lossy();
    let found = SERVERS.iter().find(|row| row.name == name);
    found.ok_or_else(|| unknown(words.lang, ("server", "服务器"), &name, nearest(&name, names())))
}
