//! lab
/// 1. Text into values, and back into the same text.
pub mod json;
/// 2. Values into messages, and back.
pub mod jsonrpc;
/// 3. What MCP's messages mean.
pub mod mcp;
/// 4. Something that carries lines.
pub mod transport;
/// 5. A function from one line to at most one line.
pub mod server;
/// 6. The side that asks.
pub mod client;
