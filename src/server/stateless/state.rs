//! `requestState`: a server's note to itself, carried by the client, and believed only under a seal.
//!
//! ```text
//! eyJhYm91dCI6…   .   q3Xc…
//! what it says        HMAC-SHA-256 of that, under a key that never leaves the server
//! {"about":fingerprint of the request,"until":seconds since 1970,"answers":{…},"asked":[…]}
//! ```
//!
//! A client can read it, so nothing secret may stand in it. Never: single use. A note is believed each time
//! it comes back until it expires; a server that must honour it only once has to remember it. Simplified:
//! it is not bound to a user (the specification says SHOULD), for stdio has only one.
//!
//! Source: MCP 2026-07-28, `basic/patterns/mrtr`.

use crate::digest::{base64url, hmac, same};
use crate::json::{Object, Str, Value, parse};
use crate::server::Server;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// How long a human may take to answer before the question has to be put anew: 10 minutes, in seconds.
pub const STATE_LIFETIME: u64 = 600;

/// What notes are sealed with.
pub struct Seals {
    make_key: Box<dyn Fn() -> [u8; 32] + Send + Sync>,
    key: OnceLock<[u8; 32]>,
    now: Box<dyn Fn() -> u64 + Send + Sync>,
}

/// How long a seal is, written out.
const SEAL_LETTERS: usize = 43;

/// What stands in a note.
#[derive(Debug, Clone, Default)]
pub(super) struct Note {
    /// What was answered so far.
    pub(super) answers: Object<'static>,
    /// The keys of what was asked last: only to these may there be answers now.
    pub(super) asked: Vec<Str<'static>>,
    /// How long the oldest of the answers is good, in seconds since 1970.
    pub(super) until: Option<u64>,
}

/// Why a note is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Disbelief {
    /// It was made by somebody else, or changed on the way.
    Forged,
    /// It belongs to another tool or other arguments.
    Elsewhere,
    /// It is too old.
    Expired,
}

impl Server {
    /// Gives out a sealed `requestState` with every question, and takes answers only with it: without
    /// one a question is put again. Servers that share a key can answer for each other.
    #[must_use]
    pub fn seals(mut self, seals: Seals) -> Self {
        self.features.seals = Some(Arc::new(seals));
        self
    }
}

impl Seals {
    /// Seals with a key of 32 bytes that nobody else can know, made when it is first needed. `now` is
    /// the time in seconds since 1970.
    pub fn new(
        make_key: impl Fn() -> [u8; 32] + Send + Sync + 'static,
        now: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Self {
        Self { make_key: Box::new(make_key), key: OnceLock::new(), now: Box::new(now) }
    }

    /// A note with this in it. An answer lives no longer than the first note that held one.
    pub(super) fn seal(&self, about: &str, note: Note) -> String {
        let until = (self.now)().saturating_add(STATE_LIFETIME);
        let until = note.until.map_or(until, |first| first.min(until));
        let until = i64::try_from(until).unwrap_or(i64::MAX);
        let note = Object::from([
            ("about", about.into()),
            ("until", until.into()),
            ("answers", note.answers.into()),
            ("asked", note.asked.into_iter().map(Value::from).collect()),
        ]);
        let note = base64url::encode(Value::from(note).to_line().as_bytes());
        let seal = base64url::encode(&self.stamp(&note));
        format!("{note}.{seal}")
    }

    /// What stands in a note, if it is one of ours, about this request, and not too old.
    pub(super) fn open(&self, state: &str, about: &str) -> Result<Note, Disbelief> {
        let (note, seal) = state.rsplit_once('.').ok_or(Disbelief::Forged)?;
        let seal = Some(seal).filter(|seal| seal.len() == SEAL_LETTERS);
        let seal = seal.and_then(base64url::decode).ok_or(Disbelief::Forged)?;
        // MUST (2026-07-28, basic/patterns/mrtr): state that fails verification is refused. So the seal
        // comes before anything that is under it.
        if !same(&seal, &self.stamp(note)) {
            return Err(Disbelief::Forged);
        }
        let note = base64url::decode(note).ok_or(Disbelief::Forged)?;
        let note = str::from_utf8(&note).map_err(|_| Disbelief::Forged)?;
        let note = parse(note).map_err(|_| Disbelief::Forged)?;
        if note.get("about").and_then(Value::as_string).is_none_or(|it| *it != *about) {
            return Err(Disbelief::Elsewhere);
        }
        let until = note.get("until").and_then(Value::as_number);
        let until = until.and_then(|until| u64::try_from(until.to_i64().ok()?).ok());
        let now = (self.now)();
        // One that would be good for longer than any was made under another clock.
        let fresh = now..=now.saturating_add(STATE_LIFETIME);
        let until = until.filter(|until| fresh.contains(until)).ok_or(Disbelief::Expired)?;
        let answers = note.get("answers").and_then(Value::as_object).cloned();
        let answers = answers.unwrap_or_default().into_owned();
        let asked = note.get("asked").and_then(Value::as_array).unwrap_or_default();
        let asked = asked.iter().filter_map(Value::as_string).map(|it| it.clone().into_owned());
        let until = Some(until).filter(|_| !answers.members().is_empty());
        Ok(Note { answers, asked: asked.collect(), until })
    }

    fn stamp(&self, note: &str) -> [u8; 32] {
        // The word in front keeps a seal from being good for anything else under the same key.
        let key = self.key.get_or_init(&self.make_key);
        hmac(key, format!("requestState.{note}").as_bytes())
    }
}

impl fmt::Debug for Seals {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seals").finish_non_exhaustive()
    }
}

impl fmt::Display for Disbelief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Forged => "`requestState` is not as this server gave it out",
            Self::Elsewhere => "`requestState` belongs to another request",
            Self::Expired => "`requestState` has expired: send the request again without it",
        })
    }
}
