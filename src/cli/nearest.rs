//! Which right word a wrong one was meant to be.

/// The candidate with the fewest letters to change, add or drop, if they are few; else one that begins so.
pub(super) fn nearest<'c>(
    word: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    // Two letters that have changed places count as two.
    let most = match word.chars().count() {
        0..3 => 0,
        letters => 1 + letters / 4,
    };
    let begins = |it: &str| !word.is_empty() && it.starts_with(word);
    let near = candidates.map(|it| (distance(word, it), it));
    let near = near.filter(|(distance, it)| *distance <= most || begins(it));
    near.min_by_key(|(distance, _)| *distance).map(|(_, it)| it)
}

/// Levenshtein's distance, in characters. A very long word is cut: it is near to nothing anyway.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().take(64).enumerate() {
        let mut diagonal = index;
        let mut left = index + 1;
        for (place, other) in row.iter_mut().zip([None].into_iter().chain(to.iter().map(Some))) {
            let Some(other) = other else {
                *place = left;
                continue;
            };
            let changed = diagonal + usize::from(*other != letter);
            diagonal = *place;
            left = changed.min(*place + 1).min(left + 1);
            *place = left;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_the_word() {
        let commands = ["lesson", "lessons", "bench", "help"];
        for (typed, meant) in [
            ("lesosn", "lesson"),
            ("lessson", "lesson"),
            ("lessonss", "lessons"),
            ("benhc", "bench"),
            ("hepl", "help"),
            ("h", "help"),
        ] {
            assert_eq!(nearest(typed, commands.into_iter()), Some(meant), "{typed}");
        }
        for typed in ["nosuch", "xx", "-x", "melons", ""] {
            assert_eq!(nearest(typed, commands.into_iter()), None, "{typed}");
        }
    }

    #[test]
    fn distance_counts_letters() {
        for (from, to, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("中文", "中", 1),
        ] {
            assert_eq!(distance(from, to), expected, "{from} {to}");
        }
    }
}
