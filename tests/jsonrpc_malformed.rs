//! Lines that are JSON and no message: each reason by name, and the exact answer.

use mcp_lab::json::parse;
use mcp_lab::jsonrpc::{Message, Reason};
use mcp_lab::server::Session;
use mcp_lab::servers::mini::mini;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A line, what is wrong with it, and under which id that is answered.
type Refusal = (&'static str, Reason, &'static str);

const REFUSALS: &[Refusal] = &[
    ("null", Reason::NotObject("null"), "null"),
    ("true", Reason::NotObject("boolean"), "null"),
    ("1", Reason::NotObject("number"), "null"),
    (r#""{}""#, Reason::NotObject("string"), "null"),
    ("[]", Reason::Batch, "null"),
    (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, Reason::Batch, "null"),
    ("[1,2]", Reason::Batch, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, Reason::Repeated("id"), "null"),
    (r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#, Reason::Repeated("id"), "null"),
    (r#"{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"ping"}"#, Reason::Repeated("id"), "null"),
    (r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1}"#, Reason::Repeated("jsonrpc"), "1"),
    (r#"{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}"#, Reason::Repeated("method"), "1"),
    (
        r#"{"jsonrpc":"2.0","id":1,"method":"a","method":"b","id":2}"#,
        Reason::Repeated("id"),
        "null",
    ),
    (
        r#"{"jsonrpc":"2.0","id":7,"method":"a","params":{},"params":{}}"#,
        Reason::Repeated("params"),
        "7",
    ),
    (
        r#"{"jsonrpc":"2.0","id":7,"method":"a","method":"a","result":1}"#,
        Reason::Repeated("method"),
        "null",
    ),
    (
        r#"{"jsonrpc":"2.0","method":"a","params":{},"params":{}}"#,
        Reason::Repeated("params"),
        "null",
    ),
    (r#"{"jsonrpc":"2.0","id":1,"result":1,"result":2}"#, Reason::Repeated("result"), "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{},"error":{}}"#, Reason::Repeated("error"), "null"),
    ("{}", Reason::Version, "null"),
    (r#"{"id":1,"method":"ping"}"#, Reason::Version, "1"),
    (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, Reason::Version, r#""a""#),
    (r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, Reason::Version, "1"),
    (
        r#"{"jsonrpc":"2","id":9007199254740993,"method":"ping"}"#,
        Reason::Version,
        "9007199254740993",
    ),
    (r#"{"jsonrpc":null,"id":1.0,"method":"ping"}"#, Reason::Version, "1.0"),
    (r#"{"jsonrpc":"2.0 ","method":"ping"}"#, Reason::Version, "null"),
    (r#"{"JSONRPC":"2.0","id":null,"method":"ping"}"#, Reason::Version, "null"),
    (r#"{"jsonrpc":"\ud800","id":1.5,"method":"ping"}"#, Reason::Version, "null"),
    (r#"{"id":1,"result":{}}"#, Reason::Version, "null"),
    (r#"{"id":1,"error":{"code":1,"message":""}}"#, Reason::Version, "null"),
    (r#"{"jsonrpc":"2.0"}"#, Reason::NoKind, "null"),
    (r#"{"jsonrpc":"2.0","id":1}"#, Reason::NoKind, "1"),
    (r#"{"jsonrpc":"2.0","id":"\u0061","params":{}}"#, Reason::NoKind, r#""\u0061""#),
    (r#"{"jsonrpc":"2.0","id":1,"Method":"ping"}"#, Reason::NoKind, "1"),
    (r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#, Reason::TwoKinds, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"method":"ping","error":null}"#, Reason::TwoKinds, "null"),
    (r#"{"jsonrpc":"2.0","method":"ping","result":1,"error":2}"#, Reason::TwoKinds, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"method":1}"#, Reason::MethodNotString, "1"),
    (r#"{"jsonrpc":"2.0","id":-1,"method":null}"#, Reason::MethodNotString, "-1"),
    (r#"{"jsonrpc":"2.0","method":["ping"]}"#, Reason::MethodNotString, "null"),
    (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Reason::IdNull, "null"),
    (r#"{"jsonrpc":"2.0","id":null,"result":{}}"#, Reason::ResultWithoutId, "null"),
    (r#"{"jsonrpc":"2.0","id":null}"#, Reason::IdNull, "null"),
    (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, Reason::IdNotInteger, "null"),
    (r#"{"jsonrpc":"2.0","id":1e-1,"method":"ping"}"#, Reason::IdNotInteger, "null"),
    (r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, Reason::IdNotInteger, "null"),
    (r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, Reason::IdNotInteger, "null"),
    (r#"{"jsonrpc":"2.0","id":{},"result":{}}"#, Reason::IdNotInteger, "null"),
    (r#"{"jsonrpc":"2.0","id":0.1,"error":{"code":1,"message":""}}"#, Reason::IdNotInteger, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#, Reason::ParamsNotStructured, "1"),
    (
        r#"{"jsonrpc":"2.0","id":"","method":"x","params":"{}"}"#,
        Reason::ParamsNotStructured,
        r#""""#,
    ),
    (r#"{"jsonrpc":"2.0","method":"x","params":7}"#, Reason::ParamsNotStructured, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#, Reason::ResultAndError, "null"),
    (r#"{"jsonrpc":"2.0","result":null,"error":null}"#, Reason::ResultAndError, "null"),
    (r#"{"jsonrpc":"2.0","result":{}}"#, Reason::ResultWithoutId, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":null}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":"no"}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{}}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"m"}}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"m"}}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1e99,"message":"m"}}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":null}}"#, Reason::ErrorShape, "null"),
    (r#"{"jsonrpc":"2.0","error":[]}"#, Reason::ErrorShape, "null"),
];

/// The sentence of each reason as it stands in a line, and its place in this list.
fn sentence(reason: Reason) -> (usize, String) {
    let (place, sentence) = match reason {
        Reason::NotObject(kind) => return (0, format!("a message is an object, this is: {kind}")),
        Reason::Batch => (1, "an array of messages is not accepted, send one object per line"),
        Reason::Repeated(name) => return (2, format!("member `{name}` is written more than once")),
        Reason::Version => (3, r#"member `jsonrpc` must be the string \"2.0\""#),
        Reason::NoKind => {
            (4, "no `method`, no `result`, no `error`: neither a question nor an answer")
        }
        Reason::TwoKinds => {
            (5, "`method` together with `result` or `error`: question and answer at once")
        }
        Reason::MethodNotString => (6, "member `method` must be a string"),
        Reason::IdNull => (7, "member `id` must not be null; leave it out to send a notification"),
        Reason::IdNotInteger => (8, "member `id` must be a string or a whole number"),
        Reason::ParamsNotStructured => (9, "member `params` must be an object"),
        Reason::ResultAndError => (10, "`result` and `error` at once"),
        Reason::ResultWithoutId => (11, "a `result` without `id` answers nothing"),
        Reason::ErrorShape => {
            (12, "member `error` must be an object with an integer `code` and a string `message`")
        }
    };
    (place, sentence.to_owned())
}

#[test]
fn a_value_that_is_no_message_is_refused_for_a_reason_with_a_name() {
    for (line, reason, id) in REFUSALS {
        let malformed = Message::from_value(parse(line).unwrap()).unwrap_err();
        assert_eq!(malformed.reason, *reason, "{line}");
        assert_eq!(malformed.to_string(), reason.to_string(), "{line}");
        assert_eq!(malformed.id.map_or("null".to_owned(), |id| id.to_string()), *id, "{line}");
    }
}

#[test]
fn a_value_that_is_no_message_is_an_invalid_request_under_its_own_id_or_none() {
    let server = mini(PathBuf::new()).unwrap();
    for (line, reason, id) in REFUSALS {
        let (_, why) = sentence(*reason);
        let error = format!(r#"{{"code":-32600,"message":"Invalid Request: {why}"}}"#);
        let wanted = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
        assert_eq!(server.answer(&mut Session::default(), line), Some(wanted), "{line}");
    }
}

#[test]
fn no_reason_is_left_without_a_line() {
    let seen: BTreeSet<_> = REFUSALS.iter().map(|(_, reason, _)| sentence(*reason).0).collect();
    assert_eq!(seen, (0..=12).collect());
}

#[test]
fn the_answer_to_a_malformed_line_is_a_message_that_gets_no_answer() {
    let server = mini(PathBuf::new()).unwrap();
    for (line, ..) in REFUSALS {
        let answer = server.answer(&mut Session::default(), line).unwrap();
        assert_eq!(server.answer(&mut Session::default(), &answer), None, "{answer}");
    }
}
