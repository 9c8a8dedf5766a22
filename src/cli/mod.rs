//! Chapter 14. The command line: words into a command, and nothing else.
//!
//! ```text
//! mcp-lab                       = mcp-lab lesson six-step
//! mcp-lab lesson [SLUG] …       a session, explained
//! mcp-lab lessons               which there are
//! mcp-lab serve SERVER          a server on stdin and stdout, or over HTTP, for any client
//! mcp-lab probe -- CMD …        at which step a server stops, and why; also: probe URL
//! mcp-lab tap -- CMD …          stands in for a server, and writes down what is said
//! mcp-lab broken [SLUG]         broken sessions, one fault each, as riddles
//! mcp-lab break SLUG            a broken client against a healthy server
//! mcp-lab doctor FILE…          the same of a session that was recorded
//! mcp-lab revisions             which revisions of MCP there are, and what each changed
//! mcp-lab bench [FILE…]         how fast this machine runs it
//! mcp-lab help [COMMAND]
//! ```
//!
//! One table, `COMMANDS`, drives dispatch, `help` and the tests. This is the only chapter that
//! touches clock, environment, terminal and exit code; everything it needs of them comes in as a
//! `World`, so that a test can hand in another one.
//!
//! Exit codes: 0 done, 1 a finding, 2 wrong usage or something that could not be read or written; `tap` ends
//! as its server does.

mod bench;
mod broken;
mod chance;
mod clock;
mod command;
mod conformance;
mod doctor;
mod declines;
mod failure;
mod help;
mod human;
mod launch;
mod lesson;
mod live;
mod misplaced;
mod nearest;
mod probe;
mod revisions;
mod serve;
mod stdin;
mod tap;
mod words;
mod world;

pub use command::{COMMANDS, Command, Opt, UNLISTED};
pub use failure::Failure;
pub use stdin::{LOOKS, Stdin};
pub use words::Words;
pub use world::{Streams, World};

use crate::text::{Lang, Text};
use std::ffi::OsString;
use std::io;

/// Runs one command line, the program's own name left out, and says the exit code.
pub fn run(world: &mut World<'_>, words: &[OsString]) -> u8 {
    let lang = world.lang(words);
    match dispatch(world, words, lang).and_then(|code| Ok(world.out.flush().map(|()| code)?)) {
        Ok(code) => code,
        // Whoever read our output has had enough: `mcp-lab | head -1`.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            let hint = HINT.get(lang);
            let message = match failure {
                Failure::Usage(_) => format!("mcp-lab: {failure}\n{hint}\n"),
                Failure::Io(_) | Failure::Said(_) => format!("mcp-lab: {failure}\n"),
            };
            // When stderr is gone too, the exit code still says it.
            let _ = world.err.write_all(message.as_bytes());
            2
        }
    }
}

const HINT: Text = Text::new("mcp-lab help shows what there is", "用 mcp-lab help 查看全部用法");

fn dispatch(world: &mut World<'_>, words: &[OsString], lang: Lang) -> Result<u8, Failure> {
    let (command, rest) = command::find(words, lang)?;
    let words = Words::read(command, rest, lang)?;
    if words.has("--help") {
        return help::of(world, command, lang);
    }
    (command.run)(world, &words)
}
