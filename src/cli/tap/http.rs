//! `tap --http LISTEN --to URL`: the same over HTTP, where nobody starts anything.
//!
//! A client is told this address instead of the server's. Every byte is passed on as it came, `Host` too: a
//! server that lets in only its own name has to be told this one.

use super::books::Books;
use super::talk::Talk;
use crate::cli::clock::now;
use crate::cli::failure::Failure;
use crate::cli::{Streams, Words, World};
use crate::text::{Lang, Text, visible};
use crate::transport::http::{Copied, Copies, HttpRelay, Scheme, Url};
use crate::transport::{Crossing, Tape};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::Duration;

/// How long the last connections are waited for, in steps of 10 ms.
const LAST_STEPS: u32 = 50;

/// Passes connections on; `None` when that was not asked for.
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Option<Result<u8, Failure>> {
    let (at, to) = (words.value("--http"), words.value("--to"));
    match (at, to) {
        (None, None) => None,
        (Some(at), Some(to)) => Some(relay(world, words, at, to)),
        _ => Some(Err(Failure::Usage(BOTH.get(words.lang).to_owned()))),
    }
}

const BOTH: Text = Text::new(
    "`--http` and `--to` belong together: tap --http 8080 --to http://127.0.0.1:3000/mcp --log FILE",
    "`--http` 和 `--to` 要一起写：tap --http 8080 --to http://127.0.0.1:3000/mcp --log FILE",
);
const NO_TLS: Text = Text::new(
    "`--to` takes an http:// URL: what is encrypted cannot be read along",
    "`--to` 要写 http:// 开头的 URL：加密的内容没法旁听",
);
const NO_COMMAND: Text = Text::new(
    "with `--http` no server is started: leave out the command",
    "用了 `--http` 就不启动服务器：请去掉后面的命令",
);

fn relay(world: &mut World<'_>, words: &Words, at: &str, to: &str) -> Result<u8, Failure> {
    let url = url(words, to)?;
    // The port is always named: what is dialled is a host and a port.
    let dialled = format!("{}:{}", url.host, url.port);
    let (relay, copies) = listen(at, &dialled, words.lang)?;
    let address = relay.local_addr()?;
    let books = Books::open(words, world.streams)?;
    let event = format!("client speaks to {}{}", url.origin(), url.path);
    books.tape.copy(&Crossing::Event(event), now());
    write_along(Arc::clone(&books.tape), copies, dialled)?;
    writeln!(world.out, "http://{address}{}", url.path)?;
    world.out.flush()?;
    if words.has("--stop-on-eof") {
        until_eof(world, relay)?;
    } else {
        relay.run();
    }
    for late in books.close() {
        writeln!(world.err, "mcp-lab: {late}")?;
    }
    Ok(0)
}

/// The server's URL.
fn url(words: &Words, to: &str) -> Result<Url, Failure> {
    let usage = |text: Text| Failure::Usage(text.get(words.lang).to_owned());
    if !words.operands.is_empty() {
        return Err(usage(NO_COMMAND));
    }
    let url = Url::parse(to).map_err(|error| {
        Failure::Usage(format!("`--to {}`: {}", visible(to), error.said(words.lang)))
    })?;
    if url.scheme == Scheme::Https { Err(usage(NO_TLS)) } else { Ok(url) }
}

/// A port alone is one of this machine.
fn listen(at: &str, to: &str, lang: Lang) -> Result<(HttpRelay, Copies), Failure> {
    let alone = at.bytes().all(|byte| byte.is_ascii_digit());
    let at = if alone { format!("127.0.0.1:{at}") } else { at.to_owned() };
    HttpRelay::bind(at.as_str(), to).map_err(|error| {
        let shown = visible(&at);
        Failure::Said(match lang {
            Lang::En => format!("{shown}: cannot listen there: {error}"),
            Lang::Zh => format!("{shown}：无法在这里监听：{error}"),
        })
    })
}

/// Passes connections on until stdin ends, and what has passed is written down.
fn until_eof(world: &World<'_>, relay: HttpRelay) -> io::Result<()> {
    let relay = Arc::new(relay);
    let runs = Arc::clone(&relay);
    thread::Builder::new().name("relay".to_owned()).spawn(move || runs.run())?;
    let Streams { mut input, .. } = (world.streams)();
    // Whatever comes is not for us; an end is an end, however it comes.
    let _ = io::copy(&mut input, &mut io::sink());
    for _ in 0..LAST_STEPS {
        if relay.is_idle() {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Reads along, on a thread of its own.
fn write_along(tape: Arc<Tape>, mut copies: Copies, server: String) -> io::Result<()> {
    let work = move || {
        let mut talks = BTreeMap::new();
        while let Some(copied) = copies.take() {
            take(copied, &mut talks, &server, &mut |crossing| tape.copy(&crossing, now()));
            tape.write_down();
        }
    };
    thread::Builder::new().name("copies".to_owned()).spawn(work).map(drop)
}

/// What was said on each connection, and how many of its two ways have ended.
type Talks = BTreeMap<u64, (Talk, usize)>;

fn take(copied: Copied, talks: &mut Talks, server: &str, tell: &mut dyn FnMut(Crossing)) {
    match copied {
        Copied::Bytes(number, way, bytes) => {
            let (talk, _) = talks.entry(number).or_insert_with(|| (Talk::new(), 0));
            talk.passed(way, &bytes, tell);
        }
        Copied::LeftOut(number, _) => {
            tell(Crossing::Note("what crossed too fast to be read along was left out".to_owned()));
            talks.remove(&number);
        }
        Copied::End(number, way) => {
            let Some((talk, ended)) = talks.get_mut(&number) else { return };
            talk.ended(way, tell);
            *ended += 1;
            if *ended == 2 {
                talks.remove(&number);
            }
        }
        Copied::Unreached(number, why) => {
            talks.remove(&number);
            tell(Crossing::Event(format!("server could not be reached: {server}: {why}")));
        }
    }
}
