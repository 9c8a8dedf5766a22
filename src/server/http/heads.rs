//! What the head of a POST has to say: how body and answer are written, and in the stateless era what the
//! message is about.

use crate::json::{Object, Str, Value};
use crate::jsonrpc::{ErrorObject, Request};
use crate::mcp::TOOLS_CALL;
use crate::mcp::stateless::{
    Glance, HEADER_MISMATCH, MCP_METHOD, MCP_NAME, MCP_PARAM, MCP_PROTOCOL_VERSION, SUPPORTED,
    decode, named_by,
};
use crate::server::Server;
use crate::transport::http::{Fields, Status};

/// How many characters of a value are repeated to whoever sent it.
const SHOWN: usize = 100;

/// Whether the body is JSON and the client can read both kinds of answers.
pub(super) fn readable(fields: Fields<'_>) -> Result<(), (Status, String)> {
    // MUST (2025-06-18, basic/transports): the client lists both.
    if !accepts(fields, "application", "json") || !takes_events(fields) {
        let why = "Not acceptable: Accept must list application/json and text/event-stream";
        return Err((Status::NOT_ACCEPTABLE, why.to_owned()));
    }
    let kind = fields.get("Content-Type").unwrap_or_default();
    let (kind, parameters) = kind.split_once(';').unwrap_or((kind, ""));
    let foreign = parameters.split(';').any(|it| match it.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            !value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
        }
        _ => false,
    });
    if !kind.trim().eq_ignore_ascii_case("application/json") || foreign {
        let why = "Unsupported media type: Content-Type must be application/json, in UTF-8";
        return Err((Status::UNSUPPORTED_MEDIA_TYPE, why.to_owned()));
    }
    Ok(())
}

/// Whether the client can read a stream of events.
pub(super) fn takes_events(fields: Fields<'_>) -> bool {
    accepts(fields, "text", "event-stream")
}

/// Whether `Accept` lists a type, or a pattern such as `text/*` that it fits.
fn accepts(fields: Fields<'_>, kind: &str, sort: &str) -> bool {
    fields.all("Accept").flat_map(|value| value.split(',')).any(|range| {
        let mut parts = range.split(';');
        let listed = parts.next().unwrap_or_default().trim();
        let refused = parts.any(|it| matches!(it.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"));
        let (left, right) = listed.split_once('/').unwrap_or_default();
        let fits = |it: &str, of: &str| it == "*" || it.eq_ignore_ascii_case(of);
        !refused && fits(left, kind) && fits(right, sort) && (left != "*" || right == "*")
    })
}

/// Holds the head of a stateless request against its body. What is wrong with the body alone is left to
/// those who read it next.
pub(super) fn check(
    server: &Server,
    request: &Request<'_>,
    fields: Fields<'_>,
) -> Result<(), ErrorObject<'static>> {
    let version =
        once(fields, MCP_PROTOCOL_VERSION)?.ok_or_else(|| missing(MCP_PROTOCOL_VERSION))?;
    let params = request.params.as_ref();
    let Ok(glance) = Glance::at(params.and_then(|params| params.get("_meta"))) else {
        return Ok(());
    };
    same(MCP_PROTOCOL_VERSION, version, version, glance.version)?;
    if !SUPPORTED.contains(&version) {
        return Ok(());
    }
    let method = once(fields, MCP_METHOD)?.ok_or_else(|| missing(MCP_METHOD))?;
    same(MCP_METHOD, method, method, &request.method)?;
    if let Some(member) = named_by(method)
        && let Some(name) = params.and_then(|params| params.get(member)?.as_string())
    {
        let said = once(fields, MCP_NAME)?.ok_or_else(|| missing(MCP_NAME))?;
        let decoded = decode(said).ok_or_else(|| not_wrapped(MCP_NAME, said))?;
        same(MCP_NAME, said, &decoded, name)?;
    }
    match params {
        Some(params) if method == TOOLS_CALL => mirrored(server, params, fields),
        _ => Ok(()),
    }
}

/// MUST (2026-07-28, basic/transports): what a tool wants repeated is repeated, and is the same.
fn mirrored(
    server: &Server,
    params: &Value<'_>,
    fields: Fields<'_>,
) -> Result<(), ErrorObject<'static>> {
    let nothing = Object::default();
    let arguments = params.get("arguments").and_then(Value::as_object).unwrap_or(&nothing);
    for mirror in params.get("name").map(|name| server.mirrors(name)).unwrap_or_default() {
        let name = format!("{MCP_PARAM}{}", mirror.header);
        let meant = mirror.value(arguments);
        match (once(fields, &name)?, meant) {
            (None, None) => {}
            (None, Some(_)) => return Err(missing(&name)),
            (Some(said), _) if mirror.agrees(said, arguments) => {}
            (Some(said), Some(meant)) => return Err(differs(&name, said, &meant)),
            (Some(said), None) => return Err(differs(&name, said, "absent")),
        }
    }
    Ok(())
}

/// The value of a field that may stand there only once.
fn once<'f>(fields: Fields<'f>, name: &str) -> Result<Option<&'f str>, ErrorObject<'static>> {
    let mut values = fields.all(name);
    let first = values.next();
    if values.next().is_some() {
        return Err(mismatch(&format!("{name} stands there more than once")));
    }
    Ok(first)
}

fn same(
    name: &str,
    said: &str,
    decoded: &str,
    meant: &Str<'_>,
) -> Result<(), ErrorObject<'static>> {
    if *meant == *decoded { Ok(()) } else { Err(differs(name, said, &meant.excerpt())) }
}

fn missing(name: &str) -> ErrorObject<'static> {
    mismatch(&format!("{name} is missing"))
}

fn differs(name: &str, said: &str, meant: &str) -> ErrorObject<'static> {
    mismatch(&format!("{name} says '{}', the body '{}'", shown(said), shown(meant)))
}

fn not_wrapped(name: &str, said: &str) -> ErrorObject<'static> {
    mismatch(&format!("{name} is not base64 inside =?base64?…?=: '{}'", shown(said)))
}

fn mismatch(what: &str) -> ErrorObject<'static> {
    ErrorObject::new(HEADER_MISMATCH, format!("Header mismatch: {what}"))
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
