//! A client that says it can answer everything, and declines whatever it is asked: so a server that asks can be
//! seen without anybody at a terminal.
//!
//! Source: MCP 2025-11-25 and 2026-07-28, `client/roots`, `client/sampling`, `client/elicitation`.

use super::human::REJECTED;
use crate::client::Host;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::{ELICITATION_CREATE, ElicitResult, Payload, ROOTS_LIST, SAMPLING_CREATE_MESSAGE};

/// Declines every question; it has no roots.
#[derive(Debug)]
pub(super) struct Declines;

impl Host for Declines {
    fn capabilities(&self) -> Object<'static> {
        let all = ["roots", "sampling", "elicitation"];
        all.into_iter().map(|name| (name, Object::default().into())).collect()
    }

    fn answer(
        &mut self,
        method: &Str<'_>,
        _: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        if *method == *ELICITATION_CREATE {
            return Ok(ElicitResult::Decline.into_value());
        }
        if *method == *ROOTS_LIST {
            return Ok(Object::from([("roots", Value::Array(Box::default()))]).into());
        }
        if *method == *SAMPLING_CREATE_MESSAGE {
            return Err(ErrorObject::new(REJECTED, "User rejected sampling request"));
        }
        Err(ErrorObject::method_not_found(&method.excerpt()))
    }
}
