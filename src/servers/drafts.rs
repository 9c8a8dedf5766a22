//! The only folder that is written to, and how: whole or not at all.

use super::allow::harmless;
use super::base::Base;
use crate::text::is_hidden;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The folder, beside the one that is read.
pub(super) const FOLDER: &str = "demo-drafts";

/// The longest name of a file, in bytes: with what its predecessor adds it fits every common system.
const MAX_NAME_BYTES: usize = 200;

/// The folder that may be written to.
#[derive(Debug)]
pub(super) struct Drafts {
    base: Arc<Base>,
    /// One file is written after the other, so that nothing is mixed.
    writing: Mutex<()>,
}

/// Why a file is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The path leads out of the folder, or would on some system, or into a folder below it.
    Outside,
    /// There is something of this name that is no ordinary file.
    NotAFile,
    /// The system did not let us, for a reason of its own.
    Unwritable,
}

impl Drafts {
    pub(super) fn new(base: Arc<Base>) -> Self {
        Self { base, writing: Mutex::new(()) }
    }

    /// Whether this path may be written, as far as can be told now. Nothing is touched.
    pub(super) fn check(&self, path: &str) -> Result<(), Refusal> {
        self.place(path).map(drop)
    }

    /// Writes the file: first beside it, then in its place, so that nobody ever sees half of it.
    pub(super) fn write(&self, path: &str, text: &str) -> Result<(), Refusal> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (root, place) = self.place(path)?;
        match fs::create_dir(&root) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(Refusal::Unwritable);
            }
            _ => {}
        }
        // Not a name that could be asked for: those do not begin with a dot.
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let beside = place.with_file_name(format!(".{name}.new"));
        // Whatever lies there, a link or a pipe even, was left behind; it is not followed but removed.
        let _ = fs::remove_file(&beside);
        let fresh = OpenOptions::new().write(true).create_new(true).open(&beside);
        let written = fresh.and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        let moved = written.and_then(|()| fs::rename(&beside, &place));
        moved.map_err(|_| {
            // What cannot be removed now is removed by the next try.
            let _ = fs::remove_file(&beside);
            Refusal::Unwritable
        })
    }

    /// The folder, and where the file of this path is or will be: in the folder itself, not deeper.
    fn place(&self, path: &str) -> Result<(PathBuf, PathBuf), Refusal> {
        let name = path.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'));
        let name = name.filter(|name| harmless(name) && plain(name)).ok_or(Refusal::Outside)?;
        let base = self.base.dir().filter(|base| base.is_dir()).ok_or(Refusal::Unwritable)?;
        let root = base.join(FOLDER);
        // The folder itself must not be a link that leads elsewhere, nor may the file be one.
        if fs::symlink_metadata(&root).is_ok_and(|it| !it.is_dir()) {
            return Err(Refusal::Outside);
        }
        let place = root.join(name);
        match fs::symlink_metadata(&place) {
            Ok(there) if !there.is_file() => Err(Refusal::NotAFile),
            _ => Ok((root, place)),
        }
    }
}

/// Whether a name is one of a file everywhere, and says nothing to a terminal: no folder, not hidden,
/// no wildcard, no device of Windows, no character that cannot be seen.
fn plain(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let device = DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device));
    let numbered = stem.trim_end_matches(|it: char| it.is_ascii_digit());
    let port = numbered.len() + 1 == stem.len()
        && PORTS.iter().any(|it| numbered.eq_ignore_ascii_case(it));
    name.len() <= MAX_NAME_BYTES
        && !device
        && !port
        && !name.starts_with('.')
        && !name.ends_with(['.', ' '])
        && !name.contains(['/', '*', '?', '"', '<', '>', '|'])
        && !name.contains(is_hidden)
}

/// Names that Windows keeps for itself, with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// The same with a digit behind.
const PORTS: [&str; 2] = ["com", "lpt"];

/// What the model is told.
pub(super) fn sentence(refusal: Refusal, path: &str) -> String {
    match refusal {
        Refusal::Outside => {
            format!(
                "权限拒绝：write_file 只允许写 {FOLDER}/ 内的文件，例如 {FOLDER}/plan.txt，收到 {path}"
            )
        }
        Refusal::NotAFile => format!("不是文件：{path} 已经存在，而且不是普通文件"),
        Refusal::Unwritable => format!("写入失败：系统不允许写 {path}"),
    }
}
