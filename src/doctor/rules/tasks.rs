//! Rules about tasks: requests of 2025-11-25 that go on after they were answered.

use crate::doctor::examine::{Asked, Facts, Found, Seen, is_over, tasks, told};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Owner;
use crate::json::{Str, Value};
use crate::mcp::TOOLS_CALL;
use crate::transport::Side;

rules! {
    TASK_UNDECLARED = "task-undeclared", Some(4), Client, Must, Certain, V2025_11_25, Message(task_undeclared), "2025-11-25 basic/utilities/tasks",
        "a request becomes a task only where the other side has said that it can",
        "对方声明过，请求才能作为任务来做",
        "a side that knows no tasks ignores the member and answers at the end: whoever counts on a task waits for an id that never comes",
        "不懂任务的一方会忽略 task，做完才响应；等任务 id 的一方就白等了",
        "look at tasks.requests in the capabilities, and for a tool at execution.taskSupport, before you send task",
        "发 task 之前，先看 capabilities 里的 tasks.requests，工具还要看 execution.taskSupport";
    TASK_RESULT = "task-result", Some(4), Server, Must, Certain, V2025_11_25, Message(task_result), "2025-11-25 basic/utilities/tasks",
        "a request that was sent as a task is answered with the task, whose status is working",
        "作为任务发出的请求，先用任务来响应，状态是 working",
        "the id in the first answer is all that leads back to the task; a client that gets the result instead has nothing to ask for",
        "第一个响应里的 id 是找回任务的唯一线索；直接给出结果，客户端就没有任务可查",
        "answer {\"task\":{\"taskId\":…,\"status\":\"working\",…}} at once, and give the result to tasks/result",
        "立刻回 {\"task\":{\"taskId\":…,\"status\":\"working\",…}}，结果留给 tasks/result";
    TASK_TRANSITION = "task-transition", Some(4), Server, Must, Certain, V2025_11_25, Message(task_transition), "2025-11-25 basic/utilities/tasks",
        "a task that is completed, failed or cancelled stays so",
        "任务一旦 completed、failed 或 cancelled，就不再改变",
        "a client stops asking at the end of a task: what happens to it later is never seen",
        "任务一结束，客户端就不再查询：之后的变化没有人看得到",
        "write the last status once, and let nothing change it, not even a late cancellation",
        "最终状态只写一次，之后不许再改，迟到的取消也不行";
    TASK_RELATED = "task-related", Some(4), Server, Must, Certain, V2025_11_25, Message(task_related), "2025-11-25 basic/utilities/tasks",
        "the result of a task says which task it is of",
        "任务的结果要写明是哪个任务的",
        "the result has the shape of the first request and names no task; the member in _meta is what ties them together",
        "结果的形状和原请求的一样，里面没有任务；全靠 _meta 里的成员把两者连起来",
        "add \"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":…}} to the answer to tasks/result",
        "tasks/result 的响应里加上 \"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":…}}";
}

/// Names the task that a message belongs to.
const RELATED: &str = "io.modelcontextprotocol/related-task";

/// The capability by which a side says that such a request may be made a task.
fn capability(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" => Some("tasks.requests.tools.call"),
        "sampling/createMessage" => Some("tasks.requests.sampling.createMessage"),
        "elicitation/create" => Some("tasks.requests.elicitation.create"),
        _ => None,
    }
}

/// What a listed tool says of tasks: forbidden when it says nothing.
fn support<'f>(facts: &'f Facts, name: Option<&Str<'_>>) -> Option<&'f str> {
    let tools = &facts.features.tools;
    let tool = tools.get(name?).filter(|_| tools.changed.is_none())?;
    Some(tool.task.as_deref().unwrap_or("forbidden"))
}

fn task_undeclared(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(request) = seen.request(seen.side) else { return Vec::new() };
    let method = request.method.excerpt();
    let Some(capability) = capability(&method) else { return Vec::new() };
    let Some(params) = &request.params else { return Vec::new() };
    let tool = params.get("name").and_then(Value::as_string).filter(|_| method == TOOLS_CALL);
    let declared = facts.session.declared(seen.other(), capability);
    let wants = params.get("task").is_some();
    let (en, zh) = match (wants, declared, support(facts, tool), tool.map(brief)) {
        (true, Some(false), ..) => {
            let other = Owner::of(seen.other()).word();
            let en =
                format!("{method} has a task, and the {} has not declared {capability}", other.en);
            (en, format!("{method} 带着 task，{}却没有声明 {capability}", other.zh))
        }
        (true, Some(true), Some("forbidden"), Some(tool)) => (
            format!("{tool} is called as a task, and its execution.taskSupport does not allow it"),
            format!("{tool} 被作为任务来调用，它的 execution.taskSupport 却不允许"),
        ),
        (false, Some(true), Some("required"), Some(tool)) => (
            format!("{tool} is not called as a task, and its execution.taskSupport is required"),
            format!("{tool} 没有作为任务来调用，它的 execution.taskSupport 却是 required"),
        ),
        _ => return Vec::new(),
    };
    let byte = seen.byte_of_member(params, if wants { "task" } else { "name" });
    Found::new(en, zh).byte(byte).of(Owner::of(seen.side)).alone()
}

/// The request that was made a task, if the other side had said that it can.
fn augmented<'s>(facts: &Facts, seen: &Seen<'s>) -> Option<&'s Asked> {
    let asked = seen.asked.filter(|asked| asked.param("task").is_some())?;
    let declared = facts.session.declared(seen.side, capability(&asked.method)?);
    let tool = asked.string("name").filter(|_| asked.method == TOOLS_CALL);
    let allowed = seen.side == Side::Client || support(facts, tool) != Some("forbidden");
    (declared == Some(true) && allowed).then_some(asked)
}

fn task_result(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(asked) = augmented(facts, seen) else { return Vec::new() };
    let Some(result) = seen.result_of(&asked.method) else { return Vec::new() };
    let method = &asked.method;
    let failed = result.get("isError").and_then(Value::as_bool) == Some(true);
    let (en, zh, byte) = match result.get("task") {
        // One of the official SDKs says so at once when the arguments do not fit.
        None if failed => return Vec::new(),
        None => (
            format!("{method} was made a task, and its answer names none"),
            format!("{method} 是作为任务发出的，响应里却没有 task"),
            seen.byte_of_member(result, "content"),
        ),
        Some(task) => {
            let (_, Some(status)) = told(task) else { return Vec::new() };
            if *status == *"working" {
                return Vec::new();
            }
            let shown = brief(status);
            (
                format!("a new task begins with the status {shown}, and not with working"),
                format!("新任务一开始的状态是 {shown}，应该是 working"),
                seen.byte_of(status),
            )
        }
    };
    // A tool that was not listed may allow no tasks.
    let tool = asked.string("name").filter(|_| asked.method == TOOLS_CALL);
    let known = tool.is_none() || support(facts, tool).is_some();
    let sure = if known { Certainty::Certain } else { Certainty::Likely };
    Found::new(en, zh).byte(byte).sure(sure).of(Owner::of(seen.side)).alone()
}

fn task_transition(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    for task in tasks(seen) {
        let (Some(id), Some(status)) = told(task) else { continue };
        let Some((before, at)) = facts.features.tasks.of(id) else { continue };
        if !is_over(before) || *status == *before {
            continue;
        }
        // What was asked before the end was known may have been answered before it, and written after.
        let late = seen.asked.is_some_and(|asked| asked.at < at);
        let sure = if late { Certainty::Likely } else { Certainty::Certain };
        let (id, now) = (brief(id), brief(status));
        let en = format!("task {id} was {before}, and now is {now}");
        let zh = format!("任务 {id} 已经是 {before}，现在又成了 {now}");
        let found = Found::new(en, zh).byte(seen.byte_of(status)).sure(sure);
        return found.of(Owner::of(seen.side)).alone();
    }
    Vec::new()
}

fn task_related(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of("tasks/result") else { return Vec::new() };
    let related =
        result.get("_meta").and_then(|meta| meta.get(RELATED)?.get("taskId")?.as_string());
    let asked = seen.asked.and_then(|asked| asked.string("taskId"));
    let (en, zh, byte) = match (related, asked) {
        (None, _) => (
            format!("the result of a task has no {RELATED} in its _meta"),
            format!("任务的结果里，_meta 没有 {RELATED}"),
            seen.byte_of_member(result, "content"),
        ),
        (Some(related), Some(asked)) if brief(related) != brief(asked) => (
            format!("the result of task {} says that it is of {}", brief(asked), brief(related)),
            format!("任务 {} 的结果却说自己属于 {}", brief(asked), brief(related)),
            seen.byte_of(related),
        ),
        (Some(_), _) => return Vec::new(),
    };
    Found::new(en, zh).byte(byte).of(Owner::of(seen.side)).alone()
}
