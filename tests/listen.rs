//! Word of changes on a live connection, in both eras; and log messages, which nobody gets unasked.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod eras;
mod live_wire;

use eras::{NAMED, OBJECT, asks, meta};
use live_wire::Wire;
use mcp_lab::mcp::{LoggingLevel, ServerCapabilities, Tool};
use mcp_lab::server::{Changes, MAX_LISTENS, MAX_SUBSCRIPTIONS, Server};

/// A server whose tool `touch` changes everything, and whose tool `chat` logs at three levels.
fn server() -> Server {
    let changes = Changes::default();
    let told = changes.clone();
    let promised = ServerCapabilities::tools()
        .with("tools", &["listChanged"])
        .with("resources", &["subscribe", "listChanged"])
        .with("logging", &[]);
    Server::new("asker", "1")
        .capabilities(promised)
        .changes(changes)
        .tool(Tool::new("touch", "changes everything", OBJECT).unwrap(), move |_| {
            told.tools();
            told.prompts();
            told.resources();
            told.resource("note:///a");
            told.resource("note:///b");
            Ok::<_, &str>("touched")
        })
        .unwrap()
        .long_tool(Tool::new("chat", "logs", OBJECT).unwrap(), |exchange, _| {
            exchange.log(LoggingLevel::Debug, "chat", "low");
            exchange.log(LoggingLevel::Info, "chat", "middle");
            exchange.log(LoggingLevel::Error, "chat", "high");
            Ok::<_, &str>("said")
        })
        .unwrap()
}

fn touch() -> String {
    asks(9, "tools/call", r#""name":"touch","#)
}

const TOUCHED: &str = r#"{"jsonrpc":"2.0","id":9,"result":{"resultType":"complete","content":[{"type":"text","text":"touched"}],"isError":false,"#;

fn touched() -> String {
    format!("{TOUCHED}{NAMED}}}}}")
}

fn tagged(id: &str, method: &str, rest: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/{method}","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}{rest}}}}}"#
    )
}

fn listens(id: &str, filter: &str) -> String {
    let meta = meta("{}");
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"subscriptions/listen","params":{{"notifications":{filter},{meta}}}}}"#
    )
}

#[test]
fn a_subscription_is_acknowledged_first_and_tells_only_what_was_asked() {
    let mut wire = Wire::to(server());
    wire.send(&listens(
        "\"s\"",
        r#"{"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["note:///b"]}"#,
    ));
    // The server has no prompts that could change, so it does not promise to tell.
    let granted =
        r#","notifications":{"toolsListChanged":true,"resourceSubscriptions":["note:///b"]}"#;
    assert_eq!(wire.hear(), tagged("\"s\"", "subscriptions/acknowledged", granted));
    wire.send(&touch());
    assert_eq!(wire.hear(), tagged("\"s\"", "tools/list_changed", ""));
    assert_eq!(wire.hear(), tagged("\"s\"", "resources/updated", r#","uri":"note:///b""#));
    assert_eq!(wire.hear(), touched());
    // At the end the request is answered.
    assert_eq!(
        wire.close(),
        [
            r#"{"jsonrpc":"2.0","id":"s","result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":"s","io.modelcontextprotocol/serverInfo":{"name":"asker","version":"1"}}}}"#
        ]
    );
}

#[test]
fn each_subscription_has_its_own_id_of_its_own_type() {
    let mut wire = Wire::to(server());
    wire.send(&listens("1", r#"{"toolsListChanged":true}"#));
    wire.send(&listens("\"1\"", r#"{"toolsListChanged":true,"resourcesListChanged":true}"#));
    assert!(wire.hear().contains(r#"subscriptionId":1}"#));
    assert!(wire.hear().contains(r#"subscriptionId":"1"}"#));
    wire.send(&touch());
    let mut heard: Vec<_> = (0..4).map(|_| wire.hear()).collect();
    assert_eq!(heard.pop().unwrap(), touched());
    heard.sort();
    assert_eq!(
        heard,
        [
            tagged("\"1\"", "resources/list_changed", ""),
            tagged("\"1\"", "tools/list_changed", ""),
            tagged("1", "tools/list_changed", ""),
        ]
    );
    drop(wire.close());
}

#[test]
fn a_cancelled_subscription_is_silent_and_its_request_is_not_answered() {
    let mut wire = Wire::to(server());
    wire.send(&listens("1", r#"{"toolsListChanged":true}"#));
    assert!(wire.hear().contains("acknowledged"));
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    wire.send(&touch());
    assert_eq!(wire.hear(), touched());
    assert!(wire.close().is_empty());
}

#[test]
fn a_subscription_that_cannot_be_opened_is_refused() {
    let mut wire = Wire::to(server());
    let many: Vec<_> =
        (0..=MAX_SUBSCRIPTIONS).map(|number| format!("\"note:///{number}\"")).collect();
    let many = format!(r#"{{"resourceSubscriptions":[{}]}}"#, many.join(","));
    for (filter, why) in [
        ("7", "`notifications` must be an object"),
        (r#"{"toolsListChanged":1}"#, "`toolsListChanged` must be true or false"),
        (r#"{"resourceSubscriptions":"x"}"#, "`resourceSubscriptions` must be an array of strings"),
        (r#"{"resourceSubscriptions":[7]}"#, "`resourceSubscriptions` must be an array of strings"),
        (many.as_str(), "`resourceSubscriptions` must be no more than 256 URIs"),
    ] {
        wire.send(&listens("1", filter));
        let error = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"Invalid params: {why}"}}}}"#
        );
        assert_eq!(wire.hear(), error);
    }
    for number in 0..MAX_LISTENS {
        wire.send(&listens(&number.to_string(), "{}"));
        assert!(wire.hear().contains("acknowledged"), "{number}");
    }
    wire.send(&listens("0", "{}"));
    assert!(wire.hear().contains("a request with this id is still open"));
    wire.send(&listens("\"one more\"", "{}"));
    assert!(wire.hear().contains("more than 64 subscriptions at once"));
    assert_eq!(wire.close().len(), MAX_LISTENS);
}

#[test]
fn where_only_answers_can_be_sent_nobody_can_listen() {
    let mut session = mcp_lab::server::Session::default();
    let answer = server().answer_in_its_era(&mut session, &listens("1", "{}")).unwrap();
    assert!(answer.contains(r#""code":-32603"#), "{answer}");
}

#[test]
fn a_session_is_told_of_lists_unasked_and_of_what_it_has_subscribed_to() {
    let mut wire = Wire::ready(server(), "2025-06-18");
    let touch = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"touch"}}"#;
    let done = live_wire::said("9", "touched");
    wire.send(touch);
    // It has not said that it is ready.
    assert_eq!(wire.hear(), done);
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    wire.send(
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"note:///a"}}"#,
    );
    assert_eq!(wire.hear(), live_wire::pong("1"));
    wire.send(touch);
    for expected in [
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"note:///a"}}"#,
        done.as_str(),
    ] {
        assert_eq!(wire.hear(), expected);
    }
    assert!(wire.close().is_empty());
}

fn chat(level: &str) -> String {
    let line = asks(9, "tools/call", r#""name":"chat","#);
    line.replace("\"_meta\":{", &format!("\"_meta\":{{{level}"))
}

#[test]
fn a_request_says_itself_what_it_wants_to_read_in_the_log() {
    let log = |level: &str, text: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"{level}","logger":"chat","data":"{text}"}}}}"#
        )
    };
    let mut wire = Wire::to(server());
    wire.send(&chat(""));
    assert!(wire.hear().contains("said"), "nothing comes unasked");
    wire.send(&chat(r#""io.modelcontextprotocol/logLevel":"info","#));
    assert_eq!(wire.hear(), log("info", "middle"));
    assert_eq!(wire.hear(), log("error", "high"));
    assert!(wire.hear().contains("said"));
    wire.send(&chat(r#""io.modelcontextprotocol/logLevel":"loud","#));
    assert!(wire.hear().contains(r#""code":-32602"#));
    assert!(wire.close().is_empty());
}

#[test]
fn a_session_sets_the_level_of_its_log_once_for_all() {
    let mut wire = Wire::ready(server(), "2025-06-18");
    let chat = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"chat"}}"#;
    wire.send(chat);
    assert_eq!(wire.hear(), live_wire::said("9", "said"));
    wire.send(
        r#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"warning"}}"#,
    );
    assert_eq!(wire.hear(), live_wire::pong("1"));
    wire.send(chat);
    assert!(wire.hear().contains(r#""level":"error""#));
    assert_eq!(wire.hear(), live_wire::said("9", "said"));
    assert!(wire.close().is_empty());
}

#[test]
fn an_id_names_one_open_request_of_either_kind() {
    let (server, begun, let_go) = live_wire::server();
    let mut wire = Wire::to(server);
    wire.send(&listens("7", "{}"));
    assert!(wire.hear().contains("acknowledged"));
    wire.send(&asks(7, "tools/call", r#""name":"long","#));
    assert!(wire.hear().contains("a call with this id is still running"));
    wire.send(&asks(8, "tools/call", r#""name":"long","#));
    begun.recv().unwrap();
    wire.send(&listens("8", "{}"));
    assert!(wire.hear().contains("a call with this id is still running"));
    let_go.send(()).unwrap();
    assert!(wire.hear().contains("finished"));
    drop(wire.close());
}

#[test]
fn subscriptions_hold_a_bounded_number_of_bytes() {
    let mut wire = Wire::to(server());
    let long = "x".repeat(600_000);
    let filter = format!(r#"{{"resourceSubscriptions":["{long}"]}}"#);
    wire.send(&listens("1", &filter));
    assert!(wire.hear().contains("acknowledged"));
    for (id, filter) in [("2", filter.as_str()), (&format!("\"{long}\""), "{}")] {
        wire.send(&listens(id, filter));
        assert!(wire.hear().contains("are too long together"));
    }
    drop(wire.close());
}
