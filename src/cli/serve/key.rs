//! A secret that several processes share.

use crate::cli::failure::Failure;
use crate::digest::sha256;
use crate::text::{Lang, visible};
use std::fs::File;
use std::io::Read as _;

/// How many bytes such a file has at least: fewer could be guessed.
const MIN_KEY_BYTES: usize = 32;

/// How many of them count.
const MAX_KEY_BYTES: u64 = 64 * 1024;

/// The key that a file holds: the SHA-256 of its bytes.
pub(super) fn read(file: &str, lang: Lang) -> Result<[u8; 32], Failure> {
    let mut bytes = Vec::new();
    let opened = File::open(file).and_then(|it| it.take(MAX_KEY_BYTES).read_to_end(&mut bytes));
    let shown = visible(file);
    if let Err(error) = opened {
        return Err(Failure::Said(match lang {
            Lang::En => format!("{shown}: {error}"),
            Lang::Zh => format!("{shown}：{error}"),
        }));
    }
    if bytes.len() < MIN_KEY_BYTES {
        return Err(Failure::Said(match lang {
            Lang::En => format!("{shown}: a key needs {MIN_KEY_BYTES} bytes or more"),
            Lang::Zh => format!("{shown}：密钥至少要有 {MIN_KEY_BYTES} 字节"),
        }));
    }
    Ok(sha256(&bytes))
}
