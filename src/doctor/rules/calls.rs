//! Rules about calls of tools: what may be asked, what is refused, and how.

use super::tools::is_settled;
use crate::doctor::examine::{Asked, Facts, Found, Listed, Seen};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::place::follow;
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Owner;
use crate::doctor::schemas::{broken_promise, misfit_within};
use crate::json::{Object, Str, Value};
use crate::jsonrpc::code;
use crate::mcp::stateless::INPUT_REQUIRED;
use crate::mcp::{Era, TOOLS_CALL};
use crate::schema::Failure;

rules! {
    CALL_REFUSED = "call-refused", Some(4), Client, Should, Likely, ALL, Message(call_refused), "2025-06-18 server/tools",
        "a call that is written correctly is served",
        "调用没有写错，服务器就要处理",
        "an \"error\" says that the call was not served: a wrong name or params of a wrong shape (-32602), or a server that failed",
        "返回 \"error\" 表示调用没有被处理：名字不对或 params 的形状不对（-32602），也可能是服务器自己出了错",
        "compare --call and --args with what tools/list says; when they are right, mend the tool: a failure inside it belongs in a result with \"isError\":true",
        "对照 tools/list，检查 --call 和 --args；没有写错，就去改工具：工具自己出的错应该放在带 \"isError\":true 的结果里";
    OUTPUT_SCHEMA = "output-schema", Some(4), Server, Must, Certain, SINCE_2025_06_18, Message(output_schema), "2025-06-18 server/tools",
        "a result fits the outputSchema of its tool",
        "结果符合工具声明的 outputSchema",
        "a tool with an outputSchema must answer with structuredContent that fits it; strict clients refuse the result otherwise",
        "声明了 outputSchema 的工具必须返回符合它的 structuredContent，否则严格的客户端会拒收",
        "return structuredContent beside content, or drop the outputSchema",
        "在 content 之外再返回 structuredContent，或者去掉 outputSchema";
    UNKNOWN_TOOL = "unknown-tool-accepted", Some(5), Server, Should, Certain, ALL, Message(unknown_tool), "2025-06-18 server/tools",
        "a call of a tool that nobody offers is refused",
        "调用不存在的工具要被拒绝",
        "a tool nobody offers has to be refused, or a model believes that its call worked",
        "不存在的工具必须拒绝，否则模型会以为调用成功了",
        "answer error -32602 when no tool has that name",
        "没有这个工具，就回错误 -32602";
    WRONG_ARGUMENTS = "wrong-arguments-accepted", Some(5), Server, Must, Likely, ALL, Message(wrong_arguments), "2025-06-18 server/tools",
        "arguments that do not fit the inputSchema are refused",
        "不符合 inputSchema 的参数要拒绝",
        "a tool that takes whatever comes works on guesses, and the model is never told that it asked wrongly; some servers turn \"3\" into 3 on purpose",
        "工具来者不拒，就只能靠猜，模型也永远不知道自己写错了；有的服务器是有意把 \"3\" 转成 3",
        "check the arguments against inputSchema before the tool runs, and say what does not fit in a result with \"isError\":true",
        "工具运行之前先对照 inputSchema 检查参数，把不符合的地方写进带 \"isError\":true 的结果";
    ARGUMENTS_REFUSED = "arguments-refused", Some(5), Server, Should, Likely, SINCE_2025_11_25, Message(arguments_refused), "2025-11-25 server/tools",
        "wrong arguments are answered with a result that says so, not with an error",
        "参数不对，用 result 说明，不用 error",
        "hosts show a result to the model, which can then correct itself; many hide an error from it, and the call is lost",
        "result 会交给模型看，模型就能自己改正；error 很多宿主程序不给模型看，这次调用就白费了",
        "answer with \"isError\":true and say in the text what does not fit; -32602 is for an unknown tool and for params of a wrong shape",
        "返回 \"isError\":true，用文字说明哪里不符合；-32602 留给不存在的工具和形状不对的 params";
    STRUCTURED_NOT_OBJECT = "structured-not-object", Some(4), Server, Must, Certain, LAST_TWO_HANDSHAKES, Message(structured_not_object), "2025-06-18 server/tools",
        "structuredContent is an object",
        "structuredContent 是对象",
        "before 2026-07-28 structuredContent is an object: otherwise clients written in strictly typed languages refuse the whole result",
        "2026-07-28 之前，structuredContent 必须是对象；用强类型语言写的客户端见到别的会拒收整个结果",
        "put the value into an object, such as {\"result\":…}, and say so in outputSchema",
        "把值放进一个对象，例如 {\"result\":…}，outputSchema 也跟着改";
}

/// A call that was answered, with what its tool has published.
struct Call<'s> {
    asked: &'s Asked,
    name: &'s Str<'static>,
    tool: Option<&'s Listed>,
}

/// What a call was answered with.
fn answered<'s>(facts: &'s Facts, seen: &'s Seen<'_>) -> Option<Call<'s>> {
    let asked = seen.asked.filter(|asked| asked.method == TOOLS_CALL)?;
    let name = asked.string("name")?;
    Some(Call { asked, name, tool: facts.features.tools.get(name) })
}

/// The result of a call that is done, and whether the tool says that it failed.
pub(super) fn done<'s>(seen: &Seen<'s>) -> Option<(&'s Value<'s>, bool)> {
    let result = seen.result_of(TOOLS_CALL)?;
    let waits = result.get("resultType").and_then(Value::as_string);
    if waits.is_some_and(|it| *it == *INPUT_REQUIRED) || result.get("task").is_some() {
        return None;
    }
    Some((result, result.get("isError").and_then(Value::as_bool) == Some(true)))
}

impl Call<'_> {
    /// What does not fit in the arguments: `Ok(None)` when all does, `Err` when nobody can tell.
    fn misfit(&self, facts: &Facts) -> Result<Option<Failure>, ()> {
        let schema = self.tool.and_then(|tool| tool.input.schema()).ok_or(())?;
        if self.asked.forgotten || facts.features.steps.get() == 0 {
            return Err(());
        }
        let none = Value::from(Object::default());
        let arguments = self.asked.param("arguments").unwrap_or(&none);
        let failure = misfit_within(schema, arguments, &facts.features.steps);
        // Nothing was found, or the search was given up.
        if failure.is_none() && facts.features.steps.get() == 0 { Err(()) } else { Ok(failure) }
    }

    /// The tool was listed in this form before it was called.
    fn is_sure(&self, facts: &Facts) -> bool {
        let known = self.tool.is_some_and(|tool| tool.at < self.asked.at);
        known && facts.features.tools.changed.is_none()
    }
}

/// The codes that say more than that a call went wrong: no request, a header, a capability, a version, a page.
const SPEAKING: [i64; 5] = [code::INVALID_REQUEST, -32020, -32021, -32022, -32042];

/// Called by its name, with arguments that fit, and yet not served.
fn call_refused(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, error)) = seen.refusal_of(TOOLS_CALL) else { return Vec::new() };
    let Some(call) = answered(facts, seen) else { return Vec::new() };
    let as_task = call.tool.is_some_and(|tool| tool.task.as_deref() == Some("required"));
    let mixed = seen.era == Era::Stateless && error.code == code::INVALID_PARAMS;
    if SPEAKING.contains(&error.code) || asked.cancelled.is_some() || as_task || mixed {
        return Vec::new();
    }
    if !is_settled(facts, seen) || !call.is_sure(facts) || call.misfit(facts) != Ok(None) {
        return Vec::new();
    }
    let (name, said) = (call.name.excerpt(), brief(error));
    let en = format!("the call of {name} was refused, though its arguments fit: {said}");
    let zh = format!("调用 {name} 被拒绝，可是参数符合 inputSchema：{said}");
    Found::new(en, zh).byte(seen.byte_of(&error.message)).of(Owner::Server).alone()
}

fn output_schema(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((result, false)) = done(seen) else { return Vec::new() };
    let Some(call) = answered(facts, seen) else { return Vec::new() };
    let Some(promise) = call.tool.map(|tool| &tool.output).filter(|it| it.is_made()) else {
        return Vec::new();
    };
    let content = result.get("structuredContent");
    let problem = match (content, promise.schema()) {
        (None, _) => None,
        (Some(_), None) => return Vec::new(),
        (Some(content), Some(schema)) => {
            match misfit_within(schema, content, &facts.features.steps) {
                None => return Vec::new(),
                problem => problem,
            }
        }
    };
    let member = if content.is_some() { "structuredContent" } else { "content" };
    let pointer = problem.as_ref().map(|it| format!("#{}", it.pointer));
    let inside = content.zip(pointer).and_then(|(it, pointer)| follow(it, &pointer));
    let byte = inside.and_then(|name| seen.byte_of(name));
    let byte = byte.or_else(|| seen.byte_of_member(result, member));
    let sure = if call.is_sure(facts) { Certainty::Certain } else { Certainty::Likely };
    let what = broken_promise(&call.name.excerpt(), problem.as_ref());
    Found::said(what).byte(byte).sure(sure).alone()
}

fn unknown_tool(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((result, false)) = done(seen) else { return Vec::new() };
    let Some(call) = answered(facts, seen) else { return Vec::new() };
    if !facts.features.tools.lacks(call.name, call.asked.at) || facts.gap.is_some() {
        return Vec::new();
    }
    let name = brief(call.name);
    let en =
        format!("{name} is no tool of the list, and its call was answered as if it had worked");
    let zh = format!("清单里没有工具 {name}，调用它却返回成功");
    Found::new(en, zh).byte(seen.byte_of_member(result, "content")).alone()
}

fn wrong_arguments(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((result, false)) = done(seen) else { return Vec::new() };
    let Some(call) = answered(facts, seen).filter(|call| call.is_sure(facts)) else {
        return Vec::new();
    };
    let Ok(Some(failure)) = call.misfit(facts) else { return Vec::new() };
    let name = call.name.excerpt();
    let en =
        format!("{name} was called with arguments that do not fit, and did its work: {failure}");
    let zh = format!("{name} 的参数不符合 inputSchema（{failure}），却照样执行了");
    Found::new(en, zh).byte(seen.byte_of_member(result, "content")).alone()
}

fn arguments_refused(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, error)) = seen.refusal_of(TOOLS_CALL) else { return Vec::new() };
    if error.code != code::INVALID_PARAMS || asked.cancelled.is_some() {
        return Vec::new();
    }
    let Some(call) = answered(facts, seen).filter(|call| call.is_sure(facts)) else {
        return Vec::new();
    };
    let Ok(Some(failure)) = call.misfit(facts) else { return Vec::new() };
    let (name, said) = (call.name.excerpt(), brief(error));
    let en = format!("arguments of {name} that do not fit ({failure}) are answered with {said}");
    let zh = format!("{name} 的参数不符合 inputSchema（{failure}），服务器回的是 {said}");
    Found::new(en, zh).byte(seen.byte_of(&error.message)).alone()
}

fn structured_not_object(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((result, _)) = done(seen) else { return Vec::new() };
    let Some(content) = result.get("structuredContent") else { return Vec::new() };
    if content.as_object().is_some() {
        return Vec::new();
    }
    // Some writers put a null where they have nothing to say.
    let null = matches!(content, Value::Null);
    let sure = if null { Certainty::Likely } else { Certainty::Certain };
    let kind = content.kind();
    let en = format!("structuredContent is no object but {kind}");
    let zh = format!("structuredContent 应该是对象，却是 {kind}");
    let byte = seen.byte_of_member(result, "structuredContent");
    Found::new(en, zh).byte(byte).sure(sure).alone()
}
