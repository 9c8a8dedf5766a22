//! The file a log is written to, which is turned over when it is full.
//!
//! ```text
//! FILE.0   how the session began: it stays
//! FILE.1   what stood in FILE before it was turned over the last time
//! FILE     the latest
//! FILE.old the session before this one
//! ```

use crate::transcript::Log;
use crate::transport::Crossing;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Opened when it is flushed or written to for the first time. Each write is an entry and stays whole.
#[derive(Debug)]
pub(super) struct Paper {
    path: PathBuf,
    /// How large a file becomes, in bytes.
    limit: u64,
    file: Option<File>,
    written: u64,
    /// How often it was turned over; `None` where that makes no sense, such as for a pipe.
    turned: Option<u32>,
}

impl Paper {
    pub(super) fn new(path: PathBuf, limit: u64) -> Self {
        Self { path, limit, file: None, written: 0, turned: Some(0) }
    }

    /// A sheet with room for so many bytes.
    fn sheet(&mut self, bytes: u64) -> io::Result<&mut File> {
        let full = self.written.saturating_add(bytes) > self.limit && self.written > 0;
        self.file = match (self.file.take(), self.turned) {
            (None, _) => Some(self.open()?),
            (Some(file), Some(times)) if full => {
                // Some systems do not rename a file that is open.
                drop(file);
                Some(self.turn_over(times)?)
            }
            (file, _) => file,
        };
        self.file.as_mut().ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn open(&mut self) -> io::Result<File> {
        if let Ok(real) = fs::canonicalize(&self.path) {
            self.path = real;
        }
        match fs::metadata(&self.path) {
            Ok(there) if !there.is_file() => {
                self.turned = None;
                return OpenOptions::new().write(true).open(&self.path);
            }
            Ok(there) if there.len() > 0 => fs::rename(&self.path, beside(&self.path, "old"))?,
            _ => {}
        }
        let file = self.blank()?;
        // Where a link named a file that was not there yet, it is that file which is turned over.
        if let Ok(real) = fs::canonicalize(&self.path) {
            self.path = real;
        }
        Ok(file)
    }

    /// Whatever somebody else writes to the same file stands behind and not in the middle of what is ours.
    fn blank(&mut self) -> io::Result<File> {
        self.written = 0;
        OpenOptions::new().append(true).create(true).open(&self.path)
    }

    fn turn_over(&mut self, times: u32) -> io::Result<File> {
        let (first, last) = (beside(&self.path, "0"), beside(&self.path, "1"));
        let (shown, began) = (name(&last), name(&first));
        let note = if times == 0 {
            // One of an earlier session would be taken for a part of this one.
            unless_gone(fs::remove_file(&last))?;
            unless_gone(fs::rename(&self.path, &first))?;
            format!("the log goes on: how the session began stands in {began}")
        } else {
            unless_gone(fs::rename(&self.path, &last))?;
            format!(
                "the log goes on: what came before stands in {shown}, how the session began in {began}, and what was between them is gone"
            )
        };
        self.turned = Some(times.saturating_add(1));
        let mut file = self.blank()?;
        let mut line = Vec::new();
        Log::wire(&mut line).entry(&Crossing::Note(note), Duration::ZERO)?;
        file.write_all(&line)?;
        self.written = line.len() as u64;
        Ok(file)
    }
}

impl Write for Paper {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        self.sheet(entry.len() as u64)?.write_all(entry)?;
        self.written += entry.len() as u64;
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sheet(0).map(drop)
    }
}

/// What somebody has taken away need not be moved.
fn unless_gone(moved: io::Result<()>) -> io::Result<()> {
    moved.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// `FILE.ending`
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".");
    name.push(ending);
    name.into()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
