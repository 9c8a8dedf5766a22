//! How much is read at most.

use super::{MAX_DEPTH, MAX_LINE_BYTES};

/// How much a text may ask of its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Objects and arrays inside each other, in levels. More than [`Limits::DEEPEST`] counts as that.
    pub depth: usize,
    /// The whole text, in bytes.
    pub line_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: MAX_DEPTH, line_bytes: MAX_LINE_BYTES }
    }
}

impl Limits {
    /// The deepest nesting that can be allowed, in levels: each level costs a stack frame, here and
    /// whenever a value is printed or dropped, and a thread may have little stack.
    pub const DEEPEST: usize = 1000;
}
