//! client MODE STEPS SERVER…: the Rust SDK (rmcp).
//!
//! MODE legacy (its default) starts with initialize, auto asks server/discover first and falls back.
//! Plays the steps and prints what came back, a JSON line a step.

use rmcp::model::{
    CallToolRequestParams, ClientRequest, CustomRequest, PingRequest, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ServiceError, serve_client_with_lifecycle};
use rmcp::{Peer, RoleClient, transport::TokioChildProcess};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::process::Command;

async fn step(peer: &Peer<RoleClient>, words: &[Value]) -> Result<Value, ServiceError> {
    let word = |at: usize| words[at].as_str().expect("a word").to_owned();
    Ok(match word(0).as_str() {
        "list" => {
            let tools = peer.list_all_tools().await?;
            json!({"tools": tools.iter().map(|tool| &tool.name).collect::<Vec<_>>()})
        }
        "call" => {
            let arguments = words[2].as_object().expect("arguments").clone();
            let call = CallToolRequestParams::new(word(1)).with_arguments(arguments);
            let result = peer.call_tool(call).await?;
            let text: Vec<_> =
                result.content.iter().filter_map(|it| Some(it.as_text()?.text.as_str())).collect();
            json!({"text": text.join("\n"), "isError": result.is_error.unwrap_or(false)})
        }
        "ask" => {
            let request = CustomRequest::new(word(1), None);
            json!({"result": peer.send_request(ClientRequest::CustomRequest(request)).await?})
        }
        "ping" => {
            let ping = ClientRequest::PingRequest(PingRequest::default());
            json!({"result": peer.send_request(ping).await?})
        }
        _ => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            json!({})
        }
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [mode, steps, command, args @ ..] = args.as_slice() else { panic!("MODE STEPS SERVER…") };
    let mode = match mode.as_str() {
        "auto" => ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        },
        _ => ClientLifecycleMode::Initialize,
    };
    let mut server = Command::new(command);
    server.args(args);
    let server = TokioChildProcess::new(server).expect("the server starts");
    let client = serve_client_with_lifecycle((), server, mode).await.expect("handshake");
    let info = client.peer_info().expect("initialized");
    let who = info.server_info.as_ref().expect("a name");
    println!(
        "{}",
        json!({"server": format!("{} {}", who.name, who.version), "revision": info.protocol_version})
    );
    let steps: Vec<Vec<Value>> = serde_json::from_str(steps).expect("steps");
    for words in &steps {
        let said = step(client.peer(), words).await.unwrap_or_else(|error| match error {
            ServiceError::McpError(error) => json!({"error": error.code.0}),
            other => json!({"error": other.to_string()}),
        });
        println!("{said}");
    }
    let start = Instant::now();
    client.cancel().await.expect("close");
    println!("{}", json!({"closed": start.elapsed().as_millis() as u64}));
}
