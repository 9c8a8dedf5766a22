//! What kind of recording a file is, told from its first lines and not from its name.

use super::book::Book;
use super::clients::{self, Clients};
use super::lines::FileLine;
use super::plain::{self, Plain};
use super::{jsonl, wire};
use std::collections::VecDeque;

/// A kind of recording, and what has to be known to read on.
pub(super) enum Format {
    Wire,
    Jsonl,
    Clients(Clients),
    Plain(Plain),
}

impl Format {
    /// The one that most of the first lines are of; of two alike the earlier in this list.
    pub(super) fn of(head: &VecDeque<FileLine>) -> Option<Self> {
        let kinds: [fn(&FileLine) -> bool; 4] =
            [wire::is_of_it, jsonl::is_of_it, clients::is_of_it, plain::is_of_it];
        let counts = kinds.map(|is_of_it| head.iter().filter(|line| is_of_it(line)).count());
        let most = counts.into_iter().max().filter(|most| *most > 0)?;
        Some(match counts.iter().position(|count| *count == most)? {
            0 => Self::Wire,
            1 => Self::Jsonl,
            2 => Self::Clients(Clients::default()),
            _ => Self::Plain(Plain::of(head.iter())),
        })
    }

    /// Reads one line.
    pub(super) fn read(&mut self, line: &FileLine, book: &mut Book) {
        match self {
            Self::Wire => wire::read(line, book),
            Self::Jsonl => jsonl::read(line, book),
            Self::Clients(clients) => clients.read(line, book),
            Self::Plain(plain) => plain.read(line, book),
        }
    }
}
