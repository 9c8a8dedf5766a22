//! What is wrong with a block of content, with what was read of a resource, and with bytes in base64.

use super::finding::{Certainty, Said, brief};
use super::near::{misnamed, rename};
use super::place::name_of;
use super::rule::Revisions;
use crate::json::{Str, Value};

/// Where a block of content stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the result of a tool.
    Tool,
    /// In a message of a prompt.
    Prompt,
    /// In a sampling, asked or answered.
    Sampling,
}

/// A type of block: its members that are strings, since when it is known, and where it may stand.
type Block = (&'static str, &'static [&'static str], Revisions, &'static [Place]);

const BLOCKS: [Block; 7] = {
    use Place::{Prompt, Sampling, Tool};
    [
        ("text", &["text"], Revisions::ALL, &[Tool, Prompt, Sampling]),
        ("image", &["data", "mimeType"], Revisions::ALL, &[Tool, Prompt, Sampling]),
        ("audio", &["data", "mimeType"], Revisions::SINCE_2025_03_26, &[Tool, Prompt, Sampling]),
        ("resource", &[], Revisions::ALL, &[Tool, Prompt]),
        ("resource_link", &["uri", "name"], Revisions::SINCE_2025_06_18, &[Tool, Prompt]),
        ("tool_use", &["id", "name"], Revisions::SINCE_2025_11_25, &[Sampling]),
        ("tool_result", &["toolUseId"], Revisions::SINCE_2025_11_25, &[Sampling]),
    ]
};

/// What is wrong with a block: what, how sure that is, and the name at which it shows.
pub(super) type Fault<'v, 'l> = (Said, Certainty, Option<&'v Str<'l>>);

/// Looks at one block of content. That it is an object with a type, the shape of a result says.
pub(super) fn block_fault<'v, 'l>(
    block: &'v Value<'l>,
    revisions: Revisions,
    place: Place,
) -> Option<Fault<'v, 'l>> {
    let kind = block.get("type").and_then(Value::as_string)?;
    let at = name_of(block, "type");
    let shown = brief(kind);
    let certain = |en: String, zh: String, at| Some((Said::new(en, zh), Certainty::Certain, at));
    let Some((_, members, since, places)) = BLOCKS.iter().find(|(name, ..)| *kind == **name) else {
        let en = format!("a block of content has the type {shown}, which no revision knows");
        return certain(en, format!("content 里有一块的 type 是 {shown}，哪个版本都没有"), at);
    };
    if !places.contains(&place) {
        let en = format!("a block of type {shown} does not belong here");
        return certain(en, format!("{shown} 类型的块不能放在这里"), at);
    }
    if revisions != Revisions::HANDSHAKE && !since.hold(revisions) {
        let (spoken, first) = (revisions.names().join(", "), since.names());
        let first = first.first().copied().unwrap_or_default();
        let en =
            format!("a block of type {shown}, which is known since {first}, comes in {spoken}");
        let zh = format!("{shown} 类型从 {first} 才有，这里用的却是 {spoken}");
        return Some((Said::new(en, zh), Certainty::Likely, at));
    }
    let absent = |member: &&&str| block.get(member).and_then(Value::as_string).is_none();
    if let Some(member) = members.iter().find(absent) {
        let other = misnamed(block, member);
        let at = name_of(block, member).or(other).or(at);
        let Said { en, zh } = rename(other, member);
        let en = format!("a block of type {shown} has no string {member}{en}");
        let zh = format!("{shown} 类型的块没有字符串 {member}{zh}");
        return certain(en, zh, at);
    }
    match block.get("resource") {
        _ if *kind != *"resource" => None,
        Some(resource) => contents_fault(resource),
        None => {
            let en = "a block of type \"resource\" has no resource".to_owned();
            certain(en, "resource 类型的块没有 resource".to_owned(), at)
        }
    }
}

/// Looks at what was read of a resource: a URI, and either text or a blob. A null is no content.
pub(super) fn contents_fault<'v, 'l>(contents: &'v Value<'l>) -> Option<Fault<'v, 'l>> {
    let string = |name| contents.get(name).and_then(Value::as_string).is_some();
    let there = |name| contents.get(name).is_some_and(|it| !matches!(it, Value::Null));
    let (en, zh, sure, at) = if !string("uri") {
        ("have no string uri", "没有字符串 uri", Certainty::Certain, "uri")
    } else if there("text") && there("blob") {
        ("have both text and blob", "同时有 text 和 blob", Certainty::Likely, "blob")
    } else if !string("text") && !string("blob") {
        let at = if there("text") { "text" } else { "blob" };
        (
            "have neither a string text nor a string blob",
            "既没有字符串 text，也没有字符串 blob",
            Certainty::Certain,
            at,
        )
    } else {
        return None;
    };
    let en = format!("the contents of a resource {en}");
    let zh = format!("资源的内容{zh}");
    Some((Said::new(en, zh), sure, name_of(contents, at).or(name_of(contents, "uri"))))
}

/// Why a text is not base64 (RFC 4648, section 4), in English and Chinese, and how sure it is that nobody
/// can read it; `None` when it is.
pub(super) fn no_base64(text: &Str<'_>) -> Option<(String, String, Certainty)> {
    let decoded = text.text();
    let text = decoded.as_deref().unwrap_or_else(|_| text.as_written());
    let said = |en: &str, zh: &str, sure| Some((en.to_owned(), zh.to_owned(), sure));
    if text.starts_with("data:") {
        return said("it is a data: URL", "它是 data: URL", Certainty::Certain);
    }
    let body = text.trim_end_matches('=');
    let padding = text.len() - body.len();
    let standard = |it: u8| it.is_ascii_alphanumeric() || it == b'+' || it == b'/';
    if let Some(place) = body.bytes().position(|it| !standard(it)) {
        let odd = body.get(place..).and_then(|rest| rest.chars().next()).unwrap_or_default();
        // Some readers take base64url too, and skip blank space.
        let lenient = "-_".contains(odd) || odd.is_ascii_whitespace();
        let sure = if lenient { Certainty::Likely } else { Certainty::Certain };
        let en = format!("{odd:?} at its byte {place}");
        return Some((en, format!("第 {place} 字节是 {odd:?}"), sure));
    }
    match (body.len() % 4, padding) {
        (0, 0) | (2, 2) | (3, 1) => None,
        (2 | 3, 0) => said("its padding is missing", "末尾缺 =", Certainty::Likely),
        _ => {
            let en = format!("{} letters and {padding} =", body.len());
            Some((en, format!("{} 个字母加 {padding} 个 =", body.len()), Certainty::Certain))
        }
    }
}
