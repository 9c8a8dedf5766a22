//! Step 0: why a program could not be started.

use super::Plan;
use crate::doctor::finding::{Certainty, Finding, Said, start_of};
use crate::doctor::report::{Report, State};
use crate::doctor::rule::Rule;
use crate::doctor::rules::{CANNOT_START, NOT_FOUND};
use crate::transcript::Transcript;
use crate::transport::Crossing;
use std::fs::File;
use std::io::{Error, ErrorKind, Read as _};
use std::path::PathBuf;

/// How much of a search path or of the first line of a script is shown, in characters.
const SHOWN: usize = 300;

/// The report on a program that could not be started.
pub(super) fn failed(plan: &Plan<'_>, error: &Error) -> Report {
    let program = plan.launch.program.to_string_lossy();
    let (rule, what) = if error.kind() == ErrorKind::NotFound {
        not_found(plan, &program)
    } else {
        let en = format!("{program} could not be started: {error}");
        (&CANNOT_START, Said::new(en, format!("无法启动 {program}：{error}")))
    };
    let event = Crossing::Event(format!("server could not be started: {program}: {error}"));
    if let Some(sink) = &plan.wire {
        sink.tell(&event);
    }
    let mut report = Report {
        transcript: Transcript { crossings: vec![event] },
        findings: vec![Finding {
            rule,
            step: 0,
            owner: rule.owner,
            certainty: Certainty::Certain,
            crossing: Some(0),
            byte: None,
            quote: None,
            what: what.clone(),
            mild: false,
            remedy: None,
        }],
        ..Report::default()
    };
    let [first, ..] = &mut report.steps;
    (first.state, first.note) = (State::Failed, what);
    let [begin, ..] = &mut report.begins;
    *begin = Some(0);
    report
}

/// The system says "not found" of a program, and just so of the program that a script is to be run by.
fn not_found(plan: &Plan<'_>, program: &str) -> (&'static Rule, Said) {
    let own = plan.launch.env.iter().rfind(|(name, _)| name == "PATH");
    let path = own.map(|(_, path)| path.to_string_lossy().into_owned());
    let path = path.or_else(|| plan.path.clone()).unwrap_or_default();
    let lies_there = places(plan, program, &path).into_iter().find(|place| place.is_file());
    if let Some(place) = lies_there {
        let place = place.display().to_string();
        let first = first_line(&place);
        let first = first.as_deref().unwrap_or("?");
        let en = format!("{place} is there, but not what is to run it; it begins with {first}");
        let zh = format!("{place} 这个文件在，但用来运行它的程序不在；它的开头是 {first}");
        return (&CANNOT_START, Said::new(en, zh));
    }
    if program.contains(['/', '\\']) {
        let zh = format!("没有 {program} 这个程序");
        return (&NOT_FOUND, Said::new(format!("there is no program {program}"), zh));
    }
    let path = start_of(&path, SHOWN);
    let en = format!("no program {program} in PATH, which is {path}");
    (&NOT_FOUND, Said::new(en, format!("PATH 里找不到 {program}；PATH 是 {path}")))
}

/// Where the system has looked for a program.
fn places(plan: &Plan<'_>, program: &str, path: &str) -> Vec<PathBuf> {
    if program.contains(['/', '\\']) {
        let dir = plan.launch.dir.clone().unwrap_or_default();
        return vec![dir.join(program)];
    }
    path.split(':').map(|folder| PathBuf::from(folder).join(program)).collect()
}

/// How a script says what it is to be run by.
fn first_line(place: &str) -> Option<String> {
    let mut start = Vec::new();
    File::open(place).ok()?.take(SHOWN as u64).read_to_end(&mut start).ok()?;
    let text = String::from_utf8_lossy(&start);
    let line = text.split('\n').next().filter(|line| line.starts_with("#!"))?;
    Some(line.to_owned())
}
