//! Sets of code points.

use super::class::Class;
use super::escape::Escape;

/// Some code points, or all but these.
#[derive(Debug, Clone)]
pub(super) struct Set {
    negated: bool,
    /// First and last of each range; once sorted, they do not touch.
    ranges: Vec<(u32, u32)>,
    /// Classes, and whether all but these are meant.
    classes: Vec<(Class, bool)>,
}

impl Set {
    pub(super) fn new(negated: bool) -> Self {
        Self { negated, ranges: Vec::new(), classes: Vec::new() }
    }

    pub(super) fn class(class: Class, negated: bool) -> Self {
        Self { negated, ranges: Vec::new(), classes: vec![(class, false)] }
    }

    /// `.`
    pub(super) fn any_but_line_ends() -> Self {
        let ranges = vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];
        Self { negated: true, ranges, classes: Vec::new() }
    }

    pub(super) fn range(&mut self, low: u32, high: u32) {
        self.ranges.push((low, high));
    }

    pub(super) fn add(&mut self, escape: Escape) {
        match escape {
            Escape::Point(point) => self.range(point, point),
            Escape::Class(class, negated) if !self.classes.contains(&(class, negated)) => {
                self.classes.push((class, negated));
            }
            Escape::Class(..) => {}
        }
    }

    /// The same set, made ready to be asked.
    pub(super) fn sorted(mut self) -> Self {
        self.ranges.sort_unstable();
        self.ranges.dedup_by(|next, last| {
            let touch = next.0 <= last.1.saturating_add(1);
            last.1 = if touch { last.1.max(next.1) } else { last.1 };
            touch
        });
        self
    }

    pub(super) fn holds(&self, point: u32) -> bool {
        let after = self.ranges.partition_point(|range| range.0 <= point);
        let last = after.checked_sub(1).and_then(|index| self.ranges.get(index));
        let listed = last.is_some_and(|range| point <= range.1)
            || self.classes.iter().any(|(class, negated)| class.holds(point) != *negated);
        listed != self.negated
    }
}
