//! Opening a connection to a server of which nobody knows how old it is.
//!
//! ```text
//! server/discover ─┬─ a result ──────────────────► stateless
//!                  ├─ -32022, -32021, -32020 ────► stateless, but not like this: no falling back
//!                  ├─ any other error ───────────► initialize ─┐
//!                  ├─ silence ───────────────────► initialize ─┤
//!                  └─ it hung up ─► a new start ─► initialize ◄┴─ it hung up: a new start
//! ```
//!
//! Source: MCP 2026-07-28, `basic/versioning`, `basic/transports/stdio`.

use super::stateless::{NOTHING_TO_ASK, is_complete};
use super::{Client, ClientError, Connection, Stateless};
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::stateless::{
    DISCOVER, DiscoverResult, HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY,
    UNSUPPORTED_PROTOCOL_VERSION, VERSION,
};
use crate::mcp::{Implementation, InitializeResult, Payload, Revision};
use crate::transport::Transport;
use std::io::{self, ErrorKind};

/// A connection that is open, in the era that both sides know.
#[derive(Debug)]
pub enum Opened<T> {
    /// A session that began with `initialize`.
    Handshake(Connection<T>, InitializeResult<'static>),
    /// Requests that each stand for themselves.
    Stateless(Stateless<T>, DiscoverResult<'static>),
}

/// What an answer to `server/discover` says about the server.
#[derive(Debug)]
pub enum Heard {
    /// It speaks the stateless revision that is known here.
    Stateless(DiscoverResult<'static>),
    /// It knows the stateless era, and would have it otherwise: these are the versions it names.
    Otherwise(Vec<String>),
    /// It knows nothing of the stateless era.
    Handshake,
}

/// Takes an answer to `server/discover` for what it says about the server. What counts is not which
/// error came but whether only a server of the stateless era could have sent it.
pub fn heard(outcome: &Result<Value<'static>, ErrorObject<'static>>) -> Heard {
    let names = |versions: &[Str<'_>]| {
        versions.iter().map(|it| it.text().unwrap_or_default().into_owned()).collect()
    };
    match outcome {
        Ok(result) => match DiscoverResult::from_value(result.clone()) {
            Ok(result) if result.supported_versions.iter().any(|it| *it == *VERSION) => {
                Heard::Stateless(result)
            }
            Ok(result) => {
                let names: Vec<String> = names(&result.supported_versions);
                let old = names.iter().any(|name| Revision::from_name(name).is_some());
                if old { Heard::Handshake } else { Heard::Otherwise(names) }
            }
            Err(_) => Heard::Handshake,
        },
        Err(error) if MODERN.contains(&error.code) => {
            let data = error.data.as_ref();
            let supported = data.and_then(|data| data.get("supported")?.as_array());
            let supported = supported.unwrap_or_default().iter().filter_map(Value::as_string);
            Heard::Otherwise(names(&supported.cloned().collect::<Vec<_>>()))
        }
        Err(_) => Heard::Handshake,
    }
}

/// Codes that only the stateless era has.
const MODERN: [i64; 3] =
    [HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION];

/// Opens a connection: asks `server/discover` first, and falls back to `initialize`. For programs that
/// use this crate; `probe` goes the same way step by step, for it has to say what it saw.
///
/// `start` starts the server, and once more if the first one does not survive the question, whether it
/// answers that or not. A wire that has a patience should have a short one here: an old server may well
/// stay silent.
///
/// # Errors
/// [`ClientError::Unsupported`] when nothing is spoken on both sides, [`ClientError::Misfit`] when the
/// answer asks for input or is of an unknown kind; otherwise as [`Connection::initialize`].
pub fn open<T: Transport>(
    mut start: impl FnMut() -> io::Result<Connection<T>>,
    me: Implementation<'static>,
) -> Result<Opened<T>, ClientError> {
    let mut stateless = Stateless::new(start()?, me.clone());
    let outcome = match stateless.ask(DISCOVER, Object::default()) {
        Ok(result) => Ok(result),
        Err(ClientError::Refused(error)) => Err(error),
        // Not cancelled: an old server may not survive a notification before `initialize`.
        Err(ClientError::Wire(error)) if is_silence(&error) => {
            let mut connection = stateless.into_connection();
            connection.client.give_up();
            return fall_back(connection, start, me);
        }
        Err(error) if is_gone(&error) => return initialize(start()?, me),
        Err(error) => return Err(error),
    };
    match heard(&outcome) {
        Heard::Stateless(result) => match outcome.as_ref().map(is_complete) {
            Ok(Err(misfit)) => Err(misfit.into()),
            Ok(Ok(false)) => Err(NOTHING_TO_ASK.into()),
            Ok(Ok(true)) | Err(_) => Ok(Opened::Stateless(stateless, result)),
        },
        Heard::Otherwise(supported) if supported.is_empty() => {
            Err(outcome.err().map_or(ClientError::Unsupported(supported), ClientError::Refused))
        }
        Heard::Otherwise(supported) => Err(ClientError::Unsupported(supported)),
        Heard::Handshake => fall_back(stateless.into_connection(), start, me),
    }
}

/// Whether nothing came in time, and something may still come.
fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
}

/// Whether nothing will come any more.
fn is_gone(error: &ClientError) -> bool {
    matches!(error, ClientError::Closed)
        || matches!(error, ClientError::Wire(error) if !is_silence(error))
}

/// The handshake with a server that was asked something it does not know, and may leave for that.
fn fall_back<T: Transport>(
    connection: Connection<T>,
    start: impl FnOnce() -> io::Result<Connection<T>>,
    me: Implementation<'static>,
) -> Result<Opened<T>, ClientError> {
    match initialize(connection, me.clone()) {
        Err(error) if is_gone(&error) => initialize(start()?, me),
        opened => opened,
    }
}

fn initialize<T: Transport>(
    mut connection: Connection<T>,
    me: Implementation<'static>,
) -> Result<Opened<T>, ClientError> {
    let result = connection.initialize(Revision::NEWEST.as_str(), me)?;
    Ok(Opened::Handshake(connection, result))
}

impl Client {
    /// Waits no longer for the last request. It stays open: its answer may come late.
    fn give_up(&mut self) {
        self.given_up = self.open.last().copied();
    }

    /// Whether an error without an id belongs to the request that was given up: it does if that has no
    /// answer yet, once.
    pub(super) fn is_late(&mut self) -> bool {
        self.given_up.take().is_some_and(|id| self.open.contains(&id))
    }
}
