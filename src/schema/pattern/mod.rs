//! Patterns: does a text hold a place that looks like this? In time linear in the text.
//!
//! ```text
//! ^a+(b|c)$ ── parse ──► Tree ── emit ──► Program ── run ──► yes or no
//! ```
//!
//! The text is read once. All ways in which the pattern could go on are followed side by side, each
//! at most once per character, so that no pattern can make the reader go back: `^(a*)*b$` costs no
//! more than `^ab$` on the same text, times the length of the pattern.
//!
//! Simplified: what needs going back, `(?=…)` and `\1`, is refused, and so are the classes `\p{…}`
//! that would need large tables. What follows annex B of ECMA-262: `{` and `]` may stand for
//! themselves.
//!
//! Source: ECMA-262 (2024) §22.2, as JSON Schema asks; K. Thompson, Regular Expression Search
//! Algorithm, 1968.

mod parse;
mod tree;
mod escape;
mod brackets;
mod set;
mod class;
mod borders;
mod program;
mod run;
mod error;

pub use error::{PatternError, PatternProblem};
pub(super) use run::Threads;

use program::Program;

/// Groups inside each other, in levels: each costs a stack frame while the pattern is read.
pub const MAX_GROUPS: usize = 100;

/// The longest program of one pattern, in steps. A character, a class or a choice is one step, and
/// `x{3,5}` is five times that of `x`, so this is what bounds counted repetition.
pub const MAX_PROGRAM: usize = 50_000;

/// A compiled pattern of ECMA-262, read by code points, that may match anywhere in a text.
///
/// ```
/// use mcp_lab::schema::Pattern;
/// let pattern = Pattern::compile(r"^\d{4}-\d\d$")?;
/// assert!(pattern.is_match("2025-06"));
/// assert!(!pattern.is_match("2025-6"));
/// let error = Pattern::compile(r"(?=a)").unwrap_err();
/// assert_eq!(error.to_string(), "lookaround `(?=` is not supported, at character 0");
/// # Ok::<(), mcp_lab::schema::PatternError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Pattern {
    written: String,
    program: Program,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// The first place that is not a pattern or needs what is not supported.
    pub fn compile(written: &str) -> Result<Self, PatternError> {
        let (tree, sets) = parse::parse(written)?;
        let program = Program::of(&tree, sets).ok_or(PatternError {
            problem: PatternProblem::TooLong,
            offset: written.chars().count(),
        })?;
        Ok(Self { written: written.to_owned(), program })
    }

    /// The pattern as it was written.
    pub fn as_written(&self) -> &str {
        &self.written
    }

    /// Whether some place in the text looks like this.
    pub fn is_match(&self, text: &str) -> bool {
        let points = text.chars().map(u32::from);
        run::search(&self.program, points, &mut Threads::default(), &mut u64::MAX.clone())
            .unwrap_or_default()
    }

    /// The same for code points, within a number of steps: `None` when they did not suffice. What
    /// was used is taken off.
    pub(super) fn search(
        &self,
        points: impl Iterator<Item = u32>,
        threads: &mut Threads,
        steps: &mut u64,
    ) -> Option<bool> {
        run::search(&self.program, points, threads, steps)
    }

    /// The steps of its program.
    pub(super) fn size(&self) -> usize {
        self.program.ops.len()
    }
}
