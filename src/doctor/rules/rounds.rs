//! Rules of 2026-07-28 about results that ask for input, and the requests that bring it.

use super::ANY;
use super::stateless::{asking, point, shown};
use crate::doctor::examine::{BROUGHT, Facts, Found, Round, Seen, is_retry};
use crate::doctor::finding::{Certainty, brief};
use crate::doctor::rule::Check::Message;
use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::Request;
use crate::mcp::stateless::CLIENT_CAPABILITIES;
use crate::mcp::{
    ELICITATION_CREATE, PROMPTS_GET, RESOURCES_READ, ROOTS_LIST, SAMPLING_CREATE_MESSAGE,
    TOOLS_CALL,
};
use crate::transport::Side;

rules! {
    INPUT_REQUIRED_EMPTY = "input-required-empty", Some(4), Server, Must, Certain, STATELESS, Message(input_required_empty), "2026-07-28 basic/patterns/mrtr",
        "a result that asks for input says what is asked, or what is to come back",
        "要求输入的 result 要写明问什么，或者要带回什么",
        "with neither inputRequests nor requestState a client has nothing to send that it has not sent already",
        "inputRequests 和 requestState 都没有，客户端就没有新东西可发",
        "put the questions into inputRequests, or a note to yourself into requestState when the call is only to come again later",
        "要问的放进 inputRequests；只是想让客户端过会儿再来，就在 requestState 里写下自己的记号";
    INPUT_REQUEST_KIND = "input-request-kind", Some(4), Server, Must, Certain, STATELESS, Message(input_request_kind), "2026-07-28 basic/patterns/mrtr",
        "what a result asks for is one of three kinds, each with its params",
        "result 里能问的只有三种，各有自己的 params",
        "a client answers elicitation/create, sampling/createMessage and roots/list; for anything else it has nobody to ask",
        "客户端只会回答 elicitation/create、sampling/createMessage 和 roots/list，别的没人能答",
        "write each question as {\"method\":…,\"params\":{…}} with one of the three methods",
        "每个问题写成 {\"method\":…,\"params\":{…}}，method 用这三个之一";
    CACHE_ON_INPUT = "cache-on-input", Some(4), Server, Must, Certain, STATELESS, Message(cache_on_input), "2026-07-28 server/utilities/caching",
        "a result that asks for input is not kept",
        "要求输入的 result 不能缓存",
        "a client that kept the result would ask the question again instead of sending the request; so these results have no ttlMs and no cacheScope",
        "缓存了它，客户端下次就会再问一遍，而不是去发请求；所以这种 result 没有 ttlMs 和 cacheScope",
        "leave ttlMs and cacheScope out of results whose resultType is \"input_required\"",
        "resultType 是 \"input_required\" 时，不要写 ttlMs 和 cacheScope";
    RETRY_SAME_ID = "retry-same-id", Some(4), Client, Must, Certain, STATELESS, Message(retry_same_id), "2026-07-28 basic/patterns/mrtr",
        "a request that is sent again has a new id",
        "重发的请求用新的 id",
        "the first request was answered and is over; the one that brings the input is another",
        "第一次的请求已经有了响应，已经结束；带着输入来的是另一个请求",
        "take a new id for every request, also when the rest of it is the same",
        "每个请求都用新的 id，内容一样也要换";
    RETRY_CHANGED = "retry-changed", Some(4), Client, Must, Certain, STATELESS, Message(retry_changed), "2026-07-28 basic/patterns/mrtr",
        "a request that is sent again is the same but for the input",
        "重发的请求，除了加上输入，别的都不变",
        "the server has forgotten the first request and works with what comes; with other arguments it does something that nobody was asked about",
        "服务器不记得第一次的请求，只按这次的内容办；参数变了，做的就不是用户同意过的事",
        "keep the params of the first request, and add inputResponses and requestState to them",
        "保留第一次的 params，只在里面加上 inputResponses 和 requestState";
    RETRY_INCOMPLETE = "retry-incomplete", Some(4), Client, Must, Certain, STATELESS, Message(retry_incomplete), "2026-07-28 basic/patterns/mrtr",
        "a request that is sent again answers every question",
        "重发的请求要回答每一个问题",
        "the server remembers no answers: what is left out has to be asked once more",
        "服务器不会记住回答，漏掉的只能再问一次",
        "collect the answers to all of inputRequests before you send the request again, under the same names",
        "inputRequests 里的问题都有了回答再重发，名字保持不变";
    INPUT_RESPONSE_KIND = "input-response-kind", Some(4), Client, Must, Certain, STATELESS, Message(input_response_kind), "2026-07-28 basic/patterns/mrtr",
        "an answer is of the kind that was asked for",
        "回答的类型和问题对得上",
        "an answer is the bare result of its question: action for an elicitation, role, content and model for sampling, roots for roots",
        "回答就是问题的 result 本身：elicitation 要有 action，sampling 要有 role、content、model，roots 要有 roots",
        "put the result itself under the name of the question: no envelope, no jsonrpc, no id, no \"result\"",
        "把 result 本身放在问题的名字下面：不要包一层，不要 jsonrpc、id、\"result\"";
    STATE_NOT_ECHOED = "state-not-echoed", Some(4), Client, Must, Certain, STATELESS, Message(state_not_echoed), "2026-07-28 basic/patterns/mrtr",
        "requestState comes back unchanged, and only where it was given",
        "requestState 原样带回；没给过就不带",
        "it is the server's memory of the call: without it, or with a stale one, the server starts from the beginning or refuses",
        "这是服务器对这次调用的全部记忆；丢了或者是旧的，服务器就只能从头再来，或者拒绝",
        "keep requestState as the string it came as, and send it back with the next request of this call and no other",
        "把 requestState 按收到的字符串保存，在这次调用的下一个请求里原样带上，别处不用";
    INPUT_LEAKED = "input-leaked", ANY, Client, Must, Certain, STATELESS, Message(input_leaked), "2026-07-28 basic/patterns/mrtr",
        "inputResponses and requestState go into the request they were asked for, and no other",
        "inputResponses 和 requestState 只放进要求它们的那个请求",
        "a person's answer was meant for one call; in another it says yes to something that nobody was asked about",
        "用户的回答只针对那一次调用；放到别处，就等于替用户同意了没问过的事",
        "build the params of each request anew; add the two members only when a call is sent again",
        "每个请求的 params 都重新生成；只有重发时才加这两个成员";
}

/// The questions of a result.
fn questions<'v, 'l>(result: &'v Value<'l>) -> &'v [Member<'l>] {
    let questions = result.get("inputRequests").and_then(Value::as_object);
    questions.map(Object::members).unwrap_or_default()
}

fn input_required_empty(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = asking(seen) else { return Vec::new() };
    let state = result.get("requestState").and_then(Value::as_string).is_some();
    if state || !questions(result).is_empty() {
        return Vec::new();
    }
    // An empty list of questions is one; it is only of no use.
    let listed = result.get("inputRequests").and_then(Value::as_object).is_some();
    let sure = if listed { Certainty::Likely } else { Certainty::Certain };
    let method = &asked.method;
    let en = format!("{method} asks for input, with neither inputRequests nor requestState");
    let zh = format!("{method} 要求输入，却既没有 inputRequests 也没有 requestState");
    Found::new(en, zh).byte(point(seen.line, &["result", "resultType"])).sure(sure).alone()
}

fn input_request_kind(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = asking(seen) else { return Vec::new() };
    let wrong = questions(result).iter().find(|question| !is_question(&question.value));
    let Some(question) = wrong else { return Vec::new() };
    let extended = |it: &Value<'_>| it.get("extensions").is_some();
    let sure = match asked.meta(CLIENT_CAPABILITIES) {
        Some(declared) if !extended(declared) => Certainty::Certain,
        Some(_) | None => Certainty::Likely,
    };
    let (method, key, is) = (&asked.method, question.name.excerpt(), shown(&question.value));
    let en = format!("{method} asks for input {key:?}, and that is none of the three kinds: {is}");
    let zh = format!("{method} 要求输入 {key:?}，却不是三种问题之一：{is}");
    let byte = point(seen.line, &["result", "inputRequests", &key, "method"]);
    Found::new(en, zh).byte(byte).sure(sure).alone()
}

/// One of the three, with the params that it takes.
fn is_question(question: &Value<'_>) -> bool {
    let Some(method) = question.get("method").and_then(Value::as_string) else { return false };
    let params = question.get("params").and_then(Value::as_object).is_some();
    *method == *ROOTS_LIST
        || (params && (*method == *ELICITATION_CREATE || *method == *SAMPLING_CREATE_MESSAGE))
}

fn cache_on_input(_: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((asked, result)) = asking(seen) else { return Vec::new() };
    let hint = ["ttlMs", "cacheScope"].into_iter().find(|name| result.get(name).is_some());
    let Some(hint) = hint else { return Vec::new() };
    let method = &asked.method;
    let en = format!("{method} asks for input, and its result has {hint}");
    let zh = format!("{method} 要求输入，而 result 里有 {hint}");
    Found::new(en, zh).byte(point(seen.line, &["result", hint])).alone()
}

/// A request that brings what a result asked for, and the result that it fits best.
fn retry<'s>(facts: &'s Facts, seen: &'s Seen<'_>) -> Option<(&'s Request<'s>, &'s Round)> {
    let request = seen.request(Side::Client).filter(|it| is_retry(it.params.as_ref()))?;
    let rounds = &facts.stateless.rounds;
    let method = request.method.excerpt();
    let round = rounds.answered_by(&method, request.params.as_ref());
    Some((request, round.filter(|_| !rounds.forgotten)?))
}

fn retry_same_id(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((request, round)) = retry(facts, seen) else { return Vec::new() };
    if request.id != round.id {
        return Vec::new();
    }
    let (id, method) = (brief(&request.id), &round.method);
    let en = format!("{method} comes again with the input, and with the same id {id}");
    let zh = format!("{method} 带着输入重发，id 还是 {id}");
    Found::new(en, zh).byte(seen.byte_of_id()).alone()
}

fn retry_changed(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((request, round)) = retry(facts, seen) else { return Vec::new() };
    let Some(name) = round.changed(request.params.as_ref()) else { return Vec::new() };
    let get = |params: Option<&Value<'_>>| {
        params.and_then(|it| it.get(&name)).map_or_else(|| "missing".to_owned(), shown)
    };
    let (before, now) = (get(round.params.as_ref()), get(request.params.as_ref()));
    let method = &round.method;
    let en =
        format!("{method} comes again, and {name} is not the same: {before} before, {now} now");
    let zh = format!("{method} 重发时 {name} 变了：原来是 {before}，现在是 {now}");
    Found::new(en, zh).byte(point(seen.line, &["params", &name])).alone()
}

fn retry_incomplete(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((request, round)) = retry(facts, seen) else { return Vec::new() };
    let open = round.unanswered(request.params.as_ref());
    let Some(first) = open.first() else { return Vec::new() };
    let (method, first) = (&round.method, first.excerpt());
    let en = format!("{method} comes again, and does not answer {first:?}, which was asked");
    let zh = format!("{method} 重发时没有回答问过的 {first:?}");
    Found::new(en, zh).byte(point(seen.line, &["params", "inputResponses"])).alone()
}

fn input_response_kind(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((request, round)) = retry(facts, seen) else { return Vec::new() };
    let answers = request.params.as_ref().and_then(|params| params.get("inputResponses"));
    let wrong = round.keys.iter().find_map(|(key, method)| {
        let (_, members) = KINDS.iter().find(|(name, _)| name == method)?;
        let name = key.text().ok()?;
        let answer = answers?.get(&name)?;
        let lacks = members.iter().find(|member| answer.get(member).is_none())?;
        Some((name.into_owned(), method, *lacks, answer))
    });
    let Some((key, method, lacks, answer)) = wrong else { return Vec::new() };
    let is = shown(answer);
    let en = format!("the answer to {key:?}, which is {method}, has no {lacks}: {is}");
    let zh = format!("对 {key:?}（{method}）的回答里没有 {lacks}：{is}");
    let byte = point(seen.line, &["params", "inputResponses", &key]);
    Found::new(en, zh).byte(byte).alone()
}

/// The questions, and what their answers must have.
const KINDS: [(&str, &[&str]); 3] = [
    (ELICITATION_CREATE, &["action"]),
    (SAMPLING_CREATE_MESSAGE, &["role", "content", "model"]),
    (ROOTS_LIST, &["roots"]),
];

fn state_not_echoed(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let Some((request, round)) = retry(facts, seen) else { return Vec::new() };
    if round.has_state(request.params.as_ref()) {
        return Vec::new();
    }
    let method = &round.method;
    let came = request.params.as_ref().and_then(|params| params.get("requestState"));
    let (given, came) = (round.state.as_ref().map(quoted), came.map(shown));
    let say = |none: &str| {
        let or = |it: &Option<String>| it.clone().unwrap_or_else(|| none.to_owned());
        (or(&given), or(&came))
    };
    let ((given_en, came_en), (given_zh, came_zh)) = (say("none"), say("空"));
    let en = format!(
        "{method} comes again with another requestState: {given_en} was given, {came_en} came back"
    );
    let zh = format!("{method} 重发时 requestState 不一样（给出：{given_zh}，带回：{came_zh}）");
    let byte = point(seen.line, &["params", "requestState"]);
    Found::new(en, zh).byte(byte).alone()
}

fn quoted(text: &Str<'_>) -> String {
    shown(&Value::String(text.clone()))
}

/// Where such a request was never answered with a question, nothing was asked that it could bring.
fn input_leaked(facts: &Facts, seen: &Seen<'_>) -> Vec<Found> {
    let request = seen.request(Side::Client).filter(|it| is_retry(it.params.as_ref()));
    let Some(request) = request else { return Vec::new() };
    let (rounds, method) = (&facts.stateless.rounds, request.method.excerpt());
    let params = request.params.as_ref();
    let answers = [TOOLS_CALL, PROMPTS_GET, RESOURCES_READ].contains(&method.as_str());
    if (answers && rounds.forgotten) || rounds.answered_by(&method, params).is_some() {
        return Vec::new();
    }
    let brought = |name: &&&str| params.is_some_and(|params| params.get(name).is_some());
    let name = BROUGHT.iter().find(brought).copied().unwrap_or_default();
    let en = format!("{method} brings {name}, and no result has asked for input there");
    let zh = format!("{method} 带了 {name}，可是没有哪个 result 在这里要求过输入");
    let sure = if answers { facts.sure() } else { Certainty::Certain };
    Found::new(en, zh).byte(point(seen.line, &["params", name])).sure(sure).alone()
}
