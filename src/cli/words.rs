//! Reading the words behind a command.

use super::command::{COMMANDS, Command, GLOBAL, Opt};
use super::failure::Failure;
use super::nearest::nearest;
use crate::text::{Lang, visible};
use std::ffi::OsString;

/// The words of one command line, told apart.
#[derive(Debug)]
pub struct Words {
    /// The language to answer in.
    pub lang: Lang,
    /// What is not an option, in order.
    pub operands: Vec<OsString>,
    options: Vec<(&'static str, String)>,
}

impl Words {
    pub(super) fn read(
        command: &'static Command,
        words: &[OsString],
        lang: Lang,
    ) -> Result<Self, Failure> {
        let mut read = Self { lang, operands: Vec::new(), options: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.to_str() {
                Some("--") => read.operands.extend(words.by_ref().cloned()),
                Some(text) if text.len() > 1 && text.starts_with('-') => {
                    read.option(command, text, &mut words)?;
                }
                _ => read.operands.push(word.clone()),
            }
        }
        read.check(command)?;
        Ok(read)
    }

    /// Whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The value of an option; the last one counts when it was given twice.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.options.iter().rfind(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// The values of an option that may be given more than once, in order.
    pub fn values<'w>(&'w self, name: &'w str) -> impl Iterator<Item = &'w str> {
        let given = self.options.iter().filter(move |(given, _)| *given == name);
        given.map(|(_, value)| value.as_str())
    }

    fn option(
        &mut self,
        command: &'static Command,
        text: &str,
        rest: &mut std::slice::Iter<'_, OsString>,
    ) -> Result<(), Failure> {
        let (name, attached) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let known = || command.options.iter().chain(GLOBAL);
        let found = known().find(|option| option.name == name || option.short == Some(name));
        let option = found.ok_or_else(|| {
            // What comes after a command of somebody else's is meant for that.
            if command.operands.starts_with("-- ") && !self.operands.is_empty() {
                return behind_dashes(self.lang, name);
            }
            let elsewhere = COMMANDS.iter().find(|other| {
                other.options.iter().any(|it| it.name == name || it.short == Some(name))
            });
            if let Some(other) = elsewhere {
                return belongs(self.lang, name, other.name);
            }
            let names = known().flat_map(|option| [Some(option.name), option.short]).flatten();
            let near = nearest(name, names.chain(["--version", "-V"]));
            unknown(self.lang, ("option", "选项"), name, near)
        })?;
        let value = match (option.value, attached) {
            (None, None) => String::new(),
            (None, Some(_)) => return Err(self.wrong(option, "takes no value", "不带值")),
            (Some(_), Some(value)) => value,
            (Some(_), None) => rest
                .next()
                .and_then(|next| next.to_str().map(str::to_owned))
                .ok_or_else(|| self.wrong(option, "needs a value", "后面要跟一个值"))?,
        };
        if !option.choices.is_empty() && !option.choices.contains(&value.as_str()) {
            return Err(no_choice(self.lang, option, &value));
        }
        self.options.push((option.name, value));
        Ok(())
    }

    fn check(&self, command: &Command) -> Result<(), Failure> {
        match self.operands.get(command.most_operands) {
            None => Ok(()),
            Some(extra) => {
                let extra = extra.to_string_lossy();
                let extra = visible(&extra);
                Err(Failure::Usage(match self.lang {
                    Lang::En => format!("`{extra}` is one word too many for `{}`", command.name),
                    Lang::Zh => format!("`{}` 后面多了一个参数 `{extra}`", command.name),
                }))
            }
        }
    }

    fn wrong(&self, option: &Opt, en: &str, zh: &str) -> Failure {
        Failure::Usage(match self.lang {
            Lang::En => format!("`{}` {en}", option.name),
            Lang::Zh => format!("`{}` {zh}", option.name),
        })
    }
}

/// There is no such thing; this is the nearest one, if any is near.
pub(super) fn unknown(lang: Lang, what: (&str, &str), word: &str, near: Option<&str>) -> Failure {
    let word = visible(word);
    Failure::Usage(match (lang, near) {
        (Lang::En, None) => format!("unknown {} `{word}`", what.0),
        (Lang::En, Some(near)) => format!("unknown {} `{word}`; did you mean `{near}`?", what.0),
        (Lang::Zh, None) => format!("没有 `{word}` 这个{}", what.1),
        (Lang::Zh, Some(near)) => {
            format!("没有 `{word}` 这个{}；你是不是想写 `{near}`？", what.1)
        }
    })
}

/// A value that the option does not take; the nearest one, or all there are.
fn no_choice(lang: Lang, option: &Opt, value: &str) -> Failure {
    let near = nearest(value, option.choices.iter().copied());
    if near.is_some() {
        return unknown(lang, (option.name, option.name), value, near);
    }
    let value = visible(value);
    Failure::Usage(match lang {
        Lang::En => format!("`{}` takes {}, not `{value}`", option.name, option.choices.join(", ")),
        Lang::Zh => {
            format!("`{}` 可以是 {}，不能是 `{value}`", option.name, option.choices.join("、"))
        }
    })
}

/// There is such an option, and another command takes it.
fn belongs(lang: Lang, option: &str, command: &str) -> Failure {
    Failure::Usage(match lang {
        Lang::En => format!("`{option}` belongs to `{command}`"),
        Lang::Zh => format!("`{option}` 是 `{command}` 的选项"),
    })
}

/// The option is another program's, and `--` is missing before that.
fn behind_dashes(lang: Lang, option: &str) -> Failure {
    let option = visible(option);
    Failure::Usage(match lang {
        Lang::En => format!(
            "unknown option `{option}`; if it is the server's own, write `--` before its command"
        ),
        Lang::Zh => {
            format!("没有 `{option}` 这个选项；如果它是给服务器的，请在启动命令前面写 `--`")
        }
    })
}
