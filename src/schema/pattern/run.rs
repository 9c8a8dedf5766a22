//! Follows all ways through a program side by side.

use super::class::Class;
use super::program::{Op, Program};
use super::tree::Edge;
use std::mem;

/// The ways that are open: places in a program. Kept from one search to the next, so that only the
/// first makes them.
#[derive(Debug, Default)]
pub(in crate::schema) struct Threads {
    /// Where the ways stand that have read the last code point.
    open: Vec<usize>,
    /// The same for the next.
    next: Vec<usize>,
    /// Places still to be followed before another code point is read.
    stack: Vec<usize>,
    /// For each place, the round in which it was last followed: once is enough.
    followed: Vec<usize>,
}

/// What stands around the place between two code points.
#[derive(Clone, Copy)]
struct Here {
    before: Option<u32>,
    after: Option<u32>,
}

/// Whether some place in the text looks like this; `None` when the steps did not suffice.
pub(super) fn search(
    program: &Program,
    mut points: impl Iterator<Item = u32>,
    threads: &mut Threads,
    steps: &mut u64,
) -> Option<bool> {
    let anchored = matches!(program.ops.first(), Some(Op::Edge(Edge::Start)));
    threads.begin(program.ops.len());
    let mut here = Here { before: None, after: points.next() };
    for round in 1.. {
        if here.before.is_none() || !anchored {
            threads.open.push(0);
        }
        if threads.open.is_empty() {
            return Some(false);
        }
        if threads.round(program, here, round, steps)? {
            return Some(true);
        }
        let Some(read) = here.after else { break };
        here = Here { before: Some(read), after: points.next() };
    }
    Some(false)
}

impl Threads {
    fn begin(&mut self, places: usize) {
        self.open.clear();
        self.next.clear();
        self.followed.clear();
        self.followed.resize(places, 0);
    }

    /// Follows every open way to where it reads, lets it read, and says whether one has arrived.
    fn round(
        &mut self,
        program: &Program,
        here: Here,
        round: usize,
        steps: &mut u64,
    ) -> Option<bool> {
        let mut open = mem::take(&mut self.open);
        for place in open.drain(..) {
            self.stack.push(place);
            while let Some(place) = self.stack.pop() {
                match self.followed.get_mut(place) {
                    Some(last) if *last != round => *last = round,
                    _ => continue,
                }
                *steps = steps.checked_sub(1)?;
                if self.step(program, place, here) {
                    self.stack.clear();
                    return Some(true);
                }
            }
        }
        // The emptied list is kept for its room.
        self.open = mem::replace(&mut self.next, open);
        Some(false)
    }

    /// Takes one step; true when that was the last.
    fn step(&mut self, program: &Program, place: usize, here: Here) -> bool {
        let Some(op) = program.ops.get(place) else { return false };
        match *op {
            Op::Found => return true,
            Op::Jump(to) => self.stack.push(to),
            Op::Split(to) => self.stack.extend([to, place + 1]),
            Op::Edge(edge) if here.is(edge) => self.stack.push(place + 1),
            Op::Point(point) if here.after == Some(point) => self.next.push(place + 1),
            Op::Set(set) => {
                let set = program.sets.get(set);
                if here.after.is_some_and(|point| set.is_some_and(|set| set.holds(point))) {
                    self.next.push(place + 1);
                }
            }
            Op::Edge(_) | Op::Point(_) => {}
        }
        false
    }
}

impl Here {
    fn is(self, edge: Edge) -> bool {
        let word = |point: Option<u32>| point.is_some_and(|point| Class::Word.holds(point));
        match edge {
            Edge::Start => self.before.is_none(),
            Edge::End => self.after.is_none(),
            Edge::Word => word(self.before) != word(self.after),
            Edge::NoWord => word(self.before) == word(self.after),
        }
    }
}
