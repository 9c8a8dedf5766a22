//! What a server may ask of its client: a human's answer, a model's, or where to work.
//!
//! In the handshake era these are requests of the server, in the stateless era entries of a result
//! that asks for input. What stands inside is the same.
//!
//! Source: MCP 2025-11-25 and 2026-07-28, `client/elicitation`, `client/sampling`, `client/roots`.

mod elicitation;
mod roots;
mod sampling;

pub use elicitation::{ELICITATION_CREATE, ElicitRequestParams, ElicitResult};
pub use roots::{ListRootsResult, ROOTS_LIST, Root};
pub use sampling::{CreateMessageRequestParams, CreateMessageResult, SAMPLING_CREATE_MESSAGE};
