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
mod edit;
mod rows;

pub use base::{FEATURES, HANDSHAKE, MODERN, STATELESS};
pub use edit::Edit;
pub use rows::broken;

use crate::text::Text;
use crate::transport::Side;

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
}
