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
/// 7. Words for people, in two languages.
pub mod text;
/// 8. A session on paper.
pub mod transcript;
/// 9. The servers worth running.
pub mod servers;
/// 10. The sessions worth watching.
pub mod lessons;
/// 11. Words into a command.
pub mod cli;
