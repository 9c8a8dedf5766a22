//! The kinds of remarks a guide makes.

use crate::text::Text;

/// What a remark is about. There are a thousand of them, so this is a byte and not two texts: a program
/// pays for every text it holds when it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// Who may do what after this line.
    Next,
    /// What is easily overlooked.
    Notice,
    /// Which sentence of a specification is at work.
    Rule,
}

/// Who may do what after this line.
pub const NEXT: Label = Label::Next;
/// What is easily overlooked.
pub const NOTICE: Label = Label::Notice;
/// Which sentence of a specification is at work.
pub const RULE: Label = Label::Rule;

impl Label {
    /// The word in front of the remark.
    pub const fn text(self) -> Text {
        match self {
            Self::Next => Text::new("next", "接下来"),
            Self::Notice => Text::new("notice", "注意"),
            Self::Rule => Text::new("rule", "规则"),
        }
    }
}
