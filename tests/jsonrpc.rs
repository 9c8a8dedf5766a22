//! The three kinds of message, their ids, and every way not to be one.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::json::{Value, parse};
use mcp_lab::jsonrpc::{ErrorObject, Id, Malformed, Message, Response, code};
use mcp_lab::server::Session;
use mcp_lab::servers::mini::mini;
use std::path::PathBuf;

fn read(line: &str) -> Result<Message<'_>, Malformed<'_>> {
    Message::from_value(parse(line).unwrap())
}

/// What the mini server says to this line, as the first of a session.
fn answer(line: &str) -> Option<String> {
    mini(PathBuf::new()).unwrap().answer(&mut Session::default(), line)
}

/// The line is a message of this kind, and printing the message gives the line back.
#[track_caller]
fn told_apart(kind: &str, lines: &[&str]) {
    for line in lines {
        let message = read(line).unwrap();
        let found = match &message {
            Message::Request(_) => "request",
            Message::Notification(_) => "notification",
            Message::Response(Response { outcome: Ok(_), .. }) => "result",
            Message::Response(Response { outcome: Err(_), .. }) => "error",
        };
        assert_eq!(found, kind, "{line}");
        assert_eq!(message.to_line(), *line);
    }
}

#[test]
fn a_request_has_a_method_and_an_id() {
    told_apart(
        "request",
        &[
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"add"}}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"x","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"x","params":[1,"2",null]}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":""}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"\ud800\u4e2d"}"#,
        ],
    );
}

#[test]
fn a_notification_has_a_method_and_no_id() {
    told_apart(
        "notification",
        &[
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"x","params":{"b":1.50,"a":"\/","b":2}}"#,
            r#"{"jsonrpc":"2.0","method":"x","params":[]}"#,
        ],
    );
}

#[test]
fn a_result_is_a_value_of_any_kind() {
    told_apart(
        "result",
        &[
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":false}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":-0.0}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":"\ud800"}"#,
            r#"{"jsonrpc":"2.0","id":"1","result":[{"a":[]}]}"#,
        ],
    );
}

#[test]
fn an_error_has_a_code_and_a_message_and_keeps_its_data() {
    told_apart(
        "error",
        &[
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: x"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"","data":null}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"\u4e2d","data":{"b":1e2,"a":[]}}}"#,
            r#"{"jsonrpc":"2.0","id":"1","error":{"code":-9223372036854775808,"message":"中","data":"x"}}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
        ],
    );
    let line = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"m","data":[1]}}"#;
    let Ok(Message::Response(Response { outcome: Err(error), .. })) = read(line) else {
        unreachable!("an error response")
    };
    assert_eq!((error.code, error.message.as_written()), (-32002, "m"));
    assert_eq!(error.data.map(|data| data.to_string()).as_deref(), Some("[1]"));
}

/// The first line is read as if it were the second.
#[track_caller]
fn read_as(line: &str, plain: &str) {
    assert_eq!(read(line).unwrap().to_line(), plain, "{line}");
}

#[test]
fn an_error_may_lack_its_id() {
    read_as(
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
    );
}

#[test]
fn members_may_stand_in_any_order_and_unknown_ones_are_ignored() {
    read_as(
        r#"{"params":{},"method":"x","id":1,"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{}}"#,
    );
    read_as(
        r#"{"a":1,"jsonrpc":"2.0","Method":2,"a":3,"id":1,"method":"x","_meta":{"method":"y"},"":[]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#,
    );
    read_as(
        r#"{"jsonrpc":"2.0","id":1,"error":{"data":1,"x":2,"message":"m","code":3},"x":4}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"m","data":1}}"#,
    );
    read_as(r#"{"jsonrpc":"2.0","method":"x","ID":1}"#, r#"{"jsonrpc":"2.0","method":"x"}"#);
}

#[test]
fn names_and_the_version_are_read_by_what_they_mean() {
    read_as(
        r#"{"json\u0072pc":"\u0032.0","\u0069d":1,"meth\u006fd":"x"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#,
    );
}

const IDS: [&str; 18] = [
    "1",
    r#""1""#,
    "0",
    "-1",
    "-0",
    "1.0",
    "1e2",
    "100E-2",
    "9007199254740993",
    "9223372036854775808",
    "-123456789012345678901234567890",
    "1e999999999999999999999",
    r#""""#,
    r#""\u0061""#,
    r#""a/\/""#,
    r#""中\u4e2d""#,
    r#""\ud800""#,
    r#""9007199254740993""#,
];

#[test]
fn an_id_comes_back_as_it_was_sent() {
    for id in IDS {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let Ok(Message::Request(request)) = read(&line) else { unreachable!("a request") };
        assert_eq!(request.id.to_string(), id);
        assert_eq!(request.id.into_owned().to_string(), id);
        assert_eq!(answer(&line), Some(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)));
    }
}

#[test]
fn ids_that_look_alike_are_not_the_same() {
    let id = |text: &'static str| Id::from_value(parse(text).unwrap()).unwrap();
    assert_ne!(id("1"), id(r#""1""#));
    assert_ne!(id("9007199254740993"), id("9007199254740992"));
    assert_ne!(id("9007199254740993"), id(r#""9007199254740993""#));
    assert_ne!(id("1"), id("-1"));
    assert_ne!(id(r#""a""#), id(r#""A""#));
    assert_eq!(id(r#""a""#), id(r#""\u0061""#));
    assert_eq!(id("1"), Id::from(1));
    for text in ["null", "1.5", "1e-1", "true", "[]", "{}", "[1]"] {
        assert_eq!(Id::from_value(parse(text).unwrap()).unwrap_err().to_string(), text);
    }
}

#[test]
fn a_message_is_made_as_it_is_read() {
    let made = |id, outcome| Message::Response(Response { id, outcome }).to_line();
    let id = || Some(Id::from(7));
    assert_eq!(made(id(), Ok(Value::from("七"))), r#"{"jsonrpc":"2.0","id":7,"result":"七"}"#);
    assert_eq!(
        made(id(), Err(ErrorObject::new(code::METHOD_NOT_FOUND, "a\"\n"))),
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"a\"\n"}}"#,
    );
    assert_eq!(
        made(None, Err(ErrorObject::new(code::INVALID_PARAMS, "x").into_owned())),
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"x"}}"#,
    );
}

/// The text is not JSON: -32700, and nobody knows its id.
#[track_caller]
fn not_json(cases: &[(&str, &str)]) {
    for (text, why) in cases {
        let error = format!(r#"{{"code":-32700,"message":"Parse error: expected {why}"}}"#);
        let wanted = format!(r#"{{"jsonrpc":"2.0","id":null,"error":{error}}}"#);
        assert_eq!(answer(text), Some(wanted), "{text:?}");
    }
}

#[test]
fn a_line_that_is_not_json_is_a_parse_error() {
    not_json(&[
        ("", "a value at byte 0"),
        ("你好", "a value at byte 0"),
        ("{", "a member name in double quotes, or `}` at byte 1"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping""#, "`,` or `}` after a member at byte 39"),
        (r#"{"jsonrpc" "2.0","id":1}"#, "`:` after a member name at byte 11"),
        (r#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#, "`,` or `}` after a member at byte 23"),
        (r#"{"id":1}{"id":2}"#, "nothing more after the value at byte 8"),
        (r#"["a"#, r#"a closing `\"` at byte 3"#),
        ("\"\u{1}\"", r"an escape such as \\n instead of a raw control character at byte 1"),
        (r#""\x""#, r#"one of \" \\ / b f n r t u after a backslash at byte 2"#),
    ]);
}
