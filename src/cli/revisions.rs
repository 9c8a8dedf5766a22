//! `revisions`: which there are, and what each changed.

use super::failure::Failure;
use super::{Words, World};
use crate::mcp::{Era, REVISIONS};
use crate::text::{Lang, Text};

const HANDSHAKE: Text = Text::new("handshake", "先握手");
const STATELESS: Text = Text::new("stateless", "无状态");

/// `revisions`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    for row in REVISIONS {
        let era = match row.era {
            Era::Handshake => HANDSHAKE,
            Era::Stateless => STATELESS,
        };
        // Chinese characters take two cells each, and the words are of one length.
        let pad = if words.lang == Lang::En { 9 } else { 0 };
        let changed = row.changed.get(words.lang);
        writeln!(world.out, "{}   {:pad$}   {changed}", row.revision, era.get(words.lang))?;
    }
    Ok(0)
}
