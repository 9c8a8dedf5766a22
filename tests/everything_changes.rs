//! Word of changes from the server that offers everything: to a session, and to those that listen.

mod eras;
mod live_wire;

use eras::asks_with;
use live_wire::{Wire, pong, said};
use mcp_lab::servers::everything::everything;

/// A notification without an id; `params` with a comma before them.
fn told(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/{method}"{params}}}"#)
}

#[test]
fn a_session_hears_of_lists_unasked_and_of_a_resource_it_has_subscribed_to() {
    let mut wire = Wire::ready(everything().unwrap(), "2025-11-25");
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    wire.call("1", "test_trigger_tool_change");
    assert_eq!(wire.hear(), told("tools/list_changed", ""));
    assert_eq!(wire.hear(), said("1", "tools changed"));
    wire.call("2", "test_trigger_prompt_change");
    assert_eq!(wire.hear(), told("prompts/list_changed", ""));
    assert_eq!(wire.hear(), said("2", "prompts changed"));
    wire.call("3", "test_trigger_resource_change");
    assert_eq!(wire.hear(), told("resources/list_changed", ""));
    assert_eq!(wire.hear(), said("3", "resources changed"));
    let watched = r#""params":{"uri":"test://watched-resource"}"#;
    let subscribe = |id: i64, word: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"resources/{word}",{watched}}}"#)
    };
    wire.send(&subscribe(4, "subscribe"));
    assert_eq!(wire.hear(), pong("4"));
    wire.call("5", "test_trigger_resource_change");
    assert_eq!(wire.hear(), told("resources/list_changed", ""));
    assert_eq!(wire.hear(), told("resources/updated", &format!(",{watched}")));
    assert_eq!(wire.hear(), said("5", "resources changed"));
    wire.send(&subscribe(6, "unsubscribe"));
    assert_eq!(wire.hear(), pong("6"));
}

#[test]
fn who_listens_hears_only_of_what_was_asked_for() {
    let mut wire = Wire::to(everything().unwrap());
    let listen = r#""notifications":{"promptsListChanged":true},"#;
    wire.send(&asks_with(7, "subscriptions/listen", listen, "{}"));
    let tag = r#""_meta":{"io.modelcontextprotocol/subscriptionId":7}"#;
    let granted = format!(r#","params":{{{tag},"notifications":{{"promptsListChanged":true}}}}"#);
    assert_eq!(wire.hear(), told("subscriptions/acknowledged", &granted));
    let call =
        |id: i64, tool: &str| asks_with(id, "tools/call", &format!(r#""name":"{tool}","#), "{}");
    wire.send(&call(8, "test_trigger_tool_change"));
    let answer = wire.hear();
    assert!(answer.starts_with(r#"{"jsonrpc":"2.0","id":8,"result":"#), "{answer}");
    wire.send(&call(9, "test_trigger_prompt_change"));
    assert_eq!(wire.hear(), told("prompts/list_changed", &format!(r#","params":{{{tag}}}"#)));
    let answer = wire.hear();
    assert!(answer.contains("prompts changed"), "{answer}");
}
