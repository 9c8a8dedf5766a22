//! `probe`: what the stateless era obliges a server to.
#![cfg(unix)]

mod probe_cases;
mod world;

use probe_cases::eras::{DISCOVERED, DONE, LISTED, modern, says};
use probe_cases::{NO_METHOD, findings, probe};

const WHAT: &str = "server/discover";
const COMPLETE: &str = r#""resultType":"complete","#;

#[track_caller]
fn finds(script: &str, steps: &str, expected: &[&str]) {
    let (found, states) =
        findings(&["--timeout", "2s", "--era", "stateless", "--call", "t"], script);
    assert_eq!(found, expected, "{script}");
    assert_eq!(states, steps, "{script}");
}

/// What step 4 says of a call that is answered like this.
#[track_caller]
fn note(changes: &[(&str, String)]) -> String {
    let ran = probe(&["--era", "auto", "--call", "t"], &modern(changes));
    assert_eq!(ran.code, 0, "{}", ran.out);
    let line = ran.out.lines().find(|line| line.starts_with("4  tools/call"));
    line.unwrap_or_default().split_whitespace().skip(3).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_result_says_what_kind_it_is() {
    finds(
        &modern(&[
            (WHAT, says(&DISCOVERED.replace(COMPLETE, ""))),
            ("\"list-1\"", says(&LISTED.replace("\"complete\"", "1"))),
            ("\"id\":13,", says(&DONE.replace("complete", "task"))),
        ]),
        "pFaFFppp",
        &[
            "1 no-result-type server certain 3: the result of server/discover has no string resultType (missing)",
            "3 no-result-type server certain 5: the result of tools/list has no string resultType (number)",
            "4 unknown-result-type server certain 7: the result of tools/call has resultType \"task\"",
        ],
    );
    // Only some methods may ask for input.
    finds(
        &modern(&[(WHAT, says(&DISCOVERED.replace("complete", "input_required")))]),
        "pFappppp",
        &[
            "1 unknown-result-type server certain 3: the result of server/discover has resultType \"input_required\"",
        ],
    );
}

#[test]
fn what_may_be_kept_says_for_how_long_and_for_whom() {
    let lacks = "lacks, or has of a wrong kind";
    finds(
        &modern(&[
            (WHAT, says(&DISCOVERED.replace(r#""ttlMs":0,"cacheScope":"private","#, ""))),
            ("\"list-1\"", says(&LISTED.replace("\"ttlMs\":0", "\"ttlMs\":-1"))),
        ]),
        "pFaFpppp",
        &[
            &format!(
                "1 no-cache-hints server certain 3: the result of server/discover {lacks}: ttlMs (an integer, at least 0), cacheScope (public or private)"
            ),
            &format!(
                "3 no-cache-hints server certain 5: the result of tools/list {lacks}: ttlMs (an integer, at least 0)"
            ),
        ],
    );
    finds(
        &modern(&[("\"list-1\"", says(&LISTED.replace("public", "everybody")))]),
        "ppaFpppp",
        &[&format!(
            "3 no-cache-hints server certain 5: the result of tools/list {lacks}: cacheScope (public or private)"
        )],
    );
}

#[test]
fn a_server_asks_nothing_of_its_own_and_is_not_answered() {
    let asks = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#;
    let script = modern(&[("\"id\":13,", format!("{}; {}", says(asks), says(DONE)))]);
    finds(
        &script,
        "ppapFppp",
        &[
            "4 server-asked server certain 7: the server sent a request of its own: elicitation/create",
        ],
    );
    let ran = probe(&["--era", "stateless", "--call", "t"], &script);
    assert!(!ran.out.contains("client -> {\"jsonrpc\":\"2.0\",\"id\":1,"), "{}", ran.out);
}

#[test]
fn an_unknown_method_has_one_code_and_there_is_no_ping() {
    finds(
        &modern(&[("\"id\":15,", says(&NO_METHOD.replace("-32601", "-32602")))]),
        "ppapppFp",
        &[
            "6 unknown-method server likely 11: an unknown method was refused with -32602 instead of -32601",
        ],
    );
    let silent = modern(&[("\"id\":15,", ":".to_owned())]);
    let (found, states) = findings(&["--timeout", "300ms", "--era", "stateless"], &silent);
    assert_eq!(states, "ppapapFp");
    assert_eq!(
        found,
        [
            "6 unknown-method server likely 9: no answer to mcp-lab/no-such-method within 300ms; the process is still running"
        ]
    );
}

#[test]
fn a_result_of_any_kind_may_be_promised() {
    let list = LISTED
        .replace(r#"{"type":"object"}"#, r#"{"type":"object"},"outputSchema":{"type":"number"}"#);
    let five = DONE.replace("\"content\"", "\"structuredContent\":5,\"content\"");
    let lists = |list: &str| ("\"list-1\"", says(list));
    finds(&modern(&[lists(&list), ("\"id\":13,", says(&five))]), "ppappppp", &[]);
    let words = five.replace(":5,", ":\"5\",");
    finds(
        &modern(&[lists(&list), ("\"id\":13,", says(&words))]),
        "ppapFppp",
        &[
            "4 output-schema server certain 7: t promised an outputSchema that its result does not fit: (root): expected number, found string",
        ],
    );
    finds(
        &modern(&[lists(&LISTED.replace(r#"{"type":"object"}"#, "{}"))]),
        "ppaFpppp",
        &[
            r#"3 invalid-schema server certain 5: tools[0] t: inputSchema has no "type":"object" (type is missing)"#,
        ],
    );
}

#[test]
fn a_server_need_not_say_its_name() {
    let (anonymous, _) = DISCOVERED.split_once(",\"_meta\"").unwrap_or_default();
    let discovered = format!("{anonymous}}}}}");
    let ran = probe(&["--era", "auto"], &modern(&[(WHAT, says(&discovered))]));
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("\nhealthy: a server without a name · 2026-07-28 · tools: 1\n"));
}

#[test]
fn tools_are_promised_by_the_discovery() {
    let discovered = DISCOVERED.replace(r#"{"tools":{}}"#, "{}");
    finds(
        &modern(&[(WHAT, says(&discovered))]),
        "ppaFpppp",
        &[
            r#"3 undeclared-tools server certain 5: server/discover promised no "tools", and tools/list offers 1"#,
        ],
    );
}

/// A result that asks for input.
fn asks(more: &str) -> String {
    says(&format!(
        r#"{{"jsonrpc":"2.0","id":13,"result":{{"resultType":"input_required"{more}}}}}"#
    ))
}

#[test]
fn without_a_human_the_call_is_not_brought_to_an_end_and_that_is_no_fault() {
    let missing = r#"{"jsonrpc":"2.0","id":13,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"elicitation":{}}}}}"#;
    assert_eq!(
        note(&[("\"id\":13,", says(missing))]),
        "t asks for input: elicitation; run probe in a terminal to answer"
    );
    // Nothing is asked of anybody: the call is only to come again.
    let again = DONE.replace("13", "\"call-2\"");
    let state = r#""requestState":"a\u0062c\/""#;
    assert_eq!(
        note(&[("\"id\":13,", asks(&format!(",{state}"))), (r"a\u0062c\/", says(&again))]),
        "t: done"
    );
}

#[test]
fn input_is_asked_for_as_the_client_has_declared_and_in_full() {
    let who = r#"{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{}}}}"#;
    for (more, finding) in [
        (
            format!(r#","inputRequests":{{"who":{who}}}"#),
            "4 undeclared-input server certain 7: t asks for input: elicitation/create, which the client did not declare",
        ),
        (
            String::new(),
            "4 input-required-empty server certain 7: tools/call asks for input, with neither inputRequests nor requestState",
        ),
        (
            r#","inputRequests":[]"#.to_owned(),
            "4 input-required-empty server certain 7: tools/call asks for input, with neither inputRequests nor requestState",
        ),
    ] {
        finds(&modern(&[("\"id\":13,", asks(&more))]), "ppapFppp", &[finding]);
    }
}

#[test]
fn a_call_that_only_comes_again_and_again_is_told() {
    let state = asks(r#","requestState":"s""#);
    let rounds = "case \"$line\" in *call-*) id=${line#*call-}; id=${id%%\\\"*}; printf '%s\\n' \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"call-$id\\\",\\\"result\\\":{\\\"resultType\\\":\\\"input_required\\\",\\\"requestState\\\":\\\"s\\\"}}\";; esac";
    let rounds = rounds.replace("\\\\\\\"", "\\\"");
    finds(
        &modern(&[("\"id\":13,", state), ("call-", rounds)]),
        "ppapFppp",
        &[
            "4 endless-rounds server cannot tell 27: t asked to be called again 10 times and more, without asking for anything",
        ],
    );
}

#[test]
fn what_a_server_needs_is_named_in_full() {
    for (more, is) in [
        ("", "missing"),
        (r#","data":{}"#, "missing"),
        (r#","data":{"requiredCapabilities":["elicitation"]}"#, "[\"elicitation\"]"),
    ] {
        let no = format!(
            r#"{{"jsonrpc":"2.0","id":13,"error":{{"code":-32021,"message":"no"{more}}}}}"#
        );
        finds(
            &modern(&[("\"id\":13,", says(&no))]),
            "ppapFppp",
            &[&format!(
                "4 code-data server certain 7: the error -32021 has no data.requiredCapabilities that is an object ({is})"
            )],
        );
    }
}
