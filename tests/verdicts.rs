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
    let pong = "server -> {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n";
    let far = session(&[pong, LIST, LISTED, ping].concat()) + CLOSED;
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
