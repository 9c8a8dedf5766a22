//! The way to a place in a value, kept on the stack until somebody asks.

use super::super::draft;
use super::super::pointer;
use crate::json::Str;

/// A place in a value: the place above, and the step from there.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    above: Option<&'p Path<'p>>,
    /// Which member or element it is, first one 0.
    place: usize,
    /// The member's name.
    name: Option<&'p Str<'p>>,
}

impl<'p> Path<'p> {
    pub(super) const ROOT: Path<'static> = Path { above: None, place: 0, name: None };

    pub(super) fn member(above: &'p Path<'p>, place: usize, name: &'p Str<'p>) -> Self {
        Self { above: Some(above), place, name: Some(name) }
    }

    pub(super) fn element(above: &'p Path<'p>, place: usize) -> Self {
        Self { above: Some(above), place, name: None }
    }

    /// How many steps it is from the root.
    pub(super) fn depth(&self) -> usize {
        std::iter::successors(Some(self), |path| path.above).count() - 1
    }

    /// The steps from the root as a JSON Pointer, and as places.
    pub(super) fn written(&self) -> (String, Vec<usize>) {
        let mut steps = Vec::new();
        let mut here = self;
        while let Some(above) = here.above {
            steps.push(here);
            here = above;
        }
        let mut written = String::new();
        for step in steps.iter().rev() {
            match step.name {
                Some(name) => pointer::push(&mut written, &draft::name(name)),
                None => pointer::push(&mut written, &step.place.to_string()),
            }
        }
        (written, steps.iter().rev().map(|step| step.place).collect())
    }
}
