//! The Rust SDK (rmcp): a server with one tool, add.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServiceExt, schemars, tool, tool_router, transport::stdio};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Clone)]
struct Adder;

#[tool_router(server_handler)]
impl Adder {
    #[tool(description = "Add two integers")]
    fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> String {
        (a + b).to_string()
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    Adder.serve(stdio()).await.expect("handshake").waiting().await.expect("serve");
}
