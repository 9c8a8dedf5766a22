//! What a pattern needs that it may not, and where.

use super::{MAX_GROUPS, MAX_PROGRAM};
use std::fmt;

/// Why a pattern is refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong there.
    pub problem: PatternProblem,
    /// Characters from the start of the pattern, first character 0.
    pub offset: usize,
}

/// What is wrong with a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternProblem {
    /// `(?=`, `(?!`, `(?<=`, `(?<!`: needs going back.
    Lookaround(&'static str),
    /// `\1`, `\k<name>`: needs going back.
    Backreference,
    /// `(?` and something that begins no group we know.
    Group,
    /// `(` without `)`.
    OpenGroup,
    /// `)` without `(`.
    ClosedGroup,
    /// `[` without `]`.
    OpenClass,
    /// `z-a`: from more to less.
    Range,
    /// `*`, `+`, `?` or `{…}` with nothing before it that could be repeated.
    NothingToRepeat,
    /// `{5,3}`: from more to less.
    Repeat,
    /// A backslash before something it means nothing with, or at the end.
    Escape,
    /// `\p{…}` of a class that is not in our tables: its name.
    Property(String),
    /// More than [`MAX_GROUPS`] groups inside each other.
    TooDeep,
    /// More than [`MAX_PROGRAM`] steps.
    TooLong,
}

impl fmt::Display for PatternProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lookaround(opening) => {
                return write!(f, "lookaround `{opening}` is not supported");
            }
            Self::Property(name) => {
                return write!(f, "the character class `\\p{{{name}}}` is not supported");
            }
            Self::TooDeep => return write!(f, "more than {MAX_GROUPS} groups inside each other"),
            Self::TooLong => return write!(f, "repetitions make more than {MAX_PROGRAM} steps"),
            Self::Backreference => "a reference back to a group is not supported",
            Self::Group => "unknown kind of group",
            Self::OpenGroup => "`(` is never closed",
            Self::ClosedGroup => "`)` closes nothing",
            Self::OpenClass => "`[` is never closed",
            Self::Range => "a range from more to less",
            Self::NothingToRepeat => "nothing to repeat",
            Self::Repeat => "a repetition from more to less",
            Self::Escape => "unknown escape",
        })
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at character {}", self.problem, self.offset)
    }
}

impl std::error::Error for PatternError {}
