//! Names that are nearly another: how people write what they have seen in another library, or from memory.

use super::finding::{Said, brief};
use crate::json::{Str, Value};

/// Longer names are not compared: every name of the specification is shorter.
const LONGEST: usize = 60;

/// What other interfaces call a member of MCP.
const ALIASES: [(&str, &str); 1] = [("inputSchema", "parameters")];

/// Whether a name is nearly another: the same but for case and `.` `_` `-` `/`, the same words in another order, or
/// one letter in six is off, two at most.
pub(super) fn is_near(name: &str, known: &str) -> bool {
    if name.len() > LONGEST {
        return false;
    }
    let most = (known.len() / 6).min(2);
    squashed(name) == squashed(known)
        || words(name) == words(known)
        || distance(&name.to_lowercase(), known) <= most
}

/// The member of a value that has this name in another spelling, while none has it in the right one.
pub(super) fn misnamed<'v, 'l>(value: &'v Value<'l>, name: &str) -> Option<&'v Str<'l>> {
    let members = value.as_object()?.members();
    if members.iter().any(|member| member.name == *name) {
        return None;
    }
    let alias = |it: &Str<'_>| ALIASES.iter().any(|(ours, other)| *ours == name && *it == **other);
    let same = |it: &Str<'_>| {
        let written = it.as_written();
        written.len() <= LONGEST
            && written.len() >= name.len()
            && squashed(written) == squashed(name)
    };
    members.iter().map(|member| &member.name).find(|it| alias(it) || same(it))
}

/// What to do about a member under a wrong name, to stand behind the sentence that the right one is missing; nothing
/// when there is none.
pub(super) fn rename(wrong: Option<&Str<'_>>, right: &str) -> Said {
    wrong.map(brief).map_or_else(Said::default, |wrong| {
        let en = format!(", but {wrong}: write {right} instead");
        Said::new(en, format!("，却有 {wrong}：应改名为 {right}"))
    })
}

/// Its letters and digits, in small letters.
fn squashed(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
}

/// Its words in the order of the alphabet; camelCase counts as two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if !letter.is_ascii_lowercase() {
            words.push(String::new());
        }
        if let (Some(last), true) = (words.last_mut(), letter.is_ascii_alphanumeric()) {
            last.push(letter.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words.sort_unstable();
    words
}

/// How many letters have to be put in, left out or exchanged to make one text of the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (index, letter) in one.chars().enumerate() {
        let (mut before, mut left) = (index, index + 1);
        let places = row.iter_mut();
        for (place, there) in places.zip(std::iter::once(None).chain(other.chars().map(Some))) {
            let Some(there) = there else {
                *place = left;
                continue;
            };
            let exchanged = before + usize::from(there != letter);
            before = *place;
            left = exchanged.min(before + 1).min(left + 1);
            *place = left;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn a_name_is_near_when_a_person_would_take_it_for_the_other() {
        for (name, known) in [
            ("tools.list", "tools/list"),
            ("tool/list", "tools/list"),
            ("list_tools", "tools/list"),
            ("listTools", "tools/list"),
            ("tools/List", "tools/list"),
            ("initialise", "initialize"),
            ("resource/read", "resources/read"),
        ] {
            assert!(is_near(name, known), "{name}");
        }
        for (name, known) in [
            ("no/such/method", "tools/list"),
            ("pong", "ping"),
            ("tools/get", "tools/list"),
            ("tools/find", "tools/list"),
            ("", "ping"),
        ] {
            assert!(!is_near(name, known), "{name}");
        }
    }

    #[test]
    fn the_distance_of_two_texts_is_counted_in_letters() {
        for (one, other, is) in
            [("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("ab", "", 2)]
        {
            assert_eq!(distance(one, other), is, "{one} {other}");
        }
    }

    #[test]
    fn a_member_is_misnamed_only_while_the_right_one_is_not_there() {
        let found = |text: &str, name| {
            let value = parse(text).unwrap();
            misnamed(&value, name).map(|it| it.as_written().to_owned())
        };
        for other in ["input_schema", "input-schema", "InputSchema", "parameters"] {
            let text = format!("{{\"name\":\"a\",\"{other}\":{{}}}}");
            assert_eq!(found(&text, "inputSchema").as_deref(), Some(other));
        }
        assert_eq!(found(r#"{"inputSchema":{},"parameters":{}}"#, "inputSchema"), None);
        assert_eq!(found(r#"{"parameters":{}}"#, "outputSchema"), None);
    }
}
