//! The sessions of a file: whoever reads it says what each line tells, and here it is held together.

use super::lines::FileLine;
use super::sentences::Sentence;
use super::session::{Session, Told};
use crate::doctor::finding::Said;
use crate::json::parse;
use crate::transport::{Crossing, Side};
use std::borrow::Cow;

/// How many of the lines that were skipped are named.
const NAMED: usize = 5;

/// How many remarks about single lines are kept.
const REMARKS: usize = 5;

/// What a side has sent, as a line of a file tells it.
pub(super) struct Sent<'l> {
    pub(super) side: Side,
    /// Without the newline.
    pub(super) bytes: Cow<'l, [u8]>,
    /// Whether a newline came after it.
    pub(super) ended: bool,
    /// Whether the log has left a part of it out.
    pub(super) cut: bool,
}

/// How it stands on its line.
#[derive(Debug, Clone, Copy)]
pub(super) enum Written {
    /// As it was sent, from this byte of the line on.
    Verbatim(usize),
    /// With escapes, from this byte of the line on.
    Escaped(usize),
    /// In another form, so that nobody can point at a byte of it.
    Otherwise,
}

/// Sessions, one after the other.
#[derive(Debug, Default)]
pub(super) struct Book {
    session: Session,
    /// The first broken one, or the last.
    kept: Option<Told>,
    sessions: usize,
    good: usize,
    alien: usize,
    skipped: Vec<usize>,
    remarks: Vec<Said>,
}

impl Book {
    /// A line that is in order, and tells nothing.
    pub(super) fn good(&mut self, line: &FileLine) {
        self.good += 1;
        self.session.reaches(line.number);
    }

    /// A line that is none of the format.
    pub(super) fn alien(&mut self, line: &FileLine) {
        if line.bytes.trim_ascii().is_empty() && !line.is_cut() {
            return;
        }
        self.alien += 1;
        if self.skipped.len() < NAMED {
            self.skipped.push(line.number);
        }
    }

    /// Something beside the messages.
    pub(super) fn beside(&mut self, line: &FileLine, crossing: &Crossing) {
        self.good(line);
        self.session.beside(line.number, crossing);
    }

    /// A session begins, with this event; when nothing has happened yet, the first.
    pub(super) fn starts(&mut self, line: &FileLine, event: String) {
        if self.session.is_begun() {
            let (command, earlier) = self.session.examination.earlier();
            self.close();
            // Another server may offer something else.
            if command
                .is_some_and(|command| event.strip_prefix("server started: ") == Some(&*command))
            {
                self.session.examination.remember(earlier);
            }
        }
        self.beside(line, &Crossing::Event(event));
    }

    /// A client says what went wrong, or a program does on its stderr.
    pub(super) fn says(&mut self, line: &FileLine, text: &str) {
        if let Some(sentence) = Sentence::in_text(text) {
            self.session.hint(line.number, sentence, text);
        }
    }

    /// Nobody says who has sent this line.
    pub(super) fn guesses(&mut self, line: &FileLine) {
        self.session.guess(line.number);
    }

    /// All is well again: what was said before was about something slow.
    pub(super) fn settles(&mut self) {
        self.session.settle();
    }

    /// Once: only the lines of one server are looked at.
    pub(super) fn follows(&mut self, name: &str) {
        self.remark(
            format!("several servers write into this log; only {name} was looked at"),
            format!("这个日志里有好几个服务器，只看了 {name}"),
        );
    }

    /// A side has sent something.
    pub(super) fn sent(&mut self, line: &FileLine, sent: &Sent<'_>, written: Written) {
        self.good(line);
        let whole = || str::from_utf8(&sent.bytes).is_ok_and(|text| parse(text).is_ok());
        if !line.ended && sent.ended && !sent.cut && !whole() {
            let number = line.number;
            self.remark(
                format!("the file ends in the middle of line {number}, which is not judged"),
                format!("文件在第 {number} 行中间断了，这一行不作判断"),
            );
            return self.session.lost(number, sent.side, &sent.bytes);
        }
        let cut = line.is_cut();
        if let Some((en, zh)) = self.session.sent((line, cut), sent, written) {
            self.remark(en, zh);
        }
    }

    fn remark(&mut self, en: String, zh: String) {
        if self.remarks.len() < REMARKS {
            self.remarks.push(Said::new(en, zh));
        }
    }

    fn close(&mut self) {
        self.sessions += 1;
        let next = self.session.next();
        let told = std::mem::replace(&mut self.session, next).finish(self.sessions);
        let better = |kept: &Told| {
            kept.report.findings.is_empty() && told.counts()
                || kept.report.is_healthy() && !told.report.is_healthy()
        };
        if self.kept.as_ref().is_none_or(better) {
            self.kept = Some(told);
        }
    }

    /// What is to be said of the whole file; `None` when most of it is none of the format, or no message is
    /// in it and nothing wrong.
    pub(super) fn finish(mut self) -> Option<Told> {
        self.close();
        let mut told = self.kept.filter(Told::counts)?;
        if self.alien > self.good {
            return None;
        }
        if self.sessions > 1 {
            let (number, sessions, (first, last)) = (told.number, self.sessions, told.lines);
            told.report.notes.push(Said::new(
                format!("session {number} of {sessions}, lines {first} to {last}"),
                format!("第 {number} 个会话，共 {sessions} 个，第 {first} 行到第 {last} 行"),
            ));
        }
        told.report.notes.extend(self.remarks);
        told.report.notes.extend(skipped(self.alien, &self.skipped));
        Some(told)
    }
}

fn skipped(count: usize, named: &[usize]) -> Option<Said> {
    let numbers: Vec<_> = named.iter().map(usize::to_string).collect();
    let more = count.checked_sub(named.len()).filter(|more| *more > 0);
    let (en, zh) = (numbers.join(", "), numbers.join("、"));
    match (count, more) {
        (0, _) => None,
        (1, _) => Some(Said::new(
            format!("line {en} is none of this format, and was skipped"),
            format!("第 {zh} 行不是这种格式，已跳过"),
        )),
        (_, None) => Some(Said::new(
            format!("lines {en} are none of this format, and were skipped"),
            format!("第 {zh} 行不是这种格式，已跳过"),
        )),
        (_, Some(more)) => Some(Said::new(
            format!("lines {en} and {more} more are none of this format, and were skipped"),
            format!("第 {zh} 行以及另外 {more} 行不是这种格式，已跳过"),
        )),
    }
}
