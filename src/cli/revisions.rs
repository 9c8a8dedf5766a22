//! `revisions`: which there are, and what each changed.

use super::failure::Failure;
use super::{Words, World};
use crate::mcp::{Era, REVISIONS};
use crate::text::{Text, width};

const HANDSHAKE: Text = Text::new("handshake", "握手");
const STATELESS: Text = Text::new("stateless", "无状态");

/// `revisions`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let widest = width(HANDSHAKE.get(words.lang)).max(width(STATELESS.get(words.lang)));
    for row in REVISIONS {
        let era = match row.era {
            Era::Handshake => HANDSHAKE,
            Era::Stateless => STATELESS,
        };
        let (era, changed) = (era.get(words.lang), row.changed.get(words.lang));
        let pad = " ".repeat(widest - width(era));
        writeln!(world.out, "{}   {era}{pad}   {changed}", row.revision)?;
    }
    Ok(0)
}
