//! A person in front of the command line, with all that a command may touch.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::cli::{Streams, World, run};
use std::ffi::OsString;
use std::io::{self, Cursor, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// What came of a command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Whoever sits in front of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Person<'p> {
    pub(crate) terminal: bool,
    pub(crate) types: &'p str,
    pub(crate) env: &'p [(&'p str, &'p str)],
}

impl Person<'_> {
    pub(crate) fn runs(self, line: &str) -> Ran {
        let mut out = Vec::new();
        let (code, err) = self.runs_into(&mut out, line);
        Ran { code, out: String::from_utf8(out).unwrap(), err }
    }

    pub(crate) fn runs_into(self, out: &mut dyn Write, line: &str) -> (u8, String) {
        let words: Vec<_> = line.split_whitespace().collect();
        self.runs_words_into(out, &words)
    }

    pub(crate) fn runs_words_into(self, out: &mut dyn Write, words: &[&str]) -> (u8, String) {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let mut err = Vec::new();
        let env = |name: &str| {
            self.env.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        let run_number = RUNS.fetch_add(1, Ordering::Relaxed);
        let mut world = World {
            input: &mut Cursor::new(self.types.as_bytes().to_owned()),
            out,
            err: &mut err,
            streams: &|| Streams {
                input: Box::new(io::empty()),
                output: Box::new(io::sink()),
                errors: Box::new(io::sink()),
            },
            in_is_terminal: self.terminal,
            out_is_terminal: self.terminal,
            err_is_terminal: self.terminal,
            env: &env,
            program: &|| Ok(PathBuf::from(env!("CARGO_BIN_EXE_mcp-lab"))),
            temp: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
            unique: format!("cli-{}-{run_number}", std::process::id()),
        };
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let code = run(&mut world, &words);
        (code, String::from_utf8(err).unwrap())
    }
}

pub(crate) fn runs(line: &str) -> Ran {
    Person::default().runs(line)
}

/// The same for words that may hold spaces; the search path is a short one.
pub(crate) fn runs_words(words: &[&str]) -> Ran {
    let mut out = Vec::new();
    let env = &[("PATH", "/usr/bin:/bin")][..];
    let (code, err) = Person { env, ..Person::default() }.runs_words_into(&mut out, words);
    Ran { code, out: String::from_utf8(out).unwrap(), err }
}
