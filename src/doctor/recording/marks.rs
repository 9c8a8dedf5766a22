//! What stands in front of a message in a log that somebody has made himself: times, levels, arrows.

use crate::transport::Side;

/// What a mark says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Who has sent the line.
    Of(Side),
    /// Whoever wrote the log has sent it.
    Out,
    /// Whoever wrote the log has received it.
    In,
    /// A line of the server's stderr.
    Stderr,
    /// Something beside the messages.
    Beside,
}

use Mark::{Beside, In, Of, Out, Stderr};
use Side::{Client, Server};

/// Marks in lower case; of two that begin alike the longer one first.
const MARKS: [(&str, Mark); 54] = [
    ("client -> server", Of(Client)),
    ("server -> client", Of(Server)),
    ("client → server", Of(Client)),
    ("server → client", Of(Server)),
    ("client->server", Of(Client)),
    ("server->client", Of(Server)),
    ("[client]", Of(Client)),
    ("[server]", Of(Server)),
    ("client ->", Of(Client)),
    ("server ->", Of(Server)),
    ("client>", Of(Client)),
    ("server>", Of(Server)),
    ("client:", Of(Client)),
    ("server:", Of(Server)),
    ("c->s", Of(Client)),
    ("s->c", Of(Server)),
    ("c>", Of(Client)),
    ("s<", Of(Server)),
    ("s>", Of(Server)),
    ("c:", Of(Client)),
    ("s:", Of(Server)),
    ("s!", Stderr),
    ("[stdin]", Of(Client)),
    ("[stdout]", Of(Server)),
    ("[stderr]", Stderr),
    ("stdin:", Of(Client)),
    ("stdout:", Of(Server)),
    ("stderr:", Stderr),
    ("[send]", Out),
    ("[sent]", Out),
    ("[recv]", In),
    ("[received]", In),
    ("[out]", Out),
    ("[in]", In),
    ("sending:", Out),
    ("send:", Out),
    ("sent:", Out),
    ("recv:", In),
    ("received:", In),
    ("request:", Out),
    ("response:", In),
    ("-->", Out),
    ("<--", In),
    ("==>", Out),
    ("<==", In),
    ("->", Out),
    ("<-", In),
    ("=>", Out),
    ("→", Out),
    ("←", In),
    (">>", Out),
    ("<<", In),
    (">", Out),
    ("<", In),
];

/// How many words may stand in front of a mark.
const WORDS: usize = 6;

/// The mark of a line, if it has one, and the byte at which the rest begins. Times and levels are skipped.
pub(super) fn mark(line: &str) -> (Option<Mark>, usize) {
    let mut rest = line.trim_start();
    for _ in 0..WORDS {
        if rest.starts_with(['{', '"']) {
            break;
        }
        if let Some(found) = named(rest).or_else(|| rest.starts_with("-- ").then_some((Beside, 3)))
        {
            let after = rest.get(found.1..).unwrap_or_default().trim_start();
            return (Some(found.0), line.len() - after.len());
        }
        let word = rest.split_whitespace().next().unwrap_or_default();
        if !is_time(word) && !is_level(word) {
            break;
        }
        rest = rest.get(word.len()..).unwrap_or_default().trim_start();
    }
    // Times in front of nothing else than a message are no mark, and yet no part of it.
    let start = if rest.starts_with('{') { line.len() - rest.len() } else { 0 };
    (None, start)
}

fn named(rest: &str) -> Option<(Mark, usize)> {
    let begins =
        |mark: &str| rest.get(..mark.len()).is_some_and(|it| it.eq_ignore_ascii_case(mark));
    let (name, mark) = MARKS.iter().find(|(name, _)| begins(name))?;
    let after = rest.get(name.len()..)?;
    let colon = usize::from(after.starts_with(':'));
    let apart = after.is_empty() || after.get(colon..)?.starts_with([' ', '\t', '{']);
    apart.then_some((*mark, name.len() + colon))
}

fn is_time(word: &str) -> bool {
    let bare = word.trim_matches(['[', ']', '(', ')']);
    bare.len() >= 5
        && bare.chars().any(|it| it.is_ascii_digit())
        && bare.chars().all(|it| it.is_ascii_digit() || "-:.,TZ+/".contains(it))
}

fn is_level(word: &str) -> bool {
    const LEVELS: [&str; 7] = ["trace", "debug", "info", "notice", "warn", "warning", "error"];
    let bare = word.trim_matches(['[', ']', '(', ')', ':', '|', '-']);
    bare.is_empty() || LEVELS.iter().any(|level| bare.eq_ignore_ascii_case(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_behind_times_and_levels() {
        for (line, found) in [
            ("→ {", (Some(Out), 4)),
            ("<-- {", (Some(In), 4)),
            ("C> {", (Some(Of(Client)), 3)),
            ("S< ready", (Some(Of(Server)), 3)),
            ("[send] {", (Some(Out), 7)),
            ("2025-03-12T10:11:12.123Z [info] Client: {", (Some(Of(Client)), 40)),
            ("12:00:01.5 >> {", (Some(Out), 14)),
            ("[12:00:01] {", (None, 11)),
            ("{\"a\":1}", (None, 0)),
            ("Weather server ready", (None, 0)),
            ("server ready", (None, 0)),
            ("-- exit 3", (Some(Beside), 3)),
            ("", (None, 0)),
        ] {
            assert_eq!(mark(line), found, "{line}");
        }
    }
}
