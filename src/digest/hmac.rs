//! HMAC-SHA-256: a seal that only the owner of a key can make.

use super::sha256::{BLOCK, Sha256, sha256};

/// The seal of these bytes under this key (RFC 2104). A key longer than a block of 64 bytes stands for
/// its fingerprint; 32 bytes nobody can guess are a good one.
pub fn hmac(key: &[u8], bytes: &[u8]) -> [u8; 32] {
    let mut block = [0; BLOCK];
    let short = sha256(key);
    let key = if key.len() > BLOCK { &short[..] } else { key };
    block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    let mut inner = Sha256::default();
    inner.update(&block.map(|byte| byte ^ 0x36));
    inner.update(bytes);
    let mut outer = Sha256::default();
    outer.update(&block.map(|byte| byte ^ 0x5c));
    outer.update(&inner.finish());
    outer.finish()
}

/// Whether two seals are the same. It always looks at every byte: how long it takes must not tell
/// a forger how many of them were right.
pub fn same(one: &[u8], other: &[u8]) -> bool {
    let differing = one.iter().zip(other).fold(0, |seen, (one, other)| seen | (one ^ other));
    one.len() == other.len() && std::hint::black_box(differing) == 0
}
