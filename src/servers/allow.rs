//! Which file may be read: decided here, on the real path, whatever the model or client believed.

use super::base::Base;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

/// A directory whose files may be read, and nothing else.
#[derive(Debug)]
pub(super) struct AllowList {
    base: Arc<Base>,
    folder: &'static str,
}

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The path leads out of the folder, or would on some system.
    Outside,
    /// Nothing of this name is in the folder.
    Missing,
    /// A folder, a device, a pipe: nothing whose text could be read.
    NotAFile,
    /// Longer than [`MAX_FILE_BYTES`].
    TooLarge,
    /// Its bytes are not UTF-8.
    NotText,
    /// The system did not let us, for a reason of its own.
    Unreadable,
}

/// The longest file that is read: 1 MiB, in bytes. The text has to fit a model, not a disk.
const MAX_FILE_BYTES: u64 = 1024 * 1024;
/// The longest path that is looked up, in bytes: no system knows a longer one.
const MAX_PATH_BYTES: usize = 4096;

impl AllowList {
    /// Allows the files of `base/folder`, to be named `folder/…`.
    pub(super) fn new(base: impl Into<Arc<Base>>, folder: &'static str) -> Self {
        Self { base: base.into(), folder }
    }

    /// The text of an allowed file.
    pub(super) fn read(&self, path: &str) -> Result<String, Refusal> {
        let real = self.real_path(path)?;
        // Asked before opening: opening a pipe would wait for somebody to write into it.
        if !fs::metadata(&real).map_err(|_| Refusal::Missing)?.is_file() {
            return Err(Refusal::NotAFile);
        }
        let file = File::open(&real).map_err(|_| Refusal::Unreadable)?;
        let mut bytes = Vec::new();
        // One byte more than allowed, so that a file that grows meanwhile is noticed too.
        let mut limited = file.take(MAX_FILE_BYTES + 1);
        limited.read_to_end(&mut bytes).map_err(|_| Refusal::Unreadable)?;
        if limited.limit() == 0 {
            return Err(Refusal::TooLarge);
        }
        String::from_utf8(bytes).map_err(|_| Refusal::NotText)
    }

    /// First the path as text: it must look harmless on every system. Then the path as it really
    /// is, every link followed: it must lie in the folder. The first check alone is fooled by
    /// links, the second alone tells an outsider which files exist.
    ///
    /// Simplified: a link put in place between this check and the opening is followed; closing
    /// that gap needs `openat`, which `std` does not have.
    fn real_path(&self, path: &str) -> Result<PathBuf, Refusal> {
        let path = Some(path).filter(|it| it.len() <= MAX_PATH_BYTES).ok_or(Refusal::Missing)?;
        if path.trim_end_matches('/') == self.folder {
            return Err(Refusal::NotAFile);
        }
        let inside = path.strip_prefix(self.folder).and_then(|rest| rest.strip_prefix('/'));
        let inside = inside.filter(|inside| harmless(inside)).ok_or(Refusal::Outside)?;
        let base = self.base.dir().ok_or(Refusal::Unreadable)?;
        let root = base.join(self.folder).canonicalize().map_err(|_| Refusal::Missing)?;
        // What is missing is judged by the nearest folder that is there: a link that leads out must
        // not tell which files exist where it leads.
        let whole = root.join(inside);
        let mut up = whole.ancestors().enumerate();
        let found = up.find_map(|(missing, part)| Some((missing, part.canonicalize().ok()?)));
        match found {
            // `Path::starts_with` compares whole names: demo-data-evil does not start with demo-data.
            Some((0, real)) if real.starts_with(&root) => Ok(real),
            Some((_, real)) if real.starts_with(&root) => Err(Refusal::Missing),
            _ => Err(Refusal::Outside),
        }
    }
}

/// Whether no system could read this as a way out: `..` (Windows also takes `.. ` for it), a drive
/// or stream (`C:`, `:$DATA`), a backslash, an empty part (`//`, which may begin an absolute path),
/// a NUL, at which C stops reading.
pub(super) fn harmless(inside: &str) -> bool {
    !inside.contains([':', '\\', '\0'])
        && inside.split('/').all(|part| !part.trim_end_matches(['.', ' ']).is_empty())
}
