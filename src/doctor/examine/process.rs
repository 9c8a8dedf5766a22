//! The process and its pipes, as far as a recording shows them.

use super::asked::Asked;
use super::event::Event;
use super::facts::Facts;
use super::seen::Raw;
use crate::doctor::finding::start_of;
use crate::doctor::last_words::{misses, wants};
use crate::mcp::INITIALIZE;
use crate::mcp::stateless::{DISCOVER, SUBSCRIPTIONS_LISTEN};
use crate::transport::Side;
use std::collections::VecDeque;

/// How many of the last lines of stderr are remembered.
const LAST_WORDS: usize = 20;

/// How much of such a line, in characters.
const WORD: usize = 400;

/// How much is remembered of what came without a newline, in characters.
const UNENDED: usize = 400;

/// What happened beside the messages, each with its place.
#[derive(Debug, Default)]
pub struct Process {
    /// The server was started: with what command.
    pub started: Option<(usize, String)>,
    /// It could not be: why.
    pub not_started: Option<(usize, String)>,
    /// It ended: how.
    pub exited: Option<(usize, String)>,
    /// It did not leave when it should have.
    pub stayed: Option<usize>,
    /// Its stdin was closed.
    pub stdin_closed: Option<usize>,
    /// It closed a pipe: which.
    pub closed: Option<(usize, String)>,
    /// An answer was waited for in vain: how long.
    pub waited: Option<(usize, String)>,
    /// Nobody listens at its URL: why.
    pub unreached: Option<(usize, String)>,
    /// An exchange over HTTP brought no message, the first that did not: what it brought.
    pub no_message: Option<(usize, String)>,
    /// An answer over HTTP broke off, the first that did: how.
    pub cut_off: Option<(usize, String)>,
    /// The last lines of its stderr, the last one last.
    pub last_words: VecDeque<String>,
    /// Whether the client's last line was no JSON, and the server has said nothing since.
    pub unreadable: bool,
    /// The client's last line that was no JSON: its place.
    pub spoilt: Option<usize>,
    /// The last line of the server's stdout: its place.
    pub spoke: Option<usize>,
    /// What the server said last without a newline: its place, how it begins, whether it is whole JSON.
    pub unended: Option<(usize, String, bool)>,
}

/// How a recording ends.
#[derive(Debug)]
pub struct End {
    /// Place of the first request of the client that nobody answered and nobody gave up, with its method.
    pub owed: Option<(usize, String)>,
    /// Whether the process has ended, and nobody had closed its stdin before.
    pub gone: bool,
    /// Whether somebody closed the session, or an end of it was seen: otherwise the recording just stops.
    pub over: bool,
    /// Whether the recording ends here, and not only one of the processes in it.
    pub last: bool,
}

impl Process {
    pub(super) fn stderr(&mut self, line: &str) {
        if self.last_words.len() == LAST_WORDS {
            self.last_words.pop_front();
        }
        self.last_words.push_back(start_of(line, WORD));
    }

    pub(super) fn event(&mut self, at: usize, event: &Event) {
        match event {
            Event::Started(command) => self.started = Some((at, command.clone())),
            Event::NotStarted(why) => self.not_started = Some((at, why.clone())),
            Event::Exited(how) => self.exited = Some((at, how.clone())),
            Event::Stayed => self.stayed = Some(at),
            Event::ClientClosed => self.stdin_closed = Some(at),
            Event::ServerClosed(pipe) => self.closed = Some((at, pipe.clone())),
            Event::Waited(what) => {
                let how_long = what.split_once(" for ").map_or(what.as_str(), |(time, _)| time);
                self.waited = Some((at, how_long.to_owned()));
            }
            Event::Unreached(why) => self.unreached = Some((at, why.clone())),
            Event::NoMessage(what) => {
                self.no_message.get_or_insert_with(|| (at, what.clone()));
            }
            Event::CutOff(how) => {
                self.cut_off.get_or_insert_with(|| (at, how.clone()));
            }
            Event::OnPurpose(_) | Event::Other => {}
        }
    }

    pub(super) fn line(&mut self, at: usize, raw: &Raw<'_>) {
        self.unreadable = raw.side == Side::Client && (raw.error.is_some() || raw.text.is_none());
        if self.unreadable {
            self.spoilt = Some(at);
        }
        if raw.side == Side::Server {
            self.spoke = Some(at);
            let text = String::from_utf8_lossy(raw.bytes);
            let whole = raw.error.is_none() && raw.text.is_some();
            self.unended = (!raw.ended).then(|| (at, start_of(&text, UNENDED), whole));
        }
    }
}

impl End {
    pub(super) fn of(facts: &Facts) -> Self {
        // A subscription is answered only when the server ends it, and initialize cannot be given up.
        let waits = |asked: &&Asked| match asked.method.as_str() {
            _ if facts.trials.by_head(asked.at) => false,
            SUBSCRIPTIONS_LISTEN => false,
            INITIALIZE => true,
            _ => asked.cancelled.is_none(),
        };
        let owed = facts.client.each_open().find(waits);
        let process = &facts.process;
        let over = process.exited.is_some()
            || process.stayed.is_some()
            || process.stdin_closed.is_some()
            || process.closed.is_some()
            || process.waited.is_some();
        let early = |at: usize| process.stdin_closed.is_none_or(|closed| closed > at);
        let gone = process.exited.as_ref().is_some_and(|(at, _)| early(*at));
        Self { gone, owed: owed.map(|asked| (asked.at, asked.method.clone())), over, last: true }
    }
}

/// Where and how a process ended that was asked nothing but `server/discover`, and had said nothing.
pub(in crate::doctor) fn killed(facts: &Facts) -> Option<(usize, String)> {
    let process = &facts.process;
    let (at, how) = process.exited.as_ref()?;
    let mut open = facts.client.each_open();
    let alone = open.next().is_some_and(|asked| asked.method == DISCOVER) && open.next().is_none();
    let first =
        alone && process.spoke.is_none() && process.stdin_closed.is_none_or(|closed| closed > *at);
    let missing = misses(&process.last_words) || wants(&process.last_words);
    (first && !missing).then(|| (*at, how.clone()))
}
