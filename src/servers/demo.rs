//! The demo files: compiled in, and laid out in a real directory, so that real paths are checked.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The directory of the mini server, and what lies in it.
const FILES: &[(&str, &str)] = &[("notes.txt", include_str!("demo-data/notes.txt"))];

/// A directory that holds `demo-data/` and is removed when dropped.
#[derive(Debug)]
pub struct Demo {
    base: PathBuf,
}

impl Demo {
    /// Lays the files out in a fresh directory below `parent`. `name` tells this directory from
    /// those of other processes.
    ///
    /// # Errors
    /// The directory exists already, or cannot be written.
    pub fn lay_out(parent: &Path, name: &str) -> io::Result<Self> {
        let base = parent.join(name);
        fs::create_dir(&base)?;
        let demo = Self { base };
        let data = demo.base.join("demo-data");
        fs::create_dir(&data)?;
        for (file, text) in FILES {
            fs::write(data.join(file), text)?;
        }
        Ok(demo)
    }

    /// The directory that holds `demo-data/`.
    pub fn base(&self) -> &Path {
        &self.base
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // Nobody is left to hear about it, and the system clears its temporary directory anyway.
        let _ = fs::remove_dir_all(&self.base);
    }
}
