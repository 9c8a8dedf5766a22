//! A result that asks for input, and the note that comes back with the answers.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod eras;

use eras::{NAMED, asks, asks_with, bare, sealed, state};
use mcp_lab::digest::base64url;
use mcp_lab::server::{STATE_LIFETIME, Seals, Server, Session};

const NOON: u64 = 1_800_000_000;
const GREET: &str = r#""name":"greet","arguments":{"a":1.0,"b":"x"},"#;
const MONA: &str = r#""inputResponses":{"who":{"action":"accept","content":{"name":"Mona"}}},"#;
const RED: &str = r#""inputResponses":{"how":{"action":"accept","content":{"colour":"red"}}},"#;

fn says(server: &Server, line: &str) -> String {
    server.answer_in_its_era(&mut Session::default(), line).unwrap()
}

fn with_state(state: &str) -> String {
    format!(r#""requestState":"{state}","#)
}

#[track_caller]
fn check_refused(answer: &str, message: &str) {
    let expected = format!(
        r#"{{"jsonrpc":"2.0","id":2,"error":{{"code":-32602,"message":"Invalid params: {message}"}}}}"#
    );
    assert_eq!(answer, expected);
}

#[test]
fn a_question_is_a_result_with_the_form_and_a_sealed_note() {
    let answer = says(&sealed(NOON), &asks(1, "tools/call", GREET));
    let state = state(&answer);
    let expected = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{{"who":{{"method":"elicitation/create","params":{{"message":"Your name?","requestedSchema":{{"type":"object","properties":{{"name":{{"type":"string","minLength":1}}}},"required":["name"]}}}}}}}},"requestState":"{state}",{NAMED}}}}}"#
    );
    assert_eq!(answer, expected);
    let (note, seal) = state.split_once('.').unwrap();
    let note = String::from_utf8(base64url::decode(note).unwrap()).unwrap();
    assert!(note.starts_with(r#"{"about":""#), "{note}");
    let until = NOON + STATE_LIFETIME;
    let end = format!(r#"","until":{until},"answers":{{}},"asked":["who"]}}"#);
    assert!(note.ends_with(&end), "{note}");
    assert_eq!(base64url::decode(seal).unwrap().len(), 32);
}

#[test]
fn answers_lead_to_the_next_question_and_then_to_the_result() {
    let server = sealed(NOON);
    let first = state(&says(&server, &asks(1, "tools/call", GREET)));
    let line = asks(2, "tools/call", &format!("{GREET}{MONA}{}", with_state(&first)));
    let answer = says(&server, &line);
    assert!(answer.contains(r#""inputRequests":{"how":{"#), "{answer}");
    let second = state(&answer);
    assert_ne!(first, second);
    // The name is not sent again: the note holds it. Another process with the same key will do.
    let line = asks(3, "tools/call", &format!("{GREET}{RED}{}", with_state(&second)));
    let expected = format!(
        r#"{{"jsonrpc":"2.0","id":3,"result":{{"resultType":"complete","content":[{{"type":"text","text":"Hello, \"Mona\" in \"red\"!"}}],"isError":false,{NAMED}}}}}"#
    );
    assert_eq!(says(&sealed(NOON + 1), &line), expected);
}

#[test]
fn a_human_who_says_no_or_nothing_ends_it_politely() {
    let server = sealed(NOON);
    let note = with_state(&state(&says(&server, &asks(1, "tools/call", GREET))));
    for action in ["decline", "cancel"] {
        let said = format!(r#""inputResponses":{{"who":{{"action":"{action}"}}}},"#);
        let answer = says(&server, &asks(2, "tools/call", &format!("{GREET}{said}{note}")));
        assert!(answer.contains(r#""text":"nobody was greeted"}],"isError":true"#), "{answer}");
    }
}

#[test]
fn a_note_that_was_changed_anywhere_is_refused() {
    let server = sealed(NOON);
    let good = state(&says(&server, &asks(1, "tools/call", GREET)));
    let forged = "`requestState` is not as this server gave it out";
    let dot = good.find('.').unwrap();
    for place in 0..good.len() {
        let mut bytes = good.clone().into_bytes();
        let byte = bytes.get_mut(place).unwrap();
        *byte = if *byte == b'A' { b'B' } else { b'A' };
        let bad = String::from_utf8(bytes).unwrap();
        let answer =
            says(&server, &asks(2, "tools/call", &format!("{GREET}{MONA}{}", with_state(&bad))));
        check_refused(&answer, forged);
    }
    for bad in ["", ".", "e30.", good.split_at(dot).0, &format!("{good}-TAMPERED"), "\\ud83d"] {
        let answer =
            says(&server, &asks(2, "tools/call", &format!("{GREET}{MONA}{}", with_state(bad))));
        check_refused(&answer, forged);
    }
}

#[test]
fn a_note_under_another_key_is_refused() {
    let stranger = bare().seals(Seals::new(|| [8; 32], || NOON));
    let note = with_state(&state(&says(&stranger, &asks(1, "tools/call", GREET))));
    let answer = says(&sealed(NOON), &asks(2, "tools/call", &format!("{GREET}{MONA}{note}")));
    check_refused(&answer, "`requestState` is not as this server gave it out");
}

#[test]
fn a_note_is_good_for_ten_minutes() {
    let note = with_state(&state(&says(&sealed(NOON), &asks(1, "tools/call", GREET))));
    let line = asks(2, "tools/call", &format!("{GREET}{MONA}{note}"));
    assert!(says(&sealed(NOON + STATE_LIFETIME), &line).contains("input_required"));
    check_refused(
        &says(&sealed(NOON + STATE_LIFETIME + 1), &line),
        "`requestState` has expired: send the request again without it",
    );
}

#[test]
fn a_note_is_good_for_no_other_tool_and_no_other_arguments() {
    let server = sealed(NOON);
    let note = with_state(&state(&says(&server, &asks(1, "tools/call", GREET))));
    for other in [
        r#""name":"greet","arguments":{"a":2,"b":"x"},"#,
        r#""name":"greet","arguments":{"a":1},"#,
        r#""name":"greet","#,
        r#""name":"greet2","arguments":{"a":1.0,"b":"x"},"#,
    ] {
        let server = server_with_another_tool();
        let answer = says(&server, &asks(2, "tools/call", &format!("{other}{MONA}{note}")));
        check_refused(&answer, "`requestState` belongs to another request");
    }
    // The same request, spelled in another way.
    let same = r#""arguments":{"b":"\u0078","a":1},"name":"greet","#;
    let answer = says(&server, &asks(2, "tools/call", &format!("{same}{MONA}{note}")));
    assert!(answer.contains("input_required"), "{answer}");
}

fn server_with_another_tool() -> Server {
    let tool = mcp_lab::mcp::Tool::new("greet2", "asks too", eras::OBJECT).unwrap();
    sealed(NOON).asking_tool(tool, |_, _| Ok(Ok::<_, &str>("never reached"))).unwrap()
}

#[test]
fn answers_without_the_note_are_asked_for_again() {
    let server = sealed(NOON);
    let answer = says(&server, &asks(2, "tools/call", &format!("{GREET}{MONA}")));
    assert!(answer.contains(r#""inputRequests":{"who":{"#), "{answer}");
    // A server without seals keeps no note, so there the answers have to do.
    let answer = says(&bare(), &asks(2, "tools/call", &format!("{GREET}{MONA}")));
    assert!(answer.contains(r#""inputRequests":{"how":{"#), "{answer}");
    assert!(!answer.contains("requestState"), "{answer}");
}

#[test]
fn a_note_that_nobody_gave_out_is_refused() {
    let note = with_state("e30.AAAA");
    let answer = says(&bare(), &asks(2, "tools/call", &format!("{GREET}{MONA}{note}")));
    check_refused(&answer, "`requestState` must be missing: this server gives out none");
    let note = r#""requestState":7,"#;
    let answer = says(&sealed(NOON), &asks(2, "tools/call", &format!("{GREET}{note}")));
    check_refused(&answer, "`requestState` must be a string");
}

#[test]
fn answers_that_are_missing_are_asked_for_again_and_others_are_passed_over() {
    let server = sealed(NOON);
    let note = with_state(&state(&says(&server, &asks(1, "tools/call", GREET))));
    let wrong = r#""inputResponses":{"colour":{"action":"accept","content":{}}},"#;
    let answer = says(&server, &asks(2, "tools/call", &format!("{GREET}{wrong}{note}")));
    assert!(answer.contains(r#""inputRequests":{"who":{"#), "{answer}");
    let more = r#""inputResponses":{"who":{"action":"accept","content":{"name":"Mona"}},"x":7},"#;
    let answer = says(&server, &asks(2, "tools/call", &format!("{GREET}{more}{note}")));
    assert!(answer.contains(r#""inputRequests":{"how":{"#), "{answer}");
}

#[test]
fn an_answer_of_the_wrong_shape_is_an_error() {
    let server = sealed(NOON);
    let note = with_state(&state(&says(&server, &asks(1, "tools/call", GREET))));
    for (responses, message) in [
        ("null", "`inputResponses` must be an object"),
        ("[]", "`inputResponses` must be an object"),
        (
            r#"{"who":7}"#,
            "the answer `who` does not fit: `action` must be accept, decline or cancel",
        ),
        (
            r#"{"who":{"action":"accept","content":7}}"#,
            "the answer `who` does not fit: `content` must be an object",
        ),
        (
            r#"{"who":{"action":"accept","content":{}}}"#,
            "the answer `who` does not fit: (root): missing required member \\\"name\\\"",
        ),
        (
            r#"{"who":{"action":"accept","content":{"name":""}}}"#,
            "the answer `who` does not fit: /name: expected at least 1 character, found 0",
        ),
    ] {
        let said = format!(r#""inputResponses":{responses},"#);
        let answer = says(&server, &asks(2, "tools/call", &format!("{GREET}{said}{note}")));
        check_refused(&answer, message);
    }
}

#[test]
fn what_the_client_cannot_do_is_said_by_name() {
    for (capabilities, needed) in [
        ("{}", r#"{"elicitation":{}}"#),
        (r#"{"elicitation":true}"#, r#"{"elicitation":{}}"#),
        (r#"{"elicitation":{"url":{}}}"#, r#"{"elicitation":{"form":{}}}"#),
        (r#"{"sampling":{}}"#, r#"{"elicitation":{}}"#),
    ] {
        let answer = says(&sealed(NOON), &asks_with(1, "tools/call", GREET, capabilities));
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32021,"message":"Missing required client capability: elicitation","data":{{"requiredCapabilities":{needed}}}}}}}"#
        );
        assert_eq!(answer, expected, "{capabilities}");
    }
    for capabilities in
        [r#"{"elicitation":{"form":{}}}"#, r#"{"elicitation":{"form":{},"url":{}}}"#]
    {
        let answer = says(&sealed(NOON), &asks_with(1, "tools/call", GREET, capabilities));
        assert!(answer.contains("input_required"), "{answer}");
    }
}
