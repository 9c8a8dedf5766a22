//! The dates MCP goes by, and how two sides agree on one.

/// A revision of the protocol that begins with a handshake, named by its date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// 2024-11-05: the first.
    V2024_11_05,
    /// 2025-03-26: Streamable HTTP, tool annotations, arrays of messages.
    V2025_03_26,
    /// 2025-06-18: structured results, elicitation; arrays of messages are gone again.
    V2025_06_18,
    /// 2025-11-25: icons, tasks; wrong arguments are settled to be a tool's own error.
    V2025_11_25,
}

impl Revision {
    /// Every revision known here, oldest first.
    pub const ALL: &[Self] =
        &[Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];

    /// What is answered to a client that asks for something unknown.
    pub const NEWEST: Self = Self::V2025_11_25;

    /// As it stands in `protocolVersion`. Only equal strings are the same version: a date is a name,
    /// not a number.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
        }
    }

    /// The revision of this name, if it is known here.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|revision| revision.as_str() == name)
    }

    /// What a server answers to a client that offers `name`.
    ///
    /// ```
    /// use mcp_lab::mcp::Revision;
    /// assert_eq!(Revision::negotiate("2025-06-18").as_str(), "2025-06-18"); // known: the same
    /// assert_eq!(Revision::negotiate("2099-01-01").as_str(), "2025-11-25"); // unknown: our newest
    /// ```
    pub fn negotiate(name: &str) -> Self {
        // MUST (2025-06-18, basic/lifecycle): the same version if supported, else another one that
        // is. That is no error: the client decides whether it can go on.
        Self::from_name(name).unwrap_or(Self::NEWEST)
    }
}
