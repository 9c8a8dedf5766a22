//! Rules about names: a method or a member is written as the specification writes it.

use super::ANY;
use crate::doctor::examine::{Facts, Found, Seen, elements, step_of};
use crate::doctor::finding::brief;
use crate::doctor::near::misnamed;
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Owner;
use crate::doctor::shapes::{method, near};
use crate::json::{Str, Value};
use crate::jsonrpc::code;
use crate::mcp::{
    PROMPTS_LIST, RESOURCES_LIST, RESOURCES_READ, RESOURCES_TEMPLATES_LIST, TOOLS_CALL, TOOLS_LIST,
};

rules! {
    MISSPELT_METHOD = "misspelt-method", ANY, Client, Must, Likely, ALL, Message(misspelt_method), "schema.ts of the revision",
        "a method is written as the specification writes it",
        "方法名要和规范里写的一样",
        "methods are compared letter for letter: one letter off, another sign between the words, and nobody knows the method",
        "方法名是逐字比较的：差一个字母、换一个分隔符，对方就不认识",
        "write the method that was meant, letter for letter as the schema has it, with / between its words",
        "改成本来要用的方法，照 schema 逐字写，词之间用 /";
    MISSPELT_MEMBER = "misspelt-member", ANY, Server, Should, Likely, ALL, Message(misspelt_member), "schema.ts of the revision",
        "a member is written as the specification writes it",
        "成员名要和规范里写的一样",
        "a member under another name is one that nobody knows: it is passed over without a word, as if it were not there",
        "名字写得不一样，对方就不认识这个成员：会悄悄跳过，等于没写",
        "write the name as the schema has it; MCP writes members in camelCase (Python: give the field an alias, and dump by alias)",
        "按 schema 的写法改；MCP 的成员名用驼峰式（Python：给字段设 alias，输出时用 by_alias）";
}

/// A method that nobody knows, which was refused as such, and is nearly one that this side may send.
fn misspelt_method(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let error = seen.response().and_then(|it| it.outcome.as_ref().err());
    let Some(error) = error.filter(|it| it.code == code::METHOD_NOT_FOUND) else {
        return Vec::new();
    };
    let Some(asked) = seen.asked.filter(|asked| method(&asked.method).is_none()) else {
        return Vec::new();
    };
    let Some(meant) = near(&asked.method, seen.other(), seen.revisions) else { return Vec::new() };
    let (name, meant, error) = (brief(&asked.method), meant.name, brief(error));
    let step = step_of(meant).unwrap_or(asked.step);
    let en = format!("{name} was asked, and refused ({error}); {meant} was probably meant");
    let zh = format!("请求的方法是 {name}，被拒绝了（{error}）；本来要用的多半是 {meant}");
    Found::new(en, zh).on(asked.at).step(step).of(Owner::of(seen.other())).alone()
}

/// Where the results of a method have members that may be left out: in themselves, or in each element of a list.
const MAY_BE_THERE: [(&str, &str, &[&str]); 10] = [
    (TOOLS_LIST, "", &["nextCursor"]),
    (TOOLS_LIST, "tools", &["outputSchema"]),
    (RESOURCES_LIST, "", &["nextCursor"]),
    (RESOURCES_LIST, "resources", &["mimeType"]),
    (RESOURCES_TEMPLATES_LIST, "", &["nextCursor"]),
    (RESOURCES_TEMPLATES_LIST, "resourceTemplates", &["mimeType"]),
    (PROMPTS_LIST, "", &["nextCursor"]),
    (RESOURCES_READ, "contents", &["mimeType"]),
    (TOOLS_CALL, "", &["isError", "structuredContent"]),
    (TOOLS_CALL, "content", &["mimeType"]),
];

/// What must be there is missed by other rules, and they say under which name it stands.
fn misspelt_member(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(asked) = seen.asked else { return Vec::new() };
    let mut rows = MAY_BE_THERE.iter().filter(|(method, ..)| asked.method == *method).peekable();
    let Some(result) = rows.peek().and_then(|(method, ..)| seen.result_of(method)) else {
        return Vec::new();
    };
    let found = rows.find_map(|(_, list, names)| match *list {
        "" => wrong_name(result, names),
        list => elements(result, list)
            .iter()
            .filter(|it| !is_media(it))
            .find_map(|it| wrong_name(it, names)),
    });
    let Some((wrong, right)) = found else { return Vec::new() };
    let (method, shown) = (brief(&asked.method), brief(wrong));
    let en = format!(
        "the result of {method} has the member {shown}: nobody knows that name; {right} is probably meant"
    );
    let zh = format!(
        "{method} 的 result 里有成员 {shown}：没有谁认识这个名字，本来要写的多半是 {right}"
    );
    Found::new(en, zh).byte(seen.byte_of(wrong)).of(Owner::of(seen.side)).alone()
}

fn wrong_name<'v, 'l>(
    value: &'v Value<'l>,
    names: &[&'static str],
) -> Option<(&'v Str<'l>, &'static str)> {
    names.iter().find_map(|name| misnamed(value, name).map(|wrong| (wrong, *name)))
}

/// An image or a sound must have a `mimeType`: a rule of its own says so.
fn is_media(value: &Value<'_>) -> bool {
    let kind = value.get("type").and_then(Value::as_string);
    kind.is_some_and(|kind| *kind == *"image" || *kind == *"audio")
}
