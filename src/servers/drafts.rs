//! The only folder that is written to, and how: whole or not at all.

use super::allow::harmless;
use super::base::Base;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

/// The folder, beside the one that is read.
pub(super) const FOLDER: &str = "demo-drafts";

/// The folder that may be written to.
#[derive(Debug)]
pub(super) struct Drafts {
    base: Arc<Base>,
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
        Self { base }
    }

    /// Whether this path may be written, as far as can be told now.
    pub(super) fn check(&self, path: &str) -> Result<(), Refusal> {
        self.place(path).map(drop)
    }

    /// Writes the file: first beside it, then in its place, so that nobody ever sees half of it.
    pub(super) fn write(&self, path: &str, text: &str) -> Result<(), Refusal> {
        let place = self.place(path)?;
        // Not a name that could be asked for: those do not begin with a dot.
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let beside = place.with_file_name(format!(".{name}.new"));
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        let moved = written.and_then(|()| fs::rename(&beside, &place));
        moved.map_err(|_| {
            // What cannot be removed is overwritten by the next try.
            let _ = fs::remove_file(&beside);
            Refusal::Unwritable
        })
    }

    /// Where the file of this path is, or will be. Files lie in the folder itself, not deeper.
    fn place(&self, path: &str) -> Result<PathBuf, Refusal> {
        let name = path.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'));
        let name = name.filter(|name| {
            harmless(name)
                && !name.contains('/')
                && !name.starts_with('.')
                && !name.ends_with(['.', ' '])
        });
        let name = name.ok_or(Refusal::Outside)?;
        let root = self.base.dir().ok_or(Refusal::Unwritable)?.join(FOLDER);
        match fs::create_dir(&root) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(Refusal::Unwritable);
            }
            _ => {}
        }
        // The folder itself must not be a link that leads elsewhere, nor may the file be one.
        if fs::symlink_metadata(&root).map_or(true, |it| !it.is_dir()) {
            return Err(Refusal::Outside);
        }
        let place = root.join(name);
        match fs::symlink_metadata(&place) {
            Ok(there) if !there.is_file() => Err(Refusal::NotAFile),
            _ => Ok(place),
        }
    }
}

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
