//! A session written to a file while it goes on: a program that is killed leaves what crossed.

use crate::transcript::Transcript;
use crate::transport::{Crossing, Sink};
use std::fs::File;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Prints crossings one by one, together what [`Transcript::to_wire`] prints of all of them.
#[derive(Debug, Default)]
struct Live {
    before: Option<Crossing>,
}

impl Live {
    /// The lines of the next crossing. Whether a notification was met with silence shows only here.
    fn next(&mut self, crossing: &Crossing) -> String {
        let before = self.before.replace(crossing.clone());
        let printed = usize::from(before.is_some());
        let crossings = before.into_iter().chain([crossing.clone()]).collect();
        let pair = Transcript { crossings };
        let mut entries = pair.entries();
        if entries.last().is_some_and(|last| last.crossing.is_none()) {
            entries.pop();
        }
        entries.into_iter().skip(printed).map(|entry| entry.wire + "\n").collect()
    }

    /// What is left to be printed when nothing more comes.
    fn end(&mut self) -> String {
        let last = Transcript { crossings: self.before.take().into_iter().collect() };
        last.entries().into_iter().skip(1).map(|entry| entry.wire + "\n").collect()
    }
}

/// The file, and what went wrong with it first.
#[derive(Debug)]
struct Open {
    file: File,
    live: Live,
    wrong: Option<io::Error>,
}

impl Open {
    fn write(&mut self, text: &str) {
        if self.wrong.is_none() {
            self.wrong = self.file.write_all(text.as_bytes()).err();
        }
    }
}

/// A file that is written line by line.
#[derive(Debug, Clone)]
pub(super) struct WireFile(Arc<Mutex<Open>>);

impl WireFile {
    pub(super) fn new(file: File) -> Self {
        Self(Arc::new(Mutex::new(Open { file, live: Live::default(), wrong: None })))
    }

    /// Where crossings are told to.
    pub(super) fn sink(&self) -> Sink {
        let this = self.clone();
        Sink::new(move |crossing| {
            let mut open = this.lock();
            let text = open.live.next(crossing);
            open.write(&text);
        })
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// It, or something before it, could not be written.
    pub(super) fn finish(&self) -> io::Result<()> {
        let mut open = self.lock();
        let text = open.live.end();
        open.write(&text);
        open.wrong.take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
