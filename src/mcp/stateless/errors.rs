//! The codes this era has added: each says what would have been right.

use super::SUPPORTED;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;

/// Over HTTP, a header says something else than the body.
pub const HEADER_MISMATCH: i64 = -32020;

/// The request needs something of its client that the client did not say it could do.
pub const MISSING_REQUIRED_CLIENT_CAPABILITY: i64 = -32021;

/// The request is written in a revision that is not spoken here.
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;

/// `-32022`, with the versions that would do.
pub fn unsupported_version(requested: Str<'_>) -> ErrorObject<'_> {
    let supported = SUPPORTED.iter().map(|version| Value::from(*version)).collect();
    let data = Object::from([("supported", supported), ("requested", requested.into())]);
    ErrorObject {
        data: Some(data.into()),
        ..ErrorObject::new(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version")
    }
}

/// `-32021`, with the capabilities that would do.
pub fn missing_capability(required: Object<'static>) -> ErrorObject<'static> {
    let needs: Vec<_> = required.members().iter().map(|it| it.name.excerpt()).collect();
    let message = format!("Missing required client capability: {}", needs.join(", "));
    let data = Object::from([("requiredCapabilities", required.into())]);
    ErrorObject {
        data: Some(data.into()),
        ..ErrorObject::new(MISSING_REQUIRED_CLIENT_CAPABILITY, message)
    }
}
