//! Chapter 2. JSON-RPC: three kinds of message, told apart by which members they have.
//!
//! ```text
//! request       {"jsonrpc":"2.0","id":1,"method":"tools/list"}
//! notification  {"jsonrpc":"2.0","method":"notifications/initialized"}
//! response      {"jsonrpc":"2.0","id":1,"result":{}}
//!               {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: x"}}
//! ```
//!
//! A request owes an answer and a notification forbids one: the only visible difference is `id`.
//! A response has no `method`; its `id` says which request it answers, the order of lines does not.
//!
//! ```
//! use mcp_lab::{json, jsonrpc::Message};
//! let value = json::parse(r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)?;
//! let Ok(Message::Request(request)) = Message::from_value(value) else { panic!("a request") };
//! assert_eq!(request.id.to_string(), r#""a""#);
//! # Ok::<(), json::ParseError>(())
//! ```
//!
//! Never: this chapter does not know MCP. Simplified: an array of messages (a batch) is refused;
//! only MCP 2025-03-26 has them.
//!
//! Source: JSON-RPC 2.0 §4–§6; MCP 2025-06-18, basic.

mod id;
mod message;
mod read;
mod error;
mod malformed;
mod owned;

pub use error::{ErrorObject, code};
pub use id::Id;
pub use malformed::{Malformed, Reason};
pub use message::{Message, Notification, Request, Response};
