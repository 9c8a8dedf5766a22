//! What is different in a broken session.

use super::base::whole;

/// One difference. Parts are quoted from the session as it is by then, and must occur in it exactly once;
/// `@meta` and `@server` may stand for what every request and every result carries.
#[derive(Debug, Clone, Copy)]
pub enum Edit {
    /// This part is replaced by that.
    Swap(&'static str, &'static str),
    /// These lines stand in front of the line that holds this part.
    Before(&'static str, &'static str),
    /// These lines stand behind it.
    After(&'static str, &'static str),
    /// The line that holds this part is missing.
    Drop(&'static str),
    /// From the line that holds this part on, this comes instead.
    Until(&'static str, &'static str),
    /// The whole session is another.
    Whole(&'static str),
}

impl Edit {
    /// The session with this difference.
    pub(super) fn apply(self, wire: &str) -> Result<String, String> {
        let (part, text) = match self {
            Self::Whole(text) => return Ok(whole(text)),
            Self::Drop(part) => (whole(part), String::new()),
            Self::Swap(part, text)
            | Self::Before(part, text)
            | Self::After(part, text)
            | Self::Until(part, text) => (whole(part), whole(text)),
        };
        let mut places = wire.match_indices(&part).map(|(place, _)| place);
        let (Some(place), None) = (places.next(), places.next()) else {
            return Err(format!(
                "occurs not once, but {} times: {part}",
                wire.matches(&part).count()
            ));
        };
        let (before, rest) = wire.split_at(place);
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let next = rest.find('\n').map_or(wire.len(), |end| place + end + 1);
        let start = wire.get(..line).unwrap_or_default();
        let own = wire.get(line..next).unwrap_or_default();
        let after = wire.get(next..).unwrap_or_default();
        Ok(match self {
            Self::Swap(..) => wire.replacen(&part, &text, 1),
            Self::Before(..) => [start, &text, "\n", own, after].concat(),
            Self::After(..) => [start, own, &text, "\n", after].concat(),
            Self::Until(..) => [start, &text, "\n"].concat(),
            Self::Drop(_) | Self::Whole(_) => [start, after].concat(),
        })
    }
}
