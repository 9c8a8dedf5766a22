//! Sets in brackets: `[a-z_]`, `[^\d-]`.

use super::error::{PatternError, PatternProblem};
use super::escape::Escape;
use super::parse::{Parser, fail};
use super::set::Set;

impl Parser {
    /// Behind `[`.
    pub(super) fn brackets(&mut self) -> Result<Set, PatternError> {
        let start = self.at() - 1;
        let mut set = Set::new(self.take('^'));
        while let Some(next) = self.peek() {
            if next == ']' {
                self.next();
                return Ok(set.sorted());
            }
            let place = self.at();
            let first = self.bracketed()?;
            let after = self.at();
            // A hyphen is itself at the end, and beside a class.
            let range = self.take('-') && self.peek().is_some_and(|next| next != ']');
            match (first, if range { Some(self.bracketed()?) } else { None }) {
                (Escape::Point(low), Some(Escape::Point(high))) if low > high => {
                    return fail(PatternProblem::Range, place);
                }
                (Escape::Point(low), Some(Escape::Point(high))) => set.range(low, high),
                (first, _) => {
                    self.back(after);
                    set.add(first);
                }
            }
        }
        fail(PatternProblem::OpenClass, start)
    }

    /// One code point or class between brackets.
    fn bracketed(&mut self) -> Result<Escape, PatternError> {
        match self.next() {
            Some('\\') if self.take('b') => Ok(Escape::Point(8)),
            Some('\\') => self.either(),
            Some(itself) => Ok(Escape::Point(itself.into())),
            None => fail(PatternProblem::OpenClass, self.at()),
        }
    }
}
