//! The demo files: compiled in, and laid out in a real directory, so that real paths are checked.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The directory of the mini server, and what lies in it.
const FILES: &[(&str, &str)] = &[("notes.txt", include_str!("demo-data/notes.txt"))];

/// How many directories of one name may have been left behind by processes that were killed.
pub const LEFTOVERS: u32 = 100;

/// A directory that holds `demo-data/` and is removed when dropped.
#[derive(Debug)]
pub struct Demo {
    base: PathBuf,
}

impl Demo {
    /// Lays the files out in a fresh directory below `parent`. `name` tells this directory from
    /// those of other processes; what an earlier one of the same name has left behind is stepped over.
    ///
    /// # Errors
    /// The directory cannot be written, or [`LEFTOVERS`] of that name are there.
    pub fn lay_out(parent: &Path, name: &str) -> io::Result<Self> {
        let taken = |made: &io::Result<PathBuf>| {
            made.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists)
        };
        let create = |base: PathBuf| fs::create_dir(&base).map(|()| base);
        let mut made = create(parent.join(name));
        for number in 1..LEFTOVERS {
            if !taken(&made) {
                break;
            }
            made = create(parent.join(format!("{name}-{number}")));
        }
        let demo = Self { base: made? };
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
