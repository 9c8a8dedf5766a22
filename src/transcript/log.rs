//! A log that is written while the session goes on.

use super::wire::print;
use super::{Entry, Page, Paint};
use crate::text::Lang;
use crate::transport::Crossing;
use std::io::{self, Write};
use std::time::Duration;

/// After so long without an entry the log says how long it was: that is how a reader sees who waited.
const QUIET: Duration = Duration::from_secs(1);

/// A line longer than this has no remark hung under it, in bytes: it would have to be understood first.
const MAX_EXPLAINED: usize = 256 * 1024;

/// The longest remark that is hung under a line, in bytes; an id is the sender's, and may be of any length.
const MAX_REMARK: usize = 4 * 1024;

/// Writes crossings down one by one, in the `.wire` format or with remarks under its lines. The remark
/// that nothing came back is left out: nobody knows yet whether something will.
#[derive(Debug)]
pub struct Log<W> {
    out: W,
    remarks: Option<Lang>,
    last: Option<Duration>,
}

impl<W: Write> Log<W> {
    /// A log in the `.wire` format.
    pub fn wire(out: W) -> Self {
        Self { out, remarks: None, last: None }
    }

    /// A log with remarks.
    pub fn annotated(out: W, lang: Lang) -> Self {
        Self { out, remarks: Some(lang), last: None }
    }

    /// Lets `out` make ready before anything has crossed.
    ///
    /// # Errors
    /// It cannot be written to.
    pub fn begin(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes down what crossed at some time. `out` is given all of it at once and then flushed, so that
    /// no sudden end leaves half a line.
    ///
    /// # Errors
    /// It could not be written.
    pub fn entry(&mut self, crossing: &Crossing, at: Duration) -> io::Result<()> {
        let quiet = self.last.map_or(Duration::ZERO, |last| at.saturating_sub(last));
        self.last = self.last.max(Some(at));
        if quiet > QUIET {
            self.write(&Crossing::Event(format!("{:.1} s later", quiet.as_secs_f64())))?;
        }
        self.write(crossing)
    }

    fn write(&mut self, crossing: &Crossing) -> io::Result<()> {
        let mut text = print(crossing);
        match self.remarks.filter(|_| text.len() <= MAX_EXPLAINED) {
            None => text.push('\n'),
            Some(lang) => text = explained(text, crossing, lang),
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

fn explained(wire: String, crossing: &Crossing, lang: Lang) -> String {
    let entry = Entry { wire, crossing: Some(crossing) };
    let mut text = Page { lang, paint: Paint::Plain }.entry(&entry);
    if text.len() > entry.wire.len() + MAX_REMARK {
        text.truncate(entry.wire.len() + 1);
    }
    text
}
