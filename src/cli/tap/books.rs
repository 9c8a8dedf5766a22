//! The logs of one session: each has a tape and a thread, and none waits for another one.
//!
//! ```text
//! session ──► Tape ──► --log FILE
//!                 └──► Tape ──► --annotated FILE     the same, cut already
//! ```

use super::options;
use super::paper::Paper;
use crate::cli::Words;
use crate::cli::clock::Clock;
use crate::cli::failure::Failure;
use crate::cli::world::Streams;
use crate::text::{Lang, Text, visible};
use crate::transcript::Log;
use crate::transport::{Limits, MAX_LOGGED_LINE, Tape};
use std::io::{self, Write};
use std::path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long the end of a session waits for a log while nothing is written to it.
const LAST_LINES: Duration = Duration::from_secs(2);

/// How long the beginning of a session waits for its log to be opened.
const FIRST_LINE: Duration = Duration::from_millis(100);

/// A log and the name of its file.
struct Book {
    file: String,
    log: Log<Paper>,
}

/// All logs of a session.
pub(super) struct Books {
    /// Where the session is recorded.
    pub(super) tape: Arc<Tape>,
    /// Each log's, and the name of its file, in the order in which they get what passed.
    all: Vec<(Arc<Tape>, String)>,
    lang: Lang,
}

impl Books {
    /// Opens what the words ask for.
    pub(super) fn open(words: &Words, streams: &dyn Fn() -> Streams) -> Result<Self, Failure> {
        let (lang, max) = (words.lang, options::max_log(words)?);
        // However much its bytes are escaped, a piece of a line fits.
        let line = usize::try_from(max / 16).unwrap_or(MAX_LOGGED_LINE).min(MAX_LOGGED_LINE);
        let limits = Limits { line, ..Limits::default() };
        let clock = Arc::new(Clock::start());
        let tape = || {
            let clock = Arc::clone(&clock);
            Arc::new(Tape::new(limits, move || clock.elapsed()))
        };
        let asked = asked(words, max)?;
        let all: Vec<_> = asked.iter().map(|book| (tape(), book.file.clone())).collect();
        for (index, book) in asked.into_iter().enumerate() {
            let mut tapes = all.iter().skip(index).map(|(tape, _)| Arc::clone(tape));
            if let Some(tape) = tapes.next() {
                write_down(tape, book, tapes.next(), streams().errors, lang)?;
            }
        }
        if words.value("--log").is_none() {
            // To explain a line takes longer than to write it.
            for (tape, _) in &all {
                tape.slows_down();
            }
        }
        let tape = all.first().map_or_else(tape, |(tape, _)| Arc::clone(tape));
        Ok(Self { tape, all, lang })
    }

    /// Waits until they are written; says which are not.
    pub(super) fn close(self) -> Vec<String> {
        let late = self.all.iter().filter(|(tape, _)| {
            tape.close();
            !tape.is_played(LAST_LINES)
        });
        late.map(|(_, file)| unfinished(file, self.lang)).collect()
    }
}

/// What is to be written, each on a file of its own.
fn asked(words: &Words, max: u64) -> Result<Vec<Book>, Failure> {
    const NOWHERE: Text = Text::new(
        "`tap` needs a file to write to: add --log FILE, --annotated FILE or both",
        "`tap` 要有文件可写：加上 --log FILE 或 --annotated FILE，也可以都写",
    );
    const SAME: Text = Text::new(
        "`--log` and `--annotated` need a file each",
        "`--log` 和 `--annotated` 不能写进同一个文件",
    );
    let (wire, annotated) = (words.value("--log"), words.value("--annotated"));
    let refused = |why: Text| Err(Failure::Usage(why.get(words.lang).to_owned()));
    match (wire, annotated) {
        (None, None) => return refused(NOWHERE),
        (Some(wire), Some(annotated)) if place(wire) == place(annotated) => return refused(SAME),
        _ => {}
    }
    let paper = |file: &str| Paper::new(file.into(), max);
    let wire = wire.map(|it| Book { file: it.to_owned(), log: Log::wire(paper(it)) });
    let annotated = annotated.map(|it| {
        let log = Log::annotated(paper(it), words.lang);
        Book { file: it.to_owned(), log }
    });
    Ok(wire.into_iter().chain(annotated).collect())
}

/// Writes what is on a tape into a book, on a thread of its own or where it was passed on, and hands it over to
/// the next tape.
fn write_down(
    tape: Arc<Tape>,
    Book { file, mut log }: Book,
    next: Option<Arc<Tape>>,
    mut errors: Box<dyn Write + Send>,
    lang: Lang,
) -> io::Result<()> {
    let mut tell = move |written: io::Result<()>| {
        if let Err(error) = &written {
            // Where stderr is gone too, nobody is left to be told.
            let _ = writeln!(errors, "mcp-lab: {}", unwritten(&file, error, lang));
        }
        written.is_ok()
    };
    let (begun, begins) = channel::<()>();
    let work = move || {
        let mut good = tell(log.begin());
        drop(begun);
        tape.play(move |crossing, at| {
            good = good && tell(log.entry(crossing, at));
            if let Some(next) = &next {
                next.copy(crossing, at);
            }
        });
    };
    thread::Builder::new().name("log".to_owned()).spawn(work)?;
    // The file is there before the server says its first word, unless the disk is stuck.
    let _ = begins.recv_timeout(FIRST_LINE);
    Ok(())
}

/// A client starts its servers wherever it likes.
fn place(file: &str) -> String {
    path::absolute(file).map_or_else(|_| file.to_owned(), |it| it.display().to_string())
}

fn unwritten(file: &str, error: &io::Error, lang: Lang) -> String {
    let place = place(file);
    match lang {
        Lang::En => format!(
            "the log {place} cannot be written ({error}): the session goes on, and nothing more is recorded there"
        ),
        Lang::Zh => format!("日志 {place} 写不了（{error}）：会话照常进行，只是不再往里记录"),
    }
}

fn unfinished(file: &str, lang: Lang) -> String {
    let place = place(file);
    let place = visible(&place);
    match lang {
        Lang::En => {
            format!("the end of the log {place} is missing: it could not be written in time")
        }
        Lang::Zh => format!("日志 {place} 缺了结尾：没来得及写完"),
    }
}
