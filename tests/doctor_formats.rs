//! The doctor on recordings of every format: a log in, and what is found first, to the column.

mod recordings;

use mcp_lab::doctor::examine;
use recordings::{first, notes, unreadable};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const REPLY: &str = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// A session of four lines, each behind its mark, with something in front of the answer.
fn marked(client: &str, server: &str, odd: &str) -> String {
    format!("{client}{HELLO}\n{odd}{server}{REPLY}\n{client}{READY}\n")
}

#[test]
fn marks_say_who_has_sent_a_line() {
    for (client, server, column) in [
        ("client -> ", "server -> ", 11),
        ("→ ", "← ", 3),
        ("--> ", "<-- ", 5),
        ("> ", "< ", 3),
        ("C> ", "S< ", 4),
        ("client: ", "server: ", 9),
        ("[send] ", "[recv] ", 8),
        (
            "2025-03-12T10:11:12.123Z [info] sent: ",
            "2025-03-12T10:11:12.223Z [info] received: ",
            43,
        ),
    ] {
        assert_eq!(first(&marked(client, server, "")), "healthy", "{client}");
        let odd = format!("{server}Weather ready\n");
        let found = format!("1 malformed-line server certain line 2 byte 0 column {column}");
        assert_eq!(first(&marked(client, server, &odd)), found, "{client}");
    }
}

#[test]
fn a_log_of_the_server_itself_has_its_directions_the_other_way_round() {
    assert_eq!(first(&marked("[recv] ", "[send] ", "")), "healthy");
    let odd = "[send] Weather ready\n";
    let found = "1 malformed-line server certain line 2 byte 0 column 8";
    assert_eq!(first(&marked("[recv] ", "[send] ", odd)), found);
}

#[test]
fn without_marks_the_messages_say_who_has_sent_them_and_nothing_else_is_certain() {
    assert_eq!(first(&marked("", "", "")), "healthy");
    let found = "1 malformed-line server likely line 2 byte 0 column 1";
    assert_eq!(first(&marked("", "", "Weather ready\n")), found);
}

#[test]
fn what_a_server_has_written_into_a_file_is_not_held_against_questions_nobody_saw() {
    assert_eq!(first(&format!("{REPLY}\n")), "healthy");
    let found = "0 malformed-line server likely line 1 byte 0 column 1";
    assert_eq!(first(&format!("Weather ready\n{REPLY}\n")), found);
    let found = "0 crlf server likely line 1 byte 134 column 135";
    assert_eq!(first(&format!("{REPLY}\r\n")), found);
}

#[test]
fn a_log_saved_on_windows_is_no_fault_of_its_session() {
    for (client, server) in [("client -> ", "server -> "), ("→ ", "← "), ("", "")] {
        let text = marked(client, server, "").replace('\n', "\r\n");
        assert_eq!(first(&text), "healthy", "{text}");
        if !client.is_empty() {
            assert_eq!(first(&format!("\u{feff}{text}")), "healthy", "{text}");
        }
    }
}

#[test]
fn what_lesson_prints_as_jsonl_is_read_back() {
    let line = |number: usize, rest: &str| format!("{{\"line\":{number},{rest}}}\n");
    let text = [
        line(1, &format!(r#""from":"client","kind":"request","message":{HELLO}"#)),
        line(2, r#""from":"server","kind":"text","text":"Weather ready""#),
        line(3, &format!(r#""from":"server","kind":"response","message":{REPLY}"#)),
        line(4, &format!(r#""from":"client","kind":"notification","message":{READY}"#)),
        line(5, r#""from":"server","kind":"silence""#),
    ];
    assert_eq!(first(&text.concat()), "1 malformed-line server certain line 2 byte 0");
    assert_eq!(first(&text.concat().replace("Weather ready", r#"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}"#)), "healthy");
}

#[test]
fn the_annotated_log_is_read_as_the_wire_it_holds() {
    let path = [env!("CARGO_MANIFEST_DIR"), "transcripts", "lessons", "six-step.zh.annotated"];
    let text = std::fs::read_to_string(path.iter().collect::<std::path::PathBuf>()).unwrap();
    assert_eq!(first(&text), "healthy");
    let broken = text.replacen("server -> {", "server -> ready {", 1);
    let line = text.lines().position(|line| line.starts_with("server -> {")).unwrap() + 1;
    let found = format!("1 malformed-line server certain line {line} byte 0 column 11");
    assert_eq!(first(&broken), found);
}

#[test]
fn the_pieces_of_a_line_are_one_line() {
    let escaped = |text: &str| text.replace('"', "\\\"");
    let (start, end) = REPLY.split_at(26);
    let (start, end) = (escaped(start), escaped(end));
    let text = |between: &str, end: &str| {
        format!(
            "client -> {HELLO}\nserver ~> \"{start}\" no-newline\n{between}{end}client -> {READY}\n"
        )
    };
    let whole = format!("server ~> \"{end}\"\n");
    assert_eq!(first(&text("", &whole)), "healthy");
    let late = format!("server ~> \"{end}\" no-newline\n-- note\nserver -> \n");
    assert_eq!(first(&text("server !! slow\n", &late)), "healthy");
    let never = format!("server ~> \"{end}\" no-newline\n");
    let waits = text("", &never).replace(&format!("client -> {READY}\n"), "");
    assert_eq!(first(&waits), "1 no-newline server certain line 3");
    assert_eq!(first(&text("server -> [1\n", "")), "1 broken-json server certain line 3 byte 28");
}

#[test]
fn a_line_of_another_kind_is_skipped_and_said() {
    let good = marked("client -> ", "server -> ", "");
    let text = good.replacen('\n', "\nclient~> damaged\n", 1);
    assert_eq!(first(&text), "healthy");
    assert_eq!(notes(&text), ["line 2 is none of this format, and was skipped"]);
    let many = good.replacen('\n', "\nx\ny\n\n", 1);
    assert_eq!(notes(&many), ["lines 2, 3 are none of this format, and were skipped"]);
    assert_eq!(
        unreadable(&format!("{good}{}", "x\n".repeat(4))),
        "no session and no known error message is in it"
    );
}

#[test]
fn a_log_that_was_cut_off_says_so_and_blames_nobody() {
    let text = format!("client -> {HELLO}\nserver -> {}", REPLY.get(..60).unwrap());
    assert_eq!(first(&text), "healthy");
    assert_eq!(notes(&text), ["the file ends in the middle of line 2, which is not judged"]);
    let text = format!("client -> {HELLO}\nserver -> {REPLY}");
    assert_eq!(
        (first(&text), notes(&text).len()),
        ("healthy".to_owned(), 0),
        "only its newline is missing"
    );
}

#[test]
fn of_several_sessions_the_first_broken_one_is_told() {
    let session = |odd: &str| {
        format!(
            "-- server started: s\n{}-- client closed stdin\n-- server exited with code 0\n",
            marked("client -> ", "server -> ", odd)
        )
    };
    let text = [session(""), session("server -> Weather ready\n"), session("")].concat();
    assert_eq!(first(&text), "1 malformed-line server certain line 9 byte 0 column 11");
    assert_eq!(notes(&text), ["session 2 of 3, lines 7 to 13"]);
    let text = [session(""), session("")].concat();
    assert_eq!(
        (first(&text).as_str(), notes(&text)),
        ("healthy", vec!["session 2 of 2, lines 7 to 12".to_owned()])
    );
    let once_more = session("").replacen(
        "-- client closed",
        "-- server started once more: s\n-- client closed",
        1,
    );
    assert_eq!(notes(&once_more).len(), 0, "a probe that starts a server again is one session");
}

#[test]
fn a_log_that_leaves_something_out_is_not_held_against_anybody() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let cut = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"add","description":"Add...[52653 chars truncated]..."#;
    let text = format!("{}→ {list}\n← {cut}\n", marked("→ ", "← ", ""));
    assert_eq!(first(&text), "healthy");
    // Its id is gone as well: nobody knows what it has answered.
    let text = format!(
        "{}→ {list}\n← {{\"result\":{{\"tools\":[...[9 chars truncated]\n",
        marked("→ ", "← ", "")
    );
    assert_eq!(first(&text), "healthy");
    let question = r#"{"method":"tools/call","params":{"name":"add...[9 chars truncated]"#;
    let answer = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#;
    let text = format!("{}→ {question}\n← {answer}\n", marked("→ ", "← ", ""));
    assert_eq!(first(&text), "healthy", "the question is lost, not the answer wrong");
    let text = text.replace(question, list);
    assert_eq!(first(&text), "3 wrong-id server certain line 5 byte 22 column 25");
}

#[test]
fn a_log_that_begins_in_the_middle_is_not_held_against_what_came_before() {
    let answer = r#"server -> {"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#;
    let later = r#"client -> {"jsonrpc":"2.0","id":8,"method":"ping"}"#;
    let text =
        format!("# the log goes on: how the session began stands in log.0\n{answer}\n{later}\n");
    assert_eq!(first(&text), "healthy");
}

#[test]
fn lines_that_are_too_long_or_too_full_are_bounded() {
    let long = format!(
        "server -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"x\":\"{}\"}}}}\n",
        "y".repeat(40_000_000)
    );
    let list = r#"client -> {"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let text = format!("{}{list}\n{long}", marked("client -> ", "server -> ", ""));
    assert_eq!(first(&text), "3 too-long server certain line 5");
    let report = examine(&mut text.as_bytes()).unwrap().unwrap().report;
    assert_eq!(report.findings.len(), 1, "the answer is known by its beginning");
    assert_eq!(report.findings.first().unwrap().what.en, "a line of 40000042 bytes");
    let full = format!(
        "server -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"tools\":[],\"x\":[{}0]}}}}\n",
        "0,".repeat(300_000)
    );
    let text = format!("{}{list}\n{full}", marked("client -> ", "server -> ", ""));
    assert_eq!(first(&text), "healthy");
    assert_eq!(notes(&text), ["line 5 holds so many values that only its envelope was read"]);
}
