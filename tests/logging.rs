//! `logging/setLevel`: eight levels, in order.

mod ask;

use ask::Client;
use mcp_lab::json;
use mcp_lab::mcp::{LoggingLevel, LoggingMessageParams, Payload, ServerCapabilities};
use mcp_lab::server::Server;

const LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

fn client() -> Client {
    let promised = ServerCapabilities::default().with("logging", &[]);
    Client::of(Server::new("logs", "1").capabilities(promised))
}

#[test]
fn each_of_the_eight_levels_can_be_set_again_and_again() {
    let mut client = client();
    for level in LEVELS.iter().chain(&LEVELS) {
        client.gets("logging/setLevel", &format!(r#"{{"level":"{level}"}}"#), "{}");
    }
}

#[test]
fn a_level_nobody_knows_is_refused() {
    let mut client = client();
    let message = "Invalid params: `level` must be one of the eight from debug to emergency";
    for params in
        ["{}", r#"{"level":"loud"}"#, r#"{"level":"INFO"}"#, r#"{"level":3}"#, r#"{"level":null}"#]
    {
        client.refused("logging/setLevel", params, -32602, message);
    }
}

#[test]
fn levels_rise_from_debug_to_emergency() {
    assert_eq!(LoggingLevel::ALL.map(LoggingLevel::as_str), LEVELS);
    assert!(LoggingLevel::ALL.is_sorted());
}

#[test]
fn a_log_message_holds_any_json() {
    let line = r#"{"level":"error","logger":"db","data":{"error":null}}"#;
    let params = LoggingMessageParams::from_value(json::parse(line).unwrap()).unwrap();
    assert_eq!(params.into_value().to_string(), line);
    let silent = LoggingMessageParams::from_value(json::parse(r#"{"level":"error"}"#).unwrap());
    assert_eq!(silent.unwrap_err().to_string(), "`data` must be there");
}

#[test]
fn logging_that_is_not_promised_does_not_exist() {
    let server = Server::new("quiet", "1").capabilities(ServerCapabilities::tools());
    Client::of(server).lacks(&["logging/setLevel"]);
}
