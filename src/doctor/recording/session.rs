//! One session of a file: its lines are put together from pieces, and examined.

use super::book::{Sent, Written};
use super::column::column;
use super::lines::FileLine;
use super::outline::Outline;
use super::sentences::{Hint, Sentence, last_words};
use crate::doctor::examine::{Examination, TOO_LONG};
use crate::doctor::finding::{Certainty, Finding};
use crate::doctor::report::Report;
use crate::json::{MAX_LINE_BYTES, parse};
use crate::transport::{Crossing, Side};
use std::collections::BTreeMap;
use std::mem;

/// A line shorter than this cannot hold too many values, in bytes.
const SHORT: usize = 256 * 1024;

/// With more commas, colons and opening brackets than this a line is not read as a whole: each stands for a
/// value, and each value takes room.
const MAX_VALUES: usize = 256 * 1024;

/// What a note says where something is missing.
const LEFT_OUT: &str = "left out";

/// How a note begins where an earlier file holds the beginning.
const GOES_ON: &str = "the log goes on";

/// How many lines are remembered of which nobody says who has sent them: more than there are findings.
const GUESSED: usize = 1000;

/// What nobody can know who has not seen every line.
const HISTORY: [&str; 4] = ["wrong-id", "answered-twice", "notification-answered", "silent"];

/// The columns of findings: line and byte of the message, and where that stands on the line of the file.
pub(super) type Columns = BTreeMap<(usize, usize), usize>;

/// What is known of a session when it is over.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) report: Report,
    pub(super) columns: Columns,
    /// Its number in the file, first 1.
    pub(super) number: usize,
    /// Its first and last line.
    pub(super) lines: (usize, usize),
    messages: usize,
}

/// What a side has sent without a newline so far.
#[derive(Debug, Default)]
struct Piece {
    /// The line of its last part.
    at: usize,
    bytes: Vec<u8>,
    length: usize,
}

/// A session that is being read.
#[derive(Debug, Default)]
pub(super) struct Session {
    pub(super) examination: Examination,
    lines: (usize, usize),
    client: Piece,
    server: Piece,
    hint: Option<Hint>,
    /// From this line on it is not known what was asked.
    blind: Option<usize>,
    /// Lines of which nobody says who has sent them; some of them are enough.
    guessed: Vec<usize>,
    messages: usize,
    client_spoke: bool,
    begun: bool,
    columns: Columns,
}

impl Told {
    /// Whether it is one message and nothing else, as people paste it from a client.
    pub(super) fn is_single(&self) -> bool {
        self.messages == 1 && self.report.findings.is_empty()
    }

    /// Whether there is anything to say of it.
    pub(super) fn counts(&self) -> bool {
        self.messages > 0 || !self.report.findings.is_empty()
    }
}

impl Session {
    /// The next one in the same file.
    pub(super) fn next(&mut self) -> Self {
        Self { examination: self.examination.next(), ..Self::default() }
    }

    pub(super) fn is_begun(&self) -> bool {
        self.begun
    }

    pub(super) fn reaches(&mut self, line: usize) {
        let (first, last) = &mut self.lines;
        *last = line;
        *first = if *first == 0 { line } else { *first };
    }

    pub(super) fn beside(&mut self, at: usize, crossing: &Crossing) {
        if let Crossing::Event(what) = crossing {
            // Nothing follows any more from whoever is gone.
            if what.starts_with("server ") {
                self.flush(Side::Server);
            }
            if what.starts_with("client closed") || what.starts_with("server started once more") {
                self.flush(Side::Client);
            }
        }
        if matches!(crossing, Crossing::Note(what) if what.contains(LEFT_OUT) || what.starts_with(GOES_ON))
        {
            self.blind = self.blind.or(Some(at));
        }
        self.begun |= matches!(crossing, Crossing::Event(_) | Crossing::Stderr(_));
        if matches!(crossing, Crossing::Note(what) if what.starts_with(TOO_LONG)) {
            return self.too_long(crossing);
        }
        self.examination.see(at, crossing);
    }

    /// Of the server's last line only the beginning was kept.
    fn too_long(&mut self, note: &Crossing) {
        let Piece { at, bytes, length } = mem::take(&mut self.server);
        if length > 0 {
            self.examination.line(at, Side::Server, readable(&bytes).as_bytes(), length, false);
            self.examination.see(at, note);
            self.lost(at, Side::Server, &bytes);
        }
    }

    /// Of what clients say, that counts which says most.
    pub(super) fn hint(&mut self, at: usize, sentence: &'static Sentence, text: &str) {
        self.begun = true;
        let hint = Hint::new(at, sentence, text);
        if self.hint.as_ref().is_none_or(|known| hint.says_more_than(known)) {
            self.hint = Some(hint);
        }
    }

    pub(super) fn settle(&mut self) {
        self.hint = None;
    }

    pub(super) fn guess(&mut self, at: usize) {
        if self.guessed.len() < GUESSED {
            self.guessed.push(at);
        }
    }

    /// A line of which too little is there to be judged: its envelope is taken note of, if that is known.
    pub(super) fn lost(&mut self, at: usize, side: Side, bytes: &[u8]) {
        self.spoke(side);
        match Outline::of(readable(bytes)).message() {
            Some(message) => self.examination.envelope(at, side, &message),
            None => self.beside(at, &Crossing::Note(format!("a message was {LEFT_OUT}"))),
        }
    }

    /// What a side has sent. Says so when it cannot be read as a whole.
    pub(super) fn sent(
        &mut self,
        (line, cut): (&FileLine, bool),
        sent: &Sent<'_>,
        written: Written,
    ) -> Option<(String, String)> {
        let (at, side) = (line.number, sent.side);
        self.spoke(side);
        if sent.cut {
            self.lost(at, side, &sent.bytes);
            return None;
        }
        let whole = sent.bytes.len() + if cut { line.length - line.bytes.len() } else { 0 };
        let piece = self.piece(side);
        if sent.ended && piece.length == 0 {
            return self.look(line, (side, &sent.bytes, whole), written);
        }
        piece.at = at;
        piece.length += whole;
        let room = (MAX_LINE_BYTES + 1).saturating_sub(piece.bytes.len());
        piece.bytes.extend_from_slice(sent.bytes.get(..room).unwrap_or(&sent.bytes));
        if !sent.ended {
            return None;
        }
        let Piece { bytes, length, .. } = mem::take(piece);
        self.look(line, (side, &bytes, length), Written::Otherwise)
    }

    fn look(
        &mut self,
        line: &FileLine,
        (side, bytes, length): (Side, &[u8], usize),
        written: Written,
    ) -> Option<(String, String)> {
        let at = line.number;
        let crowded = length <= MAX_LINE_BYTES && is_crowded(bytes);
        let start = readable(bytes.get(..SHORT).unwrap_or(bytes));
        if crowded && !is_broken(start) {
            self.lost(at, side, bytes);
            return Some((
                format!("line {at} holds so many values that only its envelope was read"),
                format!("第 {at} 行的值太多，只读了它的外层"),
            ));
        }
        let before = self.examination.findings().len();
        let bytes = match bytes {
            _ if crowded => start.as_bytes(),
            _ if bytes.len() < length => readable(bytes).as_bytes(),
            _ => bytes,
        };
        self.examination.line(at, side, bytes, length, true);
        if length > MAX_LINE_BYTES {
            self.lost(at, side, bytes);
        }
        let news = self.examination.findings().iter().skip(before);
        let places = news.filter(|it| it.crossing == Some(at)).filter_map(|it| it.byte);
        let columns =
            places.filter_map(|byte| Some(((at, byte), column(&line.bytes, written, byte)?)));
        self.columns.extend(columns);
        None
    }

    fn spoke(&mut self, side: Side) {
        self.messages += 1;
        self.client_spoke |= side == Side::Client;
        self.begun = true;
    }

    fn piece(&mut self, side: Side) -> &mut Piece {
        match side {
            Side::Client => &mut self.client,
            Side::Server => &mut self.server,
        }
    }

    /// What was never ended is looked at as it is.
    fn flush(&mut self, side: Side) {
        let Piece { at, bytes, length } = mem::take(self.piece(side));
        if length > 0 {
            self.examination.line(at, side, &bytes, length, false);
        }
    }

    pub(super) fn finish(mut self, number: usize) -> Told {
        self.flush(Side::Client);
        self.flush(Side::Server);
        // What one side has written into a file alone cannot be held against what the other has asked.
        let blind = if self.client_spoke { self.blind } else { Some(0) };
        let guessed = self.guessed;
        let words = last_words(self.examination.last_words());
        let mut report = self.examination.finish_but(|findings| forgive(findings, blind, &guessed));
        report.recorded = true;
        if let Some(hint) = self.hint.filter(|_| report.is_healthy()) {
            hint.report(&mut report);
        } else if report.findings.first().is_some_and(|first| first.rule.slug == "exited") {
            report.notes.extend(words);
        }
        Told { report, columns: self.columns, number, lines: self.lines, messages: self.messages }
    }
}

/// From a line on that was lost, nothing that depends on what was asked is held against anybody; and where it
/// is not sure who has sent a line, nothing is certain.
fn forgive(findings: &mut Vec<Finding>, blind: Option<usize>, guessed: &[usize]) {
    let later = |it: &Finding| blind.is_some_and(|from| it.crossing.is_none_or(|at| at >= from));
    let history = |it: &Finding| HISTORY.contains(&it.rule.slug);
    let owed = |it: &Finding| it.rule.slug == "silent" && blind.is_some();
    findings.retain(|it| !(owed(it) || later(it) && history(it)));
    for finding in findings {
        let unsure = finding.crossing.is_some_and(|at| guessed.contains(&at))
            || blind.is_some_and(|from| from > 0) && later(finding);
        if unsure && finding.certainty == Certainty::Certain {
            finding.certainty = Certainty::Likely;
        }
    }
}

/// The text at the beginning of bytes, as far as it is one.
fn readable(bytes: &[u8]) -> &str {
    let valid = str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    str::from_utf8(bytes.get(..valid).unwrap_or_default()).unwrap_or_default()
}

/// Whether it is clear from the beginning of a long line that it is no JSON: not because it is cut.
fn is_broken(start: &str) -> bool {
    // An escape may be cut, and is wrong from where it begins.
    const ESCAPE: usize = 16;
    parse(start).is_err_and(|error| error.offset + ESCAPE < start.len())
}

fn is_crowded(bytes: &[u8]) -> bool {
    let begins = |byte: &&u8| matches!(byte, b',' | b':' | b'[' | b'{');
    bytes.len() > SHORT && bytes.iter().filter(begins).count() > MAX_VALUES
}
