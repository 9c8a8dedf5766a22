//! What clients write in front of every line of their logs.

/// Time, level, and for some the name of the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header<'l> {
    pub(super) level: &'l str,
    /// Empty when the log is one server's alone.
    pub(super) name: &'l str,
    /// What is said.
    pub(super) rest: &'l str,
    /// The byte at which that begins.
    pub(super) offset: usize,
}

const LEVELS: [&str; 6] = ["trace", "debug", "info", "warn", "warning", "error"];

/// What in brackets is no name of a server.
const SAID: [&str; 3] = ["editor -> server", "server -> editor", "server stderr"];

/// The header of a line; `None` when it has none, as a server's stderr.
pub(super) fn header(line: &str) -> Option<Header<'_>> {
    let rest = behind_time(line)?;
    let (first, rest) = bracketed(rest)?;
    // `[editor -> server]` and `[server stderr]` belong to what is said.
    let second = bracketed(rest).filter(|(word, _)| is_level(word) || !SAID.contains(word));
    let (level, name, rest) = match second {
        Some((word, rest)) if is_level(first) => (first, word, rest),
        Some((word, rest)) => (word, first, rest),
        None => (first, "", rest),
    };
    let offset = line.len() - rest.len();
    is_level(level).then_some(Header { level, name, rest, offset })
}

fn is_level(word: &str) -> bool {
    LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level))
}

/// `2025-03-12T10:11:12.123Z` or `2025-03-12 10:11:12.123`.
fn behind_time(line: &str) -> Option<&str> {
    let (date, rest) = line.split_at_checked(10)?;
    let digits = date.bytes().filter(u8::is_ascii_digit).count();
    if digits != 8 || date.bytes().filter(|byte| *byte == b'-').count() != 2 {
        return None;
    }
    let rest = rest.strip_prefix(['T', ' '])?;
    let (time, rest) = rest.split_once(' ')?;
    let of_time = |it: char| it.is_ascii_digit() || ":.,Z+".contains(it);
    (time.len() >= 8 && time.chars().all(of_time)).then(|| rest.trim_start())
}

fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.strip_prefix('[')?.split_once(']')?;
    Some((word, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_in_every_order() {
        for (line, found) in [
            ("2025-04-12T18:25:04.080Z [kafka] [info] Init", Some(("info", "kafka", "Init", 40))),
            ("2025-04-12T18:25:04.080Z [error] [kafka] gone", Some(("error", "kafka", "gone", 41))),
            ("2025-11-20 11:42:06.095 [info] Starting", Some(("info", "", "Starting", 31))),
            (
                "2025-11-20 11:42:06.095 [warning] [server stderr] x",
                Some(("warning", "", "[server stderr] x", 34)),
            ),
            (
                "2025-11-20 11:42:06.095 [debug] [editor -> server] {}",
                Some(("debug", "", "[editor -> server] {}", 32)),
            ),
            ("2025-11-20 11:42:06.095 ready", None),
            ("Traceback (most recent call last):", None),
            ("2025-11-20", None),
        ] {
            let found =
                found.map(|(level, name, rest, offset)| Header { level, name, rest, offset });
            assert_eq!(header(line), found, "{line}");
        }
    }
}
