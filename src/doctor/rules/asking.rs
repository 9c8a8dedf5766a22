//! Rules about what a server wants to know: forms and pages for the user, and what comes back.

use crate::doctor::examine::{Facts, Found, Seen};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::forms::{Fault, answer_fault, form_fault, mode_fault, page_fault};
use crate::doctor::rule::Check::Message;
use crate::doctor::rule::Revisions;
use crate::doctor::schemas::misfit_within;
use crate::json::{Object, Value};
use crate::mcp::ELICITATION_CREATE;
use crate::schema::Schema;
use crate::transport::Side;

rules! {
    FORM_NOT_FLAT = "form-not-flat", Some(4), Server, Must, Certain, SINCE_2025_06_18, Message(form_not_flat), "2025-06-18 client/elicitation",
        "a form is flat: its fields are strings, numbers, truth values and choices",
        "表单只有一层：字段只能是字符串、数字、布尔值或选项",
        "a client draws a form from what it is sent, and has no box for an object or a list",
        "客户端要照着 requestedSchema 画出表单，里面套了对象或列表，就没有输入框可用",
        "give each plain value a field of its own, and put them together in the server",
        "每个字段只问一个简单的值，再由服务器自己拼起来";
    CONTENT_UNACCEPTED = "content-unaccepted", Some(4), Client, Should, Likely, SINCE_2025_06_18, Message(content_unaccepted), "2025-06-18 client/elicitation",
        "only action \"accept\" brings content",
        "只有 action 是 \"accept\" 才带 content",
        "decline and cancel say that the user gives nothing; a server that reads content first takes what was not given",
        "decline 和 cancel 表示用户什么也没给；服务器如果先看 content，就会用上用户没有给的内容",
        "answer {\"action\":\"decline\"} or {\"action\":\"cancel\"} alone, and throw away what was typed",
        "只回 {\"action\":\"decline\"} 或 {\"action\":\"cancel\"}，填过的内容扔掉";
    FORM_ANSWER_INVALID = "form-answer-invalid", Some(4), Client, Should, Certain, SINCE_2025_06_18, Message(form_answer_invalid), "2025-06-18 client/elicitation",
        "what is filled into a form fits the form",
        "填进表单的内容符合表单",
        "the server has asked for exactly this; content that does not fit is refused, or worse, used",
        "服务器要的就是这样的内容；不符合的会被拒绝，更糟的是直接被拿去用",
        "check what the user typed against requestedSchema before it is sent",
        "发送之前，先用 requestedSchema 检查用户填的内容";
    ELICIT_MODE = "elicit-mode", Some(4), Server, Must, Certain, V2025_11_25, Message(elicit_mode), "2025-11-25 client/elicitation",
        "a server asks in a way that the client has declared",
        "服务器只用客户端声明过的方式提问",
        "a client that declares elicitation:{} shows forms only; one that cannot open a page refuses with -32602",
        "客户端只声明 elicitation:{}，就只会显示表单；打不开网页的客户端会用 -32602 拒绝",
        "look at elicitation.form and elicitation.url in the capabilities of the client; to have a page opened, send mode \"url\" with url and elicitationId",
        "先看客户端 capabilities 里的 elicitation.form 和 elicitation.url；要用户打开网页，就写 mode \"url\"，并带上 url 和 elicitationId";
    ELICITATION_UNKNOWN = "elicitation-unknown", Some(4), Server, Must, Certain, V2025_11_25, Message(elicitation_unknown), "2025-11-25 client/elicitation",
        "an elicitation that is said to be complete was asked before",
        "通知说已完成的 elicitation，前面确实问过",
        "a client waits for the ids it was sent; another id ends nothing, and the one that is over stays open",
        "客户端等的是收到过的 id；别的 id 什么也结束不了，真正完成的那个却一直开着",
        "send the elicitationId of the elicitation, or of error -32042, unchanged",
        "elicitationId 要和 elicitation 或错误 -32042 里的一模一样";
}

/// The params of an elicitation that a server sends.
fn asked<'s>(seen: &Seen<'s>) -> Option<&'s Value<'s>> {
    let request = seen.request(Side::Server)?;
    request.params.as_ref().filter(|_| request.method == *ELICITATION_CREATE)
}

/// A fault of a value on the line that is looked at.
pub(super) fn found(seen: &Seen<'_>, fault: Option<Fault<'_, '_>>) -> Vec<Found> {
    let Some((what, sure, at)) = fault else { return Vec::new() };
    let byte = at.and_then(|at| seen.byte_of(at));
    Found::said(what).byte(byte).sure(sure).alone()
}

fn form_not_flat(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let several = Revisions::SINCE_2025_11_25.hold(seen.revisions);
    found(seen, asked(seen).and_then(|params| form_fault(params, several)))
}

fn content_unaccepted(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    found(seen, seen.result_of(ELICITATION_CREATE).and_then(answer_fault))
}

fn form_answer_invalid(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some(result) = seen.result_of(ELICITATION_CREATE) else { return Vec::new() };
    let accepted = result.get("action").and_then(Value::as_string);
    let form = seen.asked.and_then(|asked| asked.param("requestedSchema"));
    let (Some(form), true) = (form, accepted.is_some_and(|it| *it == *"accept")) else {
        return Vec::new();
    };
    // A server that asks for what no form can hold is at fault itself.
    let Ok(schema) = Schema::compile(form) else { return Vec::new() };
    let none = Value::from(Object::default());
    let content = result.get("content").unwrap_or(&none);
    let Some(failure) = misfit_within(&schema, content, &facts.features.steps) else {
        return Vec::new();
    };
    let en = format!("what was filled in does not fit the form: {failure}");
    let zh = format!("填的内容不符合表单：{failure}");
    let member = if result.get("content").is_some() { "content" } else { "action" };
    Found::new(en, zh).byte(seen.byte_of_member(result, member)).alone()
}

/// The error that sends a user to pages first.
const URL_ELICITATION_REQUIRED: i64 = -32042;

fn elicit_mode(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let declared = facts.session.client.as_ref().and_then(|it| it.get("elicitation"));
    if let Some(params) = asked(seen) {
        return found(seen, mode_fault(params, declared));
    }
    let error = seen.response().and_then(|it| it.outcome.as_ref().err());
    let Some(error) = error.filter(|error| error.code == URL_ELICITATION_REQUIRED) else {
        return Vec::new();
    };
    let pages = error.data.as_ref().and_then(|data| data.get("elicitations")?.as_array());
    let Some(pages) = pages.filter(|pages| !pages.is_empty()) else {
        let en = "error -32042 lists no elicitations in its data";
        let zh = "错误 -32042 的 data 里没有列出 elicitations";
        return Found::new(en, zh).byte(seen.byte_of(&error.message)).alone();
    };
    let is_page = |it: &&Value<'_>| {
        it.get("mode").and_then(Value::as_string).is_some_and(|mode| *mode == *"url")
    };
    if !pages.iter().all(|page| is_page(&page)) {
        let en = "error -32042 lists an elicitation that is not of mode url";
        let zh = "错误 -32042 列出的 elicitation 里，有的不是 url 方式";
        return Found::new(en, zh).byte(seen.byte_of(&error.message)).alone();
    }
    found(
        seen,
        pages.iter().find_map(|page| page_fault(page).or_else(|| mode_fault(page, declared))),
    )
}

fn elicitation_unknown(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    const COMPLETE: &str = "notifications/elicitation/complete";
    let told = seen.notification().filter(|it| it.method == *COMPLETE);
    let id = told.and_then(|it| it.params.as_ref()?.get("elicitationId")?.as_string());
    let Some(id) = id.filter(|id| !facts.features.elicitations.sent(id)) else {
        return Vec::new();
    };
    if !facts.is_whole() {
        return Vec::new();
    }
    let shown = brief(id);
    let en = format!("elicitation {shown} is said to be complete, and was never asked");
    let zh = format!("通知说 elicitation {shown} 已完成，可是从来没有问过它");
    Found::new(en, zh).byte(seen.byte_of(id)).sure(Certainty::Certain).alone()
}
