//! The rules about features: wire in, `step slug owner certainty line byte` out.

mod featured;

use featured::{NONE, found, found_in};

/// Asks for the tools, `add` of which has both schemas.
const TOOLS: &str = r#"client -> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
server -> {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},"outputSchema":{"type":"object","properties":{"sum":{"type":"integer"}},"required":["sum"]}}]}}
"#;

fn call(params: &str, answer: &str) -> String {
    let ask = format!(
        r#"client -> {{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{{params}}}}}"#
    );
    format!("{TOOLS}{ask}\nserver -> {{\"jsonrpc\":\"2.0\",\"id\":3,{answer}}}\n")
}

#[test]
fn a_result_is_held_against_the_output_schema_unless_it_says_that_the_tool_failed() {
    let add = r#""name":"add","arguments":{"a":1}"#;
    let text = r#""content":[{"type":"text","text":"{\"sum\":2}"}]"#;
    for (result, expected) in [
        (format!(r#""result":{{{text}}}"#), Some("4 output-schema server certain 8 34")),
        (
            format!(r#""result":{{{text},"structuredContent":{{"sum":"2"}}}}"#),
            Some("4 output-schema server certain 8 104"),
        ),
        (format!(r#""result":{{{text},"isError":true}}"#), None),
        (format!(r#""result":{{{text},"structuredContent":{{"sum":2}}}}"#), None),
    ] {
        let found = found_in("2025-06-18", &call(add, &result));
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{result}");
    }
}

#[test]
fn an_unknown_tool_may_be_refused_in_either_way_and_only_a_plain_success_is_a_fault() {
    let nobody = r#""name":"nobody""#;
    for (answer, expected) in [
        (r#""error":{"code":-32602,"message":"Unknown tool: nobody"}"#, None),
        (r#""result":{"content":[{"type":"text","text":"Unknown tool"}],"isError":true}"#, None),
        (r#""result":{"content":[]}"#, Some("5 unknown-tool-accepted server certain 8 34")),
    ] {
        let found = found_in("2025-11-25", &call(nobody, answer));
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{answer}");
    }
}

#[test]
fn a_tool_that_came_with_a_change_of_the_list_is_not_unknown() {
    let change = r#"server -> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let call = r#"client -> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"new"}}
server -> {"jsonrpc":"2.0","id":3,"result":{"content":[]}}
"#;
    let found = found_in("2025-06-18", &format!("{TOOLS}{change}\n{call}"));
    assert!(!found.iter().any(|it| it.contains("unknown-tool")), "{found:?}");
}

#[test]
fn wrong_arguments_are_refused_in_a_result_and_before_2025_11_25_in_an_error_too() {
    let wrong = r#""name":"add","arguments":{"a":"x"}"#;
    let error = r#""error":{"code":-32602,"message":"a: expected integer"}"#;
    assert_eq!(found_in("2025-06-18", &call(wrong, error)), NONE);
    assert_eq!(
        found_in("2025-11-25", &call(wrong, error)),
        ["5 arguments-refused server likely 8 57"]
    );
    let done = r#""result":{"content":[{"type":"text","text":"{\"sum\":1}"}],"structuredContent":{"sum":1}}"#;
    let accepted = ["5 wrong-arguments-accepted server likely 8 34"];
    assert_eq!(found_in("2025-06-18", &call(wrong, done)), accepted);
}

#[test]
fn a_block_of_a_later_revision_is_likely_a_fault_and_one_of_none_is_certainly_one() {
    let block = |kind: &str| {
        let done = format!(
            r#""result":{{"content":[{{"type":"{kind}","data":"AA==","mimeType":"audio/wav"}}]}}"#
        );
        call(r#""name":"nobody""#, &done)
    };
    let bad = |revision, kind| {
        let found = found_in(revision, &block(kind)).into_iter();
        found.filter(|it| it.contains("bad-content")).collect::<Vec<_>>()
    };
    assert_eq!(bad("2024-11-05", "audio"), ["5 bad-content server likely 8 46"]);
    assert_eq!(bad("2025-03-26", "audio"), NONE);
    assert_eq!(bad("2025-11-25", "video"), ["5 bad-content server certain 8 46"]);
}

#[test]
fn base64_of_another_kind_is_likely_a_fault_and_what_nobody_decodes_is_certainly_one() {
    for (data, expected) in [
        ("AAAA", None),
        ("AA==", None),
        ("", None),
        ("AA", Some("4 bad-base64 server likely 8 68")),
        ("A-_A", Some("4 bad-base64 server likely 8 68")),
        ("A", Some("4 bad-base64 server certain 8 68")),
        ("AA=A", Some("4 bad-base64 server certain 8 68")),
    ] {
        let done = format!(
            r#""result":{{"content":[{{"type":"image","data":"{data}","mimeType":"image/png"}}],"isError":true}}"#
        );
        let found = found_in("2025-11-25", &call(r#""name":"add","arguments":{"a":1}"#, &done));
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{data}");
    }
}

#[test]
fn a_recording_that_begins_late_blames_nobody_for_what_came_before() {
    let late = r#"server -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}
client -> {"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"cursor":"p2"}}
server -> {"jsonrpc":"2.0","id":9,"result":{"tools":[]}}
server -> {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"note:///one"}}
client -> {"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"add"}}
server -> {"jsonrpc":"2.0","id":10,"result":{"content":[]}}
"#;
    assert_eq!(found(late), NONE);
    let hole = format!("# 70000 bytes were left out: the server's\n{late}");
    assert_eq!(found_in("2025-06-18", &hole), NONE);
}

#[test]
fn progress_is_held_against_the_token_with_its_type() {
    let ask = r#"client -> {"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{"progressToken":"1"}}}"#;
    let tell = r#"server -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":TOKEN,"progress":0.1}}"#;
    let session = |token: &str| format!("{ask}\n{}\n", tell.replace("TOKEN", token));
    assert_eq!(found_in("2025-06-18", &session("\"1\"")), NONE);
    let unknown = found_in("2025-06-18", &session("1"));
    assert_eq!(unknown, ["2 progress-unknown server likely 6 77"]);
}

#[test]
fn a_client_owes_a_server_the_same_of_progress() {
    let wire = r#"server -> {"jsonrpc":"2.0","id":"s","method":"roots/list","params":{"_meta":{"progressToken":5}}}
client -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":2}}
client -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":1.5}}
client -> {"jsonrpc":"2.0","id":"s","result":{"roots":[]}}
client -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":3}}
"#;
    let expected =
        ["2 progress-not-rising client certain 7 90", "2 progress-after-end client certain 9 77"];
    assert_eq!(found_in("2025-06-18", wire), expected);
}

#[test]
fn who_gave_a_request_up_may_use_its_token_again() {
    let wire = r#"client -> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{"_meta":{"progressToken":5}}}
client -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
client -> {"jsonrpc":"2.0","id":3,"method":"prompts/list","params":{"_meta":{"progressToken":5}}}
server -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":2}}
server -> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":1}}
server -> {"jsonrpc":"2.0","id":3,"result":{"prompts":[]}}
"#;
    assert_eq!(found_in("2025-06-18", wire), NONE);
}

#[test]
fn of_two_levels_asked_for_at_once_the_lower_one_counts() {
    let wire = r#"client -> {"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"error"}}
client -> {"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"info"}}
server -> {"jsonrpc":"2.0","id":3,"result":{}}
server -> {"jsonrpc":"2.0","id":2,"result":{}}
server -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}
server -> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","data":1}}
"#;
    assert_eq!(found_in("2025-06-18", wire), ["4 log-below-level server certain 10 68"]);
}
