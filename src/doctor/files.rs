//! Several recordings at once, and one object for all of them.

use super::json::{object, said};
use super::recording::Reading;
use crate::json::Value;
use crate::text::Text;

/// A file that was examined.
#[derive(Debug)]
pub struct Examined {
    /// What it was called.
    pub name: String,
    /// What came of it; why not, when it is no recording.
    pub reading: Reading,
}

/// What became of a file, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing was found.
    Healthy,
    /// Something was.
    Broken,
    /// It is no recording.
    Unreadable,
}

impl Verdict {
    /// The worst of several files.
    pub fn of(files: &[Examined]) -> Self {
        files.iter().map(Examined::verdict).max().unwrap_or(Self::Healthy)
    }

    /// The word in reports: the English one is also the one in JSON.
    pub const fn word(self) -> Text {
        match self {
            Self::Healthy => Text::new("healthy", "健康"),
            Self::Broken => Text::new("broken", "有问题"),
            Self::Unreadable => Text::new("unreadable", "无法读取"),
        }
    }
}

impl Examined {
    /// What became of it.
    pub fn verdict(&self) -> Verdict {
        match &self.reading {
            Ok(recording) if recording.report.is_healthy() => Verdict::Healthy,
            Ok(_) => Verdict::Broken,
            Err(_) => Verdict::Unreadable,
        }
    }

    fn members(&self) -> Vec<(&'static str, Value<'_>)> {
        match &self.reading {
            Ok(recording) => recording.report.all(),
            Err(why) => vec![("verdict", "unreadable".into()), ("what", said(why))],
        }
    }
}

/// The reports as JSON: of one file its object, as [`Report::to_value`](super::Report::to_value) makes it, or
/// `{"verdict":"unreadable","what":{…}}`; of several one object with the worst verdict.
///
/// ```text
/// {"verdict":"broken","files":[{"file":"a.wire","verdict":"healthy",…},{"file":"b.log",…}]}
/// ```
pub fn to_value(files: &[Examined]) -> Value<'_> {
    if let [file] = files {
        return object(file.members());
    }
    let all = files.iter().map(|file| {
        let name = [("file", file.name.as_str().into())];
        object(name.into_iter().chain(file.members()))
    });
    object([("verdict", Verdict::of(files).word().en.into()), ("files", all.collect())])
}
