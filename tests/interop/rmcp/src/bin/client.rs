//! client MODE STEPS SERVER…|URL: the Rust SDK (rmcp).
//!
//! MODE legacy (its default) starts with initialize, auto asks server/discover first and falls back;
//! a version, such as 2026-07-28, is the only one it then takes.
//! Plays the steps and prints what came back, a JSON line a step.

// Sampling is deprecated in the stateless revision, but not gone.
#![allow(deprecated)]

use rmcp::model::*;
use rmcp::service::{ClientLifecycleMode, RequestContext, RunningService, ServiceError};
use rmcp::service::serve_client_with_lifecycle;
use rmcp::{ClientHandler, ErrorData, RoleClient, transport::TokioChildProcess};
use rmcp::service::NotificationContext;
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::process::Command;

#[derive(Default)]
struct Human {
    /// How far a call was, of how much, each time the server said so.
    progress: Mutex<Vec<(f64, Option<f64>)>>,
}

impl ClientHandler for Human {
    fn get_info(&self) -> ClientConfig {
        let can = ClientCapabilities::builder().enable_elicitation().enable_sampling().build();
        ClientConfig::new(can, Implementation::new("interop-rmcp", "1"))
    }

    async fn create_elicitation(
        &self,
        asked: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let fields = json!(asked)["requestedSchema"]["properties"].take();
        let answers = fields.as_object().into_iter().flatten().map(|(name, field)| {
            let yes = field["type"] == "boolean";
            (name.clone(), if yes { json!(true) } else { json!("Mona") })
        });
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(answers.collect()))
    }

    async fn on_progress(&self, it: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.lock().expect("progress").push((it.progress, it.total));
    }

    async fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        Ok(CreateMessageResult::new(SamplingMessage::assistant_text("Paris"), "interop".into()))
    }
}

/// The texts of some blocks, whatever their type, one a line; a resource within has its own.
fn texts(blocks: impl serde::Serialize) -> String {
    let blocks = json!(blocks);
    let texts = blocks.as_array().into_iter().flatten().filter_map(|it| {
        it["text"].as_str().or_else(|| it["resource"]["text"].as_str())
    });
    texts.collect::<Vec<_>>().join("\n")
}

async fn step(
    client: &RunningService<RoleClient, Human>,
    words: &[Value],
) -> Result<Value, ServiceError> {
    let word = |at: usize| words[at].as_str().expect("a word").to_owned();
    let object = |at: usize| words[at].as_object().expect("arguments").clone();
    Ok(match word(0).as_str() {
        "list" => {
            let tools = client.list_all_tools().await?;
            json!({"tools": tools.iter().map(|tool| &tool.name).collect::<Vec<_>>()})
        }
        "call" => {
            let call = CallToolRequestParams::new(word(1)).with_arguments(object(2));
            let result = client.call_tool(call).await?;
            json!({"text": texts(&result.content), "isError": result.is_error.unwrap_or(false)})
        }
        "progress" => {
            let call = CallToolRequestParams::new(word(1)).with_arguments(object(2));
            let result = client.call_tool(call).await?;
            let progress = std::mem::take(&mut *client.service().progress.lock().expect("progress"));
            json!({"progress": progress, "text": texts(&result.content)})
        }
        "resources" => {
            let all = client.list_all_resources().await?;
            json!({"resources": all.iter().map(|it| &it.uri).collect::<Vec<_>>()})
        }
        "read" => {
            let result = client.read_resource(ReadResourceRequestParams::new(word(1))).await?;
            json!({"text": texts(&result.contents)})
        }
        "prompts" => {
            let all = client.list_all_prompts().await?;
            json!({"prompts": all.iter().map(|it| &it.name).collect::<Vec<_>>()})
        }
        "prompt" => {
            let get = GetPromptRequestParams::new(word(1)).with_arguments(object(2));
            let result = client.get_prompt(get).await?;
            let blocks: Vec<_> = result.messages.iter().map(|it| &it.content).collect();
            json!({"text": texts(blocks)})
        }
        "complete" => {
            json!({"values": client.complete_prompt_simple(word(1), word(2), word(3)).await?})
        }
        "ask" => {
            let request = CustomRequest::new(word(1), None);
            json!({"result": client.send_request(ClientRequest::CustomRequest(request)).await?})
        }
        "ping" => {
            let ping = ClientRequest::PingRequest(PingRequest::default());
            json!({"result": client.send_request(ping).await?})
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
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let mode = match mode.as_str() {
        "auto" => ClientLifecycleMode::Auto { preferred_versions, legacy_version: None },
        "legacy" => ClientLifecycleMode::Initialize,
        _ => ClientLifecycleMode::Discover { preferred_versions },
    };
    let client = if command.starts_with("http://") {
        let server = StreamableHttpClientTransport::from_uri(command.as_str());
        serve_client_with_lifecycle(Human::default(), server, mode).await
    } else {
        let mut server = Command::new(command);
        server.args(args);
        let server = TokioChildProcess::new(server).expect("the server starts");
        serve_client_with_lifecycle(Human::default(), server, mode).await
    };
    let client = client.expect("handshake");
    let info = client.peer_info().expect("initialized");
    let who = info.server_info.as_ref().expect("a name");
    println!(
        "{}",
        json!({"server": format!("{} {}", who.name, who.version), "revision": info.protocol_version})
    );
    let steps: Vec<Vec<Value>> = serde_json::from_str(steps).expect("steps");
    for words in &steps {
        let said = step(&client, words).await.unwrap_or_else(|error| match error {
            ServiceError::McpError(error) => json!({"error": error.code.0}),
            other => json!({"error": other.to_string()}),
        });
        println!("{said}");
    }
    let start = Instant::now();
    client.cancel().await.expect("close");
    println!("{}", json!({"closed": start.elapsed().as_millis() as u64}));
}
