//! `tap`: stands in for a server in a client's configuration, and writes down what the two say.
//!
//! The wire is passed on before it is looked at, so nothing that goes wrong with a log can touch it: when it
//! cannot be written, that is said once on stderr, and the session lives on. Each line is written as soon as
//! it was passed on, by whoever passed it on, and in one piece: when the tap is killed, however that goes, its
//! log holds what was said but for the last few microseconds.
//!
//! Exit codes: the server's own, 128 and the signal's number where it was killed by one; as `env` does, 127
//! when there is no such program and 126 when it cannot be run; 2 wrong usage.

mod books;
mod http;
mod options;
mod paper;
mod talk;

use super::failure::Failure;
use super::launch::launch;
use super::world::Streams;
use super::{Words, World};
use crate::text::{Lang, visible};
use crate::transport::{Ends, Launch, Relay, exit_code};
use books::Books;
use std::io::{self, ErrorKind};
use std::sync::Arc;

pub(super) use options::{CODES, OPTIONS};

/// `tap -- CMD [ARG…]`, `tap --http LISTEN --to URL`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    if let Some(relayed) = http::run(world, words) {
        return relayed;
    }
    let launch = launch(words, "tap")?;
    let books = Books::open(words, world.streams)?;
    let Streams { input, output, errors } = (world.streams)();
    let relayed = Relay::start(&launch, Arc::clone(&books.tape))
        .map(|relay| relay.run(Ends { input, output, errors }));
    for late in books.close() {
        writeln!(world.err, "mcp-lab: {late}")?;
    }
    match relayed {
        Ok(status) => Ok(exit_code(status?)),
        Err(error) => not_started(world, &launch, &error, words.lang),
    }
}

/// Says why the server did not start.
fn not_started(
    world: &mut World<'_>,
    launch: &Launch,
    error: &io::Error,
    lang: Lang,
) -> Result<u8, Failure> {
    let program = launch.program.to_string_lossy();
    let program = visible(&program);
    if launch.dir.as_ref().is_some_and(|dir| !dir.is_dir()) {
        return Err(Failure::Said(visible(&error.to_string()).into_owned()));
    }
    let (code, en, zh) = if error.kind() == ErrorKind::NotFound {
        (127, "there is no such program", "没有这个程序")
    } else {
        (126, "it cannot be run", "这个程序运行不了")
    };
    let said = match lang {
        Lang::En => format!("the server {program} was not started, {en}: {error}"),
        Lang::Zh => format!("服务器 {program} 没有启动，{zh}：{error}"),
    };
    writeln!(world.err, "mcp-lab: {said}")?;
    Ok(code)
}
