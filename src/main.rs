//! The program: hands the process's streams, environment and place to [`mcp_lab::cli`].

use mcp_lab::cli::{World, run};
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal};
use std::process::{ExitCode, id};

#[expect(clippy::disallowed_methods, reason = "this is where the outside world comes in")]
fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (input, out, err) = (io::stdin(), io::stdout(), io::stderr());
    let mut world = World {
        interactive: input.is_terminal() && out.is_terminal(),
        out_is_terminal: out.is_terminal(),
        err_is_terminal: err.is_terminal(),
        input: &mut input.lock(),
        out: &mut BufWriter::new(out.lock()),
        err: &mut err.lock(),
        env: &|name| std::env::var(name).ok().filter(|value| !value.is_empty()),
        temp: std::env::temp_dir(),
        unique: format!("mcp-lab-{}", id()),
    };
    ExitCode::from(run(&mut world, &words))
}
