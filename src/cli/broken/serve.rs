//! `serve broken/SLUG` and `serve healthy/NAME`: the server of a session, played on stdin and stdout.

use super::{find, over_http};
use crate::cli::failure::Failure;
use crate::cli::nearest::nearest;
use crate::cli::words::unknown;
use crate::cli::{Streams, World};
use crate::servers::broken::{Act, HEALTHY, Losing, Player, Reads, healthy};
use crate::text::Lang;
use crate::transport::{Cut, LineReader, Side};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, sleep};
use std::time::Duration;

/// How long a server stays that does not want to leave: nobody should find one of ours tomorrow.
const STAYS: Duration = Duration::from_secs(60);

/// How long the end of stdin is waited for by a server that then leaves without an answer.
const MOMENT: Duration = Duration::from_millis(200);

/// A line of the client, or the end.
type Next = io::Result<Option<Vec<u8>>>;

/// Serves until stdin ends, or the script does. `None` when the name is none of a session.
pub(in crate::cli) fn serve(
    world: &mut World<'_>,
    name: &str,
    lang: Lang,
) -> Option<Result<u8, Failure>> {
    let player = match name.split_once('/')? {
        ("broken", slug) => broken(slug, lang),
        ("healthy", name) => healthy(name).map(|player| (player, None)).ok_or_else(|| {
            let near = nearest(name, HEALTHY.iter().map(|(name, _)| *name));
            unknown(lang, ("healthy session", "正常会话"), name, near)
        }),
        _ => return None,
    };
    Some(player.and_then(|(player, reads)| play(world, player, reads)))
}

/// Its player, and how it reads.
fn broken(slug: &str, lang: Lang) -> Result<(Player, Option<Reads>), Failure> {
    let row = find(slug, lang)?;
    if row.is_served() {
        let player = row.player().map_err(Failure::Said)?;
        return Ok((player, row.reads()));
    }
    if row.is_over_http() {
        return Err(over_http(row.slug, lang));
    }
    Err(Failure::Said(match (row.side, lang) {
        (Side::Client, Lang::En) => {
            format!(
                "in {slug} the client is broken, so there is no server to serve: type mcp-lab break {slug}"
            )
        }
        (Side::Client, Lang::Zh) => {
            format!("{slug} 里有错的是客户端，没有服务器可以运行：请用 mcp-lab break {slug}")
        }
        (Side::Server, Lang::En) => {
            format!(
                "in {slug} there is no server that can be served: type mcp-lab broken {slug} --answer"
            )
        }
        (Side::Server, Lang::Zh) => {
            format!("{slug} 里没有可以运行的服务器：请用 mcp-lab broken {slug} --answer")
        }
    }))
}

fn play(world: &mut World<'_>, mut player: Player, reads: Option<Reads>) -> Result<u8, Failure> {
    let Streams { input, mut output, .. } = (world.streams)();
    let lines = match reads {
        Some(reads) => reading(Box::new(Losing::new(input, reads))),
        None => reading(input),
    };
    let (mut acts, mut late) = (player.starts(), Vec::new());
    loop {
        if let Some(code) = perform(world.err, &mut output, acts, &mut late)? {
            return Ok(code);
        }
        let line = if late.is_empty() {
            lines.recv().unwrap_or(Ok(None))?
        } else {
            let next = lines.recv_timeout(MOMENT);
            if next.as_ref().is_ok_and(|next| matches!(next, Ok(None))) {
                late.clear();
            }
            output.write_all(&std::mem::take(&mut late))?;
            output.flush()?;
            match next {
                Ok(next) => next?,
                Err(RecvTimeoutError::Timeout) => lines.recv().unwrap_or(Ok(None))?,
                Err(RecvTimeoutError::Disconnected) => None,
            }
        };
        let Some(line) = line else {
            let code = perform(world.err, &mut output, player.ends(), &mut late)?;
            return Ok(code.unwrap_or_default());
        };
        acts = player.hears(&line);
    }
}

/// Reads in a thread of its own, so that what comes next need not be waited for.
fn reading(input: Box<dyn Read + Send>) -> Receiver<Next> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || {
        let mut lines = LineReader::new(input);
        loop {
            let line = next(&mut lines);
            let last = !matches!(line, Ok(Some(_)));
            // Nobody may be left to hear it.
            if sender.send(line).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// The next line that is not blank. One that is too long is as good as none that can be read.
fn next(lines: &mut LineReader<Box<dyn Read + Send>>) -> Next {
    loop {
        match lines.cut()? {
            Cut::End => return Ok(None),
            Cut::TooLong => return Ok(Some(Vec::new())),
            Cut::Line(bytes) | Cut::Unended(bytes) if bytes.trim_ascii().is_empty() => {}
            Cut::Line(bytes) | Cut::Unended(bytes) => return Ok(Some(bytes.to_vec())),
        }
    }
}

/// Does one thing after the other, but for what comes later; the exit code, when that was the end.
fn perform(
    err: &mut dyn Write,
    output: &mut dyn Write,
    acts: Vec<Act>,
    late: &mut Vec<u8>,
) -> Result<Option<u8>, Failure> {
    for act in acts {
        match act {
            Act::Write(bytes) => {
                output.write_all(&bytes)?;
                output.flush()?;
            }
            Act::Later(bytes) => late.extend(bytes),
            Act::Stderr(line) => writeln!(err, "{line}")?,
            Act::Exit(code) => return Ok(Some(code)),
            Act::Close(side) => {
                close(side)?;
                return Ok(Some(0));
            }
            Act::Stay => {
                sleep(STAYS);
                return Ok(Some(0));
            }
        }
    }
    Ok(None)
}

/// Closes one end of the wire and runs on. Rust's library closes neither, so this process becomes another
/// program that was started without that end: one that reads and says nothing, or one that does not read.
#[cfg(unix)]
fn close(side: Side) -> Result<(), Failure> {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};
    let error = match side {
        Side::Server => Command::new("cat").stdout(Stdio::null()).exec(),
        Side::Client => {
            Command::new("sleep").arg(STAYS.as_secs().to_string()).stdin(Stdio::null()).exec()
        }
    };
    Err(error.into())
}

/// Where a process cannot become another one, it ends.
#[cfg(not(unix))]
fn close(_: Side) -> Result<(), Failure> {
    Ok(())
}
