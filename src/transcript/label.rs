//! The kinds of remarks a guide makes.

use crate::text::Text;

/// What a remark is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// Who may do what after this line.
    Next,
    /// What is easily overlooked.
    Notice,
    /// Which sentence of a specification is at work.
    Rule,
}

impl Label {
    /// The one that a guide writes so.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "NEXT" => Some(Self::Next),
            "NOTICE" => Some(Self::Notice),
            "RULE" => Some(Self::Rule),
            _ => None,
        }
    }

    /// The word in front of the remark.
    pub const fn text(self) -> Text {
        match self {
            Self::Next => Text::new("next", "接下来"),
            Self::Notice => Text::new("notice", "注意"),
            Self::Rule => Text::new("rule", "规则"),
        }
    }
}
