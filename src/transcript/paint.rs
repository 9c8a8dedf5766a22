//! Colours, where there is a terminal to show them.

/// Whether to write colours, as ANSI escape sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paint {
    /// Bytes for a file or a pipe.
    #[default]
    Plain,
    /// Bytes for a terminal.
    Colour,
}

impl Paint {
    pub(crate) fn heading(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub(super) fn note(self, text: &str) -> String {
        self.wrap("2", text)
    }

    pub(super) fn question(self, text: &str) -> String {
        self.wrap("33", text)
    }

    /// Only the marker takes a colour: what crossed stays as it is.
    pub(super) fn wire(self, line: &str) -> String {
        let colour = if line.starts_with("client ") { "36" } else { "32" };
        let said = ["client ", "server "].iter().any(|side| line.starts_with(side));
        match line.split_at_checked("client ->".len()) {
            Some((marker, rest)) if said && self == Self::Colour => {
                self.wrap(colour, marker) + rest
            }
            _ => line.to_owned(),
        }
    }

    fn wrap(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colour => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        }
    }
}
