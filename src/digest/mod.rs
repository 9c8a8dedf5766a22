//! Chapter 5. Digests: a fingerprint of bytes, a seal that only its maker can make, and bytes as text.
//!
//! ```text
//! sha256(bytes)        ─► 32 bytes      equal only for equal bytes, as far as anybody knows
//! hmac(key, bytes)     ─► 32 bytes      the same, and only whoever has the key can make it
//! base64url::encode    ─► A-Z a-z 0-9 - _
//! base64::encode       ─► A-Z a-z 0-9 + / =
//! ```
//!
//! A stateless server hands its own notes to the client and gets them back later. What comes back is
//! only believed under a seal:
//!
//! ```
//! use mcp_lab::digest::{base64url, hmac, same};
//! let seal = hmac(b"a secret of the server", b"asked at noon");
//! assert!(same(&seal, &hmac(b"a secret of the server", b"asked at noon")));
//! assert!(!same(&seal, &hmac(b"a secret of the server", b"asked at one")));
//! assert_eq!(base64url::encode(b"asked at noon"), "YXNrZWQgYXQgbm9vbg");
//! ```
//!
//! Never: public keys or encryption. Whoever holds a sealed text can read it.
//!
//! Source: FIPS 180-4 (SHA-256), RFC 2104 and RFC 4231 (HMAC), RFC 4648 §4 and §5 (base64).

mod sha256;
mod hmac;
mod sixes;
pub mod base64;
pub mod base64url;

pub use hmac::{hmac, same};
pub use sha256::{Sha256, sha256};
