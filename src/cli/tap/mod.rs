//! `tap`: stands in for a server in a client's configuration, and writes down what the two say.
//!
//! The wire is passed on before it is looked at, so nothing that goes wrong with a log can touch it: when it
//! cannot be written, that is said once on stderr, and the session lives on. Each line is written as soon as
//! it was passed on and in one piece: when the tap is killed, however that goes, its log holds what was said but
//! for the last moment, usually less than a millisecond.
//!
//! Exit codes: the server's own, 128 and the signal's number where it was killed by one; as `env` does, 127
//! when there is no such program and 126 when it cannot be run; 2 wrong usage.

mod options;
mod paper;

use super::clock::Clock;
use super::failure::Failure;
use super::launch::launch;
use super::world::Streams;
use super::{Words, World};
use crate::text::{Lang, Text, visible};
use crate::transcript::Log;
use crate::transport::{Crossing, Ends, Launch, Limits, MAX_LOGGED_LINE, Relay, Tape, exit_code};
use paper::Paper;
use std::io::{self, ErrorKind, Write};
use std::path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub(super) use options::{CODES, OPTIONS};

/// How long the end of a session waits for its log while nothing is written to it.
const LAST_LINES: Duration = Duration::from_secs(2);

/// `tap -- CMD [ARG…]`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let launch = launch(words, "tap")?;
    let max = options::max_log(words)?;
    let books = books(words, max)?;
    let clock = Clock::start();
    // However much its bytes are escaped, a piece of a line fits.
    let line = usize::try_from(max / 16).unwrap_or(MAX_LOGGED_LINE).min(MAX_LOGGED_LINE);
    let limits = Limits { line, ..Limits::default() };
    let tape = Arc::new(Tape::new(limits, move || clock.elapsed()));
    let Streams { input, output, errors } = (world.streams)();
    write_down(Arc::clone(&tape), books, (world.streams)().errors, words.lang)?;
    let relayed = Relay::start(&launch, Arc::clone(&tape))
        .map(|relay| relay.run(Ends { input, output, errors }));
    tape.close();
    if !tape.is_played(LAST_LINES) {
        writeln!(world.err, "mcp-lab: {}", LATE.get(words.lang))?;
    }
    match relayed {
        Ok(status) => Ok(exit_code(status?)),
        Err(error) => not_started(world, &launch, &error, words.lang),
    }
}

const LATE: Text = Text::new(
    "the end of the log is missing: it could not be written in time",
    "日志缺了结尾：没来得及写完",
);

/// A log and the name of its file.
struct Book {
    file: String,
    log: Log<Paper>,
}

fn books(words: &Words, max: u64) -> Result<Vec<Book>, Failure> {
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
        _ if wire == annotated => return refused(SAME),
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

/// Writes what is on the tape into the books, on a thread of its own: a disk may be slow or stuck.
fn write_down(
    tape: Arc<Tape>,
    mut books: Vec<Book>,
    mut errors: Box<dyn Write + Send>,
    lang: Lang,
) -> io::Result<()> {
    let mut entry = move |crossing: &Crossing, at: Duration| {
        books.retain_mut(|book| match book.log.entry(crossing, at) {
            Ok(()) => true,
            Err(error) => {
                // Where stderr is gone too, nobody is left to be told.
                let _ = writeln!(errors, "mcp-lab: {}", unwritten(&book.file, &error, lang));
                false
            }
        });
    };
    let work = move || tape.play(&mut entry);
    thread::Builder::new().name("log".to_owned()).spawn(work).map(drop)
}

fn unwritten(file: &str, error: &io::Error, lang: Lang) -> String {
    // A client starts its servers wherever it likes.
    let place =
        path::absolute(file).map_or_else(|_| file.to_owned(), |it| it.display().to_string());
    let place = visible(&place);
    match lang {
        Lang::En => format!(
            "the log {place} cannot be written ({error}): the session goes on, and nothing more is recorded there"
        ),
        Lang::Zh => format!("日志 {place} 写不了（{error}）：会话照常进行，只是不再往里记录"),
    }
}

/// Says why the server did not start.
fn not_started(
    world: &mut World<'_>,
    launch: &Launch,
    error: &io::Error,
    lang: Lang,
) -> Result<u8, Failure> {
    let program = launch.program.to_string_lossy();
    let program = visible(&program);
    if launch.dir.as_ref().is_some_and(|dir| !dir.is_dir()) {
        return Err(Failure::Said(visible(&error.to_string()).into_owned()));
    }
    let (code, en, zh) = if error.kind() == ErrorKind::NotFound {
        (127, "there is no such program", "没有这个程序")
    } else {
        (126, "it cannot be run", "这个程序运行不了")
    };
    let said = match lang {
        Lang::En => format!("the server {program} was not started, {en}: {error}"),
        Lang::Zh => format!("服务器 {program} 没有启动，{zh}：{error}"),
    };
    writeln!(world.err, "mcp-lab: {said}")?;
    Ok(code)
}
