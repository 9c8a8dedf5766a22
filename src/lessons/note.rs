//! Remarks, written in one line.

use crate::text::Text;
use crate::transcript::{Label, Note};

/// A remark of a guide.
pub(super) const fn note(line: usize, label: Label, en: &'static str, zh: &'static str) -> Note {
    Note { line, label, text: Text::new(en, zh) }
}
