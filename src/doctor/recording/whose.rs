//! Who has sent a message, where a log does not say so.

use super::outline::Outline;
use crate::transport::Side;
use std::collections::BTreeMap;

/// How many open requests are remembered.
const MAX_OPEN: usize = 10_000;

/// How methods begin that only one side asks for or tells.
const BEGINNINGS: [(&str, Side); 17] = [
    ("initialize", Side::Client),
    ("server/", Side::Client),
    ("tools/", Side::Client),
    ("resources/", Side::Client),
    ("prompts/", Side::Client),
    ("completion/", Side::Client),
    ("logging/", Side::Client),
    ("subscriptions/", Side::Client),
    ("notifications/initialized", Side::Client),
    ("notifications/roots/", Side::Client),
    ("sampling/", Side::Server),
    ("elicitation/", Side::Server),
    ("roots/", Side::Server),
    ("notifications/message", Side::Server),
    ("notifications/tools/", Side::Server),
    ("notifications/resources/", Side::Server),
    ("notifications/prompts/", Side::Server),
];

/// Who has asked what, as far as that matters.
#[derive(Debug, Default)]
pub(super) struct Whose {
    open: BTreeMap<String, Side>,
}

/// The only side that sends this, if it is one side's alone.
pub(super) fn surely(outline: &Outline<'_>) -> Option<Side> {
    let method = outline.method?.trim_matches('"');
    let known = BEGINNINGS.iter().find(|(beginning, _)| method.starts_with(beginning));
    known.map(|(_, side)| *side)
}

impl Whose {
    /// The side that has most likely sent a message.
    pub(super) fn side(&mut self, outline: &Outline<'_>) -> Side {
        let side = match (outline.method, outline.id) {
            (Some(r#""notifications/progress""#) | None, None) => Side::Server,
            (Some(_), _) => surely(outline).unwrap_or(Side::Client),
            (None, Some(id)) => match self.open.remove(id) {
                Some(Side::Server) => Side::Client,
                _ => Side::Server,
            },
        };
        self.sends(side, outline);
        side
    }

    /// A side has sent this.
    pub(super) fn sends(&mut self, side: Side, outline: &Outline<'_>) {
        if let (Some(_), Some(id)) = (outline.method, outline.id)
            && id.len() < 200
            && self.open.len() < MAX_OPEN
        {
            self.open.insert(id.to_owned(), side);
        }
    }
}
