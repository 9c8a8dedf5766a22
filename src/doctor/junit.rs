//! The reports as XML in the way of `JUnit`, for continuous integration: a suite for each file, a case for each step.

use super::files::Examined;
use super::report::{Report, State};
use crate::text::{Lang, visible};

/// The document. Steps that were not reached or not asked count as skipped; what was found is told at the step
/// it belongs to.
pub fn junit(files: &[Examined], lang: Lang) -> String {
    let suites: String = files.iter().map(|file| suite(file, lang)).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
}

fn suite(file: &Examined, lang: Lang) -> String {
    let name = attribute(&file.name);
    match &file.reading {
        Ok(recording) => {
            let report = &recording.report;
            let count = |these: &[State]| {
                report.steps.iter().filter(|step| these.contains(&step.state)).count()
            };
            let (failed, skipped) =
                (count(&[State::Failed]), count(&[State::NotReached, State::NotAsked]));
            let cases: String =
                (0..report.steps.len()).map(|at| case(&name, report, at, lang)).collect();
            let tests = report.steps.len();
            format!(
                "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\">\n{cases}  </testsuite>\n"
            )
        }
        Err(why) => {
            let why = attribute(why.get(lang));
            format!(
                "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n    <testcase classname=\"{name}\" name=\"read\">\n      <error type=\"unreadable\" message=\"{why}\"/>\n    </testcase>\n  </testsuite>\n"
            )
        }
    }
}

fn case(file: &str, report: &Report, at: usize, lang: Lang) -> String {
    let titles = report.titles();
    let (Some(step), Some(title)) = (report.steps.get(at), titles.get(at)) else {
        return String::new();
    };
    let name = attribute(&format!("{at} {}", title.get(lang)));
    let inside = match step.state {
        State::Passed => return format!("    <testcase classname=\"{file}\" name=\"{name}\"/>\n"),
        State::NotReached | State::NotAsked => {
            let word = attribute(step.state.word().get(lang));
            format!("      <skipped message=\"{word}\"/>\n")
        }
        State::Failed => failure(report, at, lang),
    };
    format!("    <testcase classname=\"{file}\" name=\"{name}\">\n{inside}    </testcase>\n")
}

/// One element, because many readers take no more: the first finding of the step, and behind it the others.
fn failure(report: &Report, step: usize, lang: Lang) -> String {
    let here = || report.findings.iter().filter(|finding| finding.step == step);
    let Some(first) = here().next() else { return String::new() };
    let (slug, message) = (attribute(first.rule.slug), attribute(first.what.get(lang)));
    let told: Vec<_> = here().map(|finding| escaped(&report.told(finding, lang))).collect();
    let text = told.join("\n");
    format!("      <failure type=\"{slug}\" message=\"{message}\">{text}</failure>\n")
}

fn attribute(text: &str) -> String {
    escaped(&visible(text))
}

/// A text as XML 1.0 may hold it. What that cannot say at all becomes a replacement character.
fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\n' => xml.push('\n'),
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            _ if character.is_control() => xml.push('\u{fffd}'),
            _ => xml.push(character),
        }
    }
    xml
}
