//! `probe`, steps 3 to 7: tools, refusals, goodbye.
#![cfg(unix)]

mod probe_cases;
mod world;

use probe_cases::{
    HELLO, LIST, NO_METHOD, NO_TOOL, PONG, findings, finds, finds_soon, server, session,
};

#[test]
fn the_tools_are_looked_at() {
    let tools = |tools: &str| LIST.replace("[]", &format!("[{tools}]"));
    let hello = HELLO.replace(r#""capabilities":{"tools":{}}"#, r#""capabilities":{}"#);
    let one = tools(r#"{"name":"a","inputSchema":{"type":"object"}}"#);
    finds(
        &server(&[&hello, "SKIP", &one, NO_TOOL, NO_METHOD, PONG])
            .replace("printf '%s\\n' 'SKIP'; ", ""),
        "pppFappp",
        &[
            r#"3 undeclared-tools server certain 7: initialize promised no "tools", and tools/list offers 1"#,
        ],
    );
    finds(
        &session(&[(
            LIST,
            &tools(concat!(
                r#"{"name":"a","inputSchema":{}},{"name":"b","inputSchema":{"type":"object","properties":{"x":{"type":"int"}}}},"#,
                r#"{"name":"a","inputSchema":{"type":"object"}},{"name":"c"},{"inputSchema":{"type":"object"}},{"name":"d","inputSchema":{"type":"object","properties":{"y":{"pattern":"(?=x)"}}}}"#
            )),
        )]),
        "pppFappp",
        &[
            r#"3 invalid-schema server certain 7: tools[0] a: inputSchema has no "type":"object" (type is missing)"#,
            "3 invalid-schema server certain 7: tools[1] b: inputSchema #/properties/x/type: expected null, boolean, object, array, number, integer or string, or a list of these",
            "3 duplicate-tool server certain 7: tools[2] is a second tool with the name a",
            "3 invalid-schema server certain 7: tools[3] c: has no inputSchema",
            "3 bad-result server certain 7: tools[4] has no string `name`",
        ],
    );
    finds(
        &session(&[(
            LIST,
            r#"{"jsonrpc":"2.0","id":"list-1","error":{"code":-32603,"message":"boom"}}"#,
        )]),
        "pppFappp",
        &["3 list-refused server certain 7: tools/list was refused: error -32603: boom"],
    );
}

#[test]
fn pages_are_followed_until_they_go_in_circles() {
    let page = |id: &str, cursor: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":"list-{id}","result":{{"tools":[{{"name":"t{id}","inputSchema":{{"type":"object"}}}}],"nextCursor":"{cursor}"}}}}"#
        )
    };
    let last = LIST.replace("list-1", "list-3");
    let walk = |pages: &[&str]| {
        let lines = [&[HELLO, "SKIP"], pages, &[NO_TOOL, NO_METHOD, PONG]].concat();
        server(&lines).replace("printf '%s\\n' 'SKIP'; ", "")
    };
    finds(&walk(&[&page("1", "x"), &page("2", "y"), &last]), "ppppappp", &[]);
    finds(
        &walk(&[&page("1", "x"), &page("2", "x")]),
        "pppFappp",
        &["3 endless-pages server certain 9: page 2 names a next page that was given before"],
    );
}

#[test]
fn an_unknown_tool_and_an_unknown_method_must_be_refused() {
    let worked = r#"{"jsonrpc":"2.0","id":14,"result":{"content":[]}}"#;
    finds(
        &session(&[(NO_TOOL, worked)]),
        "ppppaFpp",
        &[
            "5 unknown-tool-accepted server certain 9: a call of mcp_lab_no_such_tool, which is no tool, was answered as if it had worked",
        ],
    );
    let says_no = r#"{"jsonrpc":"2.0","id":14,"result":{"content":[],"isError":true}}"#;
    finds(&session(&[(NO_TOOL, says_no)]), "ppppappp", &[]);
    finds(
        &session(&[(NO_METHOD, r#"{"jsonrpc":"2.0","id":15,"result":{}}"#)]),
        "ppppapFp",
        &[
            "6 unknown-method server certain 11: mcp-lab/no-such-method, a method nobody offers, was answered with a result",
        ],
    );
    let upto = |last: &str| {
        let lines = [HELLO, "SKIP", LIST, NO_TOOL, "SKIP"];
        server(&lines).replace("printf '%s\\n' 'SKIP'; ", "").replace("cat >/dev/null", last)
    };
    finds(
        &upto("exit 0"),
        "ppppapF.",
        &[
            "6 unknown-method server certain 11: the server exited with code 0 before it answered mcp-lab/no-such-method",
        ],
    );
    finds_soon(
        &upto("cat >/dev/null"),
        "ppppapF.",
        &[
            "6 unknown-method server likely 11: no answer to mcp-lab/no-such-method within 300ms; the process is still running",
            "6 ping-unanswered server likely 13: no answer to ping within 300ms; the process is still running",
        ],
    );
}

#[test]
fn a_server_that_stays_after_the_end_of_its_input_is_found_and_ended() {
    finds_soon(
        &session(&[]).replace("cat >/dev/null", "exec sleep 1000"),
        "ppppappF",
        &[
            "7 stays-after-end-of-input server certain 15: 300ms after its stdin was closed the server still ran",
        ],
    );
    finds(&session(&[]).replace("cat >/dev/null", "cat >/dev/null; exit 9"), "ppppappp", &[]);
    // What it says at last belongs to the session, and nobody is blamed for what was not heard.
    finds(
        &session(&[]).replace("cat >/dev/null", "cat >/dev/null; echo bye"),
        "ppppappF",
        &["7 malformed-line server certain 15: a line on stdout is not JSON: bye"],
    );
    let note =
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#;
    let talks = format!("cat >/dev/null; yes '{note}'");
    finds_soon(
        &session(&[]).replace("cat >/dev/null", &talks),
        "ppppapFF",
        &[
            "6 undeclared-feature server likely 15: the server sent notifications/message, and has not declared \"logging\"",
            "7 stays-after-end-of-input server cannot tell 2016: after its stdin was closed the server said 1000 lines more, and was not heard out",
        ],
    );
}

#[test]
fn one_call_is_made_when_it_is_allowed() {
    let list = LIST.replace("[]", r#"[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["n"]}}]"#);
    let call = |answer: &str| {
        let answer = format!(r#"{{"jsonrpc":"2.0","id":13,{answer}}}"#);
        let script = server(&[HELLO, "SKIP", &list, &answer, NO_TOOL, NO_METHOD, PONG]);
        let words = ["--timeout", "2s", "--call", "t", "--args", r#"{"a":1}"#];
        findings(&words, &script.replace("printf '%s\\n' 'SKIP'; ", ""))
    };
    let fits = r#""result":{"content":[],"structuredContent":{"n":1}}"#;
    assert_eq!(call(fits), (vec![], "pppppppp".to_owned()));
    let says_no = r#""result":{"content":[{"type":"text","text":"no"}],"isError":true}"#;
    assert_eq!(call(says_no), (vec![], "pppppppp".to_owned()));
    let output = "4 output-schema server certain 9: t promised an outputSchema that its result does not fit: ";
    for (answer, finding) in [
        (r#""result":{"content":[]}"#, format!("{output}structuredContent is missing")),
        (
            r#""result":{"content":[],"structuredContent":{}}"#,
            format!(r#"{output}(root): missing required member "n""#),
        ),
        (
            r#""result":{}"#,
            "4 bad-result server certain 9: the result of t has no array `content`".to_owned(),
        ),
        (
            r#""error":{"code":-32603,"message":"boom"}"#,
            "4 call-refused server likely 9: the call of t was refused: error -32603: boom"
                .to_owned(),
        ),
        (
            r#""error":{"code":-32601,"message":"what?"}"#,
            "4 call-refused client likely 9: the call of t was refused: error -32601: what?"
                .to_owned(),
        ),
        (
            r#""error":{"code":-32602,"message":"a?"}"#,
            "4 call-refused client likely 9: the call of t was refused: error -32602: a?"
                .to_owned(),
        ),
    ] {
        assert_eq!(call(answer), (vec![finding], "ppppFppp".to_owned()), "{answer}");
    }
}
