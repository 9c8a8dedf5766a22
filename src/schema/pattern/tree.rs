//! A pattern as a tree.

/// One part of a pattern.
#[derive(Debug)]
pub(super) enum Tree {
    /// One code point.
    Point(u32),
    /// One code point of a set, by its place in the list of sets.
    Set(usize),
    /// A place between two code points.
    Edge(Edge),
    /// One after the other.
    Sequence(Vec<Tree>),
    /// Any one of these.
    Choice(Vec<Tree>),
    /// At least `least` times, at most `most` times if there is a limit. Whether it is greedy makes
    /// no difference: only yes or no is asked.
    Repeat { body: Box<Tree>, least: u32, most: Option<u32> },
}

/// A place between two code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`
    Word,
    /// `\B`
    NoWord,
}
