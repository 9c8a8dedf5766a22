//! What one side has asked so far.

use super::asked::Asked;
use super::offers;
use crate::jsonrpc::Id;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many requests of one side may be open at once before the oldest are forgotten.
const MAX_OPEN: usize = 10_000;

/// How many ids are remembered that do not come one after the other.
const MAX_IDS: usize = 500_000;

/// How many of the requests answered last are remembered whole.
const RECENT: usize = 64;

/// How many answers are remembered that came before they were asked for, or whose request was lost.
const MAX_EARLY: usize = 16;

/// Such an answer of more bytes is not remembered whole.
const MAX_EARLY_BYTES: usize = 64 * 1024;

/// How much room the params of all open requests may take, in bytes of their lines.
const MAX_ROOM: usize = 2 * 1024 * 1024;

/// The requests of one side. The two sides number theirs apart from each other.
#[derive(Debug, Default)]
pub struct Party {
    open: BTreeMap<String, Asked>,
    /// In the order in which they were asked.
    order: BTreeSet<(usize, String)>,
    /// Answered, newest last.
    recent: VecDeque<Asked>,
    used: Ids,
    /// Answers to nothing that was asked so far, newest last.
    early: VecDeque<Early>,
    /// What the params of the open ones take.
    room: usize,
}

/// An answer that came before anybody had asked.
#[derive(Debug)]
struct Early {
    key: String,
    at: usize,
    line: String,
}

impl Party {
    /// Whether an id was used before.
    pub fn used(&self, id: &Id<'_>) -> bool {
        self.used.has(id)
    }

    /// The open request of this id.
    pub fn open(&self, id: &Id<'_>) -> Option<&Asked> {
        self.open.get(&key(id))
    }

    /// Every open request, in the order in which they were asked.
    pub fn each_open(&self) -> impl DoubleEndedIterator<Item = &Asked> {
        self.order.iter().filter_map(|(_, key)| self.open.get(key))
    }

    /// The requests answered last, newest first.
    pub fn answered(&self) -> impl Iterator<Item = &Asked> {
        self.recent.iter().rev()
    }

    pub(super) fn ask(&mut self, mut asked: Asked) {
        self.used.add(&asked.id);
        let key = key(&asked.id);
        self.drop_open(&key);
        if self.room + asked.room > MAX_ROOM {
            asked.forget();
        }
        self.room += asked.room;
        self.order.insert((asked.at, key.clone()));
        self.open.insert(key, asked);
        if self.open.len() > MAX_OPEN
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.drop_open(&oldest);
        }
    }

    fn drop_open(&mut self, key: &str) -> Option<Asked> {
        let asked = self.open.remove(key)?;
        self.order.remove(&(asked.at, key.to_owned()));
        self.room -= asked.room;
        Some(asked)
    }

    /// The open request of this id, which is answered now.
    pub(super) fn take(&mut self, id: &Id<'_>) -> Option<Asked> {
        self.drop_open(&key(id))
    }

    /// It was answered.
    pub(super) fn remember(&mut self, asked: Asked) {
        self.recent.push_back(asked);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// Where an answer of this id came before its request, which is at `now`. A request that opens a session may
    /// count from the start again: only the line right before it can be its answer.
    pub fn early(&self, id: &Id<'_>, now: usize, opens: bool) -> Option<usize> {
        if self.early.is_empty() {
            return None;
        }
        let key = key(id);
        let early = self.early.iter().rev().find(|it| it.key == key)?;
        (!opens || early.at + 1 == now).then_some(early.at)
    }

    pub(super) fn answer_early(&mut self, id: &Id<'_>, at: usize, line: &str) {
        let line = if line.len() > MAX_EARLY_BYTES { "" } else { line };
        self.early.push_back(Early { key: key(id), at, line: line.to_owned() });
        if self.early.len() > MAX_EARLY {
            self.early.pop_front();
        }
    }

    /// Place and line of the answer of this id that came before its request, which is at `now`; empty when it was very long.
    pub(super) fn take_early(
        &mut self,
        id: &Id<'_>,
        now: usize,
        opens: bool,
    ) -> Option<(usize, String)> {
        let at = self.early(id, now, opens);
        if opens {
            self.early.retain(|it| Some(it.at) == at);
        }
        let index = self.early.iter().position(|it| Some(it.at) == at)?;
        self.early.remove(index).map(|it| (it.at, it.line))
    }

    pub(super) fn cancel(&mut self, id: &Id<'_>, at: usize) {
        if let Some(asked) = self.open.get_mut(&key(id)) {
            asked.cancelled = Some(at);
        }
    }
}

/// `1` and `"1"` are two ids, `"é"` and `"\u00e9"` are one; a very long one is known by its length and a hash.
pub(super) fn key(id: &Id<'_>) -> String {
    let written = match id {
        Id::Number(number) => number.as_written().to_owned(),
        Id::String(string) => format!("\"{}\"", offers::key(string)),
    };
    if written.len() <= 100 {
        return written;
    }
    let mut hasher = DefaultHasher::new();
    written.hash(&mut hasher);
    format!("{} bytes, {:x}", written.len(), hasher.finish())
}

/// A set of ids. Most clients count, so runs of numbers take no room.
#[derive(Debug, Default)]
struct Ids {
    /// First and last of a run.
    runs: BTreeMap<i64, i64>,
    others: BTreeSet<String>,
}

impl Ids {
    fn has(&self, id: &Id<'_>) -> bool {
        match number(id) {
            Some(number) => self.run(number).is_some_and(|(_, last)| number <= last),
            None => self.others.contains(&key(id)),
        }
    }

    fn run(&self, number: i64) -> Option<(i64, i64)> {
        self.runs.range(..=number).next_back().map(|(first, last)| (*first, *last))
    }

    fn add(&mut self, id: &Id<'_>) {
        if self.has(id) || self.runs.len() + self.others.len() >= MAX_IDS {
            return;
        }
        let Some(number) = number(id) else {
            self.others.insert(key(id));
            return;
        };
        let next = number.checked_add(1).and_then(|next| self.runs.remove(&next));
        let last = next.unwrap_or(number);
        match self.run(number).filter(|(_, last)| last.checked_add(1) == Some(number)) {
            Some((first, _)) => self.runs.insert(first, last),
            None => self.runs.insert(number, last),
        };
    }
}

/// A number that is written as clients count: `2.0` is another id than `2`.
fn number(id: &Id<'_>) -> Option<i64> {
    if let Id::Number(number) = id { number.as_written().parse().ok() } else { None }
}
