//! The stateless era: revision 2026-07-28.
//!
//! ```text
//! client                                     server
//!   │ ── server/discover ──────────────────►  │   may come first, need not
//!   │ ◄───────────── supportedVersions, … ──  │
//!   │ ── tools/call, _meta ────────────────►  │   who I am and which version: in every request
//!   │ ◄── resultType "input_required" ──────  │   I need to ask a human; here is my note to myself
//!   │ ── tools/call, _meta, answers, note ──► │   the same again, with what the human said
//!   │ ◄── resultType "complete" ────────────  │
//! ```
//!
//! Nothing is remembered between two requests, so each could go to another process.
//!
//! Source: MCP 2026-07-28, `basic/index`, `basic/versioning`, `basic/patterns/mrtr`, `server/discover`.

mod discover;
mod errors;
mod headers;
mod input;
mod listen;
mod meta;

pub use discover::{DISCOVER, DiscoverResult};
pub use errors::{
    HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION,
    missing_capability, unsupported_version,
};
pub use headers::{
    BadMirror, MCP_METHOD, MCP_NAME, MCP_PARAM, MCP_PROTOCOL_VERSION, Mirror, X_MCP_HEADER, decode,
    encode, mirrors, named_by,
};
pub use input::{InputRequest, InputRequiredResult};
pub use listen::{SUBSCRIPTIONS_ACKNOWLEDGED, SUBSCRIPTIONS_LISTEN, SubscriptionFilter};
pub(crate) use meta::Glance;
pub use meta::{
    CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL, PROTOCOL_VERSION, RequestMeta, SERVER_INFO,
    SUBSCRIPTION_ID,
};

/// The only revision of this era so far.
pub const VERSION: &str = "2026-07-28";

/// The revisions of this era that are spoken here. A revision with a handshake is never among them: it
/// could not be spoken by writing its name into `_meta`.
pub const SUPPORTED: &[&str] = &[VERSION];

/// `resultType` of a result that is whole.
pub const COMPLETE: &str = "complete";

/// `resultType` of a result that asks for input.
pub const INPUT_REQUIRED: &str = "input_required";
