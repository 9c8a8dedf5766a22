//! The program: hands the process's streams, environment and place to [`mcp_lab::cli`].

use mcp_lab::cli::{Stdin, Streams, World, run};
use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter, IsTerminal};
use std::process::{ExitCode, id};

#[expect(clippy::disallowed_methods, reason = "this is where the outside world comes in")]
fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (input, out, mut err) = (io::stdin(), io::stdout(), io::stderr());
    let mut world = World {
        in_is_terminal: input.is_terminal(),
        out_is_terminal: out.is_terminal(),
        err_is_terminal: err.is_terminal(),
        // Not locked: a server started by a command takes the same streams over.
        input: &mut BufReader::new(input),
        out: &mut BufWriter::new(out),
        err: &mut err,
        streams: &|| Streams {
            input: Box::new(Stdin::default()),
            output: Box::new(io::stdout()),
            errors: Box::new(io::stderr()),
        },
        env: &|name| std::env::var(name).ok().filter(|value| !value.is_empty()),
        program: &std::env::current_exe,
        temp: std::env::temp_dir(),
        unique: format!("mcp-lab-{}", id()),
    };
    ExitCode::from(run(&mut world, &words))
}
