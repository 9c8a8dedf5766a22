//! What a server said last on its stderr, and what that tells of why it ended.

use super::finding::start_of;

/// What runtimes, shells and runners say when the command names something that is not there.
const NOT_THERE: [&str; 13] = [
    "Cannot find module",
    "can't open file",
    "No such file or directory",
    "No module named",
    "404 Not Found",
    "command not found",
    "ENOENT",
    "Cannot find package",
    "is not recognized as",
    "不是内部或外部命令",
    "cannot find the path",
    "cannot find the file",
    "pull access denied",
];

/// What servers say when a setting is missing that they need.
const NOT_SET: [&str; 3] = ["environment variable", "is not set", "Missing required"];

/// How many of the last words are quoted, in lines.
const WORDS: usize = 3;

/// How much of them, in characters.
const QUOTED: usize = 320;

/// Programs that start another one: it may take long, and may be at fault.
pub(super) const RUNNERS: [&str; 10] =
    ["npx", "npm", "pnpm", "yarn", "bunx", "uvx", "uv", "pipx", "docker", "podman"];

/// Whether the last words say that something is not there: then the command is to be mended.
pub(super) fn misses<'w>(words: impl IntoIterator<Item = &'w String>) -> bool {
    say(words, &NOT_THERE)
}

/// Whether they say that a setting is missing. From a server that has said nothing yet, it is why it ended.
pub(super) fn wants<'w>(words: impl IntoIterator<Item = &'w String>) -> bool {
    say(words, &NOT_SET)
}

fn say<'w>(words: impl IntoIterator<Item = &'w String>, what: &[&str]) -> bool {
    words.into_iter().any(|line| what.iter().any(|it| line.contains(it)))
}

/// The words in which stderr says why: the last line that speaks of an error and what follows, without
/// what runtimes draw around it.
pub(super) fn last_of<'w>(lines: impl IntoIterator<Item = &'w String>) -> String {
    let lines = lines.into_iter().map(|line| line.trim());
    let lines: Vec<_> = lines.filter(|line| says(line)).collect();
    let speaks =
        |line: &&str| ["Error", "error", "cannot", "Cannot"].iter().any(|word| line.contains(word));
    let last = lines.len().saturating_sub(WORDS);
    let start = lines.iter().rposition(speaks).unwrap_or(last);
    let words: Vec<_> = lines.into_iter().skip(start).take(WORDS).collect();
    start_of(&words.join(" | "), QUOTED)
}

/// Whether a line, trimmed, is more than a part of a drawing or of a stack.
fn says(line: &str) -> bool {
    let drawn = line.chars().all(|it| matches!(it, '}' | '^' | '~' | ' '));
    !drawn && !line.starts_with("at ") && !line.starts_with("Node.js v")
}

/// The program that a command starts, without its folder and its ending.
pub(super) fn program(command: &str) -> &str {
    let first = command.split_whitespace().next().unwrap_or_default().trim_matches(['"', '\'']);
    let name = first.rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".exe").or_else(|| name.strip_suffix(".cmd")).unwrap_or(name)
}

/// Whether a command starts a container that is not connected to stdin: `docker run` without `-i`, or with
/// `-d` or `-t`, which take the wire away. The option as it was written, empty when `-i` is what is missing.
pub(super) fn unplugged(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace();
    if !["docker", "podman"].contains(&program(words.next()?)) || words.next()? != "run" {
        return None;
    }
    let options: Vec<_> =
        command.split_whitespace().skip(2).filter(|word| word.starts_with('-')).collect();
    let short = |letter: char| move |word: &&str| !word.starts_with("--") && word.contains(letter);
    let detached = |word: &&str| *word == "--detach" || (short('d')(word) && is_flags(word));
    let terminal = |word: &&str| *word == "--tty" || (short('t')(word) && is_flags(word));
    let open = |word: &&str| *word == "--interactive" || (short('i')(word) && is_flags(word));
    let wrong = options.iter().copied().find(|it| detached(it) || terminal(it));
    wrong.or_else(|| (!options.iter().any(open)).then_some(""))
}

/// Whether a word is several one-letter switches of `docker run` in one, such as `-dit`.
fn is_flags(word: &str) -> bool {
    word.len() > 1 && word.chars().skip(1).all(|it| matches!(it, 'd' | 'i' | 't' | 'P' | 'q'))
}

/// How a process ended, in Chinese: `code 3` is 退出码 3.
pub(super) fn in_chinese(how: &str) -> String {
    how.strip_prefix("code ").map_or_else(|| how.to_owned(), |code| format!("退出码 {code}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_without_a_wire_is_known_by_its_options() {
        for (command, is) in [
            ("docker run -i --rm mcp/time", None),
            ("docker run --rm -i -e KEY mcp/time", None),
            ("docker run -d --rm mcp/time", Some("-d")),
            ("docker run -dit mcp/time", Some("-dit")),
            ("/usr/bin/docker run -it mcp/time", Some("-it")),
            ("docker run --rm mcp/time", Some("")),
            ("docker ps", None),
            ("npx -y -d server", None),
        ] {
            assert_eq!(unplugged(command), is, "{command}");
        }
    }
}
