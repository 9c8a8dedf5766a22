//! What matters only where an answer is a stream, over HTTP. On a pipe a client sees two plain results.
//!
//! ```text
//! test_streaming_elicitation   answers at once: no request of the server may come before
//! test_reconnection            answers, also where the stream was cut on its way
//! ```

use super::NOTHING;
use crate::mcp::{Tool, ToolError};
use crate::server::Server;

/// Offers both.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let about = "Answers without a request of its own on the stream";
    let streaming = Tool::new("test_streaming_elicitation", about, NOTHING)?;
    let about = "Answers over a connection that was cut";
    let reconnection = Tool::new("test_reconnection", about, NOTHING)?;
    server
        .tool(streaming, |_| Ok::<_, &str>("Streaming complete"))?
        .tool(reconnection, |_| Ok::<_, &str>("Reconnection test completed successfully"))
}
