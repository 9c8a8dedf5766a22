//! Probe: acts as a client, and walks the eight steps with a real server.
//!
//! Its ids begin at neither 0 nor 1, and one of them is a string: a server that makes up ids of its own,
//! or forces them to one type, is noticed at once.

mod walk;
mod handshake;
mod tools;
mod refusals;
mod ask;
mod understand;
mod stop;

use super::finding::Said;
use super::report::{Report, State};
use super::rule::{CANNOT_START, NOT_FOUND, Rule};
use super::{Certainty, Finding};
use crate::json::Object;
use crate::text::visible;
use crate::transport::{Child, Crossing, Launch};
use std::io::ErrorKind;
use std::time::Duration;
use walk::Walk;

/// What to probe, and how.
#[derive(Debug)]
pub struct Plan<'p> {
    /// How the server is started.
    pub launch: &'p Launch,
    /// How long each answer may take.
    pub patience: Duration,
    /// The one tool call that is allowed: a name and its arguments. Without it no tool is called.
    pub call: Option<(&'p str, Object<'p>)>,
    /// Where the system looks for programs, to be named when it finds none.
    pub path: Option<String>,
}

/// Walks the steps. `now` is any clock that only goes forward; `begins` is told each step as it begins.
pub fn probe(plan: Plan<'_>, now: &dyn Fn() -> Duration, begins: &mut dyn FnMut(usize)) -> Report {
    begins(0);
    let start = now();
    let child = match Child::start(plan.launch) {
        Ok(child) => child,
        Err(error) => return not_started(&plan, &error),
    };
    let what = format!("server started: {}", command_line(plan.launch));
    child.record(Crossing::Event(what));
    let mut walk = Walk::new(plan, child, now, start);
    // A step that breaks the session has said so; what is left is to end it.
    let walked = walk.all(begins);
    walk.goodbye(walked.is_ok(), begins);
    walk.into_report()
}

/// The command as somebody would type it.
fn command_line(launch: &Launch) -> String {
    let words = [&launch.program].into_iter().chain(&launch.args);
    let quoted = words.map(|word| {
        let word = word.to_string_lossy();
        let plain = !word.is_empty() && !word.contains(|it: char| it.is_whitespace() || it == '"');
        if plain { word.into_owned() } else { format!("{word:?}") }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// How much of a search path is shown, in characters.
const MAX_PATH_SHOWN: usize = 300;

/// Whether the program is a file; then it is its interpreter that is missing.
fn is_there(launch: &Launch) -> bool {
    let program = std::path::Path::new(&launch.program);
    let place = launch.dir.as_deref().map_or(program.to_owned(), |dir| dir.join(program));
    program.components().count() > 1 && (program.is_file() || place.is_file())
}

fn not_started(plan: &Plan<'_>, error: &std::io::Error) -> Report {
    let program = plan.launch.program.to_string_lossy();
    let program = visible(&program);
    let (rule, what): (&'static Rule, Said) =
        if error.kind() == ErrorKind::NotFound && !is_there(plan.launch) {
            let path: String =
                plan.path.as_deref().unwrap_or_default().chars().take(MAX_PATH_SHOWN).collect();
            if program.contains(['/', '\\']) {
                let en = format!("there is no program {program}");
                (&NOT_FOUND, Said::new(en, format!("没有 {program} 这个程序")))
            } else {
                let en = format!("no program {program} in PATH, which is {path}");
                (&NOT_FOUND, Said::new(en, format!("PATH 里找不到 {program}；PATH 是 {path}")))
            }
        } else if error.kind() == ErrorKind::NotFound {
            let en = format!("{program} is there, but not the program that its first line names");
            (&CANNOT_START, Said::new(en, format!("{program} 存在，可它第一行写的解释程序不存在")))
        } else {
            let en = format!("{program} could not be started: {error}");
            (&CANNOT_START, Said::new(en, format!("无法启动 {program}：{error}")))
        };
    let certainty = Certainty::Certain;
    let (owner, crossing, byte) = (rule.owner, None, None);
    let mut report = Report::default();
    report.findings.push(Finding { rule, step: 0, owner, certainty, crossing, byte, what });
    report.steps[0].state = State::Failed;
    report
}
