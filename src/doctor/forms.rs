//! What is wrong with what a server wants of a client: a form, a sampling, a root. Each is looked at as a value,
//! because it may come in a request or inside a result.

use super::examine::elements;
use super::finding::{Certainty, Said, brief};
use super::place::name_of;
use crate::json::{Member, Str, Value};

/// What is wrong with a value: what, how sure that is, and the name or text at which it shows.
pub(super) type Fault<'v, 'l> = (Said, Certainty, Option<&'v Str<'l>>);

/// The kinds a field of a form may have.
const PRIMITIVE: [&str; 4] = ["string", "number", "integer", "boolean"];

/// The formats a text of a form may have.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// Looks at the `requestedSchema` of a form. `several`: since 2025-11-25 a field may be a list of choices.
pub(super) fn form_fault<'v, 'l>(
    elicitation: &'v Value<'l>,
    several: bool,
) -> Option<Fault<'v, 'l>> {
    let schema = elicitation.get("requestedSchema")?;
    let at = name_of(elicitation, "requestedSchema");
    let certain = |en: &str, zh: &str, at| Some((Said::new(en, zh), Certainty::Certain, at));
    if text(schema, "type").is_none_or(|kind| *kind != *"object") {
        let (en, zh) = (
            "requestedSchema has no \"type\":\"object\"",
            "requestedSchema 里没有 \"type\":\"object\"",
        );
        return certain(en, zh, name_of(schema, "type").or(at));
    }
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else {
        return certain("requestedSchema has no properties", "requestedSchema 没有 properties", at);
    };
    fields.members().iter().find_map(|field| field_fault(field, several))
}

fn field_fault<'v, 'l>(field: &'v Member<'l>, several: bool) -> Option<Fault<'v, 'l>> {
    let (name, value) = (field.name.excerpt(), &field.value);
    let fault = |en: String, zh: String, sure, at: &'v Str<'l>| {
        let en = format!("the field {name} of the form {en}");
        Some((Said::new(en, format!("表单的字段 {name} {zh}")), sure, Some(at)))
    };
    let Some(kind) = text(value, "type") else {
        // A text or nothing, as one of the official SDKs writes it.
        let either = ["anyOf", "oneOf", "enum"].iter().any(|it| value.get(it).is_some());
        let sure = if either { Certainty::Likely } else { Certainty::Certain };
        let (en, zh) = ("has no type of its own", "没有自己的 type");
        return fault(en.to_owned(), zh.to_owned(), sure, &field.name);
    };
    let at = name_of(value, "type").unwrap_or(&field.name);
    let shown = brief(kind);
    if *kind == *"array" && several {
        let items = value.get("items");
        let choices = items.is_some_and(|it| it.get("enum").or_else(|| it.get("anyOf")).is_some());
        let (en, zh) = ("is a list, and not of choices", "是列表，却没有列出选项");
        return if choices { None } else { fault(en.into(), zh.into(), Certainty::Certain, at) };
    }
    if !PRIMITIVE.iter().any(|it| *kind == **it) {
        let en =
            format!("is of type {shown}; a form has only strings, numbers, integers and booleans");
        let zh = format!("的 type 是 {shown}；表单里只能是 string、number、integer、boolean");
        return fault(en, zh, Certainty::Certain, at);
    }
    let format = text(value, "format").filter(|_| *kind == *"string")?;
    if FORMATS.iter().any(|it| *format == **it) {
        return None;
    }
    let shown = brief(format);
    let en = format!("has the format {shown}; known are email, uri, date and date-time");
    let zh = format!("的 format 是 {shown}；可用的只有 email、uri、date、date-time");
    fault(en, zh, Certainty::Likely, format)
}

/// Looks at the mode of an elicitation (2025-11-25 and later) beside what the client has declared as its capability
/// `elicitation`: `{}` means forms only.
pub(super) fn mode_fault<'v, 'l>(
    elicitation: &'v Value<'l>,
    declared: Option<&Value<'_>>,
) -> Option<Fault<'v, 'l>> {
    let mode = text(elicitation, "mode");
    let at = mode.or_else(|| name_of(elicitation, "message"));
    let certain = |en: String, zh: String, at| Some((Said::new(en, zh), Certainty::Certain, at));
    let url = mode.is_some_and(|mode| *mode == *"url");
    if let Some(other) = mode.filter(|mode| !url && **mode != *"form") {
        let shown = brief(other);
        let en = format!("an elicitation has the mode {shown}; there are form and url");
        return certain(en, format!("elicitation 的 mode 是 {shown}，只有 form 和 url 两种"), at);
    }
    let declared = declared?;
    let (form, page) = (declared.get("form").is_some(), declared.get("url").is_some());
    let allowed = if url { page } else { form || !page };
    let mode = if url { "url" } else { "form" };
    if allowed {
        return None;
    }
    let en = format!("an elicitation of mode {mode}, and the client has not declared that mode");
    certain(en, format!("elicitation 用了 {mode} 方式，客户端没有声明这种方式"), at)
}

/// Looks at an elicitation of mode `url` in the data of an error: it has all that leads to its page.
pub(super) fn page_fault<'v, 'l>(elicitation: &'v Value<'l>) -> Option<Fault<'v, 'l>> {
    let mut members = ["url", "elicitationId", "message"].into_iter();
    let missing = members.find(|it| text(elicitation, it).is_none())?;
    let en = format!("an elicitation of mode url has no string {missing}");
    let zh = format!("url 方式的 elicitation 没有字符串 {missing}");
    Some((Said::new(en, zh), Certainty::Certain, name_of(elicitation, "mode")))
}

/// Looks at an answer to an elicitation: content comes only with `accept`. Which actions there are, the shape of the
/// answer says.
pub(super) fn answer_fault<'v, 'l>(answer: &'v Value<'l>) -> Option<Fault<'v, 'l>> {
    let action = text(answer, "action")?;
    let content = answer.get("content")?.as_object()?;
    let refused = *action == *"decline" || *action == *"cancel";
    if !refused || content.members().is_empty() {
        return None;
    }
    let shown = brief(action);
    let en = format!("an elicitation is answered with {shown}, and yet with content");
    let zh = format!("elicitation 的响应是 {shown}，却还带着 content");
    Some((Said::new(en, zh), Certainty::Likely, name_of(answer, "content")))
}

/// Looks at a root: its URI names a file.
pub(super) fn root_fault<'v, 'l>(root: &'v Value<'l>) -> Option<Fault<'v, 'l>> {
    let uri = text(root, "uri")?;
    if uri.text().unwrap_or_default().starts_with("file://") {
        return None;
    }
    let shown = brief(uri);
    let en = format!("the root {shown} does not begin with file://");
    Some((
        Said::new(en, format!("root {shown} 不是以 file:// 开头")),
        Certainty::Certain,
        Some(uri),
    ))
}

/// Looks at the messages of a sampling: what a model wanted of tools is answered at once, and by nothing else.
pub(super) fn balance_fault<'v, 'l>(sampling: &'v Value<'l>) -> Option<Fault<'v, 'l>> {
    let mut wanted: Vec<&Str<'_>> = Vec::new();
    for message in elements(sampling, "messages") {
        let content = message.get("content")?;
        let blocks = content.as_array().unwrap_or(std::slice::from_ref(content));
        let of = |kind: &'static str| {
            blocks.iter().filter(move |it| text(it, "type").is_some_and(|it| *it == *kind))
        };
        let results: Vec<_> = of("tool_result").filter_map(|it| text(it, "toolUseId")).collect();
        let at = name_of(message, "content");
        let fault = |en: String, zh: String| Some((Said::new(en, zh), Certainty::Certain, at));
        if !results.is_empty() && of("tool_result").count() != blocks.len() {
            let en = "a message with tool results holds something else too".to_owned();
            return fault(en, "带有 tool_result 的消息里还有别的内容".to_owned());
        }
        if let Some(open) = wanted.iter().find(|it| !results.iter().any(|id| same(it, id))) {
            let open = brief(open);
            let en = format!("the tool_use {open} has no tool_result in the message after it");
            return fault(en, format!("tool_use {open} 后面那条消息里没有对应的 tool_result"));
        }
        if let Some(stray) = results.iter().find(|id| !wanted.iter().any(|it| same(it, id))) {
            let stray = brief(stray);
            let en =
                format!("the tool_result {stray} answers no tool_use of the message before it");
            return fault(en, format!("tool_result {stray} 在前一条消息里没有对应的 tool_use"));
        }
        wanted = of("tool_use").filter_map(|it| text(it, "id")).collect();
    }
    let open = wanted.first()?;
    let en = format!("the tool_use {} has no tool_result after it", brief(open));
    let zh = format!("tool_use {} 后面没有对应的 tool_result", brief(open));
    Some((Said::new(en, zh), Certainty::Likely, name_of(sampling, "messages")))
}

fn same(one: &Str<'_>, other: &Str<'_>) -> bool {
    *one == *other
}

/// A string that is a member.
fn text<'v, 'l>(value: &'v Value<'l>, name: &str) -> Option<&'v Str<'l>> {
    value.get(name).and_then(Value::as_string)
}
