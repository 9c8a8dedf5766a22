//! What matters only where an answer is a stream, over HTTP. There a client of 2025-11-25 sees the second tool end
//! its stream before there is an answer, comes back after `retry` milliseconds, and hears the rest:
//!
//! ```text
//! POST  ← id: 1-0 · data: (empty) · retry: 500   and the connection ends
//! GET   → Last-Event-ID: 1-0    ← data: {"jsonrpc":"2.0","id":1,"result":{…}}
//! ```
//!
//! Everywhere else both are plain results.

use super::super::waiting::pause;
use super::NOTHING;
use crate::mcp::{CallToolResult, Tool, ToolError};
use crate::server::{Exchange, Server};
use std::time::Duration;

/// When a client is to come back.
const BACK_AFTER: Duration = Duration::from_millis(500);

/// How long the tool works after it has let go of the client, in milliseconds: less than that.
const WORK: u64 = 100;

/// Offers both.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let about = "Answers without a request of its own on the stream";
    let streaming = Tool::new("test_streaming_elicitation", about, NOTHING)?;
    let about = "Lets go of the connection and answers when the client comes back";
    let reconnection = Tool::new("test_reconnection", about, NOTHING)?;
    server
        .tool(streaming, |_| Ok::<_, &str>("Streaming complete"))?
        .long_tool(reconnection, |exchange, _| reconnect(exchange))
}

fn reconnect(exchange: &Exchange) -> CallToolResult<'static> {
    exchange.hang_up(BACK_AFTER);
    pause(exchange, WORK);
    CallToolResult::text("Reconnection test completed successfully")
}
