//! What is said while a call runs, before its result. A client sees notifications:
//!
//! ```text
//! {"method":"notifications/progress","params":{"progressToken":"t","progress":50,"total":100}}
//! {"method":"notifications/message","params":{"level":"info","logger":"…","data":"Tool processing data"}}
//! ```
//!
//! Progress comes only under a `progressToken` of the call. Log messages come only from the level on that
//! the client has set: with `logging/setLevel` for the session, since 2026-07-28 with `logLevel` in `_meta`
//! for this one request.

use super::super::waiting::pause;
use super::NOTHING;
use crate::mcp::{CallToolResult, LoggingLevel, Tool, ToolError};
use crate::server::{Exchange, Server};

const PROGRESS: &str = "test_tool_with_progress";
const LOGGING: &str = "test_tool_with_logging";
const LOGGED: &str = "test_logging_tool";

/// How long each step takes, in milliseconds: so long that a client sees them one by one.
const STEP: u64 = 50;

/// Offers them.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let progress_tool = Tool::new(PROGRESS, "Reports progress in three steps", NOTHING)?;
    let logging_tool = Tool::new(LOGGING, "Writes three log messages, 50 ms apart", NOTHING)?;
    let logged_tool = Tool::new(LOGGED, "Writes one log message of each level", NOTHING)?;
    server
        .long_tool(progress_tool, |exchange, _| progress(exchange))?
        .long_tool(logging_tool, |exchange, _| logging(exchange))?
        .long_tool(logged_tool, |exchange, _| logged(exchange))
}

fn progress(exchange: &Exchange) -> CallToolResult<'static> {
    for step in [0.0, 50.0, 100.0] {
        exchange.progress(step, Some(100.0), None);
        pause(exchange, STEP);
    }
    CallToolResult::text("progress done")
}

fn logging(exchange: &Exchange) -> CallToolResult<'static> {
    for data in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        exchange.log(LoggingLevel::Info, LOGGING, data);
        pause(exchange, STEP);
    }
    CallToolResult::text("logged")
}

fn logged(exchange: &Exchange) -> CallToolResult<'static> {
    for level in LoggingLevel::ALL {
        exchange.log(level, LOGGED, level.as_str());
    }
    CallToolResult::text("Logging evaluated")
}
