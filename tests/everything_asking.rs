//! The fixtures of the official suite that ask: as requests in a session, as results in the stateless era.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod eras;
mod live_wire;

use eras::{asks_with, state};
use live_wire::{Wire, said};
use mcp_lab::server::{Seals, Server, Session};
use mcp_lab::servers::everything::everything;

const ALL: &str = r#"{"sampling":{},"elicitation":{},"roots":{"listChanged":true}}"#;
const NAMED: &str =
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"everything","version":"1.0.0"}}"#;
const NAME: &str =
    r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;

fn sealed() -> Server {
    everything().unwrap().seals(Seals::new(|| [7; 32], || 1_800_000_000))
}

/// What is answered to a client that can do all this.
fn able(method: &str, params: &str, capabilities: &str) -> String {
    let line = asks_with(1, method, params, capabilities);
    sealed().answer_in_its_era(&mut Session::default(), &line).unwrap()
}

/// A call of `test_input_required_result_…`; `more` are members with a comma behind each.
fn call(tool: &str, more: &str) -> String {
    let params = format!(r#""name":"test_input_required_result_{tool}",{more}"#);
    able("tools/call", &params, ALL)
}

fn result(members: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{{members},{NAMED}}}}}"#)
}

/// The result of a tool that says this.
fn done(text: &str) -> String {
    let content = format!(r#"[{{"type":"text","text":"{text}"}}]"#);
    result(&format!(r#""resultType":"complete","content":{content},"isError":false"#))
}

/// A result that asks this; `state` is a member with a comma before it.
fn question(questions: &str, state: &str) -> String {
    result(&format!(r#""resultType":"input_required","inputRequests":{{{questions}}}{state}"#))
}

fn form(key: &str, message: &str, schema: &str) -> String {
    format!(
        r#""{key}":{{"method":"elicitation/create","params":{{"message":"{message}","requestedSchema":{schema}}}}}"#
    )
}

fn sampling(key: &str, text: &str, most: i64) -> String {
    format!(
        r#""{key}":{{"method":"sampling/createMessage","params":{{"messages":[{{"role":"user","content":{{"type":"text","text":"{text}"}}}}],"maxTokens":{most}}}}}"#
    )
}

fn accepted(key: &str, content: &str) -> String {
    format!(r#""{key}":{{"action":"accept","content":{{{content}}}}}"#)
}

fn responses(answers: &[&str]) -> String {
    format!(r#""inputResponses":{{{}}},"#, answers.join(","))
}

const MODEL: &str = r#"{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"}"#;
const ROOTS: &str = r#"{"roots":[{"uri":"file:///a"},{"uri":"file:///b","name":"b"}]}"#;

/// A session with a client that can do all this, and has said that it is ready.
fn session() -> Wire {
    let mut wire = Wire::to(everything().unwrap());
    wire.send(&format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{ALL},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    ));
    let promised = r#""capabilities":{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"logging":{},"completions":{}}"#;
    assert!(wire.hear().contains(promised));
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    wire
}

/// In a session a call leads to a request, and its answer to the result.
#[track_caller]
fn asks(call: &str, method: &str, params: &str, answer: &str, text: &str) {
    let mut wire = session();
    let request = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":"#;
    wire.send(&format!("{request}{call}}}"));
    let expected = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
    assert_eq!(wire.hear(), expected);
    wire.send(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{answer}}}"#));
    assert_eq!(wire.hear(), said(r#""a""#, text));
}

#[test]
fn a_session_is_asked_for_its_model_and_for_a_human() {
    asks(
        r#"{"name":"test_sampling","arguments":{"prompt":"Test prompt"}}"#,
        "sampling/createMessage",
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"Test prompt"}}],"maxTokens":100}"#,
        MODEL,
        "LLM response: Paris",
    );
    asks(
        r#"{"name":"test_elicitation","arguments":{"message":"Who?"}}"#,
        "elicitation/create",
        r#"{"message":"Who?","requestedSchema":{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}}"#,
        r#"{"action":"accept","content":{"username":"u","email":"e"}}"#,
        r#"User response: {\"action\":\"accept\",\"content\":{\"username\":\"u\",\"email\":\"e\"}}"#,
    );
}

#[test]
fn a_form_has_defaults_and_every_kind_of_choice() {
    asks(
        r#"{"name":"test_elicitation_sep1034_defaults"}"#,
        "elicitation/create",
        r#"{"message":"Please review and update the form fields","requestedSchema":{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}},"required":[]}}"#,
        r#"{"action":"accept","content":{"age":30}}"#,
        r#"Elicitation completed: action=accept, content={\"age\":30}"#,
    );
    let one = |name: &str| format!(r#""{name}":{{"type":"string","#);
    let titles = |many: &str| {
        let title = |(at, word): (usize, &&str)| {
            format!(r#"{{"const":"value{}","title":"{word} {many}"}}"#, at + 1)
        };
        let words = ["First", "Second", "Third"];
        words.iter().enumerate().map(title).collect::<Vec<_>>().join(",")
    };
    let plain = r#""enum":["option1","option2","option3"]"#;
    let properties = [
        format!("{}{plain}}}", one("untitledSingle")),
        format!(r#"{}"oneOf":[{}]}}"#, one("titledSingle"), titles("Option")),
        format!(
            r#"{}"enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]}}"#,
            one("legacyEnum")
        ),
        format!(r#""untitledMulti":{{"type":"array","items":{{"type":"string",{plain}}}}}"#),
        format!(r#""titledMulti":{{"type":"array","items":{{"anyOf":[{}]}}}}"#, titles("Choice")),
    ];
    let properties = properties.join(",");
    asks(
        r#"{"name":"test_elicitation_sep1330_enums"}"#,
        "elicitation/create",
        &format!(
            r#"{{"message":"Please select your options","requestedSchema":{{"type":"object","properties":{{{properties}}},"required":[]}}}}"#
        ),
        r#"{"action":"decline"}"#,
        "Elicitation completed: action=decline, content={}",
    );
}

#[test]
fn one_handler_serves_both_eras() {
    let params = format!(r#"{{"message":"What is your name?","requestedSchema":{NAME}}}"#);
    asks(
        r#"{"name":"test_input_required_result_elicitation"}"#,
        "elicitation/create",
        &params,
        r#"{"action":"accept","content":{"name":"Ada"}}"#,
        "Hello, Ada!",
    );
}

#[test]
fn a_question_that_stands_alone_needs_no_note() {
    let asked = form("user_name", "What is your name?", NAME);
    assert_eq!(call("elicitation", ""), question(&asked, ""));
    // Also to who never asked before; what was not asked for is left aside.
    let ada = accepted("user_name", r#""name":"Ada""#);
    assert_eq!(call("elicitation", &responses(&[&ada])), done("Hello, Ada!"));
    let extra = accepted("unknown", r#""x":1"#);
    assert_eq!(call("elicitation", &responses(&[&extra, &ada])), done("Hello, Ada!"));
    assert_eq!(call("elicitation", &responses(&[&extra])), question(&asked, ""));

    let asked = sampling("capital_question", "What is the capital of France?", 100);
    assert_eq!(call("sampling", ""), question(&asked, ""));
    let answer = format!(r#""capital_question":{MODEL}"#);
    assert_eq!(call("sampling", &responses(&[&answer])), done("Sampling: Paris"));

    let asked = r#""client_roots":{"method":"roots/list"}"#;
    assert_eq!(call("list_roots", ""), question(asked, ""));
    let answer = format!(r#""client_roots":{ROOTS}"#);
    assert_eq!(call("list_roots", &responses(&[&answer])), done("Roots: file:///a, file:///b"));
}

#[test]
fn an_answer_that_is_none_is_refused() {
    for (answers, why) in [
        ("null", "`inputResponses` must be an object"),
        (
            r#"{"user_name":12345}"#,
            "the answer `user_name` does not fit: `action` must be accept, decline or cancel",
        ),
        (
            r#"{"user_name":{"action":"accept","content":{"name":1}}}"#,
            "the answer `user_name` does not fit: /name: expected string, found number",
        ),
    ] {
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"Invalid params: {why}"}}}}"#
        );
        assert_eq!(call("elicitation", &format!(r#""inputResponses":{answers},"#)), expected);
    }
}

#[test]
fn only_what_the_client_can_do_is_asked() {
    let value =
        r#"{"type":"object","properties":{"value":{"type":"string"}},"required":["value"]}"#;
    let (human, model) =
        (form("elicit_input", "Value?", value), sampling("sample_input", "Sample request", 50));
    let ask = |capabilities: &str| {
        let name = r#""name":"test_input_required_result_capabilities","#;
        able("tools/call", name, capabilities)
    };
    assert_eq!(ask(r#"{"sampling":{}}"#), question(&model, ""));
    assert_eq!(ask(r#"{"elicitation":{}}"#), question(&human, ""));
    assert_eq!(ask(ALL), question(&format!("{human},{model}"), ""));
    assert_eq!(ask("{}"), done("no client capabilities declared"));
    let answers =
        [accepted("elicit_input", r#""value":"v""#), format!(r#""sample_input":{MODEL}"#)];
    let answers = responses(&[&answers[0], &answers[1]]);
    assert_eq!(call("capabilities", &answers), done("received elicit_input,sample_input"));
}

#[test]
fn a_note_has_to_come_back_as_it_was() {
    let ok = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
    let yes = responses(&[&accepted("confirm", r#""ok":true"#)]);
    for tool in ["request_state", "tampered_state"] {
        let first = call(tool, "");
        let note = state(&first);
        let asked = form("confirm", "Please confirm", ok);
        assert_eq!(first, question(&asked, &format!(r#","requestState":"{note}""#)));
        let retry = |note: &str| call(tool, &format!(r#"{yes}"requestState":"{note}","#));
        assert_eq!(retry(&note), done("state-ok"));
        let refused = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params: `requestState` is not as this server gave it out"}}"#;
        assert_eq!(retry(&format!("{note}-TAMPERED")), refused);
        assert_eq!(call(tool, &yes), first, "without the note it is asked again");
    }
}

#[test]
fn several_questions_stand_in_one_result() {
    let first = call("multiple_inputs", "");
    let note = format!(r#""requestState":"{}""#, state(&first));
    let asked = [
        form("user_name", "What is your name?", NAME),
        sampling("greeting", "Generate a greeting", 50),
        r#""client_roots":{"method":"roots/list"}"#.to_owned(),
    ];
    assert_eq!(first, question(&asked.join(","), &format!(",{note}")));
    let name = accepted("user_name", r#""name":"Ada""#);
    let (greeting, roots) =
        (format!(r#""greeting":{MODEL}"#), format!(r#""client_roots":{ROOTS}"#));
    let answers = responses(&[&name, &greeting, &roots]);
    assert_eq!(call("multiple_inputs", &format!("{answers}{note},")), done("Paris, Ada! Roots: 2"));
}

#[test]
fn a_second_round_has_a_note_of_its_own() {
    let first = call("multi_round", "");
    let one = format!(r#""requestState":"{}""#, state(&first));
    let asked = form("step1", "Step 1: What is your name?", NAME);
    assert_eq!(first, question(&asked, &format!(",{one}")));
    let name = responses(&[&accepted("step1", r#""name":"Ada""#)]);
    let second = call("multi_round", &format!("{name}{one},"));
    let two = format!(r#""requestState":"{}""#, state(&second));
    assert_ne!(one, two);
    let color =
        r#"{"type":"object","properties":{"color":{"type":"string"}},"required":["color"]}"#;
    let asked = form("step2", "Step 2: What is your favorite color?", color);
    assert_eq!(second, question(&asked, &format!(",{two}")));
    let color = responses(&[&accepted("step2", r#""color":"red""#)]);
    assert_eq!(call("multi_round", &format!("{color}{two},")), done("Ada likes red"));
}

#[test]
fn a_prompt_asks_too() {
    let get = |more: &str| {
        let params = format!(r#""name":"test_input_required_result_prompt",{more}"#);
        able("prompts/get", &params, ALL)
    };
    let schema =
        r#"{"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}"#;
    let asked = form("user_context", "What context should the prompt use?", schema);
    assert_eq!(get(""), question(&asked, ""));
    let answer = responses(&[&accepted("user_context", r#""context":"tea""#)]);
    let expected = result(
        r#""resultType":"complete","description":"Asks the human before it answers","messages":[{"role":"user","content":{"type":"text","text":"Context: tea"}}]"#,
    );
    assert_eq!(get(&answer), expected);
}
