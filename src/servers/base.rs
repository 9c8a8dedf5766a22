//! The directory a server's files lie in.

use super::demo::Demo;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The directory that holds `demo-data/`.
#[derive(Debug)]
pub enum Base {
    /// One that is there.
    Dir(PathBuf),
    /// The demo files. Most sessions never read one, so they are laid out when somebody first asks,
    /// and removed with the server.
    Demo {
        /// Where to lay them out.
        parent: PathBuf,
        /// In a directory of this name.
        name: String,
        /// As they were laid out; `None` when that was not possible.
        laid: OnceLock<Option<Demo>>,
    },
}

impl Base {
    /// The demo files, to be laid out below `parent`. See [`Demo::lay_out`].
    pub fn demo(parent: PathBuf, name: String) -> Self {
        Self::Demo { parent, name, laid: OnceLock::new() }
    }

    /// The directory, or `None` when it cannot be had.
    pub(super) fn dir(&self) -> Option<&Path> {
        match self {
            Self::Dir(dir) => Some(dir),
            Self::Demo { parent, name, laid } => {
                laid.get_or_init(|| Demo::lay_out(parent, name).ok()).as_ref().map(Demo::base)
            }
        }
    }
}

impl From<PathBuf> for Base {
    fn from(dir: PathBuf) -> Self {
        Self::Dir(dir)
    }
}
