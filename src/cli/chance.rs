//! Bytes that nobody can guess, from the operating system.

use crate::digest::Sha256;
use std::fs::File;
use std::hash::{BuildHasher as _, RandomState};
use std::io::Read as _;

/// A fresh key of 32 bytes.
///
/// Unix hands random bytes out as a file. Elsewhere they come from the keys that the standard library
/// asks the system for when a hash map is made; both go through SHA-256, so either alone is enough.
pub(super) fn key() -> [u8; 32] {
    let mut hash = Sha256::default();
    let mut bytes = [0; 32];
    // Where there is no such file, what follows has to do.
    if File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes)).is_ok() {
        hash.update(&bytes);
    }
    // The keys are 128 bits, and four hashes under them say all of it.
    let keys = RandomState::new();
    for word in 0..4_u64 {
        hash.update(&keys.hash_one(word).to_le_bytes());
    }
    hash.finish()
}
