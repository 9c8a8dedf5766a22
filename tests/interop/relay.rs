//! The least that can stand between a client and a server: two threads that read and write. What `mcp-lab
//! tap` is measured against; `tap.py` builds it with `rustc -O`.

use std::io::{self, Read, Write};
use std::process::{exit, Command, Stdio};
use std::thread;

fn pass_on(mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let read = input.read(&mut chunk)?;
        if read == 0 {
            return Ok(());
        }
        output.write_all(&chunk[..read])?;
        output.flush()?;
    }
}

fn main() -> io::Result<()> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let mut command = Command::new(&words[0]);
    let mut server =
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (stdin, stdout) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
    thread::spawn(move || pass_on(io::stdin(), stdin));
    pass_on(stdout, io::stdout())?;
    exit(server.wait()?.code().unwrap_or(1))
}
