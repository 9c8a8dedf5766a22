//! `break SLUG`: the client of a session, played against a healthy server.

use super::find;
use crate::cli::clock::Clock;
use crate::cli::command::{OPT, Opt};
use crate::cli::failure::Failure;
use crate::cli::probe::duration;
use crate::cli::{Words, World};
use crate::doctor::examine_transcript;
use crate::servers::broken::{Awaited, Broken, Move, answer, broken, moves};
use crate::text::{Lang, Text};
use crate::transcript::Transcript;
use crate::transport::{After, Child, Crossing, Launch, Side, Transport};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::time::Duration;

/// How long an answer is waited for when nothing is said.
const PATIENCE: Duration = Duration::from_secs(3);

/// What `break` takes.
pub(in crate::cli) const OPTIONS: &[Opt] = &[Opt {
    name: "--timeout",
    value: Some("T"),
    about: Text::new(
        "how long the client waits for an answer: 3s, 500ms, 2m (default 3s)",
        "客户端等一个响应最多等多久：3s、500ms、2m（默认 3s）",
    ),
    ..OPT
}];

/// `break SLUG [-- CMD…]`: 1 when the doctor finds the fault, as it should.
pub(in crate::cli) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let lang = words.lang;
    let row = row(words)?;
    let timeout =
        words.value("--timeout").map_or(Ok(PATIENCE), |word| duration("--timeout", word, lang))?;
    let (launch, name) = launch(world, words, row)?;
    let child = Child::start(&launch).map_err(|error| Failure::Said(format!("{name}: {error}")))?;
    child.record(Crossing::Event(format!("server started: {name}")));
    let mut playing = Playing { child, timeout, ids: BTreeMap::new(), early: Vec::new() };
    let session = row.session().map_err(Failure::Said)?;
    playing.all(moves(&session))?;
    let report = examine_transcript(Transcript { crossings: playing.child.crossings() });
    let paint = world.paint(words.value("--color"));
    write!(world.out, "{}{}", report.log(lang, paint), report.verdict(lang, paint))?;
    Ok(u8::from(!report.is_healthy()))
}

/// The row that is named, if its client can be played.
fn row(words: &Words) -> Result<&'static Broken, Failure> {
    let lang = words.lang;
    let Some(slug) = words.operands.first() else {
        let clients = broken().filter(|row| row.side == Side::Client);
        let slugs: Vec<_> = clients.map(|row| row.slug).collect();
        return Err(Failure::Usage(match lang {
            Lang::En => format!("`break` needs the name of a broken client: {}", slugs.join(", ")),
            Lang::Zh => format!("`break` 后面要写出错客户端的名字：{}", slugs.join("、")),
        }));
    };
    let row = find(&slug.to_string_lossy(), lang)?;
    if row.side == Side::Client {
        return Ok(row);
    }
    let slug = row.slug;
    Err(Failure::Said(match (row.is_served(), lang) {
        (true, Lang::En) => format!(
            "in {slug} the server is broken, not the client: type mcp-lab probe -- mcp-lab serve broken/{slug}"
        ),
        (true, Lang::Zh) => format!(
            "{slug} 里有错的是服务器，不是客户端：请用 mcp-lab probe -- mcp-lab serve broken/{slug}"
        ),
        (false, Lang::En) => {
            format!("in {slug} no session comes about: type mcp-lab broken {slug} --answer")
        }
        (false, Lang::Zh) => {
            format!("{slug} 里会话根本没有开始：请用 mcp-lab broken {slug} --answer")
        }
    }))
}

/// How the server is started, and what that is called. The calculator knows the two short sessions. The long
/// ones need more than any server of ours has, and in some the server is of another kind: there it is the
/// healthy side of the session itself.
fn launch(world: &World<'_>, words: &Words, row: &Broken) -> io::Result<(Launch, String)> {
    if let [_, program, args @ ..] = words.operands.as_slice() {
        let launch = Launch { program: program.clone(), args: args.to_vec(), ..Launch::default() };
        let all = [program].into_iter().chain(args);
        let name: Vec<_> = all.map(|word| word.to_string_lossy()).collect();
        return Ok((launch, name.join(" ")));
    }
    let server = match row.made_from() {
        _ if !row.has_usual_server() => format!("healthy/{}", row.slug),
        "handshake" | "stateless" => "calculator".to_owned(),
        long => format!("healthy/{long}"),
    };
    let launch = Launch {
        program: (world.program)()?.into(),
        args: vec!["serve".into(), server.clone().into()],
        ..Launch::default()
    };
    Ok((launch, format!("mcp-lab serve {server}")))
}

/// A client on its way through the script.
struct Playing {
    child: Child,
    timeout: Duration,
    /// The ids that the server's questions really have, by those of the script.
    ids: BTreeMap<String, String>,
    /// What came before it was waited for.
    early: Vec<String>,
}

impl Playing {
    fn all(&mut self, moves: Vec<Move>) -> io::Result<()> {
        let (mut closed, mut open) = (false, true);
        for step in moves {
            // A server that is gone is told nothing more, but what it has said before is heard.
            open = open
                && match step {
                    Move::Send(bytes, ended) => self.send(bytes, ended),
                    Move::Answer(id, bytes, ended) => match self.ids.get(&id) {
                        Some(real) => self.send(answer(&bytes, &id, real), ended),
                        None => true,
                    },
                    Move::Wait(awaited) => self.wait(&awaited),
                    Move::Close => {
                        closed = self.close();
                        true
                    }
                };
        }
        let gone = !open && matches!(self.child.exited(self.timeout), Ok(Some(_)));
        if !closed && !gone {
            self.close();
        }
        self.end()
    }

    fn send(&mut self, bytes: Vec<u8>, ended: bool) -> bool {
        self.child.set_patience(Some(self.timeout));
        self.child.send_bytes(bytes, ended).is_ok()
    }

    fn close(&mut self) -> bool {
        self.child.record(Crossing::Event("client closed stdin".to_owned()));
        self.child.close();
        true
    }

    /// Waits for this; `false` when the server is gone.
    fn wait(&mut self, awaited: &Awaited) -> bool {
        if let Some(place) = self.early.iter().position(|line| awaited.is(line).is_some()) {
            let line = self.early.remove(place);
            self.found(awaited, &line);
            return true;
        }
        let clock = Clock::start();
        loop {
            let left = self.timeout.saturating_sub(clock.elapsed());
            self.child.set_patience(Some(left));
            match self.child.recv() {
                Ok(Some(line)) if self.found(awaited, &line) => return true,
                Ok(Some(line)) => self.keep(line),
                Ok(None) => return false,
                Err(error) if error.kind() == ErrorKind::InvalidData && !left.is_zero() => {}
                Err(_) => break,
            }
        }
        if let Awaited::Answer(_, method) = awaited {
            let waited = format!("client waited {:?} for the answer to {method}", self.timeout);
            self.child.record(Crossing::Event(waited));
        }
        true
    }

    fn found(&mut self, awaited: &Awaited, line: &str) -> bool {
        let found = awaited.is(line);
        if let (Awaited::Question(_, id), Some(real)) = (awaited, &found) {
            self.ids.insert(id.clone(), real.clone());
        }
        found.is_some()
    }

    /// Keeps what may be waited for later; a flood is not kept.
    fn keep(&mut self, line: String) {
        const MOST: usize = 1000;
        if self.early.len() < MOST {
            self.early.push(line);
        }
    }

    fn end(&mut self) -> io::Result<()> {
        let ended = self.child.end(self.timeout)?;
        let how =
            ended.status.code().map_or_else(|| ended.status.to_string(), |it| format!("code {it}"));
        let what = match ended.after {
            After::Itself | After::EndOfInput => format!("server exited with {how}"),
            After::Terminate => "server did not leave and was terminated".to_owned(),
            After::Kill => "server did not leave and was killed".to_owned(),
        };
        self.child.record(Crossing::Event(what));
        Ok(())
    }
}
