//! The Rust SDK of before (rmcp 2.x): a server with two tools, a resource and a prompt.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, schemars, transport::stdio};
use rmcp::{prompt, prompt_handler, prompt_router, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Hello {
    name: String,
}

#[derive(Clone)]
struct Server;

fn question() -> ElicitRequestParams {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "Your name?".into(),
        requested_schema: serde_json::from_value(schema).expect("a schema"),
    }
}

#[tool_router]
impl Server {
    #[tool(description = "Add two integers")]
    fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> String {
        (a + b).to_string()
    }

    #[tool(description = "Ask for a name and greet")]
    async fn greet(&self, context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
        let asked = context.peer.create_elicitation(question()).await;
        let answer = json!(asked.map_err(|error| ErrorData::internal_error(error.to_string(), None))?);
        Ok(match (&answer["action"], &answer["content"]["name"]) {
            (action, serde_json::Value::String(name)) if action == "accept" => format!("Hello, {name}!"),
            _ => "declined".to_owned(),
        })
    }
}

#[prompt_router]
impl Server {
    #[prompt(description = "A greeting")]
    async fn hello(&self, Parameters(Hello { name }): Parameters<Hello>) -> Vec<PromptMessage> {
        vec![PromptMessage::new_text(Role::User, format!("Say hello to {name}."))]
    }
}

#[tool_handler]
#[prompt_handler(router = Self::prompt_router())]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerInfo {
        ServerInfo::new(
            ServerCapabilities::builder().enable_tools().enable_prompts().enable_resources().build(),
        )
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![Resource::new("note://one", "one")]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        if request.uri != "note://one" {
            return Err(ErrorData::resource_not_found("no such note", None));
        }
        Ok(ReadResourceResult::new(vec![ResourceContents::text("one", request.uri)]))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    Server.serve(stdio()).await.expect("handshake").waiting().await.expect("serve");
}
