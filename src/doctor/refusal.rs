//! What a refusal of the first question says about the era of whoever refused it.

use crate::json::{Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::Revision;
use crate::mcp::stateless::{UNSUPPORTED_PROTOCOL_VERSION, VERSION};

/// The revisions without a handshake that a refusal of `initialize` names, if it names no other.
pub(super) fn modern(error: &ErrorObject<'_>) -> Vec<String> {
    let codes = [code::METHOD_NOT_FOUND, code::INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION];
    if !codes.contains(&error.code) {
        return Vec::new();
    }
    let names: Vec<String> = match supported(error) {
        Some(names) => names,
        // SHOULD (2026-07-28, basic/versioning): it names them, and it is not said where.
        None => dates(&format!("{} {}", text(&error.message), data_text(error))),
    };
    let old = names.iter().any(|name| Revision::from_name(name).is_some());
    let new = names.iter().any(|name| name.as_str() >= VERSION);
    if old || !new { Vec::new() } else { names }
}

/// The revisions that a refusal lists in `data.supported`; `None` when it has no such list.
pub(super) fn supported(error: &ErrorObject<'_>) -> Option<Vec<String>> {
    let names = error.data.as_ref()?.get("supported")?.as_array()?;
    Some(names.iter().filter_map(Value::as_string).map(text).collect())
}

fn text(it: &Str<'_>) -> String {
    it.text().unwrap_or_default().into_owned()
}

fn data_text(error: &ErrorObject<'_>) -> String {
    error.data.as_ref().map(Value::to_line).unwrap_or_default()
}

/// The words of a text that are written like the date of a revision. Ours is the one it refuses.
fn dates(text: &str) -> Vec<String> {
    let words = text.split(|it: char| !it.is_ascii_digit() && it != '-');
    let date = |word: &&str| {
        let parts: Vec<_> = word.split('-').map(str::len).collect();
        parts == [4, 2, 2] && *word != Revision::NEWEST.as_str()
    };
    words.filter(date).map(str::to_owned).collect()
}
