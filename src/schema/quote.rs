//! Values and texts as they may stand in a sentence: cut when they are long.

use crate::json::{Str, Value};

/// How much of a value a sentence quotes, in characters.
pub const MAX_QUOTED: usize = 80;

/// A value as JSON text, cut after [`MAX_QUOTED`] characters.
pub(super) fn quoted(value: &Value<'_>) -> String {
    let mut text = String::new();
    // Four bytes are the longest character, so this is enough to cut from.
    print(value, &mut text, MAX_QUOTED * 4 + 4);
    shortened(&text, MAX_QUOTED)
}

/// A text in quotes, cut after [`MAX_QUOTED`] characters.
pub(super) fn named(text: &str) -> String {
    let cut: String = text.chars().take(MAX_QUOTED + 1).collect();
    quoted(&Value::String(Str::from(cut)))
}

/// A text cut after so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// Like [`Value::print`], but stops soon after so many bytes.
fn print(value: &Value<'_>, text: &mut String, most: usize) {
    match value {
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate().take_while(|it| it.0 < most) {
                text.push_str(if index > 0 { "," } else { "" });
                print(element, text, most);
                if text.len() > most {
                    return;
                }
            }
            text.push(']');
        }
        Value::Object(object) => {
            text.push('{');
            for (index, member) in object.members().iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                string(&member.name, text, most);
                text.push(':');
                print(&member.value, text, most);
                if text.len() > most {
                    return;
                }
            }
            text.push('}');
        }
        Value::String(written) => string(written, text, most),
        Value::Number(number) => text.extend(number.as_written().chars().take(most)),
        Value::Null | Value::Bool(_) => value.print(text),
    }
}

fn string(string: &Str<'_>, text: &mut String, most: usize) {
    text.push('"');
    text.extend(string.as_written().chars().take(most));
    text.push('"');
}
