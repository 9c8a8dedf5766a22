//! The lines of a recording around a finding.

use super::finding::start_of;
use super::recording::{FileLine, Lines};
use crate::text::visible;
use std::io::{self, BufRead};

/// How many lines are shown before the place, and behind it.
const BEFORE: usize = 2;
const BEHIND: usize = 1;

/// How much of a line is shown, in characters.
const SHOWN: usize = 120;

/// How much of it is looked at, in bytes.
const READ: usize = 4 * SHOWN;

/// The lines around this one, each with its number, cut and harmless to a terminal. The file is read once more,
/// up to there, and never kept.
///
/// # Errors
/// The file cannot be read.
pub fn around(input: &mut dyn BufRead, line: usize) -> io::Result<Vec<(usize, String)>> {
    let (mut lines, mut each) = (Lines::new(input), FileLine::default());
    let mut around = Vec::new();
    while lines.next(&mut each)? && each.number <= line + BEHIND {
        if each.number + BEFORE >= line {
            let bytes = each.bytes.get(..READ).unwrap_or(&each.bytes);
            let mut text = start_of(&String::from_utf8_lossy(bytes), SHOWN);
            if each.length > READ && !text.ends_with('…') {
                text.push('…');
            }
            around.push((each.number, visible(text.trim_end_matches('\r')).into_owned()));
        }
    }
    Ok(around)
}

/// These lines as they are printed, a mark in front of the one that is meant.
pub fn place(around: &[(usize, String)], line: usize) -> String {
    let digits = around.last().map_or(1, |(number, _)| number.to_string().len());
    let shown = around.iter().map(|(number, text)| {
        let mark = if *number == line { ">" } else { " " };
        format!(" {mark} {number:digits$} | {text}\n")
    });
    shown.collect()
}
