//! The healthy sessions that broken ones are made from.

/// A handshake of 2025-11-25 and the eight steps: one tool, `add`.
pub const HANDSHAKE: &str = include_str!("handshake.wire");

/// The eight steps of 2026-07-28.
pub const STATELESS: &str = include_str!("stateless.wire");

/// Every feature of 2025-11-25 once: resources, prompts, completion, log messages, progress, cancellation, and
/// what a server asks its client.
pub const FEATURES: &str = include_str!("features.wire");

/// The same of 2026-07-28: subscriptions, and a question that comes as a result.
pub const MODERN: &str = include_str!("modern.wire");

/// The handshake and the eight steps over HTTP, with a session id.
pub const HTTP: &str = include_str!("http.wire");

/// The eight steps of 2026-07-28 over HTTP.
pub const HTTP_STATELESS: &str = include_str!("http-stateless.wire");

/// What every request of 2026-07-28 carries, and every result; and the head of a POST. In the files one word stands
/// for each.
const ALWAYS: [(&str, &str); 5] = [
    (
        "@meta",
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"ward-client","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#,
    ),
    (
        "@server",
        r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"ward","version":"1.0"}}"#,
    ),
    (
        "@post",
        "client >> POST /mcp HTTP/1.1 | Content-Type: application/json | Accept: application/json, text/event-stream",
    ),
    ("@session", " | Mcp-Session-Id: 1868a90c | MCP-Protocol-Version: 2025-11-25"),
    ("@version", " | MCP-Protocol-Version: 2026-07-28"),
];

/// A text in which these words are written out.
pub(super) fn whole(text: &str) -> String {
    ALWAYS.iter().fold(text.to_owned(), |text, (word, meant)| text.replace(word, meant))
}
