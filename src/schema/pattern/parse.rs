//! The grammar of patterns, a function for each rule.

use super::MAX_GROUPS;
use super::error::{PatternError, PatternProblem};
use super::set::Set;
use super::tree::{Edge, Tree};

/// Reads a whole pattern.
pub(super) fn parse(written: &str) -> Result<(Tree, Vec<Set>), PatternError> {
    let mut parser =
        Parser { text: written.chars().collect(), at: 0, left: MAX_GROUPS, sets: Vec::new() };
    let tree = parser.choice()?;
    match parser.peek() {
        None => Ok((tree, parser.sets)),
        Some(_) => parser.fail(PatternProblem::ClosedGroup),
    }
}

/// A place in a pattern.
pub(super) struct Parser {
    text: Vec<char>,
    at: usize,
    /// Groups that may still be opened inside each other.
    left: usize,
    /// The sets so far: a tree names them by their places, so that repeating one costs nothing.
    sets: Vec<Set>,
}

impl Parser {
    /// `a|b`
    fn choice(&mut self) -> Result<Tree, PatternError> {
        let mut choices = vec![self.sequence()?];
        while self.take('|') {
            choices.push(self.sequence()?);
        }
        match choices.pop() {
            Some(only) if choices.is_empty() => Ok(only),
            last => {
                choices.extend(last);
                Ok(Tree::Choice(choices))
            }
        }
    }

    /// `ab*c`
    fn sequence(&mut self) -> Result<Tree, PatternError> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let part = self.atom()?;
            parts.push(self.repeated(part)?);
        }
        Ok(Tree::Sequence(parts))
    }

    fn atom(&mut self) -> Result<Tree, PatternError> {
        let Some(next) = self.peek() else { return Ok(Tree::Sequence(Vec::new())) };
        if matches!(next, '*' | '+' | '?') || (next == '{' && self.counts().is_some()) {
            return self.fail(PatternProblem::NothingToRepeat);
        }
        self.at += 1;
        Ok(match next {
            '^' => Tree::Edge(Edge::Start),
            '$' => Tree::Edge(Edge::End),
            '.' => self.set(Set::any_but_line_ends()),
            '[' => {
                let set = self.brackets()?;
                self.set(set)
            }
            '(' => return self.group(),
            '\\' => return self.escape(),
            itself => Tree::Point(itself.into()),
        })
    }

    /// Behind `(`.
    fn group(&mut self) -> Result<Tree, PatternError> {
        const LOOKAROUND: [&str; 4] = ["(?=", "(?!", "(?<=", "(?<!"];
        let start = self.at - 1;
        if let Some(opening) = LOOKAROUND.into_iter().find(|opening| self.stands(start, opening)) {
            return fail(PatternProblem::Lookaround(opening), start);
        }
        if self.take('?') && !self.take(':') && !(self.take('<') && self.name()) {
            return fail(PatternProblem::Group, start);
        }
        if self.left == 0 {
            return fail(PatternProblem::TooDeep, start);
        }
        self.left -= 1;
        let inside = self.choice()?;
        self.left += 1;
        if self.take(')') { Ok(inside) } else { fail(PatternProblem::OpenGroup, start) }
    }

    /// The name of a group and its `>`.
    fn name(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_alphanumeric() || matches!(next, '_' | '$')) {
            self.at += 1;
        }
        self.at > start && self.take('>')
    }

    /// What follows a part: `*`, `+`, `?`, `{2,5}`, each perhaps with a `?` behind it.
    fn repeated(&mut self, part: Tree) -> Result<Tree, PatternError> {
        let start = self.at;
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some((least, most, end)) => {
                    self.at = end - 1;
                    (least, most)
                }
                None => return Ok(part),
            },
            _ => return Ok(part),
        };
        self.at += 1;
        self.take('?');
        if matches!(part, Tree::Edge(_)) {
            return fail(PatternProblem::NothingToRepeat, start);
        }
        if most.is_some_and(|most| most < least) {
            return fail(PatternProblem::Repeat, start);
        }
        Ok(Tree::Repeat { body: Box::new(part), least, most })
    }

    /// The numbers of `{2}`, `{2,}` or `{2,5}` here and where it ends; `None` when the brace stands
    /// for itself.
    fn counts(&self) -> Option<(u32, Option<u32>, usize)> {
        let (least, at) = self.count(self.at + 1)?;
        let (most, at) = match self.text.get(at)? {
            ',' => self.count(at + 1).map_or((None, at + 1), |(most, at)| (Some(most), at)),
            _ => (Some(least), at),
        };
        (self.text.get(at) == Some(&'}')).then_some((least, most, at + 1))
    }

    /// A number; one that is too large is as good as the largest.
    fn count(&self, at: usize) -> Option<(u32, usize)> {
        let digits = self.text.get(at..)?.iter().map_while(|digit| digit.to_digit(10));
        let (number, length) = digits.fold((0_u32, 0), |(number, length), digit| {
            (number.saturating_mul(10).saturating_add(digit), length + 1)
        });
        (length > 0).then_some((number, at + length))
    }

    /// Whether this stands there.
    fn stands(&self, at: usize, wanted: &str) -> bool {
        let mut there = self.text.get(at..).unwrap_or_default().iter();
        wanted.chars().all(|next| there.next() == Some(&next))
    }

    pub(super) fn set(&mut self, set: Set) -> Tree {
        self.sets.push(set);
        Tree::Set(self.sets.len() - 1)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Takes this character if it comes next.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let comes = self.peek() == Some(wanted);
        self.at += usize::from(comes);
        comes
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes back, when what was read turns out to be something else.
    pub(super) fn back(&mut self, at: usize) {
        self.at = at;
    }

    fn fail<T>(&self, problem: PatternProblem) -> Result<T, PatternError> {
        fail(problem, self.at)
    }
}

/// Something is wrong there.
pub(super) fn fail<T>(problem: PatternProblem, offset: usize) -> Result<T, PatternError> {
    Err(PatternError { problem, offset })
}
