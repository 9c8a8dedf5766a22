//! What an answer says that is none of this protocol: the start of it, and the title of a page.

use crate::text::visible;

/// How many characters of a body are quoted.
const QUOTED: usize = 120;

/// How many bytes of a page are searched for its title.
const SEARCHED: usize = 4096;

/// The title of an HTML page, if this begins as one and has one. Wrong ports and login pages answer so.
pub(super) fn title(body: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(body.get(..body.len().min(SEARCHED))?).into_owned();
    // Same length: only ASCII letters change.
    let lower = start.to_ascii_lowercase();
    let opened = lower.find("<title")?;
    let from = opened + lower.get(opened..)?.find('>')? + 1;
    let length = lower.get(from..)?.find("</title").unwrap_or(lower.len() - from);
    let words: Vec<_> = start.get(from..from + length)?.split_whitespace().collect();
    Some(quoted(words.join(" ").as_bytes())).filter(|title| !title.is_empty())
}

/// How a body begins, so that nothing in it acts on a terminal.
pub(super) fn quoted(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body.get(..body.len().min(4 * QUOTED)).unwrap_or(body));
    let mut start: String = text.trim().chars().take(QUOTED).collect();
    if start.len() < text.trim().len() {
        start.push('…');
    }
    visible(&start).into_owned()
}
