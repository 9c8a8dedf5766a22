//! What a rule is: one row of the table of everything that can be found.

use super::examine::{End, Exchanged, Facts, Found, Misshapen, Parsed, Raw, Seen};
use super::finding::Certainty;
use crate::text::Text;
use crate::transport::Side;
use std::fmt;

/// A rule a session can break.
#[derive(Debug)]
pub struct Rule {
    /// Its name in reports, for programs and for searching.
    pub slug: &'static str,
    /// The step it belongs to; `None` when it can be broken at any.
    pub step: Option<usize>,
    /// Who has to change something; of two sides that it binds, the one that breaks it more often.
    pub owner: Owner,
    /// How much the source demands.
    pub level: Level,
    /// How sure it is, if nothing in the case speaks against it.
    pub certainty: Certainty,
    /// Where it holds.
    pub revisions: Revisions,
    /// How it is noticed.
    pub check: Check,
    /// Source, sentence, why and fix, a line each; the last three in English and Chinese.
    pub(super) page: &'static str,
}

/// How much a source demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It says MUST, or a schema does.
    Must,
    /// It says SHOULD, or everybody relies on it.
    Should,
    /// It says SHOULD, and servers that everybody works with do otherwise.
    Advice,
}

/// Who has to change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Whoever writes the server.
    Server,
    /// Whoever writes the client.
    Client,
    /// The program that starts the server: `npx`, `uvx`, `docker`.
    Runner,
    /// Whoever wrote down how the server is started.
    Config,
}

/// A set of revisions of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revisions(u8);

/// How it is noticed that a rule is broken.
#[derive(Clone, Copy)]
pub enum Check {
    /// Only by asking, or by being there when it happens: `probe` does.
    Asked,
    /// On any line, before anybody knows what it says.
    Line(fn(&Facts, &Raw<'_>) -> Vec<Found>),
    /// On a line that is JSON, before anybody knows whether it is a message.
    Value(fn(&Facts, &Parsed<'_>) -> Vec<Found>),
    /// On a line that is JSON and no message.
    Shape(fn(&Facts, &Misshapen<'_>) -> Vec<Found>),
    /// On a message.
    Message(fn(&Facts, &Seen<'_>) -> Vec<Found>),
    /// On an exchange over HTTP, when the head of its answer and what follows it have come.
    Exchange(fn(&Facts, &Exchanged<'_>) -> Vec<Found>),
    /// When nothing more comes.
    End(fn(&Facts, &End) -> Vec<Found>),
}

impl Rule {
    /// Where it is written.
    pub fn source(&self) -> &'static str {
        self.line(0)
    }

    /// What it says, as a sentence without its full stop.
    pub fn sentence(&self) -> Text {
        Text::new(self.line(1), self.line(2))
    }

    /// Why it is so.
    pub fn why(&self) -> Text {
        Text::new(self.line(3), self.line(4))
    }

    /// What to change.
    pub fn fix(&self) -> Text {
        Text::new(self.line(5), self.line(6))
    }

    fn line(&self, number: usize) -> &'static str {
        self.page.split('\n').nth(number).unwrap_or_default()
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.slug == other.slug
    }
}

impl Level {
    /// The word of the specification.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::Should | Self::Advice => "SHOULD",
        }
    }
}

impl Owner {
    /// Whoever wrote what this side has sent.
    pub const fn of(side: Side) -> Self {
        match side {
            Side::Client => Self::Client,
            Side::Server => Self::Server,
        }
    }

    /// The word in reports: the English one is also the one in JSON.
    pub const fn word(self) -> Text {
        match self {
            Self::Server => Text::new("server", "服务器"),
            Self::Client => Text::new("client", "客户端"),
            Self::Runner => Text::new("runner", "启动程序"),
            Self::Config => Text::new("config", "配置"),
        }
    }
}

impl Revisions {
    /// 2024-11-05 alone, and so on.
    pub const V2024_11_05: Self = Self(1);
    /// The one with arrays of messages.
    pub const V2025_03_26: Self = Self(2);
    /// The one of the six steps.
    pub const V2025_06_18: Self = Self(4);
    /// The newest with a handshake.
    pub const V2025_11_25: Self = Self(8);
    /// The one without a handshake.
    pub const STATELESS: Self = Self(16);
    /// Those with a handshake.
    pub const HANDSHAKE: Self = Self(15);
    /// All of them.
    pub const ALL: Self = Self(31);
    /// 2025-03-26 and later.
    pub const SINCE_2025_03_26: Self = Self(30);
    /// 2025-06-18 and later.
    pub const SINCE_2025_06_18: Self = Self(28);
    /// 2025-11-25 and later.
    pub const SINCE_2025_11_25: Self = Self(24);
    /// 2025-06-18 and 2025-11-25.
    pub const LAST_TWO_HANDSHAKES: Self = Self(12);

    /// The set of one, by its date; `None` for a date that is none.
    pub fn of(date: &str) -> Option<Self> {
        Self::each().into_iter().find(|(name, _)| *name == date).map(|(_, set)| set)
    }

    /// Whether all of these are in this set.
    pub const fn hold(self, all: Self) -> bool {
        self.0 & all.0 == all.0
    }

    /// Whether any of these is in this set.
    pub const fn meet(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    /// Their dates, oldest first.
    pub fn names(self) -> Vec<&'static str> {
        let mine = Self::each().into_iter().filter(|(_, set)| self.hold(*set));
        mine.map(|(name, _)| name).collect()
    }

    const fn each() -> [(&'static str, Self); 5] {
        [
            ("2024-11-05", Self::V2024_11_05),
            ("2025-03-26", Self::V2025_03_26),
            ("2025-06-18", Self::V2025_06_18),
            ("2025-11-25", Self::V2025_11_25),
            ("2026-07-28", Self::STATELESS),
        ]
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "Asked",
            Self::Line(_) => "Line",
            Self::Value(_) => "Value",
            Self::Shape(_) => "Shape",
            Self::Message(_) => "Message",
            Self::Exchange(_) => "Exchange",
            Self::End(_) => "End",
        })
    }
}
