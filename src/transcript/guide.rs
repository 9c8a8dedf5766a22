//! What a teacher adds to a session.

use super::{Label, Notes};
use crate::text::Text;

/// The words that lead through one session, step by step.
#[derive(Debug)]
pub struct Guide {
    /// What the session is called.
    pub title: Text,
    /// The parts of the session, in order; together they cover all of it.
    pub steps: &'static [Step],
    /// What one should be able to answer afterwards, and the answers.
    pub questions: &'static [(Text, Text)],
    /// What to try next.
    pub try_it: Text,
}

/// A part of a session that is looked at in one piece.
#[derive(Debug)]
pub struct Step {
    /// Its heading.
    pub title: Text,
    /// What to think about before reading on.
    pub ask: Text,
    /// How many lines of the `.wire` format it takes.
    pub lines: usize,
    /// Remarks to hang under them.
    pub notes: Notes,
}

/// A remark under a line of the wire.
#[derive(Debug)]
pub struct Note {
    /// Line within the step, first line 1.
    pub line: usize,
    /// What kind of remark this is.
    pub label: Label,
    /// The remark.
    pub text: Text,
}
