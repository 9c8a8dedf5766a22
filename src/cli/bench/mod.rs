//! `bench`: how fast this machine runs the lab.
//!
//! Every figure is a median over batches of about a millisecond. The round trip is measured in turns
//! with a bare `mpsc` ping-pong of the same strings, so that their ratio survives a noisy machine.

mod inputs;
mod json;
mod memory;
mod schema;
mod session;
mod stats;

use super::failure::Failure;
use super::{Words, World};
use crate::text::{Lang, Text, visible};
use inputs::Input;
use std::time::Duration;

/// `bench [FILE…]`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let lang = words.lang;
    let each = each(words)?;
    let mut inputs = inputs::built_in();
    for file in &words.operands {
        inputs.push(Input::read(file, lang)?);
    }
    if cfg!(debug_assertions) {
        writeln!(world.err, "{}", DEBUG.get(lang))?;
    }
    writeln!(world.out, "{}", JSON_HEAD.get(lang))?;
    for input in &inputs {
        progress(world, &input.name)?;
        let (parse, print) = json::measure(&input.text, each, lang)?;
        let name = visible(&input.name);
        writeln!(world.out, "{name:<24} {:>11} {parse:>12.0} {print:>12.0}", input.text.len())?;
    }
    writeln!(world.out, "\n{}", SESSION_HEAD.get(lang))?;
    progress(world, "session")?;
    for row in session::measure(each, lang, &(world.program)()?)? {
        writeln!(world.out, "{row}")?;
    }
    let peak = memory::peak_bytes();
    let peak = peak.map_or_else(|| "–".to_owned(), |bytes| format!("{:.1} MiB", bytes / MIB));
    writeln!(world.out, "\n{} {peak}", PEAK.get(lang))?;
    Ok(0)
}

const MIB: f64 = 1024.0 * 1024.0;

const JSON_HEAD: Text = Text::new(
    "JSON                           bytes   parse MB/s   print MB/s",
    "JSON                            字节    解析 MB/s    打印 MB/s",
);
const SESSION_HEAD: Text = Text::new(
    "session                        per second    median       p99",
    "会话                              每秒次数      中位数       p99",
);
const PEAK: Text = Text::new("peak memory", "内存峰值");
const DEBUG: Text = Text::new(
    "mcp-lab: this is a debug build; cargo run --release -- bench gives the real figures",
    "mcp-lab：这是调试版；要看真实数字请用 cargo run --release -- bench",
);

fn each(words: &Words) -> Result<Duration, Failure> {
    let asked = words.value("--ms").unwrap_or("300");
    match asked.parse() {
        Ok(ms @ 1..=60_000) => Ok(Duration::from_millis(ms)),
        _ => Err(Failure::Usage(match words.lang {
            Lang::En => format!("`--ms` takes 1 to 60000 milliseconds, not `{}`", visible(asked)),
            Lang::Zh => format!("`--ms` 是 1 到 60000 毫秒，不能是 `{}`", visible(asked)),
        })),
    }
}

/// A line that comes and goes, for somebody who waits at a terminal.
fn progress(world: &mut World<'_>, what: &str) -> Result<(), Failure> {
    if world.err_is_terminal && !world.out_is_terminal {
        write!(world.err, "\r\u{1b}[K{}…", visible(what))?;
        world.err.flush()?;
    }
    Ok(())
}
