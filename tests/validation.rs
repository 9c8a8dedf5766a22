//! Arguments are held against a tool's schema before its handler sees them.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::json::{Object, Value, parse};
use mcp_lab::mcp::{ServerCapabilities, Tool, ToolError};
use mcp_lab::schema::Schema;
use mcp_lab::server::{Server, Session, Validation};
use mcp_lab::servers::SERVERS;
use mcp_lab::servers::base::Base;

const SCHEMA: &str = r#"{"type":"object","properties":{"a":{"type":"integer"},"unit":{"enum":["C","F"],"default":"C"},"tags":{"type":"array","items":{"type":"string","minLength":2}}},"required":["a"],"additionalProperties":false}"#;

/// A tool that says what it was given.
fn server() -> Server {
    let echo = |arguments: &Object<'_>| Ok::<_, &str>(Value::from(arguments.clone()).to_line());
    Server::new("echo", "1")
        .capabilities(ServerCapabilities::tools())
        .tool(Tool::new("echo", "says what it was given", SCHEMA).unwrap(), echo)
        .unwrap()
}

/// The text of the answer to a call, and whether it is an error.
#[track_caller]
fn call(server: &Server, arguments: &str) -> (String, bool) {
    let mut session = Session::default();
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    server.answer(&mut session, hello).unwrap();
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo"{arguments}}}}}"#
    );
    let answer = server.answer(&mut session, &line).unwrap();
    let answer = parse(&answer).unwrap();
    let result = answer.get("result").unwrap();
    let block = result.get("content").unwrap().as_array().unwrap().first().unwrap();
    let text = block.get("text").unwrap().as_string().unwrap().text().unwrap();
    (text.into_owned(), result.get("isError").unwrap().as_bool().unwrap())
}

#[test]
fn arguments_that_fit_reach_the_handler_as_they_were_written() {
    for arguments in [
        r#"{"a":3}"#,
        r#"{"a":9007199254740993}"#,
        r#"{"a":1.0}"#,
        r#"{"a":123456789012345678901234567890}"#,
        r#"{"tags":["\u4e2d\u6587"],"a":-0,"unit":"F"}"#,
    ] {
        let said = call(&server(), &format!(r#","arguments":{arguments}"#));
        assert_eq!(said, (arguments.to_owned(), false));
    }
}

#[test]
fn arguments_that_do_not_fit_are_refused_with_every_place_at_once() {
    for (arguments, places) in [
        (r#"{"a":"3"}"#, "/a: expected integer, found string"),
        (r#"{"a":1.5}"#, "/a: expected integer, found 1.5"),
        ("{}", r#"(root): missing required member "a""#),
        (
            r#"{"tags":["ok","x",7],"b/c":1}"#,
            r#"(root): missing required member "a"; /tags/1: expected at least 2 characters, found 1; /tags/2: expected string, found number; /b~1c: unexpected member, only "a", "unit", "tags" are allowed"#,
        ),
        // Of two members of one name the last counts, for the check as for the handler.
        (r#"{"a":1,"a":"x"}"#, "/a: expected integer, found string"),
    ] {
        let said = call(&server(), &format!(r#","arguments":{arguments}"#));
        let expected = format!("Tool (echo) input validation failed: {places}");
        assert_eq!(said, (expected, true), "{arguments}");
    }
}

#[test]
fn missing_arguments_are_an_empty_object() {
    let expected = r#"Tool (echo) input validation failed: (root): missing required member "a""#;
    assert_eq!(call(&server(), ""), (expected.to_owned(), true));
}

#[test]
fn validation_can_be_switched_off() {
    let arguments = r#"{"a":"3","more":null}"#;
    let lenient = server().validation(Validation::Off);
    let said = call(&lenient, &format!(r#","arguments":{arguments}"#));
    assert_eq!(said, (arguments.to_owned(), false));
}

#[test]
fn a_default_is_filled_in_only_for_a_tool_that_asks() {
    assert_eq!(call(&server(), r#","arguments":{"a":3}"#), (r#"{"a":3}"#.to_owned(), false));
    let eager = server().defaults("echo");
    for (arguments, seen) in [
        (r#"{"a":3}"#, r#"{"a":3,"unit":"C"}"#),
        (r#"{"unit":"F","a":3}"#, r#"{"unit":"F","a":3}"#),
        (r#"{"\u0075nit":"F","a":3}"#, r#"{"\u0075nit":"F","a":3}"#),
    ] {
        let said = call(&eager, &format!(r#","arguments":{arguments}"#));
        assert_eq!(said, (seen.to_owned(), false));
    }
}

#[test]
fn a_schema_that_cannot_be_honoured_is_refused_when_the_tool_is_registered() {
    for (schema, why) in [
        (
            r#"{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}"#,
            r#"inputSchema: #/properties/a/$ref: "https://example.com/a.json" is outside of this schema, and nothing is fetched"#,
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"int"}}}"#,
            "inputSchema: #/properties/a/type: expected null, boolean, object, array, number, integer or string, or a list of these",
        ),
        (
            r#"{"type":"object","properties":{"a":{"pattern":"(?=x)"}}}"#,
            "inputSchema: #/properties/a/pattern: ",
        ),
    ] {
        let tool = Tool::new("t", "d", schema).unwrap();
        let error = Server::new("s", "1").tool(tool, |_| Ok::<_, &str>("")).unwrap_err();
        assert!(matches!(error, ToolError::Schema(_)));
        assert!(error.to_string().starts_with(why), "{error}");
    }
}

#[test]
fn a_schema_that_is_compiled_at_the_first_call_is_not_ignored_either() {
    let tool = Tool::new("echo", "d", r#"{"type":"object","minProperties":-1}"#).unwrap();
    let server = Server::new("s", "1")
        .capabilities(ServerCapabilities::tools())
        .validation(Validation::AtFirstCall)
        .tool(tool, |_| Ok::<_, &str>("never"))
        .unwrap();
    let said = "Tool (echo): inputSchema: #/minProperties: expected a whole number, 0 or more";
    assert_eq!(call(&server, ""), (said.to_owned(), true));
}

/// Our own servers compile theirs at the first call, to start sooner: so they are compiled here.
#[test]
fn every_schema_of_our_own_servers_compiles() {
    for row in SERVERS {
        let server = (row.make)(Base::Dir(".".into())).unwrap();
        let mut session = Session::default();
        let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
        server.answer(&mut session, hello).unwrap();
        let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let answer = server.answer(&mut session, list).unwrap();
        let answer = parse(&answer).unwrap();
        let tools = answer.get("result").unwrap().get("tools").unwrap().as_array().unwrap();
        assert!(!tools.is_empty(), "{}", row.name);
        for tool in tools {
            Schema::compile(tool.get("inputSchema").unwrap()).unwrap();
        }
    }
}
