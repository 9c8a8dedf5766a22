//! Broken sessions, one fault each: for a doctor to learn on.
//!
//! ```text
//! a healthy session ── edits ──► a broken one ─┬─ played as the server: `serve broken/SLUG`
//!                                              ├─ played as the client: `break SLUG`
//!                                              └─ read by the doctor: `transcripts/broken/SLUG.wire`
//! ```
//!
//! The slug is that of the rule that is broken. A row says what is different from a healthy session and
//! nothing else, so it shows the fault itself.

mod base;
mod client;
mod edit;
mod play;
mod reads;
mod rows;

pub use base::{FEATURES, HANDSHAKE, MODERN, STATELESS};
pub use client::{Awaited, Move, answer, moves};
pub use edit::Edit;
pub use play::{Act, Player};
pub use reads::{Losing, Reads};
pub use rows::broken;

use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::{Crossing, Side};

/// The healthy sessions by name.
pub const HEALTHY: [(&str, &str); 4] = [
    ("handshake", HANDSHAKE),
    ("stateless", STATELESS),
    ("features", FEATURES),
    ("modern", MODERN),
];

/// The event of a session whose server cannot be played.
const NOT_PLAYED: [&str; 2] = ["server could not be started", "server could not be reached"];

/// The rule whose fault is one of the recording more often than of a server.
const AHEAD_OF_TIME: &str = "answered-early";

/// A broken session.
#[derive(Debug)]
pub struct Broken {
    /// The rule that is broken.
    pub slug: &'static str,
    /// Who breaks it; the other side is healthy.
    pub side: Side,
    /// The healthy session it is made from.
    pub base: &'static str,
    /// What is different in it.
    pub edits: &'static [Edit],
    /// What a probe has to be told to meet the fault, such as `--call add`.
    pub probe: &'static [&'static str],
    /// What its users see, as a question without the answer.
    pub riddle: Text,
}

impl Broken {
    /// The row of this slug.
    pub fn named(slug: &str) -> Option<&'static Self> {
        broken().find(|row| row.slug == slug)
    }

    /// The session in the `.wire` format.
    ///
    /// # Errors
    /// An edit does not fit its base, which a test would have found: the sentence says which.
    pub fn wire(&self) -> Result<String, String> {
        let base = base::whole(self.base);
        self.edits.iter().try_fold(base, |wire, edit| edit.apply(&wire))
    }

    /// The session.
    ///
    /// # Errors
    /// As [`Self::wire`].
    pub fn session(&self) -> Result<Transcript, String> {
        transcript(&self.wire()?)
    }

    /// Whether its server can be played: there is none in a session that never began, and none knows the
    /// id of a request that has yet to come.
    pub fn is_served(&self) -> bool {
        let never = |it: &Crossing| match it {
            Crossing::Event(what) => NOT_PLAYED.iter().any(|start| what.starts_with(start)),
            // Nor one over HTTP: what is played is played over pipes.
            Crossing::Head(..) => true,
            Crossing::Line(..)
            | Crossing::Bytes { .. }
            | Crossing::Stderr(_)
            | Crossing::Note(_) => false,
        };
        let session = self.session().unwrap_or_default();
        let can_be = !session.crossings.iter().any(never) && self.slug != AHEAD_OF_TIME;
        self.side == Side::Server && can_be
    }

    /// The healthy session that it is made from, by name.
    pub fn made_from(&self) -> &'static str {
        let mut named = HEALTHY.iter().filter(|(_, base)| *base == self.base);
        named.next().map_or("handshake", |(name, _)| *name)
    }

    /// Whether its server says nothing but what that of the healthy session says.
    pub fn has_usual_server(&self) -> bool {
        let usual = healthy_session(self.base);
        let mine = self.session().unwrap_or_default();
        let said = |it: &&Crossing| {
            matches!(
                it,
                Crossing::Line(Side::Server, _) | Crossing::Bytes { side: Side::Server, .. }
            )
        };
        let same = mine.crossings.iter().filter(said).all(|it| usual.crossings.contains(it));
        // A healthy server answers with the version that it is offered.
        same && play::offers(&mine) == play::offers(&usual)
    }

    /// Its server, to be played.
    ///
    /// # Errors
    /// As [`Self::wire`].
    pub fn player(&self) -> Result<Player, String> {
        let healthy = healthy_session(self.base);
        let session = if self.reads().is_some() { healthy.clone() } else { self.session()? };
        Ok(Player::new(&session, &healthy))
    }
}

/// A healthy session, written out.
pub fn healthy_session(base: &str) -> Transcript {
    transcript(&base::whole(base)).unwrap_or_default()
}

/// The server of a healthy session, to be played, by the session's name: one of [`HEALTHY`], or one whose
/// client is broken.
pub fn healthy(name: &str) -> Option<Player> {
    if let Some(row) = Broken::named(name).filter(|row| row.side == Side::Client) {
        return row.player().ok();
    }
    let (_, base) = HEALTHY.iter().find(|(known, _)| *known == name)?;
    let session = healthy_session(base);
    Some(Player::new(&session, &session))
}

fn transcript(wire: &str) -> Result<Transcript, String> {
    Transcript::from_wire(wire).map_err(|error| error.to_string())
}
