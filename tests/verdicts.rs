//! Faults of which a neighbour is easily found in their place: what is said first of each.

mod envelope_cases;

use envelope_cases::{CLOSED, examine, found, session};

const LIST: &str = "client -> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n";
const LISTED: &str = "server -> {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":[]}}\n";

/// What was seen first, in English and Chinese.
fn what(wire: &str) -> (String, String) {
    let first = examine(wire).findings.into_iter().next();
    first.map(|it| (it.what.en, it.what.zh)).unwrap_or_default()
}

/// The slugs of what follows from the first.
fn follows(wire: &str) -> Vec<&'static str> {
    examine(wire).consequences().iter().map(|it| it.rule.slug).collect()
}

#[test]
fn an_answer_before_its_request_is_early_and_answers_no_notification() {
    let swapped = session(&[LISTED, LIST].concat()) + CLOSED;
    assert_eq!(found(&swapped), ["3 answered-early server cannot tell 5 22"]);
    let (en, zh) = what(&swapped);
    assert!(en.starts_with("the answer with id 2 stands 1 line before the request"), "{en}");
    assert!(zh.starts_with("id 是 2 的响应，比用这个 id 的请求 tools/list 早了 1 行"), "{zh}");

    let ping = "client -> {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n";
    let answer = "server -> {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n";
    let far = session(&[answer, LIST, LISTED, ping].concat()) + CLOSED;
    assert_eq!(found(&far), ["3 answered-early server likely 5 22"]);
}

#[test]
fn what_an_early_answer_says_is_known_behind_its_request() {
    let tools = r#"server -> {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}"#;
    let call = r#"client -> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"nobody"}}
server -> {"jsonrpc":"2.0","id":3,"result":{"content":[]}}
"#;
    let wire = session(&format!("{tools}\n{LIST}{call}")) + CLOSED;
    let all =
        ["3 answered-early server cannot tell 5 22", "5 unknown-tool-accepted server certain 8 34"];
    assert_eq!(found(&wire), all);
}

#[test]
fn an_opening_whose_two_lines_were_swapped_is_no_silent_server() {
    let whole = session("") + CLOSED;
    let lines: Vec<_> = whole.lines().collect();
    let [start, ask, answer, rest @ ..] = lines.as_slice() else { return assert_eq!(whole, "") };
    let swapped = [&[*start, answer, ask], rest].concat().join("\n") + "\n";
    assert_eq!(found(&swapped), ["1 answered-early server cannot tell 2 22"]);
}

#[test]
fn an_answer_whose_request_was_lost_is_none_to_the_first_request_of_another_session() {
    let lost = "server -> {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\nclient -> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n";
    let whole = session("");
    let next = whole.split_once('\n').map(|(_, rest)| rest).unwrap_or_default();
    assert_eq!(found(&[lost, next].concat()), envelope_cases::NONE);
}

#[test]
fn an_empty_result_without_an_id_answers_the_notification_before_it() {
    let empty = "server -> {\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}\n";
    let alone = session(&[empty, LIST, LISTED].concat()) + CLOSED;
    assert_eq!(found(&alone), ["2 notification-answered server certain 5 17"]);
    let (en, _) = what(&alone);
    assert_eq!(
        en,
        "notifications/initialized, which has no id, was answered: a result came with id null"
    );

    // What waits by then is owed more than an empty result.
    let pipelined = session(&[LIST, empty, LISTED].concat()) + CLOSED;
    assert_eq!(found(&pipelined), ["2 notification-answered server likely 6 17"]);
    let bare = session("server -> {\"jsonrpc\":\"2.0\",\"result\":{}}\n") + CLOSED;
    assert_eq!(found(&bare), ["2 notification-answered server certain 5 17"]);

    // A ping may be meant: then its id is what is wrong.
    let ping = "client -> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n";
    let pinged = session(&[ping, empty].concat());
    assert_eq!(
        found(&pinged).first().map(String::as_str),
        Some("2 no-message server certain 6 27")
    );
}

#[test]
fn an_id_that_a_double_has_rounded_is_the_servers_fault() {
    let list = LIST.replace("\"id\":2", "\"id\":9007199254740993");
    let wait = "-- client waited 60s for the answer to tools/list\n";
    for came in ["9007199254740992", "9007199254740992.0", "9.007199254740992e15"] {
        let listed = LISTED.replace("\"id\":2", &format!("\"id\":{came}"));
        let wire = session(&[list.as_str(), &listed, wait].concat()) + CLOSED;
        let all = ["3 wrong-id server certain 6 22", "3 silent server likely 7 -"];
        assert_eq!(found(&wire), all, "{came}");
        assert_eq!(follows(&wire), ["silent"]);
        let (en, zh) = what(&wire);
        assert!(en.contains("beyond 2^53") && zh.contains("2^53"), "{en} {zh}");
    }
    let right = LISTED.replace("\"id\":2", "\"id\":9007199254740993");
    let wire = session(&[list.as_str(), &right].concat()) + CLOSED;
    assert_eq!(found(&wire).first().map(String::as_str), Some("2 big-number client likely 5 22"));
}

#[test]
fn a_method_that_is_nearly_a_known_one_was_probably_meant() {
    let refused = "server -> {\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n";
    for name in ["tools.list", "tool/list", "list_tools", "listTools", "tools/List"] {
        let wire = session(&[&LIST.replace("tools/list", name), refused].concat()) + CLOSED;
        assert_eq!(found(&wire), ["3 misspelt-method client likely 5 -"], "{name}");
        let (en, zh) = what(&wire);
        let expected = format!(
            "{name} was asked, and refused (error -32601: Method not found); tools/list was probably meant"
        );
        assert_eq!(en, expected);
        assert!(zh.contains("多半是 tools/list"), "{zh}");
    }
    let far = session(&[&LIST.replace("tools/list", "tools/describe"), refused].concat()) + CLOSED;
    assert_eq!(found(&far), envelope_cases::NONE);
}

#[test]
fn initialise_is_nearly_initialize_and_all_else_follows() {
    let opening = session("").replace("\"initialize\"", "\"initialise\"");
    let lines: Vec<_> = opening.lines().take(2).collect();
    let wire = lines.join("\n")
        + "\nserver -> {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n"
        + CLOSED;
    let all = ["1 misspelt-method client likely 2 -", "1 not-initialized client certain 2 33"];
    assert_eq!(found(&wire), all);
    assert_eq!(follows(&wire), ["not-initialized"]);
    assert!(what(&wire).0.contains("initialize was probably meant"));
}

#[test]
fn a_member_under_a_wrong_name_is_told_with_the_right_one() {
    let listed = |tool: &str| {
        let tools = format!("{{\"tools\":[{tool}]}}");
        session(&[LIST, &LISTED.replace("{\"tools\":[]}", &tools)].concat()) + CLOSED
    };
    for (tool, finding, says) in [
        (
            r#"{"name":"a","input_schema":{"type":"object"}}"#,
            "3 invalid-schema server certain 6 55",
            "tools[0] a: has no inputSchema, but \"input_schema\": write inputSchema instead",
        ),
        (
            r#"{"name":"a","parameters":{"type":"object"}}"#,
            "3 invalid-schema server certain 6 55",
            "tools[0] a: has no inputSchema, but \"parameters\": write inputSchema instead",
        ),
        (
            r#"{"name":"a","inputSchema":{"type":"object"},"output_schema":{"type":"object"}}"#,
            "3 misspelt-member server likely 6 87",
            "the result of tools/list has the member \"output_schema\": nobody knows that name; outputSchema is probably meant",
        ),
    ] {
        let wire = listed(tool);
        assert_eq!(found(&wire), [finding], "{tool}");
        assert_eq!(what(&wire).0, says);
    }
}

#[test]
fn a_member_that_must_be_there_is_looked_for_under_other_names() {
    for (right, wrong, place, says) in [
        (
            "protocolVersion",
            "protocol_version",
            "1 bad-result server certain 3 34",
            "write protocolVersion instead",
        ),
        (
            "serverInfo",
            "server_info",
            "1 bad-result server certain 3 185",
            "write serverInfo instead",
        ),
    ] {
        let lines: Vec<_> = session("")
            .lines()
            .map(|line| {
                if line.starts_with("server ->") {
                    line.replace(right, wrong)
                } else {
                    line.to_owned()
                }
            })
            .collect();
        let wire = lines.join("\n") + "\n" + CLOSED;
        let first = found(&wire).into_iter().next();
        assert_eq!(first.as_deref(), Some(place));
        assert!(what(&wire).0.ends_with(says), "{}", what(&wire).0);
    }
}

#[test]
fn results_of_other_methods_have_members_under_wrong_names_too() {
    let ask = |method: &str, params: &str, result: &str| {
        session(&format!(
            "client -> {{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"{method}\",\"params\":{params}}}\nserver -> {{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{result}}}\n"
        )) + CLOSED
    };
    for (method, params, result, expected) in [
        ("tools/call", r#"{"name":"a"}"#, r#"{"content":[],"is_error":true}"#, "misspelt-member"),
        (
            "tools/call",
            r#"{"name":"a"}"#,
            r#"{"content":[],"structured_content":{}}"#,
            "misspelt-member",
        ),
        (
            "tools/call",
            r#"{"name":"a"}"#,
            r#"{"content":[{"type":"image","data":"","mime_type":"image/png"}]}"#,
            "bad-content",
        ),
        (
            "resources/list",
            "{}",
            r#"{"resources":[{"uri":"a:b","name":"b","mimetype":"text/plain"}]}"#,
            "misspelt-member",
        ),
        ("prompts/list", "{}", r#"{"prompts":[],"next_cursor":"p2"}"#, "misspelt-member"),
    ] {
        let wire = ask(method, params, result);
        let slugs: Vec<_> = examine(&wire).findings.iter().map(|it| it.rule.slug).collect();
        assert_eq!(slugs, [expected], "{result}");
    }
}

#[test]
fn a_server_that_ends_with_code_0_after_an_answer_has_no_loop() {
    let wire = session(&[LIST, LISTED, "-- server exited with code 0\n"].concat());
    assert_eq!(found(&wire), ["3 exited server certain 7 -"]);
    let (en, zh) = what(&wire);
    assert!(en.contains("ended by itself with code 0 after it had answered tools/list"), "{en}");
    assert!(zh.contains("（退出码 0）"), "{zh}");
    let fix = examine(&wire).findings.first().map(|it| it.fix().en).unwrap_or_default();
    assert!(fix.starts_with("read stdin line by line in a loop"), "{fix}");
}

#[test]
fn words_of_a_start_that_failed_are_told_with_what_to_write() {
    for (words, fix) in [
        (
            "spawn npx ENOENT",
            "on Windows write \"command\": \"cmd\", \"args\": [\"/c\", \"npx\", …]",
        ),
        (
            "Error: spawn npx.cmd EINVAL",
            "write \"command\": \"cmd\", \"args\": [\"/c\", \"npx\", …]",
        ),
        (
            "the input device is not a TTY",
            "in the args of docker run write \"-i\" where \"-it\" stands",
        ),
    ] {
        let read = mcp_lab::doctor::examine(&mut words.as_bytes()).ok().and_then(Result::ok);
        let first = read.and_then(|read| read.report.findings.into_iter().next());
        let told = first.map(|it| it.fix().en).unwrap_or_default();
        assert!(told.starts_with(fix), "{words}: {told}");
    }
}
