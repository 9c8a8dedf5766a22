//! Escapes of a pattern: the backslash and what may follow it.

use super::class::Class;
use super::error::{PatternError, PatternProblem};
use super::parse::{Parser, fail};
use super::set::Set;
use super::tree::{Edge, Tree};

/// What an escape stands for, inside brackets and outside.
#[derive(Clone, Copy)]
pub(super) enum Escape {
    Point(u32),
    Class(Class, bool),
}

impl Parser {
    /// Behind a backslash outside brackets.
    pub(super) fn escape(&mut self) -> Result<Tree, PatternError> {
        let start = self.at() - 1;
        match self.peek() {
            Some('b') => return Ok(self.edge(Edge::Word)),
            Some('B') => return Ok(self.edge(Edge::NoWord)),
            Some('1'..='9' | 'k') => return fail(PatternProblem::Backreference, start),
            _ => {}
        }
        Ok(match self.either()? {
            Escape::Point(point) => Tree::Point(point),
            Escape::Class(class, negated) => self.set(Set::class(class, negated)),
        })
    }

    fn edge(&mut self, edge: Edge) -> Tree {
        self.next();
        Tree::Edge(edge)
    }

    /// Behind a backslash, whatever means the same inside brackets and outside.
    pub(super) fn either(&mut self) -> Result<Escape, PatternError> {
        let start = self.at() - 1;
        let unknown = || fail(PatternProblem::Escape, start);
        let Some(letter) = self.next() else { return unknown() };
        let point = match letter {
            'd' | 'D' => return Ok(Escape::Class(Class::Digit, letter == 'D')),
            'w' | 'W' => return Ok(Escape::Class(Class::Word, letter == 'W')),
            's' | 'S' => return Ok(Escape::Class(Class::Space, letter == 'S')),
            'p' | 'P' => return self.property(start, letter == 'P'),
            't' => Some(0x09),
            'n' => Some(0x0A),
            'v' => Some(0x0B),
            'f' => Some(0x0C),
            'r' => Some(0x0D),
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => Some(0),
            'c' => self.next().filter(char::is_ascii_alphabetic).map(|it| u32::from(it) % 32),
            'x' => self.hex(2),
            'u' => self.unicode(),
            itself if !itself.is_alphanumeric() => Some(itself.into()),
            _ => None,
        };
        point.map_or_else(unknown, |point| Ok(Escape::Point(point)))
    }

    /// Behind `\p` or `\P`: `{Name}` or `{Property=Name}`.
    fn property(&mut self, start: usize, negated: bool) -> Result<Escape, PatternError> {
        if !self.take('{') {
            return fail(PatternProblem::Escape, start);
        }
        let mut name = String::new();
        while let Some(next) = self.next() {
            if next == '}' {
                return match Class::named(&name) {
                    Some(class) => Ok(Escape::Class(class, negated)),
                    None => fail(PatternProblem::Property(name), start),
                };
            }
            // A name is short; what is not one need not be repeated in full.
            if name.len() < 40 {
                name.push(next);
            }
        }
        fail(PatternProblem::Escape, start)
    }

    /// Behind `\u`: four digits, or any number in braces. Two halves of a pair are one code point.
    fn unicode(&mut self) -> Option<u32> {
        if self.take('{') {
            let start = self.at();
            let mut point = 0_u32;
            while let Some(digit) = self.peek().and_then(|next| next.to_digit(16)) {
                point = point.saturating_mul(16).saturating_add(digit);
                self.next();
            }
            return (self.at() > start && self.take('}') && point <= 0x0010_FFFF).then_some(point);
        }
        let first = self.hex(4)?;
        let after = self.at();
        if (0xD800..0xDC00).contains(&first)
            && self.take('\\')
            && self.take('u')
            && let Some(second) = self.hex(4).filter(|it| (0xDC00..0xE000).contains(it))
        {
            return Some(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00));
        }
        self.back(after);
        Some(first)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        (0..digits).try_fold(0, |point, _| Some(point * 16 + self.next()?.to_digit(16)?))
    }
}
