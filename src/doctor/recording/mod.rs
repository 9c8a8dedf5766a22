//! Reading recorded sessions: the `.wire` format, and what else people have.
//!
//! ```text
//! wire       client -> {…}                                  what `tap`, `probe` and `lesson` write
//! jsonl      {"line":1,"from":"client",…}                   what `lesson --format jsonl` writes
//! clients    2025-03-12T10:11:12Z [x] [info] Message …      logs of Claude Desktop, VS Code, Cursor
//! plain      → {…}                                          a message on each line, marked or not
//! sentences  MCP error -32000: Connection closed            what a client has said, pasted
//! ```
//!
//! A file is read line by line and never kept, so it may be of any size.

mod book;
mod clients;
mod column;
mod format;
mod jsonl;
mod lines;
mod marks;
mod outline;
mod plain;
mod sentences;
mod session;
mod unreadable;
mod whose;
mod wire;

pub(super) use lines::{FileLine, Lines};
pub(super) use sentences::reported;
pub use unreadable::unreadable;

use super::finding::Finding;
use super::report::Report;
use crate::transcript::{Transcript, WireError};
use book::Book;
use format::Format;
use sentences::Hint;
use session::{Columns, Told};
use std::io::{self, BufRead};
use unreadable::{nothing, why_not};

/// A file that was read.
#[derive(Debug, Default)]
pub struct Recording {
    /// What is wrong with the session in it: of several the first broken one, else the last.
    pub report: Report,
    columns: Columns,
}

/// What came of reading a file.
pub type Reading = Result<Recording, super::Said>;

impl Recording {
    /// The column at which a finding stands on its line of the file, first 1, in UTF-16 code units;
    /// `None` when nobody can point at it.
    pub fn column(&self, finding: &Finding) -> Option<usize> {
        self.columns.get(&(finding.crossing?, finding.byte?)).copied()
    }
}

impl From<Told> for Recording {
    fn from(told: Told) -> Self {
        Self { report: told.report, columns: told.columns }
    }
}

/// What is wrong with a recorded session, whatever format it is written in. The places of findings are lines
/// of the file, first line 1. A file that holds no session is said to be unreadable, and why.
///
/// # Errors
/// The file cannot be read.
pub fn examine(input: &mut dyn BufRead) -> io::Result<Reading> {
    let mut lines = Lines::new(input);
    let head = lines.head()?;
    if let Some(why) = why_not(head) {
        return Ok(Err(why));
    }
    let format = Format::of(head);
    let pasted = Hint::pasted(head);
    if let Some(mut format) = format {
        let (mut book, mut line) = (Book::default(), FileLine::default());
        while lines.next(&mut line)? {
            format.read(&line, &mut book);
        }
        // A single error is no session: what is known of its words says more.
        let told = book.finish().filter(|told| pasted.is_none() || !told.is_single());
        if let Some(told) = told {
            return Ok(Ok(told.into()));
        }
    }
    Ok(match pasted {
        Some(hint) => Ok(hint.alone()),
        None => Err(nothing()),
    })
}

/// What is wrong with a session in the `.wire` format, all of whose lines must be of that.
///
/// # Errors
/// A line that is none of the format.
pub fn examine_wire(text: &str) -> Result<Report, WireError> {
    Transcript::from_wire(text)?;
    let (mut book, mut line) = (Book::default(), FileLine::default());
    let mut bytes = text.as_bytes();
    let mut lines = Lines::new(&mut bytes);
    while lines.next(&mut line).unwrap_or_default() {
        wire::read(&line, &mut book);
    }
    let told = book.finish().unwrap_or_default();
    Ok(Report { recorded: true, ..told.report })
}
