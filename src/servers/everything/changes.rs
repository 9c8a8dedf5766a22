//! Word of changes. A client sees a notification: in a session with a handshake if it is ready (and has subscribed,
//! for a resource), since 2026-07-28 under each `subscriptions/listen` that has asked for it:
//!
//! ```text
//! {"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7}}}
//! ```
//!
//! Nothing really changes here: the tools only say so.

use super::NOTHING;
use super::resources::WATCHED;
use crate::mcp::{Tool, ToolError};
use crate::server::{Changes, Server};

/// A tool that says so.
struct Row {
    name: &'static str,
    about: &'static str,
    tell: fn(&Changes),
    said: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        name: "test_trigger_tool_change",
        about: "Says that the list of tools has changed",
        tell: Changes::tools,
        said: "tools changed",
    },
    Row {
        name: "test_trigger_prompt_change",
        about: "Says that the list of prompts has changed",
        tell: Changes::prompts,
        said: "prompts changed",
    },
    Row {
        name: "test_trigger_resource_change",
        about: "Says that the list of resources has changed, and test://watched-resource too",
        tell: |changes| {
            changes.resources();
            changes.resource(WATCHED);
        },
        said: "resources changed",
    },
];

/// Offers them.
pub(super) fn offer(server: Server, changes: &Changes) -> Result<Server, ToolError> {
    ROWS.iter().try_fold(server, |server, row| {
        let (tool, changes) = (Tool::new(row.name, row.about, NOTHING)?, changes.clone());
        server.tool(tool, move |_| {
            (row.tell)(&changes);
            Ok::<_, &str>(row.said)
        })
    })
}
