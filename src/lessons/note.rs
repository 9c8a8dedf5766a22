//! Remarks, written in one line each.

/// The remarks of a step, each `note(line, LABEL, "English", "中文")`. They become one text.
macro_rules! notes {
    [$(note($line:literal, $label:ident, $en:literal, $zh:literal)),* $(,)?] => {
        Notes::new(concat!(
            $($line, "\u{1}", stringify!($label), "\u{1}", $en, "\u{1}", $zh, "\u{2}"),*
        ))
    };
}

pub(super) use notes;
