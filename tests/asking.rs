//! Requests of the server in a session that began with a handshake, and the client's answers to them.

mod eras;
mod live_wire;

use eras::{asks, bare, sealed};
use live_wire::Wire;

const GREET: &str = r#"{"jsonrpc":"2.0","id":"g","method":"tools/call","params":{"name":"greet"}}"#;
const WHO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Your name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","minLength":1}},"required":["name"]}}}"#;
const MONA: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"name":"Mona"}}}"#;

/// A session with a client that has these capabilities.
fn session(capabilities: &str) -> Wire {
    let mut wire = Wire::to(bare());
    wire.send(&format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-06-18","capabilities":{capabilities},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    ));
    assert!(wire.hear().contains("2025-06-18"));
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    wire
}

fn said_no(text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":"g","result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}}}"#
    )
}

#[test]
fn the_server_asks_within_the_open_call() {
    let mut wire = session(r#"{"elicitation":{}}"#);
    wire.send(GREET);
    assert_eq!(wire.hear(), WHO);
    // The connection is not held up by a human who thinks.
    wire.send(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
    assert_eq!(wire.hear(), live_wire::pong("7"));
    wire.send(MONA);
    let second = wire.hear();
    assert!(
        second.starts_with(r#"{"jsonrpc":"2.0","id":2,"method":"elicitation/create""#),
        "{second}"
    );
    wire.send(
        r#"{"jsonrpc":"2.0","id":2,"result":{"action":"accept","content":{"colour":"red"}}}"#,
    );
    assert_eq!(wire.hear(), live_wire::said("\"g\"", r#"Hello, \"Mona\" in \"red\"!"#));
    assert!(wire.close().is_empty());
}

#[test]
fn a_client_that_cannot_be_asked_is_not_asked() {
    for capabilities in ["{}", r#"{"sampling":{}}"#, r#"{"elicitation":7}"#] {
        let mut wire = session(capabilities);
        wire.send(GREET);
        let text = "nothing was done: this client does not offer elicitation";
        assert_eq!(wire.hear(), said_no(text), "{capabilities}");
        assert!(wire.close().is_empty());
    }
}

#[test]
fn whatever_the_client_answers_the_call_is_answered() {
    for (answer, text) in [
        (r#""result":{"action":"decline"}"#, "nobody was greeted"),
        (r#""result":{"action":"cancel"}"#, "nobody was greeted"),
        (
            r#""error":{"code":-1,"message":"no thanks"}"#,
            "nothing was done: the client refused to ask: no thanks",
        ),
        (
            r#""result":{}"#,
            "the answer `who` does not fit: `action` must be accept, decline or cancel",
        ),
        (
            r#""result":{"action":"accept","content":{"name":7}}"#,
            "the answer `who` does not fit: /name: expected string, found number",
        ),
    ] {
        let mut wire = session(r#"{"elicitation":{}}"#);
        wire.send(GREET);
        assert_eq!(wire.hear(), WHO);
        wire.send(&format!(r#"{{"jsonrpc":"2.0","id":1,{answer}}}"#));
        assert_eq!(wire.hear(), said_no(text));
        assert!(wire.close().is_empty());
    }
}

#[test]
fn an_answer_that_nobody_waits_for_is_passed_over() {
    let mut wire = session(r#"{"elicitation":{}}"#);
    wire.send(MONA);
    wire.send(GREET);
    assert_eq!(wire.hear(), WHO);
    for id in ["2", "\"1\"", "1.5", "null", "-1"] {
        wire.send(&MONA.replace(r#""id":1"#, &format!(r#""id":{id}"#)));
    }
    wire.send(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
    let mut heard = wire.hear();
    // An id that is no id at all is refused, the others are passed over.
    while heard.contains("-32600") {
        heard = wire.hear();
    }
    assert_eq!(heard, live_wire::pong("7"));
    wire.send(&MONA.replace("\"id\":1", "\"id\":1.0"));
    assert!(wire.hear().contains("Your colour?"));
    drop(wire.close());
}

#[test]
fn a_call_that_is_cancelled_while_the_human_thinks_is_not_answered() {
    let mut wire = session(r#"{"elicitation":{}}"#);
    wire.send(GREET);
    assert_eq!(wire.hear(), WHO);
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"g"}}"#);
    let called_off =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(wire.hear(), called_off);
    // An answer that was on its way is passed over.
    wire.send(MONA);
    wire.send(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
    assert_eq!(wire.hear(), live_wire::pong("7"));
    assert!(wire.close().is_empty());
}

#[test]
fn a_client_that_hangs_up_while_it_is_asked_does_not_keep_the_server() {
    let mut wire = session(r#"{"elicitation":{}}"#);
    wire.send(GREET);
    assert_eq!(wire.hear(), WHO);
    assert_eq!(wire.close(), [said_no("nothing was done: the client did not answer")]);
}

#[test]
fn in_the_stateless_era_no_request_comes_from_the_server() {
    let mut wire = Wire::to(sealed(1_800_000_000));
    wire.send(&asks(1, "tools/call", r#""name":"greet","#));
    let answer = wire.hear();
    assert!(answer.contains(r#""resultType":"input_required""#), "{answer}");
    let retry = format!(
        r#""name":"greet","inputResponses":{{"who":{{"action":"decline"}}}},"requestState":"{}","#,
        eras::state(&answer)
    );
    wire.send(&asks(2, "tools/call", &retry));
    let answer = wire.hear();
    assert!(answer.contains("nobody was greeted"), "{answer}");
    assert!(wire.close().is_empty());
}

#[test]
fn both_eras_ask_on_one_connection() {
    let mut wire = session(r#"{"elicitation":{}}"#);
    wire.send(&asks(3, "tools/call", r#""name":"greet","#));
    assert!(wire.hear().contains("input_required"));
    wire.send(GREET);
    assert_eq!(wire.hear(), WHO);
    drop(wire.close());
}

#[test]
fn a_question_that_is_given_up_is_called_off() {
    let mut wire = session(r#"{"elicitation":{}}"#);
    wire.send(GREET);
    assert_eq!(wire.hear(), WHO);
    let cancel =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"g"}}"#;
    wire.send(cancel);
    let called_off =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(wire.hear(), called_off);
    // The id of the cancelled call may be used again, and its question has a number of its own.
    wire.send(GREET);
    assert_eq!(wire.hear(), WHO.replace("\"id\":1", "\"id\":2"));
    wire.send(&MONA.replace("\"id\":1", "\"id\":2"));
    assert!(wire.hear().contains("Your colour?"));
    drop(wire.close());
}

#[test]
fn a_client_that_is_not_ready_is_not_asked() {
    let mut wire = Wire::to(bare());
    wire.send(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}"#);
    assert!(wire.hear().contains("2025-06-18"));
    wire.send(GREET);
    assert_eq!(
        wire.hear(),
        said_no("nothing was done: the client has not sent notifications/initialized")
    );
    assert!(wire.close().is_empty());
}
