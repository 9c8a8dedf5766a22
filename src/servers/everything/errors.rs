//! Two ways to say no. The first is a result, for the model; the second an error, for the client:
//!
//! ```text
//! {"result":{"content":[{"type":"text","text":"…"}],"isError":true}}
//! {"error":{"code":-32021,"message":"…","data":{"requiredCapabilities":{"sampling":{}}}}}
//! ```
//!
//! The second exists since 2026-07-28; before, a client that lacks something reads `isError` too.

use super::NOTHING;
use crate::mcp::{SAMPLING_CREATE_MESSAGE, Tool, ToolError};
use crate::server::{Exchange, Pause, Server};

const SAYS_NO: &str = "test_error_handling";
const NEEDS_SAMPLING: &str = "test_missing_capability";

/// Offers both.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let says_no = Tool::new(SAYS_NO, "Fails, always", NOTHING)?;
    let about = "Needs a client that lends its model";
    let needs_sampling = Tool::new(NEEDS_SAMPLING, about, NOTHING)?;
    server
        .tool(says_no, |_| Err::<&str, _>("This tool intentionally returns an error for testing"))?
        .asking_tool(needs_sampling, |exchange, _| able(exchange))
}

fn able(exchange: &Exchange) -> Result<Result<&'static str, &'static str>, Pause> {
    exchange.must_be_able(SAMPLING_CREATE_MESSAGE)?;
    Ok(Ok("The client offers sampling."))
}
