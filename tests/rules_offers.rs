//! The rules about features, continued: what a server asks, tasks, and the era without a handshake.

mod featured;

use featured::{HELLO, NONE, found, found_in};
use mcp_lab::doctor::examine_wire;
use mcp_lab::text::Lang;
use mcp_lab::transcript::Paint;

#[test]
fn a_field_of_a_form_is_a_plain_value_or_since_2025_11_25_a_list_of_choices() {
    let ask = |field: &str| {
        format!(
            r#"server -> {{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{{"message":"?","requestedSchema":{{"type":"object","properties":{{"f":{field}}}}}}}}}
client -> {{"jsonrpc":"2.0","id":"e","result":{{"action":"cancel"}}}}
"#
        )
    };
    let list = r#"{"type":"array","items":{"type":"string","enum":["a","b"]}}"#;
    let (flat, maybe) = (
        r#"{"type":"string","format":"email"}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
    );
    for (revision, field, expected) in [
        ("2025-06-18", flat, None),
        ("2025-06-18", list, Some("4 form-not-flat server certain 5 134")),
        ("2025-11-25", list, None),
        ("2025-11-25", maybe, Some("4 form-not-flat server likely 5 129")),
        ("2025-11-25", r#"{"type":"object"}"#, Some("4 form-not-flat server certain 5 134")),
    ] {
        let found = found_in(revision, &ask(field));
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{revision} {field}");
    }
}

#[test]
fn every_tool_use_is_answered_by_the_very_next_message_and_by_nothing_else() {
    let used =
        r#"{"role":"assistant","content":[{"type":"tool_use","id":"u","name":"add","input":{}}]}"#;
    let result = r#"{"type":"tool_result","toolUseId":"u","content":[]}"#;
    let text = r#"{"type":"text","text":"so?"}"#;
    let ask = |content: &str| {
        let messages = format!(r#"{used},{{"role":"user","content":[{content}]}}"#);
        format!(
            r#"server -> {{"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":{{"maxTokens":9,"messages":[{messages}]}}}}
client -> {{"jsonrpc":"2.0","id":"s","error":{{"code":-1,"message":"no"}}}}
"#
        )
    };
    let unbalanced = ["4 sampling-unbalanced server certain 5 197"];
    assert_eq!(found_in("2025-11-25", &ask(result)), NONE);
    assert_eq!(found_in("2025-11-25", &ask(text)), unbalanced);
    assert_eq!(found_in("2025-11-25", &ask(&format!("{result},{text}"))), unbalanced);
}

#[test]
fn a_status_that_was_asked_for_before_the_end_was_told_may_cross_it() {
    let task = |status: &str| {
        format!(r#"{{"taskId":"t","status":"{status}","createdAt":"","lastUpdatedAt":"","ttl":1}}"#)
    };
    let ask = |id: &str| {
        format!(
            r#"client -> {{"jsonrpc":"2.0","id":"{id}","method":"tasks/get","params":{{"taskId":"t"}}}}"#
        )
    };
    let answer = |id: &str, status: &str| {
        format!(r#"server -> {{"jsonrpc":"2.0","id":"{id}","result":{}}}"#, task(status))
    };
    let tell = format!(
        r#"server -> {{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{}}}"#,
        task("completed")
    );
    let lines = [ask("a"), tell, answer("a", "working"), ask("b"), answer("b", "working")];
    let expected =
        ["4 task-transition server likely 7 58", "4 task-transition server certain 9 58"];
    assert_eq!(found_in("2025-11-25", &(lines.join("\n") + "\n")), expected);
}

#[test]
fn a_secret_in_a_log_message_is_not_repeated_in_the_report() {
    let tell = |data: &str| {
        format!(
            r#"{}server -> {{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{data}}}}}
"#,
            HELLO.replace("REVISION", "2025-06-18")
        )
    };
    for data in [
        r#"{"db":{"api_key":"k3y-k3y-k3y"}}"#,
        r#""sent Authorization: Bearer k3yk3yk3yk3yk3yk3yk3y""#,
        r#""connect postgres://ward?password=k3yk3yk3y""#,
    ] {
        let wire = tell(data);
        assert_eq!(found(&wire), ["2 secret-in-log server likely 5 -"], "{data}");
        let report = examine_wire(&wire).unwrap_or_else(|error| panic!("{error}"));
        assert!(!report.verdict(Lang::En, Paint::Plain).contains("k3y"), "{data}");
    }
    for data in [r#""no password given""#, r#"{"password":"***"}"#, r#""Bearer tokens are needed""#]
    {
        assert_eq!(found(&tell(data)), NONE, "{data}");
    }
}

#[test]
fn a_cursor_goes_back_as_it_came_and_to_the_method_that_gave_it() {
    let page = |id: u8, method: &str, cursor: &str, result: &str| {
        format!(
            r#"client -> {{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"cursor":"{cursor}"}}}}
server -> {{"jsonrpc":"2.0","id":{id},"result":{result}}}
"#
        )
    };
    let opening = r#"client -> {"jsonrpc":"2.0","id":2,"method":"prompts/list"}
server -> {"jsonrpc":"2.0","id":2,"result":{"prompts":[{"name":"p"}],"nextCursor":"a\/b"}}
"#;
    let last = r#"{"prompts":[{"name":"q"}]}"#;
    assert_eq!(
        found_in("2025-06-18", &(opening.to_owned() + &page(3, "prompts/list", "a/b", last))),
        NONE
    );
    let foreign = page(3, "resources/list", "a/b", r#"{"resources":[{"uri":"x:y","name":"y"}]}"#);
    assert_eq!(
        found_in("2025-06-18", &(opening.to_owned() + &foreign)),
        ["3 made-up-cursor client certain 7 69"]
    );
    let round = page(3, "prompts/list", "a/b", r#"{"prompts":[],"nextCursor":"c"}"#)
        + &page(4, "prompts/list", "c", r#"{"prompts":[],"nextCursor":"a/b"}"#);
    assert_eq!(
        found_in("2025-06-18", &(opening.to_owned() + &round)),
        ["3 endless-pages server likely 10 60"]
    );
}

/// What a request of the stateless era carries.
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

#[test]
fn without_a_handshake_the_same_rules_hold_and_structured_content_may_be_anything() {
    let session = |result: &str| {
        format!(
            r#"client -> {{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{META}}}}}
server -> {{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{{"tools":{{}}}},"ttlMs":0,"cacheScope":"private"}}}}
client -> {{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{{{META}}}}}
server -> {{"jsonrpc":"2.0","id":2,"result":{{"resultType":"complete","tools":[{{"name":"n","inputSchema":{{"type":"object"}},"outputSchema":{{"type":"number"}}}}],"ttlMs":0,"cacheScope":"private"}}}}
client -> {{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{"name":"n",{META}}}}}
server -> {{"jsonrpc":"2.0","id":3,"result":{result}}}
"#
        )
    };
    let mine = |result: &str| {
        let found = found(&session(result)).into_iter();
        found
            .filter(|it| it.contains("output-schema") || it.contains("structured"))
            .collect::<Vec<_>>()
    };
    let text = r#""resultType":"complete","content":[{"type":"text","text":"7"}]"#;
    assert_eq!(mine(&format!(r#"{{{text},"structuredContent":7}}"#)), NONE);
    assert_eq!(
        mine(&format!(r#"{{{text},"structuredContent":"7"}}"#)),
        ["4 output-schema server certain 6 97"]
    );
    assert_eq!(mine(&format!("{{{text}}}")), ["4 output-schema server certain 6 58"]);
    assert_eq!(mine(r#"{"resultType":"input_required","requestState":"s"}"#), NONE);
}
