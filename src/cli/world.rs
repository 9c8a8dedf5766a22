//! What the outside hands in: streams, environment, a place for temporary files.

use crate::text::Lang;
use crate::transcript::Paint;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;

/// This process's own standard streams, for threads that take them over.
pub struct Streams {
    /// Standard input.
    pub input: Box<dyn Read + Send>,
    /// Standard output.
    pub output: Box<dyn Write + Send>,
    /// Standard error.
    pub errors: Box<dyn Write + Send>,
}

/// Everything a command may touch outside its own memory.
pub struct World<'w> {
    /// Standard input.
    pub input: &'w mut dyn BufRead,
    /// Standard output.
    pub out: &'w mut dyn Write,
    /// Standard error.
    pub err: &'w mut dyn Write,
    /// This process's own standard streams once more, for a command that takes them over.
    pub streams: &'w dyn Fn() -> Streams,
    /// Whether standard input is a terminal.
    pub in_is_terminal: bool,
    /// Whether standard output is a terminal.
    pub out_is_terminal: bool,
    /// Whether standard error is a terminal.
    pub err_is_terminal: bool,
    /// Looks up an environment variable; an empty one counts as unset.
    pub env: &'w dyn Fn(&str) -> Option<String>,
    /// This program's own file, for a lesson that starts a second process.
    pub program: &'w dyn Fn() -> io::Result<PathBuf>,
    /// Where temporary directories go.
    pub temp: PathBuf,
    /// A name no other process uses at this time, for a temporary directory.
    pub unique: String,
}

impl World<'_> {
    /// `--lang`, else the first set of `LC_ALL`, `LC_MESSAGES`, `LANG`, else English. Looked up
    /// before the command line is read, so that complaints about it are in the right language too.
    pub(super) fn lang(&self, words: &[OsString]) -> Lang {
        let mut asked = None;
        for (index, word) in words.iter().enumerate() {
            match word.to_str() {
                Some("--") => break,
                Some("--lang") => asked = words.get(index + 1).and_then(|next| next.to_str()),
                Some(word) => asked = word.strip_prefix("--lang=").or(asked),
                None => {}
            }
        }
        let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| (self.env)(name));
        let name = asked.map(str::to_owned).or_else(locale);
        name.map_or(Lang::En, |name| language(&name))
    }

    /// Colours for what goes to standard output: `auto` means on a terminal that has not said
    /// `NO_COLOR` (<https://no-color.org>) or `TERM=dumb`.
    pub(super) fn paint(&self, asked: Option<&str>) -> Paint {
        let dumb = (self.env)("TERM").is_some_and(|term| term == "dumb");
        let auto = self.out_is_terminal && !dumb && (self.env)("NO_COLOR").is_none();
        match asked {
            Some("always") => Paint::Colour,
            Some("never") => Paint::Plain,
            _ if auto => Paint::Colour,
            _ => Paint::Plain,
        }
    }
}

/// The language of a name such as `zh`, `zh_CN.UTF-8` or `en_GB`; English when it is neither.
fn language(locale: &str) -> Lang {
    let tag = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
    if tag.eq_ignore_ascii_case("zh") { Lang::Zh } else { Lang::En }
}

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}

impl fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("temp", &self.temp).finish_non_exhaustive()
    }
}
