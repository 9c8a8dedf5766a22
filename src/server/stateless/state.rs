//! `requestState`: a server's note to itself, carried by the client, and believed only under a seal.
//!
//! ```text
//! eyJhYm91dCI6…   .   q3Xc…
//! what it says        HMAC-SHA-256 of that, under a key that never leaves the server
//! {"about":fingerprint of the request,"until":seconds since 1970,"answers":{…}}
//! ```
//!
//! A client can read it, so nothing secret may stand in it. Never: a note is used up. Who has to make
//! sure that it counts only once needs a memory.
//!
//! Source: MCP 2026-07-28, `basic/patterns/mrtr`.

use crate::digest::{base64url, hmac, same};
use crate::json::{Object, Value, parse};
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

    pub(super) fn seal(&self, about: &str, answers: Object<'_>) -> String {
        let until = (self.now)().saturating_add(STATE_LIFETIME);
        let until = i64::try_from(until).unwrap_or(i64::MAX);
        let note = Object::from([
            ("about", about.into()),
            ("until", until.into()),
            ("answers", answers.into()),
        ]);
        let note = base64url::encode(Value::from(note).to_line().as_bytes());
        let seal = base64url::encode(&self.stamp(&note));
        format!("{note}.{seal}")
    }

    /// The answers in a note, if it is one of ours, about this request, and not too old.
    pub(super) fn open(&self, state: &str, about: &str) -> Result<Object<'static>, Disbelief> {
        let (note, seal) = state.split_once('.').ok_or(Disbelief::Forged)?;
        let seal = base64url::decode(seal).ok_or(Disbelief::Forged)?;
        // MUST (2026-07-28, basic/patterns/mrtr): nothing is read before the seal is known to be ours.
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
        if until.is_none_or(|until| (self.now)() > until) {
            return Err(Disbelief::Expired);
        }
        let answers = note.get("answers").and_then(Value::as_object).cloned();
        Ok(answers.unwrap_or_default().into_owned())
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
