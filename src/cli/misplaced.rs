//! Options that stand before their command, where nobody looks for them.

use super::command::{COMMANDS, Command, GLOBAL};
use super::failure::Failure;
use crate::text::{Lang, visible};
use std::ffi::OsString;

/// The command that stands behind options, where it is not the value of one.
pub(super) fn behind(words: &[OsString]) -> Option<&'static Command> {
    let takes_value = |word: &str| {
        let mut all = COMMANDS.iter().flat_map(|it| it.options).chain(GLOBAL);
        all.any(|it| it.value.is_some() && (it.name == word || it.short == Some(word)))
    };
    let mut words = words.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        if takes_value(&word) {
            words.next();
        } else if !word.starts_with('-') {
            return COMMANDS.iter().find(|command| command.name == word);
        } else if word == "--" {
            return None;
        }
    }
    None
}

/// An option that stands before its command.
pub(super) fn misplaced(lang: Lang, option: &str, command: &Command) -> Failure {
    let (option, command) = (visible(option), command.name);
    Failure::Usage(match lang {
        Lang::En => format!("options stand behind the command: mcp-lab {command} {option} …"),
        Lang::Zh => format!("选项要写在命令后面：mcp-lab {command} {option} …"),
    })
}
