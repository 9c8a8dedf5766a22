//! What a result can be made of. A client sees each block under `content`, told apart by `type`:
//!
//! ```text
//! {"content":[{"type":"text","text":"…"},{"type":"image","data":"iVBORw0…","mimeType":"image/png"}],"isError":false}
//! ```

use super::NOTHING;
use crate::mcp::{CallToolResult, ContentBlock, ResourceContents, Tool, ToolError};
use crate::server::Server;

/// A picture of one red dot, in base64.
pub(super) const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// A sound of no length, in base64.
const WAV: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

/// A tool whose result is always the same.
struct Row {
    name: &'static str,
    about: &'static str,
    content: fn() -> Vec<ContentBlock<'static>>,
}

const ROWS: &[Row] = &[
    Row {
        name: "test_simple_text",
        about: "Answers with a block of text",
        content: || vec![said("This is a simple text response for testing.")],
    },
    Row {
        name: "test_image_content",
        about: "Answers with a picture",
        content: || vec![ContentBlock::image(PNG, "image/png")],
    },
    Row {
        name: "test_audio_content",
        about: "Answers with a sound",
        content: || vec![ContentBlock::audio(WAV, "audio/wav")],
    },
    Row {
        name: "test_embedded_resource",
        about: "Answers with a resource inside of the result",
        content: || {
            let text = "This is an embedded resource content.";
            vec![inside("test://embedded-resource", "text/plain", text)]
        },
    },
    Row {
        name: "test_multiple_content_types",
        about: "Answers with a text, a picture and a resource",
        content: || {
            vec![
                said("Multiple content types test:"),
                ContentBlock::image(PNG, "image/png"),
                inside(
                    "test://mixed-content-resource",
                    "application/json",
                    r#"{"test":"data","value":123}"#,
                ),
            ]
        },
    },
];

/// Offers them.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    ROWS.iter().try_fold(server, |server, row| {
        let tool = Tool::new(row.name, row.about, NOTHING)?;
        server.tool(tool, |_| CallToolResult { content: (row.content)(), is_error: false })
    })
}

fn said(text: &'static str) -> ContentBlock<'static> {
    ContentBlock::Text(text.into())
}

fn inside(uri: &'static str, mime_type: &'static str, text: &'static str) -> ContentBlock<'static> {
    ContentBlock::resource(ResourceContents::text(uri, mime_type, text))
}
