//! A tree laid out as steps, for the runner to follow.

use super::MAX_PROGRAM;
use super::set::Set;
use super::tree::{Edge, Tree};

/// The steps of a pattern; the first is 0.
#[derive(Debug, Clone)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    pub(super) sets: Vec<Set>,
}

/// One step.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    /// Reads this code point.
    Point(u32),
    /// Reads a code point of this set.
    Set(usize),
    /// Reads nothing, and goes on only here.
    Edge(Edge),
    /// Goes on at the next step and also there.
    Split(usize),
    /// Goes on there.
    Jump(usize),
    /// The pattern is found.
    Found,
}

impl Program {
    /// The program of a tree, or `None` when it would be too long.
    pub(super) fn of(tree: &Tree, sets: Vec<Set>) -> Option<Self> {
        let mut program = Self { ops: Vec::new(), sets };
        program.emit(tree)?;
        program.push(Op::Found)?;
        Some(program)
    }

    fn push(&mut self, op: Op) -> Option<usize> {
        let place = self.ops.len();
        self.ops.push(op);
        (place < MAX_PROGRAM).then_some(place)
    }

    fn emit(&mut self, tree: &Tree) -> Option<()> {
        match tree {
            Tree::Point(point) => self.push(Op::Point(*point)).map(drop),
            Tree::Set(set) => self.push(Op::Set(*set)).map(drop),
            Tree::Edge(edge) => self.push(Op::Edge(*edge)).map(drop),
            Tree::Sequence(parts) => parts.iter().try_for_each(|part| self.emit(part)),
            Tree::Choice(choices) => self.choice(choices),
            Tree::Repeat { body, least, most } => self.repeat(body, *least, *most),
        }
    }

    fn choice(&mut self, choices: &[Tree]) -> Option<()> {
        let Some((last, others)) = choices.split_last() else { return Some(()) };
        let mut ends = Vec::new();
        for choice in others {
            let split = self.push(Op::Split(0))?;
            self.emit(choice)?;
            ends.push(self.push(Op::Jump(0))?);
            self.set(split, Op::Split(self.ops.len()));
        }
        self.emit(last)?;
        let end = self.ops.len();
        for place in ends {
            self.set(place, Op::Jump(end));
        }
        Some(())
    }

    fn repeat(&mut self, body: &Tree, least: u32, most: Option<u32>) -> Option<()> {
        for _ in 0..least {
            let before = self.ops.len();
            self.emit(body)?;
            // A body without steps need not be repeated, however often that is asked.
            if self.ops.len() == before {
                return Some(());
            }
        }
        let Some(most) = most else {
            let split = self.push(Op::Split(0))?;
            self.emit(body)?;
            self.push(Op::Jump(split))?;
            self.set(split, Op::Split(self.ops.len()));
            return Some(());
        };
        let mut splits = Vec::new();
        for _ in least..most {
            splits.push(self.push(Op::Split(0))?);
            self.emit(body)?;
        }
        let end = self.ops.len();
        for place in splits {
            self.set(place, Op::Split(end));
        }
        Some(())
    }

    /// Fills in where to go, once that is known.
    fn set(&mut self, place: usize, op: Op) {
        if let Some(there) = self.ops.get_mut(place) {
            *there = op;
        }
    }
}
