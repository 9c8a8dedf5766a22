//! What a teacher says to the six steps over HTTP.

use crate::lessons::note::notes;
use crate::text::Text;
use crate::transcript::{Guide, Notes, Step};

#[rustfmt::skip]
pub(super) const GUIDE: Guide = Guide {
    title: Text::new("x", "x"),
    steps: &[HELLO],
    questions: &[],
    try_it: Text::new("x", "x"),
};
const HELLO: Step = Step { title: Text::new("a", "b"), ask: Text::new("a","b"), lines: 1, notes: notes![note(1, NEXT, "x", "y")] };
