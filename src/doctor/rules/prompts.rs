//! Rules about prompts and completion.

use crate::doctor::examine::{Facts, Found, Seen, elements};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::json::{Object, Value};
use crate::jsonrpc::code;
use crate::mcp::{COMPLETION_COMPLETE, PROMPTS_GET};
use crate::transport::Side;

rules! {
    PROMPT_ARGUMENTS = "prompt-arguments", Some(4), Server, Advice, Certain, ALL, Message(prompt_arguments), "2025-06-18 server/prompts",
        "a prompt that does not exist, or lacks an argument it needs, is refused with -32602",
        "提示不存在，或者缺少必需的参数，要用 -32602 拒绝",
        "a prompt with a hole in it goes to a model as it is, and nobody sees why its answer is odd",
        "缺了一块的提示会原样交给模型；模型答得奇怪，却没人知道为什么",
        "look up the name and every argument with \"required\":true first, and answer error -32602 when one is missing",
        "先查名字，再查每个 \"required\":true 的参数，缺了就回错误 -32602";
    BAD_PROMPT_ARGUMENT = "bad-prompt-argument", Some(4), Client, Must, Certain, ALL, Message(bad_prompt_argument), "schema.ts of the revision, GetPromptRequest",
        "the arguments of a prompt are strings",
        "提示的参数都是字符串",
        "arguments of a prompt are filled into text: the schema allows strings only, and strict servers refuse the rest",
        "提示的参数是要填进文字里的：schema 只允许字符串，严格的服务器会拒绝别的",
        "write numbers, truth values and lists as text",
        "数字、布尔值、列表都写成文字";
    TOO_MANY_COMPLETIONS = "too-many-completions", Some(4), Server, Must, Certain, ALL, Message(too_many_completions), "2025-06-18 server/utilities/completion",
        "a completion has 100 values at most",
        "一次补全最多给 100 个值",
        "the schema stops at 100: a strict client refuses the whole answer",
        "schema 规定最多 100 个，严格的客户端会拒收整个结果",
        "send the best 100, and say in total and hasMore that there are more",
        "只发最合适的 100 个，用 total 和 hasMore 说明还有";
}

/// Why a prompt cannot be had: a name that is on no page, or an argument that is missing.
fn prompt_arguments(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(asked) = seen.asked.filter(|asked| asked.method == PROMPTS_GET) else {
        return Vec::new();
    };
    let Some(name) = asked.string("name").filter(|_| !asked.forgotten) else { return Vec::new() };
    let prompts = &facts.features.prompts;
    let shown = brief(name);
    let (en, zh) = if prompts.lacks(name, asked.at) && facts.gap.is_none() {
        (format!("{shown} is no prompt of the list"), format!("清单里没有提示 {shown}"))
    } else {
        let required = prompts.get(name).filter(|_| prompts.changed.is_none());
        let given = |name: &str| asked.param("arguments").and_then(|it| it.get(name)).is_some();
        let missing = required.and_then(|it| it.iter().find(|name| !given(name)));
        let Some(missing) = missing else { return Vec::new() };
        (format!("{shown} needs the argument {missing}"), format!("{shown} 缺少参数 {missing}"))
    };
    match seen.result_of(PROMPTS_GET) {
        Some(result) => {
            if result
                .get("resultType")
                .and_then(Value::as_string)
                .is_some_and(|it| *it != *"complete")
            {
                return Vec::new();
            }
            let byte = seen.byte_of_member(result, "messages");
            let (en, zh) = (format!("{en}, and yet it was served"), format!("{zh}，却照样返回了"));
            Found::new(en, zh).byte(byte).alone()
        }
        None => match seen.refusal_of(PROMPTS_GET) {
            Some((_, error)) if error.code != code::INVALID_PARAMS => {
                let said = brief(error);
                let en = format!("{en}, which is -32602; the answer is: {said}");
                let zh = format!("{zh}，应该回 -32602，回的却是：{said}");
                let byte = seen.byte_of(&error.message);
                Found::new(en, zh).byte(byte).sure(Certainty::Likely).alone()
            }
            Some(_) | None => Vec::new(),
        },
    }
}

fn bad_prompt_argument(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let request = seen.request(Side::Client).filter(|request| request.method == *PROMPTS_GET);
    let arguments = request.and_then(|it| it.params.as_ref()?.get("arguments")?.as_object());
    let mut members = arguments.into_iter().flat_map(Object::members);
    let Some(member) = members.find(|member| member.value.as_string().is_none()) else {
        return Vec::new();
    };
    let (name, kind) = (member.name.excerpt(), member.value.kind());
    let en = format!("the argument {name} of a prompt is no string but {kind}");
    let zh = format!("提示的参数 {name} 应该是字符串，却是 {kind}");
    Found::new(en, zh).byte(seen.byte_of(&member.name)).alone()
}

fn too_many_completions(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    /// The most that may come at once.
    const MOST: usize = 100;
    let completion = seen.result_of(COMPLETION_COMPLETE).and_then(|it| it.get("completion"));
    let Some(completion) = completion else { return Vec::new() };
    let count = elements(completion, "values").len();
    if count <= MOST {
        return Vec::new();
    }
    let en = format!("a completion has {count} values");
    let zh = format!("一次补全给了 {count} 个值");
    Found::new(en, zh).byte(seen.byte_of_member(completion, "values")).alone()
}
