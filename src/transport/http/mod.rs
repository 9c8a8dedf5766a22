//! HTTP/1.1 and streams of events, as far as MCP needs them, on `std::net` alone.
//!
//! ```text
//! POST /mcp HTTP/1.1                         HTTP/1.1 200 OK
//! Host: 127.0.0.1:8080                       Content-Type: application/json
//! Content-Type: application/json             Content-Length: 36
//! Accept: application/json, text/event-stream
//! Content-Length: 40                         {"jsonrpc":"2.0","id":1,"result":{}}
//!
//! {"jsonrpc":"2.0","id":1,"method":"ping"}
//! ```
//!
//! A message is a head and a body. The head is lines that end with CR LF, the last of them empty, and says
//! how long the body is. Where two readers could disagree about that, the message is refused and the
//! connection closed: see `Fault` for all that can be wrong.
//!
//! ```text
//! server   Listener ─► Requests ─► Service::serve(Request, Reply) ─► whole, or an EventStream
//! client   HttpClient::send ─► Response ─► its bytes ─► EventReader
//! ```
//!
//! Never: this folder knows nothing of MCP, looks at no clock of its own, and speaks no TLS.
//!
//! Source: RFC 9110 (HTTP), RFC 9112 (HTTP/1.1), RFC 3986 (URL), WHATWG HTML §9.2 (server-sent events).

mod limits;
mod status;
mod url;
mod fields;
mod refused;
mod head_end;
mod chunks;
mod request;
mod requests;
mod reply;
mod connection;
mod listener;
mod sse;
mod error;
mod client;
mod response;
mod head;
mod relay;

pub use client::{CONNECT_WITHIN, Closer, HttpClient, PATIENCE};
pub use connection::{Connection, OtherEnd};
pub use error::HttpError;
pub use fields::Fields;
pub use head::{HeadLine, MAX_SHOWN_VALUE, TELLING, answer_head, request_head};
pub use limits::*;
pub use listener::{Listener, Service, Stopper};
pub use refused::Fault;
pub use relay::{Copied, Copies, Heading, HttpRelay, MAX_COPIES, MAX_RELAYED, Piece, Watch, Way};
pub use reply::{EventStream, Field, Reply};
pub use request::{Request, Version};
pub use requests::{Requests, Unread};
pub use response::{OwnedFields, Response};
pub use sse::{Event, EventReader, SseError, event};
pub use status::Status;
pub use url::{Host, Scheme, Url, UrlError};
